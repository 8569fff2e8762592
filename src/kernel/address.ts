// Valid mail addresses of people, for all input. Sending allows a little more
// (mail/address/addresses.ts: quoted local parts, address literals); every address accepted here
// can be sent to.
import { domainToASCII, domainToUnicode } from 'node:url';

const LOCAL_OCTETS = 64; // RFC 5321, section 4.5.3.1.1
const PATH_OCTETS = 254; // RFC 5321, section 4.5.3.1.3, without the angle brackets

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const TOP_LABEL = '(?:[a-z]|xn--)(?:[a-z0-9-]{0,58}[a-z0-9])'; // begins with a letter: 127.0.0.1 is no domain
const DOMAIN = new RegExp(`^(?:${LABEL}\\.)+${TOP_LABEL}$`, 'i');
const ATOM = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+"; // RFC 5322, section 3.2.3
const ASCII_ADDRESS = new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${TOP_LABEL}$`, 'i');
// RFC 6531 allows any character beyond ASCII; invisible ones and other spaces are excluded as
// mistakes or deception.
const WIDE_ATOM = "(?:[a-z0-9!#$%&'*+/=?^_`{|}~-]|[^\\p{ASCII}\\p{C}\\p{Z}])+";
const WIDE_LOCAL = new RegExp(`^${WIDE_ATOM}(?:\\.${WIDE_ATOM})*$`, 'iu');
const WIDE_DOMAIN = /^(?:[a-z0-9.-]|[^\p{ASCII}\p{C}\p{Z}])+$/iu;

/**
 * Whether a text is one mail address: a dot-atom before the last `@`, a domain name of at least two
 * labels after it, no display name, comment, quoting, space or control character. Letters beyond
 * ASCII are allowed on both sides (RFC 6531); such a domain counts with the octets of its ASCII
 * form, and is written as that says: `ｂ。co` is another way of writing `b.co`, of which there are
 * so many that no limit and no suppression of an address would hold.
 */
export function isMailAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  if (at < 1 || at > LOCAL_OCTETS || text.length > PATH_OCTETS) return false;
  if (ASCII_ADDRESS.test(text)) return true;
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)];
  if (!WIDE_LOCAL.test(local) || !WIDE_DOMAIN.test(domain)) return false;
  const ascii = domainToASCII(domain);
  const localOctets = Buffer.byteLength(local);
  const lower = domain.toLowerCase();
  const isUsual = lower === ascii || lower === domainToUnicode(ascii);
  return isUsual && DOMAIN.test(ascii) && localOctets <= LOCAL_OCTETS && localOctets + 1 + ascii.length <= PATH_OCTETS;
}

/**
 * The key by which addresses are compared: lower case, and a domain in letters of its own where it
 * is written in ASCII (`xn--bcher-kva.example` is `bücher.example`, RFC 5890, section 2.3.2.1).
 * Addresses are stored as given.
 * @param email an address, or its beginning
 */
export function emailKey(email: string): string {
  const lower = email.toLowerCase();
  const domain = lower.lastIndexOf('@') + 1;
  if (domain === 0 || !lower.includes('xn--', domain)) return lower;
  return lower.slice(0, domain) + (domainToUnicode(lower.slice(domain)) || lower.slice(domain));
}
