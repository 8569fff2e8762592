// Takes messages as accepted that are on the log of a mail server and not in the store, because the
// store went back in time.
import { lockCampaign } from '../../campaigns/queries.ts';
import { emailKey } from '../../kernel/address.ts';
import { AppError } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { type Db, inTransaction } from '../../storage/db.ts';
import type { Campaign } from '../../storage/tables.ts';
import { findSubscribers } from '../several-lists/addressees.ts';
import { type BegunAttempt, replaySome } from './replay.ts';

/**
 * `taken`: how many count as accepted now. `unknown`: addresses that are not on the campaign's
 * list.
 */
export type TakenAsMailed = { taken: number; unknown: string[] };

const CHUNK = 500;

/**
 * Takes the messages to these addresses as accepted, whether they are uncertain or still to be
 * sent; those that have ended stay. Repeating it changes nothing.
 * @param at instant in ms
 * @param isDryRun only counts
 * @throws AppError `state` unless the campaign is paused
 */
export async function takeAsMailed(
  db: Db,
  { id, customer_id }: Campaign,
  emails: readonly string[],
  { at, isDryRun }: { at: number; isDryRun: boolean },
): Promise<TakenAsMailed> {
  const all: TakenAsMailed = { taken: 0, unknown: [] };
  for (let from = 0; from < emails.length; from += CHUNK) {
    const chunk = emails.slice(from, from + CHUNK);
    await inTransaction(db, async (tx) => {
      const campaign = await lockCampaign(tx, customer_id, id);
      if (campaign?.status !== 'paused') {
        throw new AppError('state', say('campaign-paused-first'));
      }
      const found = await findSubscribers(tx, campaign, chunk.map(emailKey));
      const known = new Set(found.map((row) => row.email_key));
      all.unknown.push(...chunk.filter((email) => !known.has(emailKey(email))));
      const mailed = found.map((row) => mailedTo(campaign, row.id, at));
      // An audience that was frozen to its end gets nobody more.
      const { written } = await replaySome(tx, mailed, at, { isDryRun, onlyAudience: campaign.freeze_done === 1 });
      all.taken += written;
    });
  }
  return all;
}

function mailedTo({ id, customer_id }: Campaign, subscriberId: number, at: number): BegunAttempt {
  const rest = { reason: null, detail: 'in the log of the mail server', reply: null, nextAttemptAt: null };
  const outcome = { state: 'accepted', ...rest, at } as const;
  return { customerId: customer_id, campaignId: id, subscriberId, attempt: 0, attempts: 0, leaseId: 0, outcome };
}
