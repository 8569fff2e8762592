// Explains a relay's fault in one line for people: the failed step, then the system's or the
// server's words.

import { isIP } from 'node:net';
import { oneLine } from '../../kernel/text/one-line.ts';
import { ConnectError } from './connect.ts';
import type { Relay } from './relay-url.ts';

type SessionError = Error & { code?: string; command?: string; response?: string; timeoutType?: string };

const MAX_CHARACTERS = 300;

/**
 * The reason why a session did not open: begins with the step (`DNS:`, `TCP:`, `TLS:`, `greeting:`,
 * `EHLO:`, `auth:`). Never holds the password, whatever the server replied.
 * @param thrown the error of openSession
 */
export function explainFault(thrown: unknown, relay: Relay): string {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const reason = error instanceof ConnectError ? connectReason(error, relay) : sessionReason(error, relay);
  return publicLine(reason, relay);
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

function connectReason({ step, code, message }: ConnectError, { host, port, guarded }: Relay): string {
  // The same text for names known only internally and for unknown ones: otherwise a customer could
  // probe names.
  if (guarded && step !== 'tcp' && isIP(host) === 0) {
    return `address: ${host} is not known in public DNS; a delivery server must be reachable on the public internet`;
  }
  if (step === 'closed') return `address: ${message}; a delivery server must be reachable on the public internet`;
  if (step === 'dns') {
    if (code === 'ENOTFOUND') return `DNS: the name ${host} is not known (ENOTFOUND)`;
    if (code === 'ENODATA') return `DNS: the name ${host} has no address (ENODATA)`;
    return `DNS: no answer for the name ${host} (${code || message})`;
  }
  const place = `${host} port ${port}`;
  const known: Record<string, string> = {
    ECONNREFUSED: `${place} refuses connections: nothing listens there, or a firewall says no`,
    ETIMEDOUT: `${place} does not answer: a firewall may drop it`,
    EHOSTUNREACH: `${place} cannot be reached: there is no way to this host`,
    ENETUNREACH: `${place} cannot be reached: there is no way to this network`,
    ECONNRESET: `${place} ended the connection`,
    EACCES: `connecting to ${place} is not allowed on this machine`,
    EPERM: `connecting to ${place} is not allowed on this machine`,
  };
  return `TCP: ${known[code] ?? message}${code === '' ? '' : ` (${code})`}`;
}

function sessionReason(error: SessionError, relay: Relay): string {
  const { code = '', command = '', response, message } = error;
  if (error.timeoutType === 'GREETING_TIMEOUT') return greetingTimeout(relay);
  if (error.timeoutType === 'UPGRADE_TIMEOUT') return 'TLS: the handshake came to no end in time';
  if (code === 'EAUTH') return `auth: ${response ?? message}`;
  if (command === 'STARTTLS' && response !== undefined) return `TLS: the server does not start TLS: ${response}`;
  const tls = tlsReason(message, relay);
  if (tls !== undefined) return `TLS: ${tls}`;
  if (response !== undefined && /greeting/i.test(message)) return `greeting: ${response}`;
  if (response !== undefined) return `${command === 'CONN' || command === '' ? 'reply' : command}: ${response}`;
  if (code === 'ETIMEDOUT') return 'the server stopped answering';
  if (/closed unexpectedly/.test(message)) return 'the server closed the connection';
  return message;
}

function greetingTimeout({ secure, port }: Relay): string {
  const hint = !secure && port === 465 ? '; port 465 usually speaks TLS from the first byte (implicit)' : '';
  return `Greeting never received: the server takes the connection and says nothing${hint}`;
}

/** The TLS fault behind an error message of OpenSSL or Node; undefined when it is not about TLS. */
function tlsReason(message: string, { host, secure }: Relay): string | undefined {
  const trust = 'Turn the certificate check off only if you trust the way to it.';
  if (/certificate has expired/i.test(message)) return `the certificate of ${host} has expired`;
  if (/certificate is not yet valid/i.test(message)) return `the certificate of ${host} is not valid yet`;
  if (/self[- ]signed/i.test(message)) return `the certificate of ${host} is self-signed. ${trust}`;
  if (/unable to (?:verify|get).*(?:certificate|issuer)/i.test(message)) {
    return `the certificate of ${host} comes from nobody known here (unable to verify it). ${trust}`;
  }
  const altnames = /does not match certificate's altnames: (.*)/i.exec(message)?.[1];
  if (altnames !== undefined) return `the certificate is for another name: ${altnames.replace(/\.$/, '')}`;
  if (/wrong version number|packet length too long|unsupported protocol|http request/i.test(message)) {
    return secure
      ? 'the server does not speak TLS from the first byte on this port; starttls may be right'
      : `no common version of TLS: ${message}`;
  }
  if (/Error initiating TLS|\bSSL\b|\bTLS\b|secure TLS connection|certificate/i.test(message)) {
    return message.replace(/^Error initiating TLS - /, '');
  }
  return undefined;
}
