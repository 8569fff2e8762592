// A turn in steps, each a statement: on SQLite run for row after row, on PostgreSQL for all rows;
// they bear what a repeated turn meets (see whole.ts).
import { sql } from 'kysely';
import { allAtOnce } from '../../storage/dialect.ts';
import { statement } from '../../storage/statement.ts';
import { recordStatement, recordsWhere } from '../../storage/statements/record-statement.ts';
import type { Tx } from '../../storage/tables.ts';
import { mayLeave } from '../states.ts';
import {
  BATCH,
  type BatchRecord,
  type BegunBatch,
  batchesOf,
  deferralOf,
  FLIGHT,
  type FlightRecord,
  MEMBER_START,
  type MemberStartRecord,
  OUTCOME,
  type OutcomeRecord,
  type StartedWork,
  WORK_START,
  type WorkStartRecord,
  type WrittenDeferral,
  type WrittenOutcome,
  writtenOf,
} from './records.ts';
import {
  ENDED,
  flightEndValues,
  flightWaitText,
  isClaimed,
  isDone,
  isRunning,
  type LeaseValues,
  mayBegin,
  mayEnd,
  type StartValues,
  workEndText,
  workEndValues,
  workStartText,
  workWaitText,
} from './texts.ts';

/** Rows of work that are ours wait again: deferred, or given back. */
export const writeWorkWaits = recordStatement<LeaseValues, OutcomeRecord, WrittenDeferral>(
  OUTCOME,
  (_, places) => workWaitText(places),
  {
    returning: sql`work.customer_id, work.campaign_id, work.subscriber_id, r.reason, r.reply, r.relay, r.deferred_at as at`,
    rowOf: deferralOf,
  },
);

/**
 * Defers members of batches that have no row yet: each gets one. Where a turn whose commit was not
 * heard of put one in flight, its row is deferred.
 */
export const writeMemberWaits = recordStatement<LeaseValues, OutcomeRecord>(
  OUTCOME,
  (
    _,
    { member, value, from },
  ) => sql`insert into work (customer_id, campaign_id, subscriber_id, state, attempt, attempts,
      next_attempt_at, deferred_since, reason, detail)
    select ${member('customer')}, ${member('campaign')}, ${member('subscriber')}, ${member('state')}, ${member('attempt')}, 0,
      ${member('not_before')}, ${member('deferred_at')}, ${member('reason')}, ${member('detail')} ${from}
    where exists (select 1 from batch where batch.customer_id = ${member('customer')} and batch.campaign_id = ${member('campaign')}
        and batch.n = ${member('batch')} and batch.attempt = ${member('attempt')} and batch.lease_id = ${value('leaseId')})
      and not exists (select 1 from message where message.customer_id = ${member('customer')}
        and message.campaign_id = ${member('campaign')} and message.subscriber_id = ${member('subscriber')})
    on conflict (customer_id, campaign_id, subscriber_id) do update
      set state = excluded.state, lease_id = null, next_attempt_at = excluded.next_attempt_at, reason = excluded.reason,
        detail = excluded.detail, deferred_since = coalesce(work.deferred_since, excluded.deferred_since)
      where work.lease_id = ${value('leaseId')} and work.attempt = excluded.attempt and ${mayLeave('work', 'putOff')}`,
);

const WRITTEN = {
  returning: sql`message.customer_id, message.campaign_id, message.subscriber_id, message.state, message.reason,
    message.reply, message.finished_at`,
  rowOf: writtenOf,
};
const once = sql`on conflict (customer_id, campaign_id, subscriber_id) do nothing`;

const copyEnded = recordStatement<LeaseValues, OutcomeRecord, WrittenOutcome>(
  OUTCOME,
  (_, places) =>
    sql`insert into message (${ENDED}) select ${workEndValues(places)} from work where ${mayEnd(places)} ${once}`,
  WRITTEN,
);
const removeEnded = recordStatement<LeaseValues, OutcomeRecord>(
  OUTCOME,
  (_, places) => sql`delete from work where ${mayEnd(places)}`,
);
const endTogether = recordStatement<LeaseValues, OutcomeRecord, WrittenOutcome>(
  OUTCOME,
  (_, places) =>
    sql`with gone as (${workEndText(places)}) insert into message (${ENDED}) select ${ENDED} from gone ${once}`,
  WRITTEN,
);

