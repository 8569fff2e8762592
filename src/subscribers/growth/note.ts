// How a list changes, added up by quarters of an hour in the transaction of the change: reading it
// costs the same however many people the list has. Days of every time zone consist of them.
import { type RawBuilder, sql } from 'kysely';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { type Places, statement } from '../../storage/statement.ts';
import type { List, Tx } from '../../storage/tables.ts';

type ListName = Pick<List, 'id' | 'customer_id'>;

const STEP_MS = 15 * MINUTE_MS;

/** What people do, and what bounces say: each is locked in its own order. */
const SOURCES = { people: 0, bounces: 1 } as const;

/** What a change adds. `net`: by how many those who are confirmed grew. */
const FIGURES = ['added', 'confirmed', 'unsubscribed', 'removed', 'bounced', 'net'] as const;
type Figures = { [name in (typeof FIGURES)[number]]: number };

/** An addition; `startsAt`: when its quarter of an hour began (ms). */
export type GrowthNote = Figures & { customerId: number; listId: number; startsAt: number; growthOf: number };

const columns = sql.join(FIGURES.map((name) => sql.ref(name)));
const sums = sql.join(
  FIGURES.map((name) => sql`${sql.ref(name)} = ${sql.ref(`list_growth.${name}`)} + ${sql.ref(`excluded.${name}`)}`),
);

/** The text of an addition, for a statement that changes more. */
export const addingToGrowth = <V extends GrowthNote>({ value }: Places<V>): RawBuilder<unknown> =>
  sql`insert into list_growth (customer_id, list_id, starts_at, source, ${columns})
    values (${value('customerId')}, ${value('listId')}, ${value('startsAt')}, ${value('growthOf')},
      ${sql.join(FIGURES.map((name) => value(name)))})
    on conflict (customer_id, list_id, starts_at, source) do update set ${sums}`;

const add = statement<GrowthNote>((_, places) => addingToGrowth(places));

const NOTHING: Figures = { added: 0, confirmed: 0, unsubscribed: 0, removed: 0, bounced: 0, net: 0 };

const stepOf = (at: number) => Math.floor(at / STEP_MS) * STEP_MS;

/**
 * What a change of the tallies by status adds. Moves of one change that go both ways between two
 * statuses count as their difference.
 * @param at when, ms
 */
export function growthOf(list: ListName, deltas: ReadonlyMap<string, number>, at: number): GrowthNote {
  const people = [...deltas.values()].reduce((sum, delta) => sum + delta, 0);
  const became = (status: string) => Math.max(0, deltas.get(status) ?? 0);
  return {
    customerId: list.customer_id,
    listId: list.id,
    startsAt: stepOf(at),
    growthOf: SOURCES.people,
    ...NOTHING,
    added: Math.max(0, people),
    removed: Math.max(0, -people),
    confirmed: became('confirmed'),
    unsubscribed: became('unsubscribed'),
    net: deltas.get('confirmed') ?? 0,
  };
}

/** Notes a change; the list is locked (status.ts: beginChange). */
export async function noteGrowth(tx: Tx, note: GrowthNote): Promise<void> {
  if (FIGURES.some((name) => note[name] !== 0)) await add(tx, note);
}

/**
 * Notes that mail to people of lists came back for good. The suppressions of the customer are
 * locked.
 * @param lists one entry for each of these people
 */
export async function noteReturned(tx: Tx, lists: readonly ListName[], at: number): Promise<void> {
  const groups = [...Map.groupBy(lists, ({ id }) => id)].sort(([a], [b]) => a - b);
  for (const [listId, group] of groups) {
    const [first] = group;
    if (!first) continue;
    const of = { customerId: first.customer_id, listId, startsAt: stepOf(at), growthOf: SOURCES.bounces };
    await add(tx, { ...of, ...NOTHING, bounced: group.length });
  }
}

/** Forgets how a list changed that is gone. */
export async function removeGrowth(tx: Tx, list: ListName): Promise<void> {
  await tx
    .deleteFrom('list_growth')
    .where('customer_id', '=', list.customer_id)
    .where('list_id', '=', list.id)
    .execute();
}
