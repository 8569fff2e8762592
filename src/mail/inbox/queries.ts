// Statements of the test inbox, and parsing its messages for display.
import { expressionBuilder, type Insertable, sql } from 'kysely';
import type { Attachment, Header } from 'postal-mime';
import { type Db, inTransaction, type Tx } from '../../storage/db.ts';
import { numberSet, textHolds } from '../../storage/dialect.ts';
import { takeNumbers } from '../../storage/numbers.ts';
import type { InboxMail, Tables } from '../../storage/tables.ts';
import { mime } from '../mime/reader.ts';

export type NewMail = Omit<Insertable<Tables['inbox_mail']>, 'source' | 'number'> & { source: Buffer };
/** A mail without its source, for listings. */
export type MailHead = Omit<
  InboxMail,
  'source' | 'search' | 'customer_id' | 'number' | 'released_by' | 'release_reply'
>;
export type ParsedMail = { html?: string; text?: string; headers: Header[]; attachments: Attachment[] };

const KEPT_MAX = 10_000;
const ROWS_A_STATEMENT = 100; // 9 parameters a row; SQLite takes 32,766, PostgreSQL 65,535

/**
 * Inserts mails and deletes all but the last 10,000, in one transaction; returns their ids and
 * numbers. Ids have hardly a gap, so what to delete follows from them: no row that stays is read.
 */
export async function insertMails(db: Db, mails: readonly NewMail[]): Promise<{ id: number; number: number }[]> {
  return inTransaction(db, async (tx) => {
    const numbers = await numbersFor(tx, mails);
    const stored: { id: number; number: number }[] = [];
    for (let from = 0; from < mails.length; from += ROWS_A_STATEMENT) {
      const part = mails.slice(from, from + ROWS_A_STATEMENT);
      const rows = part.map((mail, index) => ({ customer_id: null, ...mail, number: numbers[from + index] ?? 0 }));
      const inserted = await tx.insertInto('inbox_mail').values(rows).returning(['id', 'number']).execute();
      stored.push(...inserted);
    }
    await tx
      .deleteFrom('inbox_mail')
      .where('id', '<=', Math.max(...stored.map(({ id }) => id)) - KEPT_MAX)
      .execute();
    return stored;
  });
}

async function numbersFor(tx: Tx, mails: readonly NewMail[]): Promise<number[]> {
  const numbers = mails.map(() => 0);
  const byCustomer = Map.groupBy(mails.keys(), (index) => mails[index]?.customer_id ?? 0);
  byCustomer.delete(0);
  // Ordered by customer, so that concurrent inserts never wait for each other in a circle.
  for (const [customerId, indexes] of [...byCustomer].sort(([a], [b]) => a - b)) {
    const first = await takeNumbers(tx, 'inbox_mail', customerId, indexes.length);
    for (const [place, index] of indexes.entries()) numbers[index] = first + place;
  }
  return numbers;
}

/**
 * One customer's mails or, without `customerId`, everybody's; with all words of `search`. For a
 * customer the id of a mail is its number among the customer's.
 */
type MailFilter = { customerId?: number | undefined; search?: string | undefined };

/**
 * Newest first; `search` finds mails with all of its words in sender, recipients or subject,
 * ignoring case.
 */
export async function listInbox(
  db: Db,
  options: MailFilter & { beforeId?: number | undefined; limit: number },
): Promise<MailHead[]> {
  const id = idFor(options.customerId);
  let query = db
    .selectFrom('inbox_mail')
    .select([`${id} as id`, 'received_at', 'mail_from', 'rcpt_to', 'subject', 'size', 'released_at', 'release'])
    .orderBy(`inbox_mail.${id}`, 'desc')
    .limit(options.limit);
  if (options.customerId !== undefined) query = query.where('customer_id', '=', options.customerId);
  if (options.beforeId !== undefined) query = query.where(id, '<', options.beforeId);
  for (const word of searchWords(options.search)) query = query.where(contains(db, word));
  return query.execute();
}

const idFor = (customerId: number | undefined) => (customerId === undefined ? 'id' : 'number');

/** The id of the mail that came last to each customer, for those that have one. */
export async function latestMails(db: Db, customerIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('inbox_mail')
    .select(['customer_id', ({ fn }) => fn.max('number').as('number')])
    .where('customer_id', 'in', numberSet(db, customerIds))
    .groupBy('customer_id')
    .execute();
  return new Map(rows.map(({ customer_id, number }) => [customer_id ?? 0, Number(number)]));
}

/** The id, as operators see it, of the mail that came last, whoever it belongs to. */
export async function newestMail(db: Db): Promise<number | undefined> {
  const newest = await db.selectFrom('inbox_mail').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return newest?.id;
}

/** How many mails there are, or how many a search finds. */
export async function countInbox(db: Db, { customerId, search }: MailFilter = {}): Promise<number> {
  let query = db.selectFrom('inbox_mail').select((e) => e.fn.countAll<number>().as('n'));
  if (customerId !== undefined) query = query.where('customer_id', '=', customerId);
  for (const word of searchWords(search)) query = query.where(contains(db, word));
  return Number((await query.executeTakeFirstOrThrow()).n);
}

/**
 * One mail with its source: one of the customer's or, without `customerId`, anyone's; `id` as
 * listInbox gives it.
 */
export async function findMail(db: Db, id: number, customerId?: number): Promise<InboxMail | undefined> {
  let query = db.selectFrom('inbox_mail').selectAll().where(idFor(customerId), '=', id);
  if (customerId !== undefined) query = query.where('customer_id', '=', customerId);
  const mail = await query.executeTakeFirst();
  return mail && { ...mail, id };
}

/** Condition: the row is this one, as findMail gave it; those of nobody have an id alone. */
export function isMail({ customer_id, number, id }: InboxMail) {
  const eb = expressionBuilder<Tables, 'inbox_mail'>();
  return customer_id === null
    ? eb.and([eb('customer_id', 'is', null), eb('id', '=', id)])
    : eb.and([eb('customer_id', '=', customer_id), eb('number', '=', number)]);
}

/** Deletes one mail, as findMail gave it. */
export async function removeMail(db: Db, mail: InboxMail): Promise<void> {
  await db.deleteFrom('inbox_mail').where(isMail(mail)).execute();
}

/** Deletes every mail, or one customer's; returns how many. */
export async function clearInbox(db: Db, customerId?: number): Promise<number> {
  let all = db.selectFrom('inbox_mail').select('id');
  if (customerId !== undefined) all = all.where('customer_id', '=', customerId);
  const last = await all.orderBy('id', 'desc').limit(1).executeTakeFirst();
  for (let removed = 0; ; ) {
    // In batches: mails are large, and no other writer runs meanwhile.
    const some = all
      .where('id', '<=', last?.id ?? 0)
      .orderBy('id')
      .limit(500);
    const result = await db.deleteFrom('inbox_mail').where('id', 'in', some).executeTakeFirst();
    removed += Number(result.numDeletedRows);
    if (result.numDeletedRows === 0n) return removed;
  }
}

/** Parses a message for display. Never fails, whatever senders write. */
export async function parseMail(source: Uint8Array): Promise<ParsedMail> {
  const { html, text, headers, attachments } = await mime().default.parse(source);
  return { ...(html === undefined ? {} : { html }), ...(text === undefined ? {} : { text }), headers, attachments };
}

function searchWords(search: string | undefined): string[] {
  const words = (search ?? '').toLowerCase().replaceAll('\0', '').split(/\s+/);
  return words.filter((word) => word !== '').slice(0, 10);
}

const contains = (db: Db, word: string) => textHolds(db, sql.ref<string>('search'), word);
