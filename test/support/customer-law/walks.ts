// On SQLite: no statement that the program makes while it is tested may walk over all rows of a
// large table, or over all that a customer has in one. They are planned when a store is closed.
import { DatabaseSync } from 'node:sqlite';
import { EXCEPTIONS, placeName } from './exceptions.ts';

/** Tables that grow with people and with mail. */
const LARGE = new Set([
  ...['subscriber', 'message', 'open', 'click', 'unsubscribe', 'bounce', 'complaint', 'consent', 'email'],
  ...['suppression', 'suppressed_hash', 'former_person', 'addressee', 'feed_item', 'campaign_link', 'audit'],
]);

type Place = { file: string; name: string; line: string };

/** When a customer is removed, all of its rows are counted, and the last of a table go together. */
const MAY_WALK = ['storage/removing/rows.ts countRowsOf', 'storage/removing/rows.ts remove'];

const excepted = new Set([...EXCEPTIONS.flatMap(({ of }) => of), ...MAY_WALK]);
const waiting = new Map<string, Place>();
const planned = new Set<string>();

/** Notes a statement that is to be planned, once. */
export function planOnClosing(text: string, place: Place | undefined): void {
  if (planned.has(text) || place === undefined) return;
  planned.add(text);
  if (!excepted.has(placeName(place))) waiting.set(text, place);
}

/** Whether a statement was noted, so that nobody looks for its place again. */
export const isNoted = (text: string): boolean => planned.has(text);

/** Plans what was noted. @param path of a store @returns the statements that walk */
export function faultsOfWalks(path: string): string[] {
  const database = new DatabaseSync(path, { readOnly: true });
  const faults: string[] = [];
  for (const [text, place] of waiting) {
    const walked = walkedTables(text, planOf(database, text));
    if (walked.length === 0) continue;
    faults.push(`src/${place.file}:${place.line} (${place.name}) walks over all of ${walked.join(', ')}: ${text}`);
  }
  waiting.clear();
  database.close();
  return faults;
}

/** Nothing for what the store at hand does not have. */
function planOf(database: DatabaseSync, text: string): string[] {
  try {
    const rows = database.prepare(`explain query plan ${text}`).all() as { detail: string }[];
    return rows.map(({ detail }) => detail);
  } catch {
    return [];
  }
}

/** The large tables that a plan walks over; a walk in the wanted order ends at its limit. */
export function walkedTables(text: string, plan: readonly string[]): string[] {
  const endsSoon = /\blimit\b/i.test(text) && !plan.some((step) => step.startsWith('USE TEMP B-TREE'));
  if (endsSoon) return [];
  const named = namesIn(text);
  return plan.flatMap((step) => {
    const [, scanned, searched] = /^(?:SCAN (\w+)|SEARCH (\w+) .*\(customer_id=\?\)$)/.exec(step) ?? [];
    const tables = named.get(scanned ?? searched ?? '') ?? [];
    return tables.length > 0 && tables.every((table) => LARGE.has(table)) ? tables : [];
  });
}

/** The tables by the names that a statement has for them; a subquery's name is of none. */
function namesIn(text: string): Map<string, string[]> {
  const named = new Map<string, string[]>();
  const add = (name: string, table: string) => named.set(name, [...(named.get(name) ?? []), table]);
  for (const [, table = '', name = table] of text.matchAll(TABLE)) add(name, table);
  for (const [, name = ''] of text.matchAll(SUBQUERY)) add(name, 'subquery');
  return named;
}

const NO_NAME = 'where|set|on|inner|left|cross|join|order|group|limit|union|values|returning|indexed|using';
const TABLE = new RegExp(
  `\\b(?:from|join|update|into)\\s+"?(\\w+)"?(?:\\s+(?:as\\s+)?(?!(?:${NO_NAME})\\b)"?(\\w+)"?)?`,
  'gi',
);
const SUBQUERY = /\)\s+as\s+"?(\w+)"?/gi;
