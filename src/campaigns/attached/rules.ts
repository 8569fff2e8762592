// The headers and files that a campaign's author adds to its messages. Pure.
import { say, type Told } from '../../kernel/sentences/sentence.ts';
import type { Campaign } from '../../storage/tables.ts';

/** A header field of the author. `value` may hold merge tags. */
export type OwnHeader = { name: string; value: string };

/** A file that goes along with each message; `hash` of its bytes, SHA-256 in hex. */
export type AttachedFile = { hash: string; name: string; mediaType: string; size: number };

export const MOST_HEADERS = 20;
/** In characters. */
export const MAX_HEADER_NAME = 76;
export const MAX_HEADER_VALUE = 900;

export const MOST_FILES = 10;
/** In bytes. Base64 adds a third, and many servers take no more than 10 to 25 MB. */
export const MAX_FILE = 5_000_000;
export const MAX_FILES_TOGETHER = 10_000_000;

/** The author's headers of a campaign, in order. */
export function headersOf({ headers = null }: Partial<Pick<Campaign, 'headers'>>): OwnHeader[] {
  return headers === null ? [] : (JSON.parse(headers) as OwnHeader[]);
}

/** The files of a campaign, in order. */
export function attachedTo({ attachments }: Pick<Campaign, 'attachments'>): AttachedFile[] {
  return attachments === null ? [] : (JSON.parse(attachments) as AttachedFile[]);
}

/** Printable characters but the colon (RFC 5322, section 3.6.8). */
const FIELD_NAME = /^[!-9;-~]+$/;

/** What each message has from us, or gets on its way. */
const TAKEN = new Set(
  (
    'from to cc bcc reply-to sender subject date message-id list-id list-unsubscribe list-unsubscribe-post feedback-id ' +
    'mime-version return-path received received-spf delivered-to dkim-signature domainkey-signature authentication-results'
  ).split(' '),
);
const TAKEN_GROUPS = /^(?:content-|arc-|resent-)/;

/** What is wrong with the name of a header of the author; undefined when nothing is. */
export function headerNameFault(name: string): Told | undefined {
  if (name.length > MAX_HEADER_NAME) return say('member-long', { label: 'Name', max: MAX_HEADER_NAME });
  if (!FIELD_NAME.test(name)) return say('campaign-header-signs');
  const lower = name.toLowerCase();
  if (TAKEN.has(lower) || TAKEN_GROUPS.test(lower)) return say('campaign-header-own', { name });
  return undefined;
}
