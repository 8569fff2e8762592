// Why messages of a campaign were refused or came back: by class, in the receivers' own words.
import { sql } from 'kysely';
import { bounceTypeOf } from '../../mail/bounce/rules.ts';
import { REASONS } from '../../messages/reasons.ts';
import type { Db } from '../../storage/db.ts';
import { areOwn } from '../../storage/dialect.ts';
import type { Summing } from '../counting.ts';
import { type Of, PIECE, pieceOf, rowsOf } from './pieces.ts';

export const FAILURE_KINDS = ['rejected', 'bounced'] as const;
export const FAILURE_TYPES = ['hard', 'soft', 'internal'] as const;

/** Failures of one class. `words`: texts of receivers without what differs each time, by count. */
export type Failure = {
  kind: (typeof FAILURE_KINDS)[number];
  type: (typeof FAILURE_TYPES)[number];
  /** The rule that knew the answer, or why we gave up. */
  cause: string;
  count: number;
  words: Map<string, number>;
  example: { subscriberId: number; reply: string; at: number };
};
export type Failures = { by: Map<string, Failure>; source: number; after: number; lookedAt: number };

/** Messages that are looked at: of more, the rest is in the log. */
const MOST_FAILURES = 50_000;
/** Different texts that are kept of a class. */
const MOST_WORDS = 20;
const LONGEST_WORDS = 200;

type Row = { k: number; reason: string; reply: string | null; at: number; counted_type: Failure['type'] | null };

/** How the failures of a campaign are summed. */
export function summingFailures(db: Db, campaign: Of): Summing<Failures> {
  const causeOf = causes();
  return {
    begin: () => ({ by: new Map(), source: 0, after: 0, lookedAt: 0 }),
    async piece(sums) {
      const reason = REASONS.rejected[sums.source];
      const rows = reason ? await rejected(db, campaign, reason, sums.after) : await bounced(db, campaign, sums.after);
      for (const row of rows) add(sums, row, causeOf(row), reason ? 'rejected' : 'bounced');
      sums.lookedAt += rows.length;
      const isLast = rows.length < PIECE;
      sums.after = isLast ? 0 : (rows.at(-1)?.k ?? 0);
      if (isLast) sums.source += 1;
      return sums.source <= REASONS.rejected.length && sums.lookedAt < MOST_FAILURES;
    },
  };
}

/** By the index of reasons, which has no message that was accepted. */
function rejected(db: Db, campaign: Of, reason: string, after: number): Promise<Row[]> {
  const columns = sql`reason, coalesce(reply, detail) as reply, finished_at as at, null as counted_type`;
  const which = sql`and state <> 'accepted' and reason = ${reason}`;
  return rowsOf<Row>(db, pieceOf('message', campaign, { after, columns, which }));
}

/** Bounces that count: where the message was refused too, the refusal counts instead. */
async function bounced(db: Db, campaign: Of, after: number): Promise<(Row & { subscriber_id: number })[]> {
  const columns = sql`subscriber_id, 'refused' as reason, message as reply, at, type as counted_type`;
  return rowsOf(db, pieceOf('bounce', campaign, { after, columns, which: sql`and counted = 1` }));
}

type Cause = Pick<Failure, 'type' | 'cause'> & { words: string };

/** Answers of receivers are alike: each kind of answer is judged once. */
function causes(): (row: Row) => Cause {
  const known = new Map<string, Cause>();
  return ({ reason, reply, counted_type }) => {
    const words = wordsIn(reply ?? '');
    const key = `${reason} ${counted_type} ${words}`;
    const found = known.get(key) ?? { ...judged(reason, reply ?? '', counted_type), words };
    if (known.size < MOST_FAILURES / 10) known.set(key, found);
    return found;
  };
}

function judged(reason: string, reply: string, type: Failure['type'] | null): Pick<Failure, 'type' | 'cause'> {
  if (reason === 'not-made') return { type: 'internal', cause: reason };
  const found = bounceTypeOf({ text: reply });
  if (reason !== 'refused') return { type: 'soft', cause: reason };
  return { type: type ?? found.type, cause: found.rule };
}

/** Each word is looked at once: hostile replies are long, and full of hyphens. */
const withoutNumbers = (word: string) =>
  word.length >= 6 && /\d/.test(word) && /[a-z]/i.test(word) ? '…' : word.replace(/\b\d{5,}\b/g, '…');

/** What a receiver said, without addresses, long numbers, and numbers with letters in them. */
export function wordsIn(reply: string): string {
  return reply
    .replace(/[^\s<>"'(),;:]{1,128}@[^\s<>"'(),;:]{1,255}/g, '@')
    .replace(/\w(?:[\w-]*\w)?/g, withoutNumbers)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST_WORDS)
    .toWellFormed();
}

function add(sums: Failures, row: Row & { subscriber_id?: number }, found: Cause, kind: Failure['kind']): void {
  const { type, cause, words } = found;
  const key = `${kind} ${type} ${cause}`;
  const example = { subscriberId: row.subscriber_id ?? row.k, reply: row.reply ?? '', at: row.at };
  const failure = sums.by.get(key) ?? { kind, type, cause, count: 0, words: new Map<string, number>(), example };
  failure.count += 1;
  if (failure.words.has(words) || failure.words.size < MOST_WORDS) {
    failure.words.set(words, (failure.words.get(words) ?? 0) + 1);
  }
  sums.by.set(key, failure);
}

/** Subscribers by id: who is an example. */
export async function namesOf(
  db: Db,
  customerId: number,
  ids: readonly number[],
): Promise<Map<number, { uid: string; email: string }>> {
  const rows = await db
    .selectFrom('subscriber')
    .select(['id', 'uid', 'email'])
    .where(areOwn(db, 'subscriber', customerId, ids))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
