// Freezes the audience: batches of the confirmed subscribers of the list who are in the segment,
// and counts of everyone left out, by reason. In chunks by subscriber id, each in a transaction
// that also moves the campaign's freeze cursor, so that a restart continues there, and messages
// are sent while the rest is written. Several lists are frozen one after the other. Where
// recipients get it at their own time, those who are due at the same instant are in the same
// batches.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { inPart } from '../campaigns/ab-test/parts.ts';
import { addToCounter, type CounterDelta } from '../campaigns/counters.ts';
import { moveFreeze } from '../campaigns/delivery/progress.ts';
import { listOf } from '../campaigns/queries.ts';
import { campaignAudience } from '../campaigns/send-again/audience.ts';
import { furtherLists, listIdsOf } from '../campaigns/several-lists/lists.ts';
import { fieldsOf } from '../lists/fields/queries.ts';
import { freezeRange, inRange, isFrozen, type Range } from '../messages/batches.ts';
import { isDuplicate, takeAddresses } from '../messages/several-lists/duplicates.ts';
import type { Db, Tx } from '../storage/db.ts';
import { numberSet } from '../storage/dialect.ts';
import { openSlices, type Slices } from '../storage/slices.ts';
import type { Campaign } from '../storage/tables.ts';
import { isSuppressed } from '../suppression/queries.ts';
import { dueTimes } from './recipient-time/due.ts';

/** Chunk sizes, shared by all campaigns that a worker freezes. */
export const openChunks = (): Slices => openSlices({ least: 500, first: 5_000, most: 50_000 });

/**
 * The counter for those left out, by status; a confirmed subscriber who is not frozen is not in the
 * segment.
 */
const LEFT: Record<string, 'left_segment' | 'left_unconfirmed' | 'left_unsubscribed' | 'left_blacklisted'> = {
  confirmed: 'left_segment',
  unconfirmed: 'left_unconfirmed',
  unsubscribed: 'left_unsubscribed',
  blacklisted: 'left_blacklisted',
};

/** The result of a chunk: how many were frozen, and whether the audience is complete. */
export type Frozen = { written: number; done: boolean };

/**
 * Writes the next chunk of a campaign's audience.
 * @param campaign as read from the store; its freeze cursor is where to continue
 * @returns undefined when the campaign has changed since it was read (paused, ended, or frozen
 * further by another node)
 */
export async function freezeChunk(db: Db, campaign: Campaign, chunks: Slices): Promise<Frozen | undefined> {
  const { freeze_list: n, freeze_after_id: after } = campaign;
  const until = campaign.freeze_until_id ?? 0;
  const lists = listIdsOf(campaign);
  const place = { customerId: campaign.customer_id, listId: lists[n] ?? campaign.list_id };
  const chunk = chunks.size();
  const to = (await isThere(db, campaign, n)) ? await endOfChunk(db, { ...place, after, to: until }, chunk) : undefined;
  const isListDone = to === undefined || to >= until;
  const done = isListDone && n >= lists.length - 1;
  const next = isListDone && !done ? { list: n + 1, afterId: 0, done } : { list: n, afterId: to ?? until, done };
  const fields = await fieldsOf(db, campaign.customer_id, place.listId);
  // The same instant for all chunks, so that "in the last 3 days" means the same for the first and
  // the last subscriber.
  const condition = await campaignAudience(db, campaign, fields, campaign.started_at ?? 0);
  // Looked at before the transaction, which on SQLite holds the only writer.
  const range: Range = { ...place, after, to: to ?? after };
  const dueAt = to === undefined ? undefined : await dueTimes(db, campaign, range, fields);
  return chunks.run(db, chunk, async (tx) => {
    if (!(await moveFreeze(tx, campaign, next))) return undefined;
    if (to === undefined) return { written: 0, done };
    const others = lists.toSpliced(n, 1);
    const mayGet = sql<boolean>`subscriber.status = 'confirmed' and ${condition}
      and not ${isSuppressed(campaign.customer_id, 'subscriber.email_key')}`;
    const which = others.length === 0 ? mayGet : await withOwnAddress(tx, campaign, range, { which: mayGet, others });
    const { written, isAll } = await freezeRange(tx, campaign, range, which, dueAt);
    const left = isAll ? {} : await countLeftOut(tx, campaign, range, isDuplicate(tx, campaign, others));
    const of = { customerId: campaign.customer_id, campaignId: campaign.id };
    await addToCounter(tx, of, { audience: written, ...left });
    return { written, done };
  });
}

