// What pictures may be.
import { AppError } from '../kernel/errors.ts';
import { say, type Told } from '../kernel/sentences/sentence.ts';
import { type PictureFacts, pictureFacts } from './pictures/facts.ts';

/** Bytes of a file that is uploaded. */
export const MAX_FILE = 15 * 1024 * 1024;
/** Pixels of a picture: a camera's of 40 megapixels takes 160 MB while it is made smaller. */
export const MAX_PIXELS = 40_000_000;
const MAX_SIDE = 12_000;
/** Pictures that a customer has at most. */
export const MOST = 5_000;

/** What the picture is. @throws AppError `invalid` for what is none, or too large */
export function checkedPicture(content: Uint8Array): PictureFacts {
  const refuse = (message: Told) => new AppError('invalid', message, { file: message });
  if (content.length > MAX_FILE) throw refuse(say('picture-large'));
  const facts = pictureFacts(content);
  if (!facts) throw refuse(say('picture-kind'));
  const { width, height } = facts;
  if (width * height > MAX_PIXELS || width > MAX_SIDE || height > MAX_SIDE)
    throw refuse(say('picture-pixels', { width, height, side: MAX_SIDE }));
  return facts;
}

export const damaged = () =>
  new AppError('invalid', say('picture-damaged'), {
    file: say('picture-damaged'),
  });
