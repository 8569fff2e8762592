// Keeps what a campaign was each time that it was saved.
import { DAY_MS, MINUTE_MS } from '../../kernel/durations.ts';
import type { Db, Tx } from '../../storage/db.ts';
import { customerWithOlder } from '../../storage/spread/oldest.ts';
import type { Campaign } from '../../storage/tables.ts';
import type { Author } from './author.ts';
import { deleteOlder, deleteVersion, insertVersion, lastVersion, pruneVersions } from './queries.ts';
import { changedIn, packed } from './snapshot.ts';

/** Saves of one author in this time are one version: an editor saves every few seconds. */
const TOGETHER_MS = 2 * MINUTE_MS;
const MOST = 50;
const KEPT_MS = 30 * DAY_MS;
/** A version has up to some hundred KB. */
const CHUNK = 50;

type Kept = {
  author: Author;
  at: number;
  before?: Campaign;
  restored?: number | undefined;
  keepsBefore?: boolean | undefined;
};

/**
 * Keeps the campaign as it is now, under its revision; versions beyond 50 or 30 days go. In the
 * transaction that saved it.
 * @param kept of which `before` is what it was, absent for a new campaign; `restored` the revision
 * that was brought back: such a version takes no other's place; with `keepsBefore` none does
 */
export async function keepVersion(
  tx: Tx,
  campaign: Campaign,
  { author, at, before, restored, keepsBefore = false }: Kept,
): Promise<void> {
  const last = before && (await lastVersion(tx, campaign));
  const isSame =
    last !== undefined &&
    !keepsBefore &&
    last.author === author.mark &&
    at - last.began_at < TOGETHER_MS &&
    last.restored_from === null &&
    restored === undefined;
  if (isSame) await deleteVersion(tx, campaign, last.revision);
  const changed = new Set([
    ...(isSame ? (JSON.parse(last.changed) as string[]) : []),
    ...(before ? changedIn(before, campaign) : []),
    ...(before && before.status !== campaign.status ? ['status'] : []),
  ]);
  await insertVersion(tx, {
    customer_id: campaign.customer_id,
    campaign_id: campaign.id,
    revision: campaign.revision,
    began_at: isSame ? last.began_at : at,
    saved_at: at,
    author: author.mark,
    author_name: author.name,
    changed: JSON.stringify([...changed]),
    restored_from: restored ?? null,
    content: packed(campaign),
  });
  if (before) await pruneVersions(tx, campaign, { most: MOST, since: at - KEPT_MS });
}

/**
 * Removes some versions of one customer that are older than 30 days, of campaigns that nobody saves
 * any more.
 * @param at now, ms
 * @param from the id of the first customer to look at
 * @returns the customer to go on from; undefined: nobody has more
 */
export async function removeOldVersions(db: Db, at: number, from: number): Promise<number | undefined> {
  const before = at - KEPT_MS;
  const customerId = await customerWithOlder(db, 'campaign_version', { before, from });
  if (customerId !== undefined) await deleteOlder(db, customerId, before, CHUNK);
  return customerId;
}
