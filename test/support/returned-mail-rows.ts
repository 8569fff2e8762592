// For tests of returned mail: messages in any state to subscribers of their own, and their state
// afterwards.
import { type BounceReport, recordBounce, recordComplaint } from '../../src/bounces/record.ts';
import { emailKey } from '../../src/kernel/address.ts';
import type { MessageName } from '../../src/messages/uncertain/settle.ts';
import { type Db, inTransaction } from '../../src/storage/db.ts';
import type { MessageState } from '../../src/storage/tables.ts';
import { findSuppression } from '../../src/suppression/queries.ts';
import { countersOf, type Seed, seedCampaign, seedSubscribers } from './delivery-rows.ts';
import { ledgerRow, putMessage, setCounters } from './ledger.ts';

export const HARD: BounceReport = { type: 'hard', enhanced: '5.1.1', message: '550 5.1.1 no such user' };
export const SOFT: BounceReport = { type: 'soft', enhanced: '4.2.2', message: 'mailbox full' };
export const INTERNAL: BounceReport = { type: 'internal', enhanced: null, message: 'blocked' };

export type SentMessage = MessageName;
export type ReturnedMailRows = ReturnType<typeof openReturnedMailRows>;

/** The helpers, on a store with a seeded list. */
export function openReturnedMailRows(db: Db, seed: Seed) {
  let people = 0;
  /** A new subscriber for each test, and a message of a new campaign in each of the states. */
  async function messagesTo(states: readonly MessageState[], of = seed) {
    people += 1;
    const prefix = `person${people}-`;
    await seedSubscribers(db, of, 1, { prefix, from: 0 });
    const email = `${prefix}0@example.com`;
    const subscriber = await db
      .selectFrom('subscriber')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const messages: SentMessage[] = [];
    for (const state of states) messages.push(await messageTo(subscriber, state));
    return { subscriber, messages };
  }
  async function messageTo(
    { id, customer_id }: { id: number; customer_id: number },
    state: MessageState,
    campaign?: number,
  ) {
    const campaignId = campaign ?? (await seedCampaign(db, { ...seed, customerId: customer_id }));
    const key = { customer_id, campaign_id: campaignId, subscriber_id: id };
    const attempts = state === 'in_flight' ? 0 : 1; // one under way is not counted yet
    await putMessage(db, { ...key, state, attempts, in_flight_at: 500 });
    const { audience, ...counters } = await countersOf(db, campaignId);
    const counter = (['accepted', 'rejected', 'uncertain', 'skipped'] as const).find((name) => name === state);
    await setCounters(db, campaignId, {
      audience: audience + 1,
      ...(counter && { [counter]: counters[counter] + 1 }),
    });
    return { campaignId, subscriberId: id };
  }
  const bounce = (message: SentMessage, report: BounceReport, at = 7_000) =>
    inTransaction(db, (tx) => recordBounce(tx, message, report, at));
  const complain = (message: SentMessage, report = 'abuse') =>
    inTransaction(db, (tx) => recordComplaint(tx, message, report, 7_000));
  const bouncesOf = (campaignId: number) =>
    db.selectFrom('bounce').selectAll().where('campaign_id', '=', campaignId).execute();
  const suppressionOf = async ({ email }: { email: string }, customerId = seed.customerId) =>
    findSuppression(db, customerId, emailKey(email));
  const counted = async (campaignId: number) => {
    const { hard_bounces, soft_bounces, internal_bounces, accepted, uncertain } = await countersOf(db, campaignId);
    return { hard: hard_bounces, soft: soft_bounces, internal: internal_bounces, accepted, uncertain };
  };
  const stateOf = async ({ campaignId, subscriberId }: SentMessage) =>
    (await ledgerRow(db, campaignId, subscriberId)).state;
  return { messagesTo, messageTo, bounce, complain, bouncesOf, suppressionOf, counted, stateOf };
}
