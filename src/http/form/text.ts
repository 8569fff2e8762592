// Decodes the bytes of a body into text, in steps.
import { StringDecoder } from 'node:string_decoder';

const BYTES_A_STEP = 1024 * 1024; // one to two milliseconds

/** Decodes bytes that are UTF-8, in steps of a megabyte. */
export function* textSteps(raw: Buffer): Generator<void, string> {
  if (raw.length <= BYTES_A_STEP) return raw.toString('utf8');
  const decoder = new StringDecoder('utf8');
  let text = '';
  for (let at = 0; at < raw.length; at += BYTES_A_STEP) {
    text += decoder.write(raw.subarray(at, at + BYTES_A_STEP));
    yield;
  }
  return text;
}
