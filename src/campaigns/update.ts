// Changes a campaign.
import { AppError } from '../kernel/errors.ts';
import { type Db, inTransaction, type Tx } from '../storage/db.ts';
import type { Campaign } from '../storage/tables.ts';
import { addToTally } from '../storage/tally.ts';
import { followsOthers } from './autoresponder/follow-rules.ts';
import { htmlOf, keepSource } from './content/source.ts';
import type { CampaignDraft } from './create.ts';
import { parsedOptions } from './options.ts';
import { getCampaign, lockCampaign, moveCampaign } from './queries.ts';
import { isEditable, type Status } from './rules.ts';

type Change = {
  read: (before: Campaign) => Promise<CampaignDraft>;
  refuse?: (before: Campaign) => AppError | undefined;
};

/**
 * Changes a campaign. The request is read against the campaign as it is; when that changes before
 * the result is written (another update, a start, a pause), it is read again, so that no change of
 * others is lost and none is made in a state that forbids it. Reading happens outside of the
 * transaction: an archive takes its time, and SQLite has one writer.
 * @param read gives the campaign as it should be; `refuse` why it cannot become that
 * @param at instant in ms
 * @returns the campaign as it is now
 * @throws AppError `not_found`, `invalid` where it is not editable, and what `read` throws
 */
export async function changeCampaign(
  db: Db,
  { customerId, uid }: { customerId: number; uid: string },
  { read, refuse }: Change,
  at: number,
): Promise<Campaign> {
  for (;;) {
    const before = await getCampaign(db, customerId, uid);
    const refusal = refuse ? refuse(before) : notEditable(before, at);
    if (refusal) throw refusal;
    const draft = await read(before);
    const written = await inTransaction(db, async (tx) => {
      const now = await lockCampaign(tx, before.id);
      if (JSON.stringify(now) !== JSON.stringify(before)) return undefined;
      return write(tx, before, draft, at);
    });
    if (written) return written;
  }
}

function notEditable(campaign: Campaign, at: number): AppError | undefined {
  return isEditable(campaign, at) ? undefined : new AppError('invalid', 'This campaign is not editable.');
}

async function write(tx: Tx, before: Campaign, draft: CampaignDraft, at: number) {
  const { options, source, ...columns } = draft;
  const written = await moveCampaign(tx, before, {
    from: [before.status as Status],
    set: {
      ...columns,
      options: JSON.stringify(options),
      ...(source && { content: htmlOf(source) }),
      // An autoresponder begins anew with other events: who has a message gets no second one.
      ...(followsOthers(parsedOptions(before), options) && { followed_at: null, followed_id: 0 }),
      notice: null, // it spoke of the campaign as it was
      waits_until: null,
      updated_at: at,
    },
  });
  if (source) await keepSource(tx, before.id, source);
  if (draft.list_id === before.list_id) return written;
  const moves: [listId: number, by: number][] = [
    [before.list_id, -1],
    [draft.list_id, 1],
  ];
  // By id, so that two campaigns that change places never wait for each other.
  for (const [listId, by] of moves.toSorted(([a], [b]) => a - b)) await addToTally(tx, 'campaigns-of-list', listId, by);
  return written;
}
