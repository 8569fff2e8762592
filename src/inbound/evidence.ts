// Finds the evidence in a returned mail. Anybody can send to a return path, so nothing in a mail is
// trusted except a return address signed by this installation: it occurs only in the mail itself
// (envelope sender, List-Unsubscribe), and identifies one message. Pure; mail/bounce/report.ts
// parses what the mail says, rules.ts decides from both.

import { oneLine } from '../kernel/text/one-line.ts';
import { parseReturnAddress, type ReturnName, type ReturnPath, type ReturnToken } from '../mail/address/verp.ts';
import { field, parseMailParts, partText } from '../mail/bounce/report-parts.ts';
import { mime } from '../mail/mime/reader.ts';

/**
 * A received mail. `mailFrom`: the envelope sender (`''`: the null sender), undefined when unknown.
 */
export type ReturnedMail = {
  /** smtp, or mailbox:<id>. */
  origin: string;
  mailFrom: string | undefined;
  /** The address it was sent to, when known. */
  rcptTo: string;
  /** At most READ_MAX bytes: the rest is neither read nor stored. */
  source: Uint8Array;
};

/** Reports come first and the original message after them, so the first MiB is enough. */
export const READ_MAX = 1024 * 1024;

export type Evidence = {
  /** The signed return address that the mail was addressed to. */
  token: ReturnToken | undefined;
  /** Messages whose signed return address stands anywhere in the mail, each once. */
  quoted: readonly ReturnName[];
  /**
   * Sent by a program on its own (RFC 3834): the null sender, or an Auto-Submitted field other than
   * `no`.
   */
  automatic: boolean;
};

// Fields in which mail servers record the recipient, above the author's own fields.
const RECIPIENT_FIELDS = [
  'x-original-to',
  'delivered-to',
  'envelope-to',
  'x-envelope-to',
  'x-delivered-to',
  'x-rcpt-to',
  'to',
  'cc',
];

const HEAD_MAX = 64 * 1024;

/**
 * Parses a mail's header: lower-case name → values as written, unfolded, in order. Never throws.
 */
export function parseHead(source: Uint8Array): Map<string, string[]> {
  const text = Buffer.from(source.buffer, source.byteOffset, Math.min(source.byteLength, HEAD_MAX)).toString();
  const end = /\r?\n\r?\n/.exec(text)?.index ?? text.length;
  const fields = new Map<string, string[]>();
  const unfolded = text.slice(0, end).replace(/\r?\n(?=[ \t])/g, '');
  for (const line of unfolded.split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon < 1) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    const values = fields.get(name);
    if (values) values.push(line.slice(colon + 1).trim());
    else fields.set(name, [line.slice(colon + 1).trim()]);
  }
  return fields;
}

/** Finds the evidence in a mail. Without a return path there are no signed addresses. */
export function parseEvidence(path: ReturnPath | undefined, mail: ReturnedMail): Evidence {
  const head = parseHead(mail.source);
  const submitted = head.get('auto-submitted')?.[0]?.split(';')[0]?.trim().toLowerCase() ?? 'no';
  const automatic = mail.mailFrom === '' || submitted !== 'no';
  if (!path) return { token: undefined, quoted: [], automatic };
  const given = parseReturnAddress(path, mail.rcptTo);
  const written = () => RECIPIENT_FIELDS.flatMap((name) => signedIn(path, (head.get(name) ?? []).join(' ')));
  const token = given ?? written()[0];
  // A soft line break of quoted-printable (RFC 2045, section 6.7) may split an address.
  const text = Buffer.from(mail.source)
    .toString('latin1')
    .replace(/=\r?\n/g, '');
  return { token, quoted: namesSignedIn(path, text + textInBase64(mail.source, text)), automatic };
}

const BASE64 = /^content-transfer-encoding:[ \t]*base64/im;

/**
 * What a mail has in base64, decoded: some senders attach the original message so, against RFC
 * 2046, section 5.2.1. `text`: the mail as characters.
 */
function textInBase64(source: Uint8Array, text: string): string {
  if (!BASE64.test(text)) return '';
  const encoded = parseMailParts(source).parts.filter(({ fields }) => {
    return field(fields, 'content-transfer-encoding')?.toLowerCase() === 'base64';
  });
  return encoded.map((part) => `\n${partText(part)}`).join('');
}

/** The messages whose signed return addresses stand in a text, each once. */
export function namesSignedIn(path: ReturnPath, text: string): ReturnName[] {
  const quoted = signedIn(path, text).map(({ campaignId, subscriberId }) => ({ campaignId, subscriberId }));
  return [...new Map(quoted.map((name) => [`${name.campaignId} ${name.subscriberId}`, name])).values()];
}

const patterns = new Map<string, RegExp>();

/**
 * How many different addresses of a text are looked at. A report has a few; each costs a
 * decryption, and a megabyte of them would hold up everything else for a seventh of a second.
 */
const ADDRESSES_MAX = 1_000;

/** The signed return addresses in a text, in order, each once. */
function signedIn(path: ReturnPath, text: string): ReturnToken[] {
  let pattern = patterns.get(path.address);
  if (!pattern) {
    const at = path.address.lastIndexOf('@');
    const [local, domain] = [RegExp.escape(path.address.slice(0, at)), RegExp.escape(path.address.slice(at))];
    pattern = new RegExp(`${local}\\+[bu][a-z2-7]{26}${domain}`, 'gi');
    patterns.set(path.address, pattern);
  }
  const addresses = new Set<string>();
  for (const [address] of text.matchAll(pattern)) {
    addresses.add(address);
    if (addresses.size === ADDRESSES_MAX) break;
  }
  return [...addresses].flatMap((address) => parseReturnAddress(path, address) ?? []);
}

/**
 * The parts by which people recognize a mail: one line each, decoded, without control characters,
 * at most 500 characters.
 */
export function describe(mail: ReturnedMail): { mailFrom: string; rcptTo: string; subject: string } {
  const head = parseHead(mail.source);
  const first = (name: string) => head.get(name)?.[0] ?? '';
  return {
    mailFrom: shownField(mail.mailFrom || (mail.mailFrom === undefined ? first('from') : '<>')),
    rcptTo: shownField(mail.rcptTo || first('to')),
    subject: shownField(first('subject')),
  };
}

const MAX_FIELD = 500;

/** A field of a header, its words decoded. */
function shownField(text: string): string {
  const decoded = text.includes('=?') ? mime().decodeWords(text.slice(0, 4_000)) : text;
  return oneLine(decoded, MAX_FIELD);
}
