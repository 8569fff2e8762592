// Erases the emails to an address. Their rows stay as long as their messages, which are counted.
import { sql } from 'kysely';
import { html } from '../http/html.ts';
import { emailKey } from '../kernel/address.ts';
import { skipDeleted } from '../messages/remove.ts';
import { numberSet } from '../storage/dialect.ts';
import type { Tx } from '../storage/tables.ts';
import { dropAttachments } from './attachments.ts';
import { countEmails } from './counts.ts';
import type { EmailKind } from './rules.ts';

/**
 * Erases address, content and files of the emails to an address (`kernel/address.ts`: emailKey).
 * One that was not sent yet is not sent any more.
 * @param at now, ms
 * @returns the subscriber ids of their messages
 */
export async function eraseEmailsTo(tx: Tx, customerId: number, key: string, at: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('email')
    .select(['id', 'kind', 'deleted_at', 'send_at'])
    .where('customer_id', '=', customerId)
    .where('to_key', '=', key)
    .where('to_key', '!=', sql.lit('')) // as the index says it
    .orderBy('id')
    .execute();
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const nothing = { to_name: '', to_email: '', to_key: '', subject: '', html: '', plain_text: null };
  await tx
    .updateTable('email')
    .set({ ...nothing, deleted_at: at })
    .where('customer_id', '=', customerId)
    .where('id', 'in', numberSet(tx, ids))
    .execute();
  await dropAttachments(tx, customerId, ids);
  for (const id of ids) await skipDeleted(tx, { customerId, subscriberId: -id }, at);
  const listed = rows.filter(({ deleted_at }) => deleted_at === null);
  await countEmails(
    tx,
    listed.map(({ kind }) => ({ kind: kind as EmailKind, customerId })),
    -1,
  );
  return ids.map((id) => -id);
}

const NOTICES = 100;

/**
 * Takes an address out of the notices of who joined and left a list, which have it in a line of its
 * own (schedules/notices/mail.ts).
 */
export async function eraseInNotices(tx: Tx, customerId: number, key: string): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await tx
      .selectFrom('email')
      .select(['id', 'html', 'plain_text'])
      .where('customer_id', '=', customerId)
      .where('kind', '=', 'notice')
      .where('deleted_at', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(NOTICES)
      .execute();
    for (const { id, html: page, plain_text } of rows) {
      after = id;
      const lines = plain_text?.split('\n') ?? [];
      const theirs = lines.filter((line) => emailKey(line) === key);
      if (theirs.length === 0) continue;
      const others = lines.filter((line) => !theirs.includes(line)).join('\n');
      const without = theirs.reduce((text, email) => text.replaceAll(`${html`<li>${email}</li>`}`, ''), page);
      await tx
        .updateTable('email')
        .set({ plain_text: others, html: without })
        .where('customer_id', '=', customerId)
        .where('id', '=', id)
        .execute();
    }
    if (rows.length < NOTICES) return;
  }
}
