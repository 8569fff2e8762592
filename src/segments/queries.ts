// Statements on table `segment`, and the few on other tables that segments need.
import { type SqlBool, sql } from 'kysely';
import { AppError } from '../kernel/errors.ts';
import type { PageRequest } from '../kernel/page.ts';
import { pageByName } from '../kernel/page.ts';
import { say } from '../kernel/sentences/sentence.ts';
import { isVisibleCampaign, madeOnce, mailingOfNumber } from '../storage/campaign-conditions.ts';
import type { Db, Tx } from '../storage/db.ts';
import { lockRows } from '../storage/dialect.ts';
import { inOrderOf, pageOfIds } from '../storage/paging.ts';
import { customersToPoll, isAmong } from '../storage/spread/customers-to-poll.ts';
import { reading, type ValuePlace } from '../storage/statement.ts';
import type { List, NewSegment, Segment, SegmentUpdate } from '../storage/tables.ts';
import { findTally } from '../storage/tally.ts';
import type { DefinitionThere } from './compile.ts';
import { asksDates, definitionOf, type StoredDefinition } from './rules.ts';

/** The segment of that uid in a list of the customer, if there is one. */
export function findSegment(
  db: Db | Tx,
  customerId: number,
  listId: number,
  uid: string,
): Promise<Segment | undefined> {
  return db
    .selectFrom('segment')
    .selectAll()
    .where('uid', '=', uid)
    .where('customer_id', '=', customerId)
    .where('list_id', '=', listId)
    .executeTakeFirst();
}

/** As findSegment. @throws AppError `not_found` */
export async function getSegment(db: Db | Tx, customerId: number, listId: number, uid: string): Promise<Segment> {
  const segment = await findSegment(db, customerId, listId, uid);
  if (!segment) throw new AppError('not_found', say('segment-missing'));
  return segment;
}

/** Whether a segment is there; if so, it stays until the transaction ends. */
export async function holdSegment(tx: Tx, { id, customer_id }: Pick<Segment, 'id' | 'customer_id'>): Promise<boolean> {
  const segment = await tx
    .selectFrom('segment')
    .select('id')
    .where('customer_id', '=', customer_id)
    .where('id', '=', id)
    .modifyEnd(lockRows(tx))
    .executeTakeFirst();
  return segment !== undefined;
}

