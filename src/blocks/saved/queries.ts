// Statements on tables `saved_block` and `saved_block_use`: blocks that several mails have, and
// which templates and drafts of campaigns have them.
import type { Insertable, Selectable } from 'kysely';
import { AppError } from '../../kernel/errors.ts';
import { sha256 } from '../../kernel/ids.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { compareNames } from '../../kernel/text/names.ts';
import { hashesIn } from '../../mail/html/file-addresses.ts';
import { noteUsed } from '../../media/queries.ts';
import type { Db, Tx } from '../../storage/db.ts';
import { keepRows, lockRows } from '../../storage/dialect.ts';
import type { SavedBlockTable } from '../../storage/tables.ts';
import { holdTally } from '../../storage/tally.ts';

export type SavedBlock = Selectable<SavedBlockTable>;
type Key = Pick<SavedBlock, 'id' | 'customer_id'>;
/** A template, or a draft of a campaign. */
export type Owner = { kind: 'template' | 'campaign'; id: number; customer_id: number };
/** How many have a block in one form, by the hash of it. */
export type Use = { saved_block_id: number; kind: string; hash: string; count: number };

/** The customer's saved blocks, by name. */
export async function listSaved(db: Db | Tx, customerId: number): Promise<SavedBlock[]> {
  const blocks = await db
    .selectFrom('saved_block')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .execute();
  return blocks.sort((a, b) => compareNames(a.name, b.name));
}

/** The customer's saved block of that uid. @throws AppError `not_found` */
export async function getSaved(db: Db | Tx, customerId: number, uid: string): Promise<SavedBlock> {
  const found = await db
    .selectFrom('saved_block')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('uid', '=', uid)
    .executeTakeFirst();
  if (!found) throw new AppError('not_found', say('saved-block-missing'));
  return found;
}

/**
 * Those of the customer's saved blocks that these uids name. None of them can be deleted until the
 * transaction ends.
 */
export function keepSaved(tx: Tx, customerId: number, uids: readonly string[]): Promise<SavedBlock[]> {
  if (uids.length === 0) return Promise.resolve([]);
  return tx
    .selectFrom('saved_block')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('uid', 'in', uids)
    .orderBy('id') // so that two who keep several never deadlock
    .modifyEnd(keepRows(tx))
    .execute();
}

/**
 * How many saved blocks the customer has, held until the transaction ends: others who make one
 * wait.
 */
export async function countHeld(tx: Tx, customerId: number): Promise<number> {
  await holdTally(tx, customerId, 'saved_blocks');
  return (await listSaved(tx, customerId)).length;
}

export async function insertSaved(tx: Tx, row: Insertable<SavedBlockTable>): Promise<SavedBlock> {
  await noteUsed(tx, row.customer_id, hashesIn(row.content));
  return tx.insertInto('saved_block').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function updateSaved(
  tx: Tx,
  { id, customer_id }: Key,
  set: Partial<Pick<SavedBlock, 'name' | 'content' | 'updated_at'>>,
): Promise<void> {
  if (set.content !== undefined) await noteUsed(tx, customer_id, hashesIn(set.content));
  await tx.updateTable('saved_block').set(set).where('customer_id', '=', customer_id).where('id', '=', id).execute();
}

/**
 * Deletes it; mails that have it keep their copy. It is held before its uses are looked at: whoever
 * saves a mail with it is done, or finds it gone.
 * @throws AppError `not_found`
 */
export async function deleteSaved(tx: Tx, { id, customer_id }: Key): Promise<void> {
  const held = await tx
    .selectFrom('saved_block')
    .select('id')
    .where('customer_id', '=', customer_id)
    .where('id', '=', id)
    .modifyEnd(lockRows(tx))
    .executeTakeFirst();
  if (!held) throw new AppError('not_found', say('saved-block-missing'));
  await tx
    .deleteFrom('saved_block_use')
    .where('customer_id', '=', customer_id)
    .where('saved_block_id', '=', id)
    .execute();
  await tx.deleteFrom('saved_block').where('customer_id', '=', customer_id).where('id', '=', id).execute();
}

/** Replaces what is noted of an owner. */
export async function replaceUses(
  tx: Tx,
  { kind, id, customer_id }: Owner,
  uses: readonly { saved_block_id: number; hash: string }[],
): Promise<void> {
  await tx
    .deleteFrom('saved_block_use')
    .where('customer_id', '=', customer_id)
    .where('kind', '=', kind)
    .where('owner_id', '=', id)
    .execute();
  if (uses.length === 0) return;
  const rows = uses.map((use) => ({ customer_id, kind, owner_id: id, ...use }));
  await tx.insertInto('saved_block_use').values(rows).execute();
}

/** Who has the customer's saved blocks. */
export async function countUses(db: Db, customerId: number): Promise<Use[]> {
  const rows = await db
    .selectFrom('saved_block_use')
    .select(['saved_block_id', 'kind', 'hash'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('customer_id', '=', customerId)
    .groupBy(['saved_block_id', 'kind', 'hash'])
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

type Differing = { kind: Owner['kind']; after: number };

/** Those that have the block in another form; `after`: the last one that was looked at. */
const differing = (db: Db, { id, customer_id, content }: SavedBlock, { kind, after }: Differing) =>
  db
    .selectFrom('saved_block_use')
    .where('customer_id', '=', customer_id)
    .where('saved_block_id', '=', id)
    .where('hash', '!=', sha256(content))
    .where('kind', '=', kind)
    .where('owner_id', '>', after);

/** The next of them, by id. */
export function differingOwners(
  db: Db,
  saved: SavedBlock,
  { most, ...which }: Differing & { most: number },
): Promise<{ owner_id: number }[]> {
  return differing(db, saved, which).select('owner_id').orderBy('owner_id').limit(most).execute();
}

/** How many there are of them. */
export async function countDiffering(db: Db, saved: SavedBlock, which: Differing): Promise<number> {
  const found = await differing(db, saved, which)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(found.count);
}
