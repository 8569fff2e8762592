// Explains a relay's fault in a sentence for people: the failed step, then the system's or the
// server's words.

import { isIP } from 'node:net';
import { AppError } from '../../kernel/errors.ts';
import { inEnglish, type Sentence, say } from '../../kernel/sentences/sentence.ts';
import { oneLine } from '../../kernel/text/one-line.ts';
import { tlsWords } from '../../kernel/text/tls-words.ts';
import { ConnectError } from './connect.ts';
import { LoginWithheld } from './login.ts';
import { type Relay, relayName } from './relay-url.ts';
import { TooSlow } from './session.ts';

type SessionError = Error & { code?: string; command?: string; response?: string; timeoutType?: string };

const MAX_CHARACTERS = 300;

/** A relay cannot be used. `sentence`: why, without its name. */
export class RelayFault extends AppError {
  override readonly sentence: Sentence;
  constructor(relay: Relay, thrown: unknown) {
    const why = explainFault(thrown, relay);
    super('unavailable', `${relayName(relay)} cannot be used: ${inEnglish(why)}`, { cause: thrown });
    this.sentence = why;
  }
}

/**
 * The reason why a session did not open: begins with the step (`DNS:`, `TCP:`, `TLS:`, `greeting:`,
 * `EHLO:`, `auth:`). Never holds the password, whatever the server replied.
 * @param thrown the error of openSession
 */
export function explainFault(thrown: unknown, relay: Relay): Sentence {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const { code, values } = error instanceof ConnectError ? connectReason(error, relay) : sessionReason(error, relay);
  const shown = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? publicLine(value, relay) : value,
  ]);
  return { code, values: Object.fromEntries(shown) };
}

/**
 * A server's text for people: one line, single spaces, no control characters, none of our secrets,
 * not too long.
 */
export function publicLine(text: string, relay: Pick<Relay, 'user' | 'password'>): string {
  return oneLine(withoutSecrets(text, relay), MAX_CHARACTERS);
}

/** Removes secrets that a server repeats: as they are, or in the encoding of AUTH. */
function withoutSecrets(text: string, { user, password }: Pick<Relay, 'user' | 'password'>): string {
  if (password === undefined || password === '') return text;
  const base64 = (part: string) => Buffer.from(part).toString('base64');
  const forms = [base64(`\0${user}\0${password}`), base64(`${user}\0${user}\0${password}`), base64(password), password];
  return forms.reduce((clean, form) => clean.replaceAll(form, '…'), text);
}

function connectReason({ step, code, message }: ConnectError, { host, port, guarded }: Relay): Sentence {
  // The same text for names known only internally and for unknown ones: otherwise a customer could
  // probe names.
  if (guarded && step !== 'tcp' && isIP(host) === 0) return say('smtp-unknown', { host });
  if (step === 'closed') return say('smtp-closed-address', { host });
  if (step === 'dns') {
    if (code === 'ENOTFOUND') return say('smtp-dns-unknown', { host });
    if (code === 'ENODATA') return say('smtp-dns-no-address', { host });
    return say('smtp-dns-failed', { host, code: code || message });
  }
  const place = { host, port };
  switch (code) {
    case 'ECONNREFUSED':
      return say('smtp-tcp-refused', place);
    case 'ETIMEDOUT':
      return say('smtp-tcp-silent', place);
    case 'EHOSTUNREACH':
      return say('smtp-tcp-no-host', place);
    case 'ENETUNREACH':
      return say('smtp-tcp-no-network', place);
    case 'ECONNRESET':
      return say('smtp-tcp-reset', place);
    case 'EACCES':
    case 'EPERM':
      return say('smtp-tcp-forbidden', { ...place, code });
    default:
      return say('smtp-tcp-failed', { words: code === '' ? message : `${message} (${code})` });
  }
}

function sessionReason(error: SessionError, relay: Relay): Sentence {
  const { code = '', command = '', response, message } = error;
  if (error instanceof LoginWithheld) return error.sentence;
  if (error instanceof TooSlow) return say('smtp-slow', { seconds: error.seconds });
  if (error.timeoutType === 'GREETING_TIMEOUT') {
    const isTls = !relay.secure && relay.port === 465;
    return say(isTls ? 'smtp-greeting-none-tls' : 'smtp-greeting-none');
  }
  if (error.timeoutType === 'UPGRADE_TIMEOUT') return say('smtp-tls-slow');
  if (code === 'EAUTH') return say('smtp-auth-refused', { reply: response ?? message });
  if (command === 'STARTTLS' && response !== undefined) return say('smtp-tls-refused', { reply: response });
  const tls = tlsReason(message, relay);
  if (tls !== undefined) return tls;
  if (response !== undefined && /greeting/i.test(message)) return say('smtp-greeting-refused', { reply: response });
  if (response !== undefined) {
    return say('smtp-refused', { step: command === 'CONN' || command === '' ? 'reply' : command, reply: response });
  }
  if (code === 'ETIMEDOUT') return say('smtp-silent');
  if (/closed unexpectedly|ECONNRESET|EPIPE/.test(message)) return say('smtp-closed');
  return say('server-says', { words: message });
}

/** The TLS fault behind an error message of OpenSSL or Node; undefined when it is not about TLS. */
function tlsReason(message: string, { host, secure }: Relay): Sentence | undefined {
  if (/certificate has expired/i.test(message)) return say('smtp-tls-expired', { host });
  if (/certificate is not yet valid/i.test(message)) return say('smtp-tls-early', { host });
  if (/self[- ]signed/i.test(message)) return say('smtp-tls-self-signed', { host });
  if (/unable to (?:verify|get).*(?:certificate|issuer)/i.test(message)) return say('smtp-tls-unverified', { host });
  const misfit = /does not match certificate's altnames: (.*)/i.exec(message)?.[1];
  if (misfit !== undefined) return say('smtp-tls-other-name', { host, names: namesIn(misfit) });
  const words = tlsWords(message.replace(/^Error initiating TLS - /, ''));
  // The server knows older versions only, and refuses ours or answers with its own.
  if (/protocol version|unsupported protocol/i.test(words)) return say('smtp-tls-no-version', { words });
  if (/wrong version number|packet length too long|http request/i.test(words)) {
    return secure ? say('smtp-tls-not-implicit') : say('smtp-tls-no-version', { words });
  }
  if (/Error initiating TLS|\bSSL\b|\bTLS\b|secure TLS connection|certificate/i.test(message)) {
    return say('smtp-tls-failed', { words });
  }
  return undefined;
}

/**
 * The names of a certificate, from Node's reason why none fits (tls.checkServerIdentity): `Host:
 * a.test. is not in the cert's altnames: DNS:b.test, DNS:c.test`. Where it lists none, the reason.
 */
function namesIn(misfit: string): string {
  const listed = /\bcert's (?:altnames|list|CN): *(\S.*)$/i.exec(misfit)?.[1];
  return (listed?.replaceAll(/\b(?:DNS|IP Address):/g, '') ?? misfit).replace(/[.:\s]+$/, '');
}
