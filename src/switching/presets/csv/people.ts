// People in files of other programs: who they are, and what is known of their consent.
import { emailKey, isMailAddress } from '../../../kernel/address.ts';
import type { Status } from '../../../subscribers/rules.ts';
import type { FormerPerson, FormerSuppression, NoPerson } from '../../former.ts';
import { instantOf } from '../json.ts';
import type { Columns, Meaning } from './columns.ts';
import type { CsvRecord } from './records.ts';

/** What other programs call a status; `suppressed`: the address is to get no mail at all. */
type Standing = { status: Status; suppressed?: FormerSuppression['reason'] };

const WORDS: readonly [Standing, string][] = [
  [{ status: 'confirmed' }, 'confirmed subscribed active enabled yes opted-in opted_in optin'],
  [{ status: 'unconfirmed' }, 'unconfirmed pending not_confirmed'],
  [{ status: 'unsubscribed' }, 'unsubscribed opted-out opted_out optout inactive_unsubscribed removed'],
  [{ status: 'unapproved' }, 'unapproved'],
  [{ status: 'disabled' }, 'disabled inactive'],
  [{ status: 'disabled', suppressed: 'hard-bounce' }, 'cleaned bounced hard_bounced hard-bounced'],
  [{ status: 'blacklisted', suppressed: 'complaint' }, 'complained spam abuse marked_as_spam'],
  [{ status: 'blacklisted', suppressed: 'manual' }, 'blacklisted blocklisted blocked suppressed'],
  [{ status: 'moved' }, 'moved'],
];
const STANDINGS = new Map(WORDS.flatMap(([standing, words]) => words.split(' ').map((word) => [word, standing])));

/** Unknown: undefined. */
function standingOf(word: string): Standing | undefined {
  return STANDINGS.get(word.trim().toLowerCase().replaceAll(' ', '_'));
}

type Reader = {
  columns: Columns;
  /** Of everybody whose record says none. */
  standing: Standing;
};

/** The person of a record, or why it is none. */
export function personOf({ columns, standing }: Reader, { line, cells, fault }: CsvRecord): FormerPerson | NoPerson {
  const email = cells[columns.email] ?? '';
  const shown = email || `line ${line}`;
  if (fault !== undefined) return { email: shown, skipped: 'the row cannot be read' };
  if (cells.slice(columns.columns.length).some((cell) => cell !== '')) {
    return { email: shown, skipped: 'the row has more values than the first line' };
  }
  if (email === '') return { email: shown, skipped: 'no valid address' };
  const said = saidIn(columns, cells);
  const own = said.status ? standingOf(said.status) : standing;
  if (!own) return { email: shown, skipped: `its status is "${said.status?.slice(0, 40)}"` };
  const addedAt = instantOf(said.addedAt);
  const confirmedAt = instantOf(said.confirmedAt);
  const source = said.source?.toLowerCase();
  const unread = unreadIn(columns, cells);
  return {
    key: said.key || emailKey(email),
    email,
    status: own.status,
    addedAt: addedAt ?? confirmedAt,
    values: valuesIn(columns, cells),
    source: source === 'web' || source === 'api' ? source : 'import',
    ipAddress: said.ipAddress || null,
    confirmedAt: own.status === 'confirmed' || own.status === 'unsubscribed' ? (confirmedAt ?? addedAt) : null,
    confirmIp: said.confirmIp || null,
    unsubscribedAt: own.status === 'unsubscribed' ? instantOf(said.unsubscribedAt) : null,
    ...(unread.length > 0 && { unread }),
  };
}

const TIMES = new Set<Meaning>(['addedAt', 'confirmedAt', 'unsubscribedAt']);

/** Columns with a time that is not read; `0000-00-00 00:00:00` is none. */
function unreadIn({ columns }: Columns, cells: readonly string[]): string[] {
  return columns.flatMap((column, i) => {
    if (column === undefined || !('meaning' in column) || !TIMES.has(column.meaning)) return [];
    const cell = cells[i] ?? '';
    return /[^0\s:-]/.test(cell) && instantOf(cell) === null ? [column.name] : [];
  });
}

function saidIn({ columns }: Columns, cells: readonly string[]): Partial<Record<Meaning, string>> {
  const said: Partial<Record<Meaning, string>> = {};
  for (const [i, column] of columns.entries()) {
    if (column && 'meaning' in column && cells[i]) said[column.meaning] ??= cells[i];
  }
  return said;
}

function valuesIn({ columns }: Columns, cells: readonly string[]): Record<string, string> {
  const values: Record<string, string> = Object.create(null);
  for (const [i, column] of columns.entries()) if (column && 'tag' in column) values[column.tag] = cells[i] ?? '';
  return values;
}

/** The suppression that a record asks for. @param from where it comes from, for people */
export function suppressionOf({ columns, standing }: Reader, { cells }: CsvRecord, from: string): FormerSuppression[] {
  const email = cells[columns.email] ?? '';
  const { status } = saidIn(columns, cells);
  const reason = (status ? standingOf(status) : standing)?.suppressed;
  return reason !== undefined && isMailAddress(email) ? [{ email, reason, detail: from }] : [];
}
