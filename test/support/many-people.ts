// Very many subscribers of a list in seconds: made by the database itself, with names that people
// have, in every status, and counted as the program counts them.
import { sql } from 'kysely';
import { type Db, inTransaction } from '../../src/storage/db.ts';
import { addToTally } from '../../src/storage/tally.ts';

export type ManyPeople = {
  customerId: number;
  listId: number;
  /** Ids of the list's fields that get values. */
  fields: { FNAME: number; EMAIL: number };
  /** The number of the first one; absent: 1. */
  from?: number;
  /** The highest number signed up at this instant, in ms; each other one 20 s before the next. */
  until: number;
};

/** Names as they are written, and as addresses have them. */
const FIRST: readonly (readonly [string, string])[] = [
  ['Anna', 'anna'],
  ['Björn', 'bjoern'],
  ['Chiara', 'chiara'],
  ['David', 'david'],
  ['Emma', 'emma'],
  ['Fatma', 'fatma'],
  ['Grzegorz', 'grzegorz'],
  ['Hannah', 'hannah'],
  ['Ilse', 'ilse'],
  ['Jörg', 'joerg'],
  ['Maximiliane-Charlotte', 'maximiliane-charlotte'],
];
const LAST = ['schmidt', 'nowak', 'rossi', 'nguyen', 'mueller', 'garcia', 'bauer', 'kowalski', 'weber', 'smith'];
const HOSTS = ['gmail.com', 'web.de', 'example.com', 'outlook.com', 'gmx.de', 'yahoo.com', 'posteo.de'];

const PORTION = 250_000;
const BETWEEN_MS = 20_000;

/** Adds `count` subscribers, of every hundred 93 confirmed. */
export async function addManyPeople(db: Db, people: ManyPeople, count: number): Promise<void> {
  const first = people.from ?? 1;
  const end = first + count;
  for (let from = first; from < end; from += PORTION) {
    const to = Math.min(from + PORTION, end);
    await inTransaction(db, async (tx) => {
      await insertPortion(tx, people, { from, to, end });
      for (const [status, size] of countsOf(from, to))
        await addToTally(tx, people.customerId, `subscribers:${status}`, size, people.listId);
    });
  }
}

/** The status of those with a number; the same as in the statement. */
function statusOf(n: number): string {
  const of = n % 100;
  return of < 4 ? 'unsubscribed' : of < 6 ? 'unconfirmed' : of < 7 ? 'blacklisted' : 'confirmed';
}

function countsOf(from: number, to: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let n = from; n < to; n += 1) counts.set(statusOf(n), (counts.get(statusOf(n)) ?? 0) + 1);
  return counts;
}

async function insertPortion(
  db: Db,
  { customerId, listId, fields, until }: ManyPeople,
  { from, to, end }: { from: number; to: number; end: number },
): Promise<void> {
  const number = (value: number) => sql.lit(value);
  const rows = (texts: readonly (readonly string[])[]) =>
    sql.raw(texts.map((row, at) => `(${[at, ...row.map((text) => `'${text}'`)].join(', ')})`).join(', '));
  const firsts = FIRST.map(([name, plain]) => [name, name.toLowerCase(), plain]);
  await sql`insert into subscriber (uid, customer_id, list_id, email, email_key, status, source, field_values, folded,
      tokens, created_at, updated_at, confirmed_at, unsubscribed_at)
    with recursive one(n) as (select ${number(from)} union all select n + 1 from one where n + 1 < ${number(to)}),
      first(k, name, low, plain) as (values ${rows(firsts)}),
      last(k, plain) as (values ${rows(LAST.map((name) => [name]))}),
      host(k, name) as (values ${rows(HOSTS.map((name) => [name]))}),
      person(n, name, low, email, status, at) as (select one.n, first.name, first.low,
        first.plain || '.' || last.plain || '.' || one.n || '@' || host.name,
        case when one.n % 100 < 4 then 'unsubscribed' when one.n % 100 < 6 then 'unconfirmed'
          when one.n % 100 < 7 then 'blacklisted' else 'confirmed' end,
        ${number(until)} - cast(${number(BETWEEN_MS)} as bigint) * (${number(end - 1)} - one.n)
        from one left join first on first.k = one.n % ${number(FIRST.length)} left join last on last.k = one.n % ${number(LAST.length)}
          left join host on host.k = one.n % ${number(HOSTS.length)})
    select cast(1000000000000 + n as text), ${number(customerId)}, ${number(listId)}, email, email, status, 'import',
      ${sql.lit(`{"${fields.FNAME}":"`)} || name || '"}',
      ${sql.lit(`{"${fields.EMAIL}":"`)} || email || ${sql.lit(`","${fields.FNAME}":"`)} || low || '"}', ' ',
      at, at, case when status = 'unconfirmed' then null else at end,
      case when status = 'unsubscribed' then at else null end
    from person`.execute(db);
}
