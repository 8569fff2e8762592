// The notice that a campaign shows: why it does not go on. Also the state changes that come with
// such a notice. Each update asks for the campaign as it was read, so that changes made meanwhile
// are not overwritten.
import { type SqlBool, sql } from 'kysely';
import { HOUR_MS } from '../../kernel/durations.ts';
import { type Sentence, say } from '../../kernel/sentences/sentence.ts';
import type { Db, Tx } from '../../storage/db.ts';
import type { Campaign } from '../../storage/tables.ts';
import { TRANSITIONS } from '../rules.ts';
import { changeAndTell } from './webhook-facts.ts';

type CampaignState = Pick<Campaign, 'id' | 'customer_id' | 'status' | 'updated_at' | 'notice' | 'waits_until'>;

/** A campaign does not begin: something is missing, which its second sentence names. */
export const HELD = 'notice-held';
/**
 * Starting the campaign failed: the only notice of a waiting campaign that is about a fault of the
 * server.
 */
export const BEGIN_FAILED = 'notice-begin-failed';
/**
 * Notices of campaigns that are due and wait for a person: for one who has to configure something,
 * or for one who publishes what their content refers to.
 */
const WAITING = [HELD, 'notice-feed-again', 'notice-page-again', 'notice-empty-again'] as const;

/** Whether a campaign has such a notice. */
export const waitsForPeople = sql<SqlBool>`(${sql.join(
  WAITING.map((code) => sql`coalesce(notice, '') like ${sql.lit(`%"${code}"%`)}`),
  sql` or `,
)})`;

/** Sets or removes the notice, and the time (ms) before which the campaign is not begun. */
export async function setNotice(
  db: Db | Tx,
  campaign: CampaignState,
  { notice: sentences, until }: { notice: readonly Sentence[] | null; until: number | null },
): Promise<void> {
  const notice = sentences && JSON.stringify(sentences);
  if (campaign.notice === notice && campaign.waits_until === until) return;
  await unchanged(db, campaign).set({ notice, waits_until: until }).execute();
}

/** Sets the time (ms) before which the campaign is not begun; its notice stays. */
export async function postpone(db: Db, campaign: CampaignState, until: number): Promise<void> {
  await unchanged(db, campaign).set({ waits_until: until }).execute();
}

/** Nothing is waited for longer than an hour at a time (feeds/rules.ts). */
const LONGEST_WAIT_MS = 2 * HOUR_MS;

/** A later instant was said by a clock that was far ahead: nobody waits for it. `at`: now, ms. */
export const waitsNoMore = (at: number) =>
  sql<SqlBool>`(coalesce(waits_until, 0) <= ${at} or waits_until > ${at + LONGEST_WAIT_MS})`;

/** Notice of a campaign whose HTML could not be converted to plain text. */
export const SIMPLE_TEXT = say('notice-plain-text');

/** Sets the notice about the simplified plain text, unless another notice is set. */
export async function recordFallbackText(db: Db, campaign: CampaignState): Promise<void> {
  if (campaign.notice !== null) return;
  await setNotice(db, campaign, { notice: [SIMPLE_TEXT], until: campaign.waits_until });
}

/**
 * Whether the server paused a campaign and says why: the notice goes when a person pauses it.
 * Written so that index campaign_live answers.
 */
export const pausedByServer = sql<SqlBool>`campaign.status in ('pending-sending', 'processing', 'sending', 'paused')
  and campaign.status = 'paused' and campaign.notice is not null and campaign.notice <> ${JSON.stringify([SIMPLE_TEXT])}`;

/**
 * Pauses a campaign that waits or is being sent. `at` in ms.
 * @returns whether this call paused it
 */
export async function pauseWith(
  db: Db,
  campaign: CampaignState,
  sentences: readonly Sentence[],
  at: number,
): Promise<boolean> {
  if (!TRANSITIONS.pause.from.some((status) => status === campaign.status)) return false;
  const set = { status: TRANSITIONS.pause.to, notice: JSON.stringify(sentences), updated_at: at };
  const paused = await changeAndTell(
    db,
    campaign,
    ['campaign.paused'],
    async (tx) =>
      (await unchanged(tx, campaign).set(set).executeTakeFirst()).numUpdatedRows === 1n ? 'campaign.paused' : undefined,
    at,
  );
  return paused !== undefined;
}

/**
 * Ends a campaign before it has begun: nothing is sent. `at` in ms.
 * @returns whether this call ended it
 */
export async function endUnsent(
  db: Db,
  campaign: CampaignState,
  sentences: readonly Sentence[],
  at: number,
): Promise<boolean> {
  const notice = JSON.stringify(sentences);
  const set = { status: TRANSITIONS.markSent.to, notice, finished_at: at, updated_at: at };
  const ended = await changeAndTell(
    db,
    campaign,
    ['campaign.finished'],
    async (tx) => {
      const one = await unchanged(tx, campaign).where('started_at', 'is', null).set(set).executeTakeFirst();
      return one.numUpdatedRows === 1n ? 'campaign.finished' : undefined;
    },
    at,
  );
  return ended !== undefined;
}

function unchanged(db: Db | Tx, { id, customer_id, status, updated_at }: CampaignState) {
  return db
    .updateTable('campaign')
    .where('customer_id', '=', customer_id)
    .where('id', '=', id)
    .where('status', '=', status)
    .where('updated_at', '=', updated_at);
}
