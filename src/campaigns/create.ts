// Creates a campaign.
import { noteUses } from '../blocks/saved/uses.ts';
import { AppError } from '../kernel/errors.ts';
import { newUid } from '../kernel/ids.ts';
import { say } from '../kernel/sentences/sentence.ts';
import { holdSegment } from '../segments/queries.ts';
import { type Db, inTransaction, type Tx } from '../storage/db.ts';
import { takeNumbers } from '../storage/numbers.ts';
import type { Campaign, NewCampaign } from '../storage/tables.ts';
import { addToTally } from '../storage/tally.ts';
import { type FileToAttach, keepAttachedFiles } from './attached/files.ts';
import { type CampaignSource, keepSource, pageColumns } from './content/source.ts';
import type { CampaignOptions } from './options.ts';
import { insertCampaign } from './queries.ts';
import type { CampaignType } from './rules.ts';
import type { Author } from './versions/author.ts';
import { keepVersion } from './versions/keep.ts';

/** A validated campaign that is not stored yet. `source` is absent where the stored page stays. */
export type CampaignDraft = Pick<
  Campaign,
  | 'list_id'
  | 'segment_id'
  | 'name'
  | 'from_name'
  | 'from_email'
  | 'to_name'
  | 'reply_to'
  | 'subject'
  | 'status'
  | 'send_at'
  | 'plain_text'
  | 'auto_plain_text'
  | 'inline_css'
  | 'relay_numbers'
  | 'next_run_at'
  | 'uncertain_policy'
  | 'max_per_minute'
> &
  Partial<
    Pick<
      Campaign,
      'sending_window' | 'recipient_time_zone' | 'begins_early' | 'headers' | 'attachments' | 'tags' | 'further_lists'
    >
  > & {
    type: CampaignType;
    options: CampaignOptions;
    source: CampaignSource | undefined;
    /** Those of `attachments` that the request named. */
    files?: readonly FileToAttach[];
  };

/**
 * Creates a campaign of the customer, and its first version. `at` in ms. @throws AppError `invalid`
 * where its segment was removed since it was looked up
 */
export function createCampaign(
  db: Db,
  customerId: number,
  draft: CampaignDraft,
  { author, at }: { author: Author; at: number },
): Promise<Campaign> {
  return inTransaction(db, async (tx) => {
    const { options, files = [], source = { kind: 'content', html: '' }, ...columns } = draft;
    if (!(await keepsSegment(tx, { ...columns, customer_id: customerId }))) {
      throw new AppError('invalid', NO_SEGMENT, { faults: { segment_uid: NO_SEGMENT } });
    }
    const campaign = await addCampaign(tx, {
      ...columns,
      customer_id: customerId,
      options: JSON.stringify(options),
      ...pageColumns(source),
      parent_id: null,
      created_at: at,
    });
    await keepSource(tx, campaign, source);
    await keepAttachedFiles(tx, campaign, files);
    await keepVersion(tx, campaign, { author, at });
    return campaign;
  });
}

export const NO_SEGMENT = say('campaign-segment-provided');

/** Whether the segment, if there is one, was not removed since it was looked up, and stays now. */
export async function keepsSegment(
  tx: Tx,
  { customer_id, segment_id }: Pick<Campaign, 'customer_id' | 'segment_id'>,
): Promise<boolean> {
  return segment_id === null || holdSegment(tx, { id: segment_id, customer_id });
}

/** The id that stands for the list of a draft that has none yet. */
export const NO_LIST = 0;

/** Counts a campaign of a list, or of none. */
export async function countOfList(tx: Tx, customerId: number, listId: number, delta: number): Promise<void> {
  if (listId !== NO_LIST) await addToTally(tx, customerId, 'campaigns-of-list', delta, listId);
}

/**
 * Notes which saved blocks a campaign has while it is a draft. `before`: what it was made of until
 * now.
 */
export async function noteDraft(
  tx: Tx,
  { id, customer_id, status, blocks }: Pick<Campaign, 'id' | 'customer_id' | 'status' | 'blocks'>,
  before: string | null = null,
): Promise<void> {
  const own = status === 'draft' ? blocks : null;
  if (own !== null || before !== null) await noteUses(tx, { kind: 'campaign', id, customer_id }, own);
}

type Begun =
  | 'uid'
  | 'number'
  | 'freeze_after_id'
  | 'freeze_list'
  | 'freeze_until_id'
  | 'freeze_done'
  | 'updated_at'
  | 'started_at'
  | 'finished_at'
  | 'notice'
  | 'waits_until'
  | 'run_count'
  | 'followed_at'
  | 'followed_id'
  | 'report_due'
  | 'revision'
  | 'tested_revision'
  | 'tested_at'
  | 'details_removed_at'
  | 'details_left'
  | keyof TestPart;

/** What a campaign of an A/B test has besides. */
type TestPart = Pick<Campaign, 'test_of' | 'part_from' | 'part_to'>;

const NO_TEST: TestPart = { test_of: null, part_from: null, part_to: null };

/** Inserts a campaign that has not begun, with its counters, and adds it to the tallies. */
export async function addCampaign(
  tx: Tx,
  columns: Omit<NewCampaign, Begun | 'id'>,
  part: TestPart = NO_TEST,
): Promise<Campaign> {
  const campaign = await insertCampaign(tx, {
    ...columns,
    uid: newUid(),
    number: await takeNumbers(tx, 'campaign', columns.customer_id),
    freeze_after_id: 0,
    freeze_list: 0,
    freeze_until_id: null,
    freeze_done: 0,
    updated_at: columns.created_at,
    started_at: null,
    finished_at: null,
    notice: null,
    waits_until: null,
    run_count: 0,
    followed_at: null,
    followed_id: 0,
    report_due: 0,
    report_link: null,
    revision: 1,
    tested_revision: null,
    tested_at: null,
    details_removed_at: null,
    details_left: 0,
    ...part,
  });
  await addToTally(tx, campaign.customer_id, 'campaigns', 1);
  await countOfList(tx, campaign.customer_id, campaign.list_id, 1);
  await noteDraft(tx, campaign);
  return campaign;
}
