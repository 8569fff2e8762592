// What became of a campaign by the domains of its recipients.
import { sql } from 'kysely';
import type { Db } from '../../storage/db.ts';
import { domainOf } from '../../storage/dialect.ts';
import type { Summing } from '../counting.ts';
import { type Of, PIECE, pieceOf, rowsOf } from './pieces.ts';

export const FATES = [
  'accepted',
  'deferred',
  'rejected',
  'uncertain',
  'skipped',
  'bounced',
  'opened',
  'filtered_opened',
] as const;
export type Fates = Record<(typeof FATES)[number], number>;

/**
 * `domain`: null for subscribers who were removed. `answer`: words with which messages were put off
 * or refused. `next_attempt_at`: when the first that was put off is tried again, ms.
 */
export type Destination = { domain: string | null; answer: string | null; next_attempt_at: number | null } & Fates;
export type Destinations = {
  by: Map<string | null, Destination>;
  others: Fates & { domains: number };
  after: number;
};

/** Domains that are kept by name: those with the most messages. */
const MOST_KEPT = 500;

export const NO_FATES: Readonly<Fates> = Object.freeze(Object.fromEntries(FATES.map((name) => [name, 0])) as Fates);

const NOT_YET = { answer: null, next_attempt_at: null };

/** How the domains of a campaign's recipients are summed. */
export function summingDestinations(db: Db, campaign: Of): Summing<Destinations> {
  return {
    begin: () => ({ by: new Map(), others: { ...NO_FATES, domains: 0 }, after: 0 }),
    async piece(sums) {
      const { rows, last } = await fatesOf(db, campaign, sums.after);
      for (const row of rows) {
        const known: Destination = sums.by.get(row.domain) ?? { domain: row.domain, ...NOT_YET, ...NO_FATES };
        known.answer = row.put_off ?? known.answer ?? row.refused; // those that are put off come first
        known.next_attempt_at = earlier(known.next_attempt_at, row.next_attempt_at);
        for (const name of FATES) known[name] += Number(row[name]);
        sums.by.set(row.domain, known);
      }
      sums.after = last ?? 0;
      return last !== undefined;
    },
    end: onlyTheLargest,
  };
}

/**
 * Messages and work by one statement, in the order of people: who moves from one to the other is in
 * one of them.
 */
async function fatesOf(db: Db, campaign: Of, after: number) {
  const pieceIn = (table: 'message' | 'work') => {
    const nextAttempt = table === 'work' ? sql`next_attempt_at` : sql`cast(null as bigint)`;
    const columns = sql`state, coalesce(reply, detail) as words, ${nextAttempt} as next_attempt_at`;
    return sql`select * from (${pieceOf(table, campaign, { after, columns })}) as ${sql.ref(`${table}_piece`)}`;
  };
  const piece = sql`${pieceIn('message')} union all ${pieceIn('work')} order by k limit ${sql.lit(PIECE)}`;
  const of = (row: string) => sql`${sql.raw(row)}.customer_id = ${campaign.customer_id}
    and ${sql.raw(row)}.campaign_id = ${campaign.id} and ${sql.raw(row)}.subscriber_id = piece.k`;
  const count = (condition: ReturnType<typeof sql>) => sql`sum(case when ${condition} then 1 else 0 end)`;
  const states = ['accepted', 'deferred', 'rejected', 'uncertain', 'skipped'].map(
    (state) => sql`${count(sql`state = ${sql.lit(state)}`)} as ${sql.ref(state)}`,
  );
  type Row = Omit<Destination, 'answer'> & { put_off: string | null; refused: string | null; n: number; last: number };
  const rows = await rowsOf<Row>(
    db,
    sql`with piece as (${piece})
      select ${domainOf(db, 'subscriber.email_key')} as domain, ${sql.join(states)},
        ${count(sql`bounce.counted = 1`)} as bounced, ${count(sql`response.opened_at is not null`)} as opened,
        ${count(sql`response.filtered_opened_at is not null`)} as filtered_opened, count(*) as n, max(piece.k) as last,
        max(case when state = 'deferred' then words end) as put_off,
        max(case when state = 'rejected' then words end) as refused,
        min(case when state = 'deferred' then next_attempt_at end) as next_attempt_at
      from piece
        left join subscriber on subscriber.id = piece.k and subscriber.customer_id = ${campaign.customer_id}
        left join response on ${of('response')}
        left join bounce on ${of('bounce')}
      group by 1`,
  );
  const all = rows.reduce((sum, { n }) => sum + Number(n), 0);
  const last = all === PIECE ? Math.max(...rows.map((row) => Number(row.last))) : undefined;
  return { rows, last };
}

function earlier(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a === null && b !== null ? Number(b) : a;
  return Math.min(a, Number(b));
}

/** How many messages a domain has. */
export const sizeOf = (fates: Fates): number =>
  fates.accepted + fates.deferred + fates.rejected + fates.uncertain + fates.skipped;

/** A list of businesses has hundreds of thousands of domains, of which nobody looks at the last. */
function onlyTheLargest(sums: Destinations): Destinations {
  const sorted = [...sums.by.values()].sort(
    (a, b) => sizeOf(b) - sizeOf(a) || ((a.domain ?? '') < (b.domain ?? '') ? -1 : 1),
  );
  const others = { ...sums.others };
  for (const one of sorted.slice(MOST_KEPT)) addTo(others, one);
  return { ...sums, by: new Map(sorted.slice(0, MOST_KEPT).map((one) => [one.domain, one])), others };
}

/** Adds a domain to the others. */
export function addTo(others: Destinations['others'], one: Fates): void {
  for (const name of FATES) others[name] += one[name];
  others.domains += 1;
}
