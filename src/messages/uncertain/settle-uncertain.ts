// Somebody decides what becomes of messages that are held as uncertain. What recipients do decides
// it by itself (settle.ts), and so does a campaign's policy (change-delivery.ts).
import { addToCounters, type CounterDelta } from '../../campaigns/counters.ts';
import type { Choice } from '../../campaigns/delivery/held.ts';
import { lockCampaign } from '../../campaigns/queries.ts';
import { emailKey } from '../../kernel/address.ts';
import { type Db, inTransaction, type Tx } from '../../storage/db.ts';
import type { Campaign } from '../../storage/tables.ts';
import { findSubscribers } from '../log/queries.ts';
import { acceptUncertain, countUncertain, resendUncertain, skipUncertain, type Uncertain } from '../retry/queries.ts';
import { holdForMore, reopen } from '../retry/reopen.ts';

/** `emails`: only the messages to these addresses. `choice`: absent, nothing is changed. */
export type Settlement = { choice?: Choice | undefined; emails?: readonly string[] | undefined };

/**
 * `settled`: how many were, or without a choice would be. `unknown`: addresses that are not on the
 * campaign's list.
 */
export type Settled = { settled: number; unknown: string[] };

const CHUNK = 1_000;

/**
 * Settles a campaign's uncertain messages: `accept` counts them as accepted, `resend` puts them
 * back to pending (a campaign that is sent goes back to sending), `skip` gives them up. In any
 * state of the campaign, also while it is being sent; what is not uncertain any more is left as it
 * is, so that a second call changes nothing. In chunks, each with its counters.
 * @param at instant in ms
 * @throws AppError `state` for `resend` while the campaign is being ended
 */
export async function settleUncertain(
  db: Db,
  campaign: Campaign,
  { choice, emails }: Settlement,
  at: number,
): Promise<Settled> {
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
  const campaignId = which.campaign.id;
  const campaign = await (choice === 'resend' ? holdForMore : lockCampaign)(tx, campaignId);
  if (!campaign) return 0;
  const moved = await MOVES[choice](tx, which, at);
  if (moved === 0) return 0;
  if (choice === 'resend') await reopen(tx, campaign, at);
  await addToCounters(tx, new Map([[campaignId, { uncertain: -moved, ...counted(choice, moved) }]]));
  return moved;
}

const MOVES = { accept: acceptUncertain, resend: resendUncertain, skip: skipUncertain };

function counted(choice: Choice, n: number): CounterDelta {
  if (choice === 'resend') return {};
  return choice === 'accept' ? { accepted: n } : { skipped: n };
}
