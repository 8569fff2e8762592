// The login over an open session. It may not be sent where others would read it, nor to a server
// that has no use for it; where no TLS hides the password, it goes by a mechanism that does.
import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import type { CustomAuthenticationContext } from 'nodemailer/lib/smtp-connection';
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

/** The ways to sign in with a password; the library takes the first that is offered. */
const MECHANISMS = ['PLAIN', 'LOGIN', 'CRAM-MD5'] as const;
/** Of these the one that tells nobody the password. */
const HIDDEN = 'CRAM-MD5';

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

/**
 * The mechanisms to try one after the other; undefined: the library's choice. Without TLS the
 * password is not shown where there is another way. Servers offer that one without having it (they
 * store no passwords that it works with), so the others follow when it is refused.
 */
export function mechanismsFor({ secure, _supportedAuth }: Opened): readonly (string | undefined)[] {
  if (secure || !_supportedAuth.includes(HIDDEN)) return [undefined];
  return _supportedAuth.some((one) => one === 'PLAIN' || one === 'LOGIN') ? [HIDDEN, undefined] : [HIDDEN];
}

/**
 * CRAM-MD5 (RFC 2195) in place of the library's, which takes a server's yes for a no unless it is
 * the line `235 …` alone.
 */
export const hiddenLogin = { [HIDDEN]: cramMd5 };

async function cramMd5({ auth, sendCommand }: CustomAuthenticationContext): Promise<void> {
  const { user = '', pass = '' } = auth.credentials;
  const asked = await sendCommand(`AUTH ${HIDDEN}`);
  const challenge = /^334[ -]\s*(\S+)/.exec(asked.response)?.[1];
  if (challenge === undefined) throw new Error('The server gives no challenge');
  const digest = createHmac('md5', pass).update(Buffer.from(challenge, 'base64')).digest('hex');
  const answer = await sendCommand(Buffer.from(`${user} ${digest}`, 'utf8').toString('base64'));
  if (!answer.response.startsWith('2')) throw new Error('Invalid login');
}
