// What a campaign says to people about why it does not go on, and the ends that come with such a
// reason. Each asks for the campaign as it was read, so that whoever changed it meanwhile is not
// overwritten.
import type { Db } from '../../storage/db.ts';
import type { Campaign } from '../../storage/tables.ts';
import { TRANSITIONS } from '../rules.ts';

type Read = Pick<Campaign, 'id' | 'status' | 'updated_at' | 'notice' | 'waits_until'>;

/** Sets the notice, or takes it away, and until when (ms) the campaign is not begun. */
export async function setNotice(
  db: Db,
  campaign: Read,
  { notice, until }: { notice: string | null; until: number | null },
): Promise<void> {
  if (campaign.notice === notice && campaign.waits_until === until) return;
  await unchanged(db, campaign).set({ notice, waits_until: until }).execute();
}

/** Told of a campaign whose HTML could not be made into plain text. */
export const FALLBACK_TEXT =
  'The plain text of the mails is a makeshift: the HTML is too long or too deeply nested to be converted in time. Give template.plain_text, or simpler HTML.';

/** Says of a campaign that its plain text is a makeshift, unless there is something else to say. */
export async function recordFallbackText(db: Db, campaign: Read): Promise<void> {
  if (campaign.notice !== null) return;
  await setNotice(db, campaign, { notice: FALLBACK_TEXT, until: campaign.waits_until });
}

/**
 * Pauses a campaign that waits or is under way. @returns whether it is paused by this call; `at` in
 * ms
 */
export async function pauseWith(db: Db, campaign: Read, notice: string, at: number): Promise<boolean> {
  if (!TRANSITIONS.pause.from.some((status) => status === campaign.status)) return false;
  const set = { status: TRANSITIONS.pause.to, notice, updated_at: at };
  return (await unchanged(db, campaign).set(set).executeTakeFirst()).numUpdatedRows === 1n;
}

/**
 * Ends a campaign whose audience was not begun: nothing leaves. @returns whether it is ended by
 * this call; `at` in ms
 */
export async function endUnsent(db: Db, campaign: Read, notice: string, at: number): Promise<boolean> {
  const set = { status: TRANSITIONS.markSent.to, notice, finished_at: at, updated_at: at };
  const ended = await unchanged(db, campaign).where('freeze_until_id', 'is', null).set(set).executeTakeFirst();
  return ended.numUpdatedRows === 1n;
}

function unchanged(db: Db, { id, status, updated_at }: Read) {
  return db
    .updateTable('campaign')
    .where('id', '=', id)
    .where('status', '=', status)
    .where('updated_at', '=', updated_at);
}
