// Answers as gzip or brotli, for those who ask. They are made anew each time, so they are packed
// quickly rather than tightly.
import type { IncomingHttpHeaders } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { promisify } from 'node:util';
import {
  type BrotliOptions,
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  gzipSync,
} from 'node:zlib';
import { namesKey } from '../admission.ts';
import { acceptedForm, type Form } from './encoding.ts';

/**
 * Packing a shorter answer costs more than making it, and it fits into a few packets. Characters.
 */
export const LEAST_PACKED = 8_000;
/** Longer ones are packed beside the main thread. */
const MOST_AT_ONCE = 200_000;
const GZIP = { level: 1 };

function brotli(size?: number): BrotliOptions {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, BROTLI_PARAM_LGWIN } = constants;
  return {
    params: {
      [BROTLI_PARAM_QUALITY]: 2,
      [BROTLI_PARAM_LGWIN]: 16,
      ...(size !== undefined && { [BROTLI_PARAM_SIZE_HINT]: size }),
    },
  };
}

/**
 * The form that an answer is to have; undefined: as it is. The length of a packed answer tells
 * something of what is in it. So only those are packed that a page of another site cannot ask for:
 * with a key, or from a page of ours.
 */
export function formFor({ headers }: { headers: IncomingHttpHeaders }): Form | undefined {
  const form = acceptedForm(headers['accept-encoding']);
  if (form === undefined) return undefined;
  return namesKey(headers) || headers['sec-fetch-site'] === 'same-origin' ? form : undefined;
}

/** The tag of an answer in a form: each form has bytes, and so a strong tag, of its own. */
export function etagOf(etag: string, form: Form | undefined): string {
  return form === undefined ? etag : `${etag.slice(0, -1)}-${form}"`;
}

/** An answer's text, packed. */
export function packed(text: string, form: Form): Buffer | Promise<Buffer> {
  const options = brotli(text.length);
  if (text.length <= MOST_AT_ONCE) return form === 'br' ? brotliCompressSync(text, options) : gzipSync(text, GZIP);
  return form === 'br' ? promisify(brotliCompress)(text, options) : promisify(gzip)(text, GZIP);
}

/** An answer that is written while it is made, packed. */
export function packedStream(source: Readable, form: Form): Readable {
  const packing = form === 'br' ? createBrotliCompress(brotli()) : createGzip(GZIP);
  return pipeline(source, packing, () => undefined); // a fault ends the answer, and the log has it
}
