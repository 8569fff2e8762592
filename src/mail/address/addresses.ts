// Mailbox addresses (RFC 5321, RFC 5322, RFC 6531): which are valid, and how they are written where
// only ASCII is allowed. A non-ASCII domain becomes punycode, which every server understands. A
// non-ASCII local part has no ASCII form: it is kept, and can only go to a server that offers
// SMTPUTF8 (mail/smtp/lane.ts refuses it otherwise).
import { domainToASCII } from 'node:url';

/** An address in two parts; `domain` is ASCII and lower case, `local` as given. */
export type Address = { local: string; domain: string };

const DOT_ATOM = /^[^\s"(),:;<>@[\\\]\p{Cc}\p{Cs}]+$/u;
const QUOTED = /^"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\[\x20-\x7e])*"$/;
const DOMAIN_LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
const IP_LITERAL = /^\[[0-9a-f.:]{3,60}\]$/i;
const PLAIN_DOMAIN = /^[a-z0-9.-]+$/;
/** Nearly every address; not longer than a local part or a label may be. */
const PLAIN = /^[\w+-]+(?:\.[\w+-]+)*@(?:[a-z0-9]+(?:-[a-z0-9]+)*\.)*[a-z0-9]+(?:-[a-z0-9]+)*$/;
const PLAIN_MAX = 63;

/**
 * Parses a bare address. Display names, comments and lists are not accepted.
 * @returns undefined when no message can be sent to the text (RFC 5321, section 4.5.3.1 limits
 * included)
 */
export function parseAddress(text: string): Address | undefined {
  const at = text.lastIndexOf('@');
  if (at < 1 || text.length > 320) return undefined;
  const local = text.slice(0, at);
  const domain = asciiDomain(text.slice(at + 1));
  if (domain === undefined || Buffer.byteLength(local) > 64 || !isLocalPart(local)) return undefined;
  return local.length + domain.length + 1 > 254 ? undefined : { local, domain };
}

/**
 * The address for envelopes and headers, with its domain in ASCII; undefined when it is invalid.
 */
export function wireAddress(text: string): string | undefined {
  if (text.length <= PLAIN_MAX && PLAIN.test(text)) return text;
  const address = parseAddress(text);
  return address && `${address.local}@${address.domain}`;
}

/** Whether the address needs SMTPUTF8 (RFC 6531): its local part is not ASCII. */
export function needsSmtpUtf8(address: string): boolean {
  return !isAscii(address);
}

/** Whether every character is below U+0080. */
export function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i += 1) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}

function isLocalPart(local: string): boolean {
  if (QUOTED.test(local)) return true;
  return DOT_ATOM.test(local) && !local.startsWith('.') && !local.endsWith('.') && !local.includes('..');
}

function asciiDomain(text: string): string | undefined {
  if (IP_LITERAL.test(text)) return text;
  const lower = text.toLowerCase();
  // domainToASCII parses like a browser's address bar: it would accept "a/b" and percent signs and
  // cut or decode them.
  const ascii = PLAIN_DOMAIN.test(lower) ? lower : /[\s%/?#\\:@[\]]/.test(lower) ? '' : domainToASCII(lower);
  if (ascii.length === 0 || ascii.length > 253) return undefined;
  return ascii.split('.').every((label) => DOMAIN_LABEL.test(label)) ? ascii : undefined;
}