/** Ends messages that are in flight without a row. */
export const writeFlightEnds = recordStatement<LeaseValues, FlightRecord, WrittenOutcome>(
  FLIGHT,
  (_, places) => {
    const values = flightEndValues(places);
    // of one record: SQLite takes a select for longer
    const rows = places.set ? sql`select ${values} ${places.from} where true` : sql`values (${values})`;
    return sql`insert into message (${ENDED}) ${rows} ${once}`;
  },
  WRITTEN,
);

/** Messages in flight without a row get one, as they wait again: deferred, or given back. */
export const writeFlightWaits = recordStatement<LeaseValues, FlightRecord, WrittenDeferral>(
  FLIGHT,
  (_, places) => sql`${flightWaitText(places)} ${once}`,
  {
    returning: sql`work.customer_id, work.campaign_id, work.subscriber_id, work.reason, work.reply, work.relay_id as relay,
      work.deferred_since as at`,
    rowOf: deferralOf,
  },
);

/** Ends messages that are ours and in flight: the row of work becomes a message. */
export async function writeWorkEnds(
  tx: Tx,
  of: LeaseValues,
  records: readonly OutcomeRecord[],
): Promise<WrittenOutcome[]> {
  if (allAtOnce(tx)) return endTogether(tx, of, records);
  const written = await copyEnded(tx, of, records);
  await removeEnded(tx, of, records);
  return written;
}

const rowOf = ({ customer, campaign, subscriber, attempt }: WorkStartRecord): StartedWork => {
  return { customer_id: customer, campaign_id: campaign, subscriber_id: subscriber, attempt };
};

const whoMayBegin = recordsWhere<Record<string, never>, MemberStartRecord>(MEMBER_START, ({ member }) => {
  const key = { customer: member('customer'), campaign: member('campaign'), subscriber: member('subscriber') };
  return mayBegin({ ...key, changedAt: member('changed_at') });
});

const findOurs = statement<LeaseValues & BegunBatch>((_, { value }) => {
  const of = { customer: value('customer'), campaign: value('campaign'), revision: value('revision') };
  return sql`select 1 from batch where ${isClaimed({ member: value, value })} and ${isRunning(of)}`;
});

/** The members of our batches that may be put in flight: their campaigns are running. */
export async function startableMembers(
  tx: Tx,
  of: LeaseValues,
  members: readonly MemberStartRecord[],
): Promise<MemberStartRecord[]> {
  const ours = new Set<string>();
  for (const batch of batchesOf(members)) {
    const { rows } = await findOurs(tx, { leaseId: of.leaseId, ...batch });
    if (rows.length > 0) ours.add(`${batch.campaign} ${batch.n} ${batch.attempt}`);
  }
  const records = members.filter(({ campaign, batch, attempt }) => ours.has(`${campaign} ${batch} ${attempt}`));
  return whoMayBegin(tx, {}, records);
}

/** Puts rows of work in flight that we claimed; gives those that may go out. */
export const startWork = recordStatement<StartValues, WorkStartRecord, StartedWork>(
  WORK_START,
  (_, places) => workStartText(places),
  { returning: sql`work.customer_id, work.campaign_id, work.subscriber_id, work.attempt`, rowOf },
);

/** Removes batches none of whose members is to do any more; see `releaseBatches` for the others. */
export const closeBatches = recordStatement<LeaseValues, BatchRecord>(
  BATCH,
  (db, places) => sql`delete from batch ${places.set ? sql`using ${places.set} as r` : sql``}
    where ${isClaimed(places)} and ${isDone(db, places.member('customer'))}`,
);

/** Gives batches back: what has no row of work and no message is still to do. */
export const releaseBatches = recordStatement<LeaseValues, BatchRecord>(
  BATCH,
  (_, places) => sql`update batch set lease_id = null, attempt = null ${places.from} where ${isClaimed(places)}`,
);
