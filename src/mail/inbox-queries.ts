// The rows of the test inbox, and their messages parsed for showing.
import { type Insertable, sql } from 'kysely';
import type { Attachment, Header } from 'postal-mime';
import { type Db, inTransaction } from '../storage/db.ts';
import type { InboxMail, Tables } from '../storage/tables.ts';
import { mime } from './mime.ts';

export type NewMail = Omit<Insertable<Tables['inbox_mail']>, 'source'> & { source: Buffer };
/** A mail without its source: what a listing shows. */
export type MailHead = Omit<InboxMail, 'source' | 'search' | 'customer_id'>;
export type ParsedMail = { html?: string; text?: string; headers: Header[]; attachments: Attachment[] };

const KEPT_MAX = 10_000;
const ROWS_A_STATEMENT = 100; // 8 parameters a row; SQLite takes 32,766, PostgreSQL 65,535

/**
 * Stores mails and removes all but the last 10,000, in one transaction; gives their ids. What to remove is told by ids,
 * which have hardly a gap: no row is looked at that stays.
 */
export async function insertMails(db: Db, mails: readonly NewMail[]): Promise<number[]> {
  return inTransaction(db, async (tx) => {
    const ids: number[] = [];
    for (let from = 0; from < mails.length; from += ROWS_A_STATEMENT) {
      const rows = mails.slice(from, from + ROWS_A_STATEMENT);
      const inserted = await tx.insertInto('inbox_mail').values(rows).returning('id').execute();
      ids.push(...inserted.map((row) => row.id));
    }
    await tx
      .deleteFrom('inbox_mail')
      .where('id', '<=', Math.max(...ids) - KEPT_MAX)
      .execute();
    return ids;
  });
}

/** What is asked for: one customer's mails or, without one, everybody's; with all words of a search. */
type Asked = { customerId?: number | undefined; search?: string | undefined };

/** Newest first; `search` finds mails with all of its words in sender, recipients or subject, without case. */
export async function listInbox(
  db: Db,
  options: Asked & { beforeId?: number | undefined; limit: number },
): Promise<MailHead[]> {
  let query = db
    .selectFrom('inbox_mail')
    .select(['id', 'received_at', 'mail_from', 'rcpt_to', 'subject', 'size'])
    .orderBy('id', 'desc')
    .limit(options.limit);
  if (options.customerId !== undefined) query = query.where('customer_id', '=', options.customerId);
  if (options.beforeId !== undefined) query = query.where('id', '<', options.beforeId);
  for (const word of searchWords(options.search)) query = query.where(contains(word));
  return query.execute();
}

/** How many mails there are, or how many a search finds. */
export async function countInbox(db: Db, { customerId, search }: Asked = {}): Promise<number> {
  let query = db.selectFrom('inbox_mail').select((e) => e.fn.countAll<number>().as('n'));
  if (customerId !== undefined) query = query.where('customer_id', '=', customerId);
  for (const word of searchWords(search)) query = query.where(contains(word));
  return Number((await query.executeTakeFirstOrThrow()).n);
}

/** One mail with its source, or undefined. */
export async function findMail(db: Db, id: number): Promise<InboxMail | undefined> {
  return db.selectFrom('inbox_mail').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Removes every mail, or one customer's; gives how many there were. */
export async function clearInbox(db: Db, customerId?: number): Promise<number> {
  const all = db.deleteFrom('inbox_mail');
  const result = await (customerId === undefined ? all : all.where('customer_id', '=', customerId)).executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** Takes a message apart for showing. Never fails on what senders write. */
export async function parseMail(source: Uint8Array): Promise<ParsedMail> {
  const { html, text, headers, attachments } = await mime().default.parse(source);
  return { ...(html === undefined ? {} : { html }), ...(text === undefined ? {} : { text }), headers, attachments };
}

function searchWords(search: string | undefined): string[] {
  const words = (search ?? '').toLowerCase().replaceAll('\0', '').split(/\s+/);
  return words.filter((word) => word !== '').slice(0, 10);
}

/** `like` with its wildcards taken literally. */
function contains(word: string) {
  const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
  return sql<boolean>`search like ${pattern} escape '\\'`;
}