/** The customer's segment of that id: what a campaign refers to. */
export function findSegmentById(db: Db | Tx, customerId: number, id: number): Promise<Segment | undefined> {
  return db
    .selectFrom('segment')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/**
 * One page of a list's segments, newest first, and how many there are; with `search`, only those
 * whose name contains it.
 */
export async function pageOfSegments(
  db: Db,
  list: Pick<List, 'id' | 'customer_id'>,
  request: PageRequest,
  search?: string,
): Promise<{ count: number; segments: Segment[] }> {
  const ofList = () =>
    db.selectFrom('segment').where('segment.customer_id', '=', list.customer_id).where('segment.list_id', '=', list.id);
  const all = async () => {
    const count = await findTally(db, list.customer_id, 'segments', list.id);
    const place = { key: `segments of ${list.id}`, column: 'segment.id', count, request };
    return { count, ids: await pageOfIds(db, place, () => ofList().select('segment.id as id')) };
  };
  const named = () => ofList().select(['segment.id', 'segment.name']).orderBy('segment.id', 'desc').execute();
  const { count, ids } = search === undefined ? await all() : pageByName(await named(), search, request);
  if (ids.length === 0) return { count, segments: [] };
  const rows = await ofList().selectAll('segment').where('segment.id', 'in', ids).execute();
  return { count, segments: inOrderOf(ids, rows) };
}

/** All segments of a list, oldest first. */
export function segmentsOfList(db: Db | Tx, customerId: number, listId: number): Promise<Segment[]> {
  return db
    .selectFrom('segment')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('list_id', '=', listId)
    .orderBy('id')
    .execute();
}

export function insertSegment(tx: Tx, segment: NewSegment): Promise<Segment> {
  return tx.insertInto('segment').values(segment).returningAll().executeTakeFirstOrThrow();
}

export function updateSegment(db: Db | Tx, segment: Segment, changes: SegmentUpdate): Promise<Segment> {
  return db
    .updateTable('segment')
    .set(changes)
    .where('id', '=', segment.id)
    .where('customer_id', '=', segment.customer_id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Stores a count; undefined when the segment was changed or removed meanwhile. */
export function keepCount(
  db: Db,
  segment: Segment,
  count: Pick<Segment, 'members' | 'members_revision' | 'members_counted_at'>,
): Promise<Segment | undefined> {
  return db
    .updateTable('segment')
    .set(count)
    .where('id', '=', segment.id)
    .where('customer_id', '=', segment.customer_id)
    .where('operator_match', '=', segment.operator_match)
    .where('conditions', '=', segment.conditions)
    .where('campaign_conditions', '=', segment.campaign_conditions)
    .where('date_conditions', '=', segment.date_conditions)
    .where('groups_within', '=', segment.groups_within)
    .returningAll()
    .executeTakeFirst();
}

/** Deletes a segment that is held. */
export async function deleteSegment(tx: Tx, segment: Segment): Promise<void> {
  await tx.deleteFrom('segment').where('id', '=', segment.id).where('customer_id', '=', segment.customer_id).execute();
}

/** Deletes all segments of a list that is being removed, whatever uses them. */
export async function deleteSegmentsOf(tx: Tx, list: Pick<List, 'id' | 'customer_id'>): Promise<void> {
  await tx.deleteFrom('segment').where('list_id', '=', list.id).where('customer_id', '=', list.customer_id).execute();
}

/**
 * Whether a campaign that has not finished uses the segment, or an A/B test whose winner is still
 * to go to the rest.
 */
export async function isInUse(tx: Tx, segment: Segment): Promise<boolean> {
  const hasRest = sql<SqlBool>`exists (select 1 from ab_test where ab_test.customer_id = ${segment.customer_id}
    and ab_test.campaign_id = campaign.id and ab_test.rest_from is not null and ab_test.decided_at is null)`;
  const campaign = await tx
    .selectFrom('campaign')
    .select('id')
    .where('segment_id', '=', segment.id)
    .where('customer_id', '=', segment.customer_id)
    .where('status', '<>', 'pending-delete')
    .where((is) => is.or([is('status', '<>', 'sent'), hasRest]))
    .limit(1)
    .executeTakeFirst();
  return campaign !== undefined;
}

/** Those of the numbers that belong to campaigns of the customer. */
export async function knownCampaigns(
  db: Db | Tx,
  customerId: number,
  numbers: readonly number[],
): Promise<Set<number>> {
  if (numbers.length === 0) return new Set();
  const rows = await db
    .selectFrom('campaign')
    .select('number')
    .where('customer_id', '=', customerId)
    .where('number', 'in', numbers)
    .where(isVisibleCampaign)
    .execute();
  return new Set(rows.map((row) => row.number));
}

/** Segments with a stale count, longest waiting first; those never counted before all others. */
export async function staleSegments(
  db: Db,
  { changed, byItself }: { changed: number; byItself: number },
  limit: number,
): Promise<Segment[]> {
  return db
    .selectFrom('segment')
    .innerJoin('list', (on) =>
      on.onRef('list.customer_id', '=', 'segment.customer_id').onRef('list.id', '=', 'segment.list_id'),
    )
    .selectAll('segment')
    .where('list.status', '=', 'active')
    .where(isAmong(await customersToPoll(db, 'upkeep'), 'segment.customer_id'))
    .where(isAmong(await customersToPoll(db, 'upkeep'), 'list.customer_id'))
    .where((eb) =>
      eb.or([
        eb('segment.members_revision', '=', -1),
        eb.and([
          eb('segment.members_counted_at', '<', changed),
          eb('segment.members_revision', '<>', eb.ref('list.revision')),
        ]),
        eb.and([
          eb('segment.members_counted_at', '<', byItself),
          eb.or([
            eb('segment.campaign_conditions', '<>', '[]'),
            eb('segment.date_conditions', '<>', '[]'),
            // of events and dates within groups; a text would have backslashes there
            eb('segment.groups_within', 'like', '%"comparison":%'),
          ]),
        ]),
      ]),
    )
    .orderBy('segment.members_counted_at')
    .limit(limit)
    .execute();
}

const zoneOf = reading((db, value: ValuePlace<{ customerId: number }>) =>
  db.selectFrom('customer').select('time_zone').where('id', '=', value('customerId')),
);

/** A definition with the time zone in which its dates are days; it is looked up where they are. */
export async function inZone<D extends StoredDefinition & { customer_id: number }>(
  db: Db | Tx,
  segment: D,
): Promise<D & DefinitionThere> {
  if (!asksDates(definitionOf(segment))) return { ...segment, time_zone: 'UTC' };
  const [customer] = await zoneOf(db, { customerId: segment.customer_id });
  return { ...segment, time_zone: customer?.time_zone ?? 'UTC' };
}

/** A link of a campaign, or of another part of its A/B test, by the hash of its address. */
export type LinkName = { campaignNumber: number; hash: string };

/** Those of the links that the customer's campaigns have. */
export async function knownLinks(
  db: Db | Tx,
  customerId: number,
  links: readonly LinkName[],
): Promise<readonly LinkName[]> {
  const known: LinkName[] = [];
  for (const link of links) {
    const mailing = mailingOfNumber(customerId, link.campaignNumber);
    const found = await db
      .selectFrom('campaign_link')
      .select('id')
      .where('customer_id', '=', customerId)
      .where(sql<SqlBool>`campaign_id ${madeOnce(db, mailing)}`)
      .where((eb) => eb.or([eb('hash', '=', link.hash), eb('sha1', '=', link.hash)]))
      .limit(1)
      .executeTakeFirst();
    if (found) known.push(link);
  }
  return known;
}
