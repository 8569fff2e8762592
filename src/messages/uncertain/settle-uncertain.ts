// Settles uncertain messages by a person's decision. settle.ts settles by what recipients do,
// change-delivery.ts by a campaign's policy.
import { addToCounter, type CounterDelta } from '../../campaigns/counters.ts';
import type { Choice } from '../../campaigns/delivery/held.ts';
import { lockCampaign } from '../../campaigns/queries.ts';
import { emailKey } from '../../kernel/address.ts';
import { type Db, inTransaction, type Tx } from '../../storage/db.ts';
import type { Campaign } from '../../storage/tables.ts';
import { acceptUncertain, countUncertain, resendUncertain, skipUncertain, type Uncertain } from '../retry/queries.ts';
import { holdForMore, reopen } from '../retry/reopen.ts';
import { findSubscribers } from '../several-lists/addressees.ts';

/** `emails`: only the messages to these addresses. `choice`: if absent, nothing is changed. */
export type Settlement = { choice?: Choice | undefined; emails?: readonly string[] | undefined };

/**
 * `settled`: how many were settled, or would be without a choice. `unknown`: addresses that are not
 * on the campaign's list.
 */
export type SettleResult = { settled: number; unknown: string[] };

const CHUNK = 1_000;

/**
 * Settles a campaign's uncertain messages: `accept` counts them as accepted, `resend` makes them
 * pending (a campaign that is sent goes back to sending), `skip` gives them up. In any state of the
 * campaign, also while it is being sent. Messages that are not uncertain any more stay, so that a
 * second call changes nothing. In chunks, each with its counters.
 * @param at instant in ms
 * @throws AppError `state` for `resend` while the campaign is being ended
 */
export async function settleUncertain(
  db: Db,
  campaign: Campaign,
  { choice, emails }: Settlement,
  at: number,
): Promise<SettleResult> {
  const found = emails && (await findSubscribers(db, campaign, emails.map(emailKey)));
  const known = new Set(found?.map((row) => row.email_key));
  const unknown = emails?.filter((email) => !known.has(emailKey(email))) ?? [];
  const which = { campaign, subscriberIds: found?.map((row) => row.id), limit: CHUNK };
  if (choice === undefined) return { settled: await countUncertain(db, which), unknown };
  for (let settled = 0; ; ) {
    const moved = await inTransaction(db, (tx) => settleSome(tx, choice, which, at));
    settled += moved;
    if (moved < CHUNK) return { settled, unknown };
  }
}

async function settleSome(tx: Tx, choice: Choice, which: Uncertain, at: number): Promise<number> {
  const { id, customer_id } = which.campaign;
  const campaign = await (choice === 'resend' ? holdForMore(tx, which.campaign) : lockCampaign(tx, customer_id, id));
  if (!campaign) return 0;
  const moved = await MOVES[choice](tx, which, at);
  if (moved === 0) return 0;
  if (choice === 'resend') await reopen(tx, campaign, at);
  await addToCounter(tx, { customerId: customer_id, campaignId: id }, { uncertain: -moved, ...counted(choice, moved) });
  return moved;
}

const MOVES = { accept: acceptUncertain, resend: resendUncertain, skip: skipUncertain };

function counted(choice: Choice, n: number): CounterDelta {
  if (choice === 'resend') return {};
  return choice === 'accept' ? { accepted: n } : { skipped: n };
}
