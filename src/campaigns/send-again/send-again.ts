// A campaign once more, for those who got it and did not open it.
import { AppError } from '../../kernel/errors.ts';
import { say, type Told } from '../../kernel/sentences/sentence.ts';
import { type Db, inTransaction } from '../../storage/db.ts';
import type { Campaign } from '../../storage/tables.ts';
import { findFirst } from '../ab-test/queries.ts';
import { copyCampaignFiles } from '../content/queries-files.ts';
import { addCampaign } from '../create.ts';
import { whyNoDetails } from '../delivery/details.ts';
import { parsedOptions } from '../options.ts';
import { nameWithMark } from '../rules.ts';
import type { Author } from '../versions/author.ts';
import { keepVersion } from '../versions/keep.ts';

/**
 * Creates a draft like the campaign that goes to those who did not open it (audience.ts); of an A/B
 * test like the chosen campaign of it, to those who opened none.
 * @param name absent: that of the campaign with a mark; `subject` absent: that of the campaign
 * @param at ms
 * @throws AppError `state` when nobody knows who opened it
 */
export function sendAgain(
  db: Db,
  campaign: Campaign,
  {
    name = nameWithMark(campaign.name, ' (again)'),
    subject = campaign.subject,
    author,
    at,
  }: { name?: string | undefined; subject?: string | undefined; author: Author; at: number },
): Promise<Campaign> {
  const refusal = whyNotAgain(campaign);
  if (refusal !== undefined) throw new AppError('state', refusal);
  const { id, ...columns } = campaign;
  return inTransaction(db, async (tx) => {
    const draft = await addCampaign(tx, {
      ...columns,
      name,
      subject,
      options: JSON.stringify({ ...parsedOptions(campaign), cronjob_enabled: 0 }),
      status: 'draft',
      send_at: null,
      next_run_at: null,
      parent_id: null,
      not_opened_of: (await findFirst(tx, campaign))?.id ?? id,
      created_at: at,
    });
    await copyCampaignFiles(tx, campaign, draft.id);
    await keepVersion(tx, draft, { author, at });
    return draft;
  });
}

/** Why a campaign cannot be sent again; undefined: it can. */
export function whyNotAgain(campaign: Campaign): Told | undefined {
  if (campaign.type !== 'regular') return say('campaign-again-autoresponder');
  if (campaign.run_count > 0 || campaign.next_run_at !== null) return say('campaign-again-recurs');
  if (campaign.freeze_until_id === null) return say('campaign-again-unsent');
  const gone = whyNoDetails(campaign);
  if (gone !== undefined) return gone;
  if (parsedOptions(campaign).open_tracking !== 'yes') return say('campaign-again-untracked');
  return undefined;
}
