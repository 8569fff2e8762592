// Changes a campaign.
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../kernel/errors.ts';
import { say, type Told } from '../kernel/sentences/sentence.ts';
import { type Db, inTransaction, type Tx } from '../storage/db.ts';
import type { Campaign } from '../storage/tables.ts';
import { findTest } from './ab-test/queries.ts';
import { keepAttachedFiles } from './attached/files.ts';
import { AWAKE } from './autoresponder/follow.ts';
import { type Place, placeAfter } from './autoresponder/follow-rules.ts';
import { keepSource, pageColumns } from './content/source.ts';
import { type CampaignDraft, countOfList, keepsSegment, noteDraft } from './create.ts';
import { tellCampaign } from './delivery/webhook-facts.ts';
import { type CampaignOptions, parsedOptions } from './options.ts';
import { type Authorize, getCampaign, holdCampaign, moveCampaign } from './queries.ts';
import { TEST_OR_TIME } from './recipient-time/check.ts';
import { isEditable, type Status } from './rules.ts';
import { findOwner } from './schedule/queries-runs.ts';
import { TEST_OF_ONE } from './several-lists/lists.ts';
import type { Author } from './versions/author.ts';
import { keepVersion } from './versions/keep.ts';
import { changedIn } from './versions/snapshot.ts';
import { requireRevision } from './versions/stale.ts';

const TEST_OF_REGULAR = say('ab-test-regular');

type Change = {
  /** Absent: the caller may change it, however it is. */
  authorize?: Authorize;
  read: (before: Campaign) => Promise<CampaignDraft>;
  refuse?: (before: Campaign) => AppError | undefined;
  author: Author;
  /** The revision that the request was made for, as in `If-Match`; absent: any. */
  ifMatch?: string | undefined;
  /** The revision of the version that is brought back. */
  restored?: number;
  /** The present state is kept as a version of its own, whoever saved it and when. */
  keepsBefore?: boolean;
};

/**
 * Changes a campaign. The request is read against the campaign as it is; when that changes before
 * the result is written (another update, a start, a pause), the request is read again, so that no
 * other change is lost and none is made in a state that forbids it. Reading happens outside of the
 * transaction: an archive takes its time, and SQLite has one writer.
 * @param read gives the campaign as it should be; `refuse` says why it cannot become that
 * @param at instant in ms
 * @returns the campaign as it is now
 * @throws AppError `not_found`, `invalid` where it is not editable, `stale` where it is another
 * revision, and what `read` throws
 */
export async function changeCampaign(
  db: Db,
  { customerId, uid }: { customerId: number; uid: string },
  change: Change,
  at: number,
): Promise<Campaign> {
  for (;;) {
    const before = await getCampaign(db, customerId, uid);
    const refusal = change.refuse ? change.refuse(before) : notEditable(before, at);
    if (refusal) throw refusal;
    await requireRevision(db, before, change.ifMatch);
    await change.authorize?.(db, before);
    const draft = await change.read(before);
    refuseVariant(before, draft);
    const written = await inTransaction(db, async (tx) => {
      const now = await holdCampaign(tx, before);
      // Rows of SQLite may lack a prototype, which would count as a difference; copies have one.
      if (!isDeepStrictEqual({ ...now }, { ...before })) return undefined;
      await change.authorize?.(tx, now); // once more: the first variant of its test may be scheduled by now
      const isOther = draft.segment_id !== before.segment_id;
      if (isOther && !(await keepsSegment(tx, { ...before, ...draft }))) return undefined; // read again, it is refused
      const why = untestable(draft); // asked for here, as a test is set while its campaign is locked
      if (why && (before.test_of !== null || (await findTest(tx, before)))) throw why;
      return write(tx, before, draft, change, at);
    });
    if (written) return written;
  }
}

/**
 * A variant of an A/B test begins with the campaign that it is a variant of. @throws AppError
 * `state`
 */
function refuseVariant(before: Campaign, draft: CampaignDraft): void {
  if (before.test_of === null || before.status !== 'draft' || draft.status === 'draft') return;
  throw new AppError('state', say('campaign-is-variant'));
}

/** Why a campaign of an A/B test cannot be like this; undefined: it can. */
function untestable({ type, options, further_lists, recipient_time_zone }: CampaignDraft): AppError | undefined {
  const refused = (member: string, why: Told) => new AppError('invalid', why, { faults: { [member]: why } });
  if (further_lists) return refused('list_uids', TEST_OF_ONE);
  if (recipient_time_zone) return refused('delivery.recipient_time_zone', TEST_OR_TIME);
  if (type !== 'regular') return refused('type', TEST_OF_REGULAR);
  // Its runs would go to the whole list, to those who get another variant too.
  if (options.cronjob_enabled === 1) return refused('options.cronjob_enabled', TEST_OF_REGULAR);
  return undefined;
}

function notEditable(campaign: Campaign, at: number): AppError | undefined {
  return isEditable(campaign, at) ? undefined : new AppError('invalid', say('campaign-not-editable'));
}

/** Where an autoresponder goes on; who has a message gets no second one. */
async function placeOf(tx: Tx, before: Campaign, after: CampaignOptions, at: number): Promise<Partial<Place>> {
  if (before.type !== 'autoresponder' || before.started_at === null) return {};
  const { timeZone } = await findOwner(tx, before);
  return placeAfter({ ...before, options: parsedOptions(before) }, after, { at, timeZone }) ?? {};
}

async function write(tx: Tx, before: Campaign, draft: CampaignDraft, change: Change, at: number) {
  const { author, restored, keepsBefore } = change;
  const { options, source, files = [], ...columns } = draft;
  const saved = { ...columns, options: JSON.stringify(options), ...(source && pageColumns(source)) };
  const isOther = draft.status !== before.status || changedIn(before, { ...before, ...saved }).length > 0;
  const written = await moveCampaign(tx, before, {
    from: [before.status as Status],
    set: {
      ...saved,
      ...(await placeOf(tx, before, options, at)),
      notice: null, // the notice was about the former campaign
      waits_until: null,
      updated_at: at,
      ...(before.type === 'autoresponder' && AWAKE),
      ...(isOther && { revision: before.revision + 1 }),
    },
  });
  if (written?.status === 'paused' && before.status !== 'paused') {
    await tellCampaign(tx, before, 'campaign.paused', at);
  }
  if (source) await keepSource(tx, before, source);
  await keepAttachedFiles(tx, before, files);
  if (written) await noteDraft(tx, written, before.blocks);
  if (written && isOther) await keepVersion(tx, written, { author, at, before, restored, keepsBefore });
  if (draft.list_id === before.list_id) return written;
  const moves: [listId: number, by: number][] = [
    [before.list_id, -1],
    [draft.list_id, 1],
  ];
  // In the order of ids, so that two campaigns that swap lists never deadlock.
  for (const [listId, by] of moves.toSorted(([a], [b]) => a - b)) await countOfList(tx, before.customer_id, listId, by);
  return written;
}
