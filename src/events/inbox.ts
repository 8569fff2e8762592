// The mail that came last to the test inbox: to each customer's, and to that of operators, who see
// the mails of everybody.
import { latestMails, newestMail } from '../mail/inbox/queries.ts';
import type { Db } from '../storage/tables.ts';
import type { Thing } from './thing.ts';

const textOf = (id: number | undefined) => JSON.stringify({ newest_mail_id: id === undefined ? null : String(id) });

/** Reads what is told of the inboxes of some customers. */
export async function readInboxes(db: Db, customerIds: readonly number[]): Promise<Thing[]> {
  const [latest, newest] = await Promise.all([latestMails(db, customerIds), newestMail(db)]);
  const text = textOf(newest);
  return customerIds.flatMap((customerId): Thing[] => [
    { customerId, kind: 'inbox', uid: 'own', text: textOf(latest.get(customerId)), seenBy: 'others' },
    { customerId, kind: 'inbox', uid: 'all', text, seenBy: 'operators' },
  ]);
}
