// Statements on table `mailbox`.
import type { Sentence } from '../kernel/sentences/sentence.ts';
import type { Db, Tx } from '../storage/db.ts';
import { lockRows } from '../storage/dialect.ts';
import type { Mailbox, MailboxUpdate, NewMailbox } from '../storage/tables/delivery.ts';

/** All mailboxes, oldest first. */
export function listMailboxes(db: Db): Promise<Mailbox[]> {
  return db.selectFrom('mailbox').selectAll().orderBy('id').execute();
}

/** A mailbox by its number or its name. */
export function findMailbox(db: Db, which: string): Promise<Mailbox | undefined> {
  return named(db, which).executeTakeFirst();
}

/** The same, held until the transaction ends: whoever renews its credentials is done, or waits. */
export function holdMailbox(tx: Tx, which: string): Promise<Mailbox | undefined> {
  return named(tx, which).modifyEnd(lockRows(tx)).executeTakeFirst();
}

function named(db: Db, which: string) {
  const query = db.selectFrom('mailbox').selectAll();
  const byId = /^\d{1,15}$/.test(which);
  return byId ? query.where('id', '=', Number(which)) : query.where('name', '=', which);
}

/** Inserts a mailbox. @returns its number */
export async function insertMailbox(tx: Tx, mailbox: NewMailbox): Promise<number> {
  return (await tx.insertInto('mailbox').values(mailbox).returning('id').executeTakeFirstOrThrow()).id;
}

/** Changes a mailbox. */
export async function updateMailbox(db: Db | Tx, id: number, values: MailboxUpdate): Promise<void> {
  await db.updateTable('mailbox').set(values).where('id', '=', id).execute();
}

/** Deletes a mailbox. */
export async function deleteMailbox(db: Db | Tx, id: number): Promise<void> {
  await db.deleteFrom('mailbox').where('id', '=', id).execute();
}

/** Stores a successful poll. */
export async function updateMailboxPolled(db: Db, id: number, at: number): Promise<void> {
  await updateMailbox(db, id, { polled_at: at, fault: null, fault_at: null });
}

/** Stores the reason of a failed poll. */
export async function updateMailboxFault(db: Db, id: number, fault: Sentence, at: number): Promise<void> {
  await updateMailbox(db, id, { fault: JSON.stringify([fault]), fault_at: at });
}

/** Replaces encrypted credentials that were renewed, unless the mailbox was changed meanwhile. */
export async function replaceCredentials(
  db: Db,
  mailbox: Pick<Mailbox, 'id' | 'updated_at'>,
  sealed: string,
): Promise<void> {
  await db
    .updateTable('mailbox')
    .set({ credentials: sealed })
    .where('id', '=', mailbox.id)
    .where('updated_at', '=', mailbox.updated_at)
    .execute();
}
