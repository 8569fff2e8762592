// Makes the files of pictures in a thread: decoding takes seconds of processor time and memory for
// every pixel.
import { inIdleThread } from '../../coordination/idle-thread.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import type { MadeFile, MakeJob } from './make.ts';

/**
 * The files of a picture, the widest first. Rejects when it is damaged, and with AppError `invalid`
 * when it takes too long.
 */
export const filesOfPicture = inIdleThread<MakeJob, MadeFile[]>(new URL('./thread.ts', import.meta.url), {
  name: 'pictures',
  tooHeavy: (limits) => say('picture-heavy', limits),
});
