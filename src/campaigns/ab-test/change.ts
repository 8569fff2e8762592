// Making an A/B test, adding variants to it, and removing it, before it begins.
import { AppError } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { type Db, inTransaction, type Tx } from '../../storage/db.ts';
import type { AbTest, Campaign } from '../../storage/tables.ts';
import { addToTally } from '../../storage/tally.ts';
import { copyCampaignFiles } from '../content/queries-files.ts';
import { addCampaign, countOfList, noteDraft } from '../create.ts';
import { parsedOptions } from '../options.ts';
import { type Authorize, holdCampaign, moveCampaign } from '../queries.ts';
import { TEST_OR_TIME } from '../recipient-time/check.ts';
import { hasBegun, nameWithMark } from '../rules.ts';
import type { Author } from '../versions/author.ts';
import { keepVersion } from '../versions/keep.ts';
import { untrackedOption } from './faults.ts';
import { deleteTest, findTest, putTest, variantsOf } from './queries.ts';
import { LETTERS, MOST_VARIANTS } from './rules.ts';

const SEVERAL_LISTS = say('ab-test-one-list');

export type TestSettings = Pick<AbTest, 'share' | 'decided_by' | 'wait_minutes'>;

/** When (ms), and what throws where the caller may not change the campaign as it is now. */
type Change = { authorize: Authorize; at: number };

/**
 * Sets how a campaign is tested. @throws AppError `state` where it cannot be tested (any more), and
 * what `authorize` throws
 */
export function changeTest(
  db: Db,
  first: Campaign,
  { authorize, at, ...settings }: TestSettings & Change,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const campaign = await unbegun(tx, first, { authorize, at });
    if (campaign.further_lists !== null) throw new AppError('state', SEVERAL_LISTS);
    if (campaign.recipient_time_zone !== null) throw new AppError('state', TEST_OR_TIME);
    const option = untrackedOption(campaign, settings.decided_by);
    if (option !== undefined) throw untracked(option === 'open_tracking' ? 'Opens' : 'Clicks', option);
    await putTest(tx, campaign, settings, at);
  });
}

function untracked(what: string, option: string): AppError {
  const message = say('ab-test-untracked', { what, option });
  return new AppError('invalid', message, { faults: { decided_by: message } });
}

/**
 * Makes another variant of a campaign that is tested: a draft like it, which is written like any
 * campaign, and begins with it.
 * @throws AppError `state`, and what `authorize` throws
 */
export function addVariant(
  db: Db,
  first: Campaign,
  {
    name,
    subject,
    author,
    authorize,
    at,
  }: { name?: string | undefined; subject?: string | undefined; author: Author } & Change,
): Promise<Campaign> {
  return inTransaction(db, async (tx) => {
    const campaign = await unbegun(tx, first, { authorize, at });
    if (!(await findTest(tx, campaign))) throw new AppError('state', say('ab-test-none'));
    const variants = await variantsOf(tx, campaign);
    const letter = LETTERS[variants.length];
    if (letter === undefined) throw new AppError('state', say('ab-test-many', { most: MOST_VARIANTS }));
    const { id, ...columns } = campaign;
    const columnsOfVariant = {
      ...columns,
      name: name ?? nameWithMark(campaign.name, ` (${letter})`),
      ...(subject !== undefined && { subject }),
      // Statistics are mailed of the first variant and of the rest, not of each small part.
      options: JSON.stringify({ ...parsedOptions(campaign), email_stats: null }),
      status: 'draft',
      send_at: null,
      next_run_at: null,
      parent_id: null,
      created_at: at,
    };
    const draft = await addCampaign(tx, columnsOfVariant, { test_of: id, part_from: null, part_to: null });
    await copyCampaignFiles(tx, campaign, draft.id);
    await keepVersion(tx, draft, { author, at });
    return draft;
  });
}

/**
 * Removes the test of a campaign and its other variants, which are drafts. @throws AppError
 * `state`, and what `authorize` throws
 */
export function removeTest(db: Db, first: Campaign, change: Change): Promise<void> {
  return inTransaction(db, async (tx) => {
    const campaign = await unbegun(tx, first, change);
    await removeVariants(tx, campaign, change.at);
    await deleteTest(tx, campaign);
  });
}

/** Hides the other variants of a campaign that are still drafts. */
export async function removeVariants(tx: Tx, first: Campaign, at: number): Promise<void> {
  for (const variant of await variantsOf(tx, first)) {
    if (variant.id === first.id || variant.status !== 'draft') continue;
    const set = { status: 'pending-delete', updated_at: at };
    const removed = await moveCampaign(tx, variant, { from: ['draft'], set });
    if (!removed) continue; // somebody has removed it since
    await noteDraft(tx, removed, variant.blocks);
    await addToTally(tx, variant.customer_id, 'campaigns', -1);
    await countOfList(tx, variant.customer_id, variant.list_id, -1);
  }
}

async function unbegun(tx: Tx, found: Campaign, { authorize, at }: Change): Promise<Campaign> {
  const campaign = await holdCampaign(tx, found);
  await authorize(tx, campaign);
  if (campaign.test_of !== null) throw new AppError('state', say('ab-test-of-variant'));
  const { cronjob_enabled } = parsedOptions(campaign);
  if (campaign.type !== 'regular' || cronjob_enabled === 1) throw new AppError('state', say('ab-test-regular'));
  if (campaign.status === 'sent' || hasBegun(campaign, at)) throw new AppError('state', say('ab-test-begun'));
  return campaign;
}