/**
 * Of a campaign to several lists: those whose address nobody on another list has. By their ids, so
 * that a change of addresses between the two statements cannot leave anybody out.
 */
async function withOwnAddress(
  tx: Tx,
  campaign: Campaign,
  range: Range,
  among: Parameters<typeof takeAddresses>[3],
): Promise<RawBuilder<SqlBool>> {
  const ids = await takeAddresses(tx, campaign, range, among);
  return sql<SqlBool>`subscriber.id in ${numberSet(tx, ids)}`;
}

/** Whether a list is frozen; of one that was removed since it was named nobody gets anything. */
async function isThere(db: Db, campaign: Campaign, n: number): Promise<boolean> {
  const listId = furtherLists(campaign)[n - 1];
  if (listId === undefined) return true; // the first one was there when the campaign began
  return (await listOf(db, { ...campaign, list_id: listId }))?.status === 'active';
}

/** Highest id of the next `chunk` subscribers of a range; undefined when there is none left. */
async function endOfChunk(db: Db, range: Range, chunk: number) {
  const next = db.selectFrom('subscriber').select('id').where(inRange(range)).orderBy('id').limit(chunk);
  const row = await db
    .selectFrom(next.as('next'))
    .select((at) => at.fn.max('next.id').as('id'))
    .executeTakeFirst();
  return row?.id ?? undefined;
}

/**
 * Counts everyone in the range who is not frozen, by reason. A subscriber who changed since the
 * batches were written is counted once.
 */
async function countLeftOut(
  tx: Tx,
  campaign: Campaign,
  range: Range,
  getsElsewhere: RawBuilder<SqlBool>,
): Promise<CounterDelta> {
  const rows = await tx
    .selectFrom('subscriber')
    .select(['status', (count) => count.fn.countAll<number>().as('n')])
    .select(isSuppressed(campaign.customer_id, 'subscriber.email_key').as('is_suppressed'))
    .select(sql<number>`case when ${getsElsewhere} then 1 else 0 end`.as('is_duplicate'))
    .where(inRange(range))
    .where(sql<boolean>`not ${isFrozen(tx, campaign, range)}`)
    .where(inPart(campaign)) // the others are in the audience of another variant, or left out there
    .groupBy(['status', 'is_suppressed', 'is_duplicate'])
    .execute();
  const left: Required<Pick<CounterDelta, Left>> = {
    left_segment: 0,
    left_unconfirmed: 0,
    left_unsubscribed: 0,
    left_blacklisted: 0,
    left_suppressed: 0,
    left_duplicate: 0,
    left_other: 0,
  };
  for (const { n, ...row } of rows) left[reasonOf(row)] += Number(n);
  return left;
}

type Left = (typeof LEFT)[string] | 'left_suppressed' | 'left_duplicate' | 'left_other';

/**
 * For confirmed subscribers who are suppressed, that is the reason, whether they are in the segment
 * or not.
 */
function reasonOf(row: { status: string; is_suppressed: unknown; is_duplicate: number }): Left {
  if (row.status !== 'confirmed') return LEFT[row.status] ?? 'left_other';
  if (row.is_suppressed) return 'left_suppressed';
  return Number(row.is_duplicate) === 1 ? 'left_duplicate' : 'left_segment';
}
