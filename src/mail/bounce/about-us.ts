// Whether a refusal is about the sender or our account at the relay, which it would tell anybody.
import type { ClassifiedReply } from '../smtp/replies.ts';
import { bounceTypeOf } from './rules.ts';

/** Rules that are about us, whatever the command that was answered. */
const ABOUT_US: readonly string[] = [
  'own-account',
  'sender-not-verified',
  'sender-not-allowed',
  'authentication-required',
  'sender-rejected',
  'sender-verify',
  'sender-domain',
  'mail-from',
  'anonymous-sender',
  'relaying-denied',
  'code-sender',
];
/** What else may be refused at MAIL, which has the size and says whether an address has letters. */
const ABOUT_MESSAGE: readonly string[] = ['message-too-big', 'code-size', 'header-fault', 'code-5.6'];

/** Whether a relay's 5xx is about us; of a recipient's own server it is about one receiver. */
export function isAboutUs(answer: ClassifiedReply): boolean {
  if (answer.outcome !== 'rejected') return false;
  const { rule } = bounceTypeOf(answer);
  return answer.isToMail ? !ABOUT_MESSAGE.includes(rule) : ABOUT_US.includes(rule);
}
