// A worker that was thought lost knows of a message that no mail server has taken it: its final dot
// was never written, or the server put it off. It waits then as if that had been said in time.
import { sql } from 'kysely';
import { type CounterDeltas, countInto } from '../../campaigns/counters.ts';
import { isEndedByPerson } from '../../campaigns/delivery/ended.ts';
import { lockCampaign } from '../../campaigns/queries.ts';
import { RETRYABLE } from '../../campaigns/rules.ts';
import type { Tx } from '../../storage/db.ts';
import { allAtOnce } from '../../storage/dialect.ts';
import { type RecordPlaces, recordStatement, recordsWhere } from '../../storage/statements/record-statement.ts';
import type { Campaign } from '../../storage/tables.ts';
import { nameOf } from '../keys.ts';
import type { ReasonOf } from '../reasons.ts';
import { isBeingEnded, reopen } from '../retry/reopen.ts';
import { mayLeave } from '../states.ts';
import { deferralOf, OUTCOME, type OutcomeRecord, type WrittenDeferral } from '../turn/records.ts';
import type { LeaseValues } from '../turn/texts.ts';
import { tellDeferred } from '../webhook-facts.ts';
import { isStill, LEFT, type Left } from './late-rows.ts';

type Places = RecordPlaces<LeaseValues, OutcomeRecord>;

/** Messages that nobody knew of, and their campaigns, which are locked and may send more. */
export type HeldForLate = { records: readonly OutcomeRecord[]; campaigns: ReadonlyMap<number, Campaign> };

const UNANSWERED: ReasonOf<'deferred'> = 'unanswered';

/**
 * Whether no mail server has the message: all that waits but what is sent again although nobody
 * knows.
 */
const isUnsent = ({ state, reason }: OutcomeRecord): boolean =>
  state === 'pending' || (state === 'deferred' && reason !== UNANSWERED);

const leaves = (left: Left, places: Pick<Places, 'member' | 'value'>) =>
  sql`${isStill(left, places)} and ${mayLeave('message', 'release', 'putOff')}`;

const stillLeft = recordsWhere<LeaseValues, OutcomeRecord>(
  OUTCOME,
  (places) =>
    sql`(${sql.join(
      LEFT.map((left) => sql`exists (select 1 from message where ${leaves(left, places)})`),
      sql` or `,
    )})`,
);

/**
 * Finds those of `workWaits` that nobody has taken over, and locks their campaigns. A campaign that
 * a person ended mails nobody any more: its messages stay as they are.
 */
export async function holdForLate(tx: Tx, leaseId: number, workWaits: readonly OutcomeRecord[]): Promise<HeldForLate> {
  const found = await stillLeft(tx, { leaseId }, workWaits.filter(isUnsent));
  const campaigns = new Map<number, Campaign>();
  const customers = new Map(found.map(({ campaign, customer }) => [Number(campaign), Number(customer)]));
  for (const [id, customer] of [...customers].sort(([a], [b]) => a - b)) {
    const locked = await lockCampaign(tx, customer, id);
    if (locked && (await maySendMore(tx, locked))) campaigns.set(locked.id, locked);
  }
  return { records: found.filter(({ campaign }) => campaigns.has(Number(campaign))), campaigns };
}

async function maySendMore(tx: Tx, campaign: Campaign): Promise<boolean> {
  if (campaign.status !== 'sent') return RETRYABLE.some((status) => status === campaign.status);
  const isKept = campaign.details_removed_at === null && !isEndedByPerson(campaign);
  return isKept && !(await isBeingEnded(tx, campaign));
}

const COLUMNS = sql`customer_id, campaign_id, subscriber_id, state, attempts, next_attempt_at, in_flight_at,
  deferred_since, relay_id, reason, detail, reply`;

/** Losing it was counted as a try, which is none where no mail server was asked. */
const values = ({ member }: Pick<Places, 'member'>) => sql`message.customer_id, message.campaign_id,
  message.subscriber_id, ${member('state')} as state, message.attempts - 1 + ${member('tries')} as attempts,
  ${member('not_before')} as next_attempt_at, message.in_flight_at,
  coalesce(message.deferred_since, ${member('deferred_at')}) as deferred_since,
  coalesce(${member('relay')}, message.relay_id) as relay_id, ${member('reason')} as reason,
  ${member('detail')} as detail, ${member('reply')} as reply`;

const TOLD = {
  returning: sql`work.customer_id, work.campaign_id, work.subscriber_id, work.reason, work.reply, work.relay_id as relay,
    work.deferred_since as at`,
  rowOf: deferralOf,
};
const moving = (left: Left) => ({
  left,
  together: recordStatement<LeaseValues, OutcomeRecord, WrittenDeferral>(
    OUTCOME,
    (_, places) => sql`with gone as (delete from message using ${places.set} as r where ${leaves(left, places)}
        returning ${values(places)})
      insert into work (${COLUMNS}) select ${COLUMNS} from gone`,
    TOLD,
  ),
  copy: recordStatement<LeaseValues, OutcomeRecord, WrittenDeferral>(
    OUTCOME,
    (_, places) =>
      sql`insert into work (${COLUMNS}) select ${values(places)} from message where ${leaves(left, places)}`,
    TOLD,
  ),
  removeCopied: recordStatement<LeaseValues, OutcomeRecord>(
    OUTCOME,
    (_, places) => sql`delete from message where ${leaves(left, places)}`,
  ),
});
const MOVES = LEFT.map(moving);

/**
 * Makes them wait again, each in a row of work, in which it stays whatever comes late. A campaign
 * that had come to its end goes back to sending.
 * @param at now, ms
 */
export async function moveUnsent(
  tx: Tx,
  leaseId: number,
  { records, campaigns }: HeldForLate,
  deltas: CounterDeltas,
  at: number,
): Promise<void> {
  const putOff = new Set(records.filter(({ state }) => state === 'deferred').map(nameOfOutcome));
  const reopened = new Set<number>();
  for (const { left, together, copy, removeCopied } of MOVES) {
    const moved = await (allAtOnce(tx) ? together : copy)(tx, { leaseId }, records);
    if (!allAtOnce(tx)) await removeCopied(tx, { leaseId }, records);
    await tellDeferred(
      tx,
      moved.filter(({ campaign_id, subscriber_id }) =>
        putOff.has(nameOf({ campaignId: campaign_id, subscriberId: subscriber_id })),
      ),
    );
    for (const { customer_id, campaign_id } of moved) {
      countInto(deltas, { customerId: customer_id, campaignId: campaign_id }, left, -1);
      reopened.add(campaign_id);
    }
  }
  for (const id of reopened) {
    const campaign = campaigns.get(id);
    if (campaign?.status === 'sent') await reopen(tx, campaign, at);
  }
}

const nameOfOutcome = ({ campaign, subscriber }: OutcomeRecord): string =>
  nameOf({ campaignId: Number(campaign), subscriberId: Number(subscriber) });
