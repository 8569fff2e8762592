// What the columns of another program's file of people are: the address, what is known of the
// consent, and values. Pure.
import { aliasOf, isAboutTheExport, plainName } from '../../../csv/header.ts';
import type { FieldInput } from '../../../lists/fields/input.ts';
import { freeTag } from '../../../subscribers/import/fields.ts';
import { EMAIL_TAG } from '../../../subscribers/values/values.ts';
import { fieldOfText } from '../fields.ts';

/** What a column may say beside values. */
const MEANINGS = {
  status: 'status, subscription status, subscriber status, list status, email marketing status',
  addedAt:
    'optin time, opt in time, opt in date, optin date, date added, added at, created at, created, subscribe date, subscribed at, subscription date, signup date, registered at',
  ipAddress: 'optin ip, opt in ip, ip address, ip, signup ip, registration ip',
  confirmedAt: 'confirm time, confirmed at, confirmation time, confirmation date, confirm date, date confirmed',
  confirmIp: 'confirm ip, confirmation ip',
  unsubscribedAt: 'unsub time, unsubscribed at, unsubscribe time, unsubscribe date, date unsubscribed, optout time',
  source: 'source, subscriber source, signup source',
  key: 'euid, leid, uuid, subscriber uid, contact id, subscriber id',
} as const;
export type Meaning = keyof typeof MEANINGS;

const BY_NAME = new Map(
  Object.entries(MEANINGS).flatMap(([meaning, names]) => names.split(', ').map((name) => [name, meaning as Meaning])),
);

/** Columns of Mailchimp's about the export that a person may want to keep. */
const KEPT = new Map([
  ['tags', 'TAGS'],
  ['notes', 'NOTES'],
]);

export type Column = { meaning: Meaning; name: string } | { tag: string } | undefined;
export type Columns = { email: number; columns: Column[]; fields: FieldInput[]; left: string[] };

/**
 * @param names of the first line
 * @param map tags by plain name, as the caller says; empty: the column is left out
 * @param longest of the values of each column
 */
export function columnsOf(
  names: readonly string[],
  map: ReadonlyMap<string, string>,
  longest: readonly number[],
): Columns {
  const plain = names.map(plainName);
  const email = plain.findIndex(
    (name) => map.get(name) === EMAIL_TAG || (!map.has(name) && aliasOf(name) === EMAIL_TAG),
  );
  const claimed = new Set([EMAIL_TAG, ...[...map.values()].filter((tag) => tag !== '')]);
  const taken = new Set<Meaning>();
  const fields: FieldInput[] = [];
  const left: string[] = [];
  const columns = names.map((name, i): Column => {
    const what = plain[i] ?? '';
    if (i === email || what === '') return undefined;
    const mapped = map.get(what);
    if (mapped === '') return undefined;
    const meaning = mapped === undefined ? BY_NAME.get(what) : undefined;
    if (meaning !== undefined && (!taken.has(meaning) || meaning === 'key')) {
      taken.add(meaning);
      return { meaning, name: name.trim() };
    }
    if (mapped === undefined && isAboutTheExport(name) && !KEPT.has(what)) {
      left.push(name.trim());
      return undefined;
    }
    const tag = mapped ?? tagFor(what, claimed);
    fields.push(fieldOfText(tag, name.trim(), fields.length + 1, longest[i] ?? 0));
    return { tag };
  });
  return { email, columns, fields, left };
}

function tagFor(name: string, claimed: Set<string>): string {
  const usual = KEPT.get(name) ?? aliasOf(name);
  if (usual === undefined || claimed.has(usual)) return freeTag(name, claimed);
  claimed.add(usual);
  return usual;
}
