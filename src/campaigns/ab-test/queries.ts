// Statements on table `ab_test`, and on the campaigns of a test.
import type { SelectQueryBuilder, SqlBool, UpdateObject } from 'kysely';
import { sql } from 'kysely';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { mailingFrom } from '../../storage/campaign-conditions.ts';
import type { Db, Tx } from '../../storage/db.ts';
import { customersToPoll, isAmong } from '../../storage/spread/customers-to-poll.ts';
import type { AbTest, Campaign, Tables } from '../../storage/tables.ts';

type Of = Pick<Campaign, 'id' | 'customer_id'>;

/** The test of a campaign, which is its variant A. */
export function findTest(db: Db | Tx, { id, customer_id }: Of): Promise<AbTest | undefined> {
  return db
    .selectFrom('ab_test')
    .selectAll()
    .where('customer_id', '=', customer_id)
    .where('campaign_id', '=', id)
    .executeTakeFirst();
}

/** The first variant of the test that a campaign belongs to, unless it was deleted. */
export function findFirst(
  db: Db | Tx,
  { test_of, customer_id }: Pick<Campaign, 'test_of' | 'customer_id'>,
): Promise<Campaign | undefined> {
  return db
    .selectFrom('campaign')
    .selectAll()
    .where('customer_id', '=', customer_id)
    .where('id', '=', test_of ?? 0)
    .where('status', '<>', 'pending-delete')
    .executeTakeFirst();
}

/** The variants of a test, A first, as far as they were not deleted. */
export function variantsOf(db: Db | Tx, first: Of): Promise<Campaign[]> {
  return ofTest(db, first, { isRest: false }).orderBy('id').execute();
}

/** The campaign that takes the winner to the rest. */
export function restOf(db: Db | Tx, first: Of): Promise<Campaign | undefined> {
  return ofTest(db, first, { isRest: true }).executeTakeFirst();
}

/**
 * The ids of the campaigns that took one mailing to a list: those of its A/B test, the rest too, or
 * itself alone; as far as they were not deleted.
 */
export async function mailingOf(
  db: Db | Tx,
  { id, customer_id, test_of = null }: Of & Partial<Pick<Campaign, 'test_of'>>,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from ${mailingFrom(customer_id, test_of ?? id)} as mailing
    order by id`.execute(db);
  return rows.map((row) => row.id);
}

function ofTest(
  db: Db | Tx,
  { id, customer_id }: Of,
  { isRest }: { isRest: boolean },
): SelectQueryBuilder<Tables, 'campaign', Campaign> {
  const rest = sql<number>`(select coalesce(max(rest_id), 0) from ab_test where ab_test.customer_id = ${customer_id}
    and ab_test.campaign_id = ${id})`;
  const those = db
    .selectFrom('campaign')
    .selectAll()
    .where('customer_id', '=', customer_id)
    .where('id', isRest ? '=' : '<>', rest)
    .where('status', '<>', 'pending-delete');
  return firstAndVariants(those, id);
}

/** For an `or` of these SQLite reads all campaigns of the customer. */
function firstAndVariants<O>(those: SelectQueryBuilder<Tables, 'campaign', O>, first: number) {
  return those.where('id', '=', first).unionAll(those.where('test_of', '=', first));
}

/** Makes the test of a campaign, or changes one that has not begun. */
export async function putTest(
  tx: Tx,
  { id, customer_id }: Of,
  values: Pick<AbTest, 'share' | 'decided_by' | 'wait_minutes'>,
  at: number,
): Promise<void> {
  await tx
    .insertInto('ab_test')
    .values({ customer_id, campaign_id: id, ...values, created_at: at })
    .onConflict((conflict) => conflict.columns(['customer_id', 'campaign_id']).doUpdateSet(values))
    .execute();
}

export async function setTest(tx: Tx, { customer_id, campaign_id }: AbTest, set: UpdateObject<Tables, 'ab_test'>) {
  await tx
    .updateTable('ab_test')
    .set(set)
    .where('customer_id', '=', customer_id)
    .where('campaign_id', '=', campaign_id)
    .execute();
}

/**
 * Of tests whose winner was to be found by now, ms, none is found by itself any more: a person says
 * which. @returns the tests
 */
export function leaveDueToPeople(tx: Tx, at: number): Promise<Pick<AbTest, 'customer_id' | 'campaign_id'>[]> {
  return tx
    .updateTable('ab_test')
    .set({ decides_at: null })
    .where('decides_at', '<=', at)
    .returning(['customer_id', 'campaign_id'])
    .execute();
}

export async function deleteTest(tx: Tx, { id, customer_id }: Of): Promise<void> {
  await tx.deleteFrom('ab_test').where('customer_id', '=', customer_id).where('campaign_id', '=', id).execute();
}

/** Tests whose winner is to be found by now, longest waiting first; from index ab_test_due. */
export async function testsDue(db: Db, at: number, limit = 100): Promise<AbTest[]> {
  return db
    .selectFrom('ab_test')
    .selectAll()
    .where('decides_at', '<=', at)
    .where(isAmong(await customersToPoll(db, 'clock'), 'customer_id'))
    .orderBy('decides_at')
    .limit(limit)
    .execute();
}

/**
 * Tests whose winner is looked for later than is possible from now on (`at`, ms): after the whole
 * wait, as pauses put it off by as much as has gone by. A clock that was ahead said when. From the
 * range of index ab_test_due that lies in the future.
 * @param later ms by which a decision may have been put off
 */
export async function testsTooFar(db: Db, at: number, later: number): Promise<AbTest[]> {
  return db
    .selectFrom('ab_test')
    .selectAll()
    .where('decides_at', '>', at + later)
    .where(sql<SqlBool>`decides_at > ${at + later} + wait_minutes * ${sql.lit(MINUTE_MS)}`)
    .where(isAmong(await customersToPoll(db, 'clock'), 'customer_id'))
    .limit(1_000)
    .execute();
}

/** Says anew when the winner of a test is looked for, unless something happened to it since. */
export async function moveDecision(db: Db, { customer_id, campaign_id, decides_at }: AbTest, to: number) {
  await db
    .updateTable('ab_test')
    .set({ decides_at: to })
    .where('customer_id', '=', customer_id)
    .where('campaign_id', '=', campaign_id)
    .where('decides_at', '=', decides_at)
    .execute();
}
