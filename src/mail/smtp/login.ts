// Whether a login may be sent over an open session: not where others would read it, and not to a
// server that has no use for it.
import { isIP } from 'node:net';
import { type Sentence, say } from '../../kernel/sentences/sentence.ts';
import type { Relay } from './relay-url.ts';

/** The login was not sent. `sentence`: why. */
export class LoginWithheld extends Error {
  readonly sentence: Sentence;
  constructor(sentence: Sentence) {
    super('The login was not sent');
    this.sentence = sentence;
  }
}

/** The library's ways to sign in with a password; it takes the first that is offered. */
const MECHANISMS = ['PLAIN', 'LOGIN', 'CRAM-MD5'] as const;

/**
 * A session without its login: whether TLS is in use, which of the library's mechanisms the server
 * offers, and its answer to EHLO without the first line (absent: EHLO was refused).
 */
export type Opened = { secure: boolean; _supportedAuth: readonly string[]; _ehloLines?: readonly string[] };

/**
 * Nothing follows from an offer that is missing but that the login stays here: who is in the middle
 * takes STARTTLS out of the answer to EHLO (RFC 3207, section 6), or AUTH, or refuses EHLO itself.
 * @throws LoginWithheld
 */
export function mayLogIn(opened: Opened, { host, ignoreTls }: Pick<Relay, 'host' | 'ignoreTls'>): void {
  const { secure, _ehloLines = [], _supportedAuth } = opened;
  if (!(secure || ignoreTls || isThisMachine(host))) throw new LoginWithheld(say('smtp-auth-unencrypted'));
  if (MECHANISMS.some((one) => _supportedAuth.includes(one))) return;
  const offered = _ehloLines.flatMap((line) => /^AUTH[\s=]+(.*)/i.exec(line)?.[1]?.split(/[\s=]+/) ?? []);
  const mechanisms = [...new Set(offered.filter(Boolean))].join(', ');
  if (mechanisms !== '') throw new LoginWithheld(say('smtp-auth-other', { mechanisms }));
  throw new LoginWithheld(say(secure ? 'smtp-auth-none' : 'smtp-auth-none-plain'));
}

/** By its name: an answer of DNS proves nothing. */
function isThisMachine(host: string): boolean {
  return /^localhost\.?$/i.test(host) || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
