// The original message that a report refers to: its header, its Message-ID, its recipient. Also
// finds addresses in free text.
import { parseAddress } from '../address/addresses.ts';
import { type Fields, field, type Mail, parseFields, partText, splitHead } from './report-parts.ts';

const ORIGINAL_TYPES = new Set([
  'message/rfc822',
  'message/global',
  'message/rfc822-headers',
  'message/global-headers',
  'text/rfc822-headers',
  'text/rfc822-header',
  'text/rfc822',
]);
/** The header field with the complainant in a message that Outlook returns unchanged. */
export const COMPLAINANT = 'x-hmxmroriginalrecipient';
const NO_FIELDS: Fields = new Map();
const ID_IN_TEXT = /^[> \t|]{0,20}(?:x-original-|original-)?message-id:\s{0,10}<([^\s<>]{3,900})>/im;

/** Header fields of the attached original message; empty when none is attached. */
export function originalFields(mail: Mail): Fields {
  if (field(mail.fields, COMPLAINANT)) return mail.fields;
  const part = mail.parts.find(({ type }) => ORIGINAL_TYPES.has(type));
  if (!part) return NO_FIELDS;
  const text = partText(part).replace(/^\s*\n/, '');
  return parseFields(splitHead(text).head);
}

/**
 * The Message-ID of the original message without angle brackets: from its attached header, from a
 * header quoted in the text, or from In-Reply-To and References (RFC 5322, section 3.6.4).
 */
export function originalMessageId(mail: Mail, original: Fields, text: string): string | undefined {
  return (
    messageIdIn(field(original, 'message-id')) ??
    messageIdIn(ID_IN_TEXT.exec(text)?.[1]) ??
    messageIdIn(field(mail.fields, 'x-original-message-id')) ??
    messageIdIn(field(mail.fields, 'in-reply-to')) ??
    messageIdIn(
      field(mail.fields, 'references')
        ?.slice(-1000)
        .match(/<[^<>]*>/g)
        ?.at(-1),
    )
  );
}

/** The id in a Message-ID field, without angle brackets. */
export function messageIdIn(value: string | undefined): string | undefined {
  const id = (/<([^<>]{1,900})>/.exec(value ?? '')?.[1] ?? value ?? '').trim();
  return id === '' || id.length > 900 || /[\s<>\p{Cc}]/u.test(id) ? undefined : id;
}

/** The only mailbox in the To field of the original message. */
export function originalRecipient(original: Fields): string | undefined {
  const [first, ...others] = addressesIn(field(original, 'to') ?? '');
  return others.length === 0 ? first : undefined;
}

/** Every mailbox address in a text, in order, as written. At most 100. */
export function addressesIn(text: string): string[] {
  const found: string[] = [];
  for (const word of text.slice(0, 65_536).split(/[\s<>()[\]{}",;:|=]+/)) {
    if (!word.includes('@')) continue;
    const address = word.replace(/^['`*.]+/, '').replace(/['`*.!?]{1,9}$/, '');
    if (isWhole(address)) found.push(address);
    if (found.length === 100) break;
  }
  return found;
}

/**
 * The address in a report field such as `rfc822; bob@example.com` (RFC 3464, section 2.3.2;
 * `utf-8;` with escapes: RFC 6533, section 3). Undefined when there is none, or when the reporter
 * redacted it.
 */
export function reportedAddress(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const typed = /^\s*([\w-]{1,20})\s*;(.*)$/s.exec(value);
  const plain = (typed?.[2] ?? value).replace(/\\x\{([0-9a-f]{1,6})\}/gi, (_, hex: string) => codePoint(hex));
  return addressesIn(plain).find((address) => !/redacted|x{6}/i.test(address));
}

function codePoint(hex: string): string {
  const value = Number.parseInt(hex, 16);
  return value <= 0x10_ff_ff ? String.fromCodePoint(value) : '';
}

function isWhole(address: string): boolean {
  return parseAddress(address)?.domain.includes('.') === true;
}
