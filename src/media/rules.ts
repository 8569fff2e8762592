// What pictures may be.
import { AppError } from '../kernel/errors.ts';
import { say, type Told } from '../kernel/sentences/sentence.ts';
import { type PictureFacts, pictureFacts } from './pictures/facts.ts';

/** Bytes of a file that is uploaded. */
const MAX_FILE = 15 * 1024 * 1024;
const MAX_PIXELS = 40_000_000;
/**
 * Bytes that a picture may take while it is made smaller: a camera's of 40 megapixels does. Beside
 * what a decoder holds, 8 for a pixel: 4 as colors of 8 bits, 4 while it is scaled and copied.
 */
const MAX_MEMORY = 480_000_000;
const SCALED_BYTES = 8;
const MAX_SIDE = 12_000;
/** Pictures that a customer has at most. */
export const MOST = 5_000;

/** What the picture is. @throws AppError `invalid` for what is none, or too large */
export function checkedPicture(content: Uint8Array): PictureFacts {
  const refuse = (message: Told) => new AppError('invalid', message, { faults: { file: message } });
  if (content.length > MAX_FILE) throw refuse(say('picture-large'));
  const facts = pictureFacts(content);
  if (!facts) throw refuse(say('picture-kind'));
  const { width, height } = facts;
  if (width * height > MAX_PIXELS || width > MAX_SIDE || height > MAX_SIDE)
    throw refuse(say('picture-pixels', { width, height, side: MAX_SIDE }));
  const most = MAX_MEMORY / (facts.decodedBytes + SCALED_BYTES);
  if (facts.mediaType !== 'image/gif' && width * height > most)
    throw refuse(say('picture-memory', { width, height, most: Math.floor(most / 1_000_000) }));
  return facts;
}

export const damaged = () =>
  new AppError('invalid', say('picture-damaged'), {
    faults: {
      file: say('picture-damaged'),
    },
  });
