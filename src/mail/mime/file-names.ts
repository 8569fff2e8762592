// Names and media types of files, as strangers give them, made safe for a mail. Pure.
import { oneLine } from '../../kernel/text/one-line.ts';

const MAX_NAME = 255;

/** A file name that is safe in a mail: without folders and invisible characters; never empty. */
export function fileNameOf(name: string): string {
  const last = oneLine(name.split(/[/\\]/).at(-1) ?? '', 100_000);
  if (last.length <= MAX_NAME) return last || 'attachment';
  const ending = /\.\w{1,10}$/.exec(last)?.[0] ?? '';
  return oneLine(last.slice(0, last.length - ending.length), MAX_NAME - ending.length) + ending;
}

const MEDIA_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,62}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,62}$/;
/** Composite types may not be encoded as base64 (RFC 2046, section 5). */
const COMPOSITE = /^(?:multipart|message)\//;

/** A media type (RFC 6838, section 4.2) without parameters; anything else is a file of bytes. */
export function mediaTypeOf(text: string): string {
  const type = (text.split(';', 1)[0] ?? '').trim().toLowerCase();
  return MEDIA_TYPE.test(type) && !COMPOSITE.test(type) ? type : 'application/octet-stream';
}
