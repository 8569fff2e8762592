// Compiles mails of blocks in a thread: the compiler takes a second to load and 50 MB.
import { inIdleThread } from '../../coordination/idle-thread.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import type { MailJob } from './mail.ts';

/** The HTML of a mail. Rejects with the compiler's error. */
export const compileMail = inIdleThread<MailJob, string>(new URL('./thread.ts', import.meta.url), {
  name: 'blocks',
  tooHeavy: (limits) => say('blocks-heavy', limits),
});
