// Statements on table `campaign_version`.
import { type Insertable, type Selectable, sql } from 'kysely';
import { AppError } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import type { Db, Tx } from '../../storage/db.ts';
import type { Campaign, Tables } from '../../storage/tables.ts';

export type Version = Omit<Selectable<Tables['campaign_version']>, 'content'>;
type Of = Pick<Campaign, 'id' | 'customer_id'>;

const COLUMNS = [
  'customer_id',
  'campaign_id',
  'revision',
  'began_at',
  'saved_at',
  'author',
  'author_name',
  'changed',
  'restored_from',
] as const;

const versionsIn = (db: Db | Tx, { id, customer_id }: Of) =>
  db.selectFrom('campaign_version').where('customer_id', '=', customer_id).where('campaign_id', '=', id);

/** The versions of a campaign, newest first. */
export function listVersions(db: Db, campaign: Of): Promise<Version[]> {
  return versionsIn(db, campaign).select(COLUMNS).orderBy('revision', 'desc').execute();
}

/** The newest version; undefined for a campaign that was not saved by request. */
export function lastVersion(db: Db | Tx, campaign: Of): Promise<Version | undefined> {
  return versionsIn(db, campaign).select(COLUMNS).orderBy('revision', 'desc').limit(1).executeTakeFirst();
}

/** A version with its content. @throws AppError `not_found` */
export async function getVersion(db: Db, campaign: Of, revision: number) {
  const row = await versionsIn(db, campaign).selectAll().where('revision', '=', revision).executeTakeFirst();
  if (!row) throw new AppError('not_found', say('campaign-version-gone'));
  return row;
}

export async function insertVersion(tx: Tx, version: Insertable<Tables['campaign_version']>): Promise<void> {
  await tx.insertInto('campaign_version').values(version).execute();
}

const deleteIn = (tx: Tx, { id, customer_id }: Of) =>
  tx.deleteFrom('campaign_version').where('customer_id', '=', customer_id).where('campaign_id', '=', id);

/** Removes one version. */
export async function deleteVersion(tx: Tx, campaign: Of, revision: number): Promise<void> {
  await deleteIn(tx, campaign).where('revision', '=', revision).execute();
}

/** Removes all but the newest `most` versions, and of those the ones saved before `since` (ms). */
export async function pruneVersions(tx: Tx, campaign: Of, { most, since }: { most: number; since: number }) {
  const kept = await versionsIn(tx, campaign)
    .select('revision')
    .orderBy('revision', 'desc')
    .limit(1)
    .offset(most - 1)
    .executeTakeFirst();
  const from = kept?.revision ?? 0;
  await deleteIn(tx, campaign)
    .where((is) => is.or([is('revision', '<', from), is('saved_at', '<', since)]))
    .execute();
}

/** Deletes up to `limit` versions of a customer that were saved before an instant. */
export async function deleteOlder(db: Db, customerId: number, before: number, limit: number): Promise<void> {
  await sql`delete from campaign_version where customer_id = ${customerId} and (campaign_id, revision) in (
    select campaign_id, revision from campaign_version where customer_id = ${customerId} and saved_at < ${before}
    order by saved_at limit ${limit})`.execute(db);
}

/** Removes all versions, and who had the campaign open. */
export async function deleteHistory(tx: Tx, { id, customer_id }: Of): Promise<void> {
  for (const table of ['campaign_version', 'campaign_editor'] as const)
    await tx.deleteFrom(table).where('customer_id', '=', customer_id).where('campaign_id', '=', id).execute();
}
