// Erases a person: everything of an address that belongs to a customer. What is counted stays
// without a name, so that no figure changes.
import { eraseInReturned } from '../../bounces/erase.ts';
import { AppError } from '../../kernel/errors.ts';
import { eraseMailsTo } from '../../mail/inbox/erase.ts';
import { eraseInMessages } from '../../messages/remove.ts';
import { type Db, inTransaction } from '../../storage/db.ts';
import { eraseSubscribers } from '../../subscribers/erase.ts';
import { TEXTS } from '../../subscribers/rules.ts';
import { keepHash } from '../../suppression/hashes.ts';
import { unsuppress } from '../../suppression/suppress.ts';
import { forgetPeople } from '../../switching/queries.ts';
import { eraseInEvents } from '../../tracking/erase.ts';
import { eraseEmailsTo } from '../../transactional/erase.ts';

/** How many rows were removed (lists, emails, inbox), or have lost what names the person. */
export type Erased = {
  lists: number;
  messages: number;
  opens: number;
  clicks: number;
  unsubscribes: number;
  bounces: number;
  complaints: number;
  emails: number;
  testInbox: number;
  suppressed: boolean;
};

/**
 * Erases everybody with an address (`kernel/address.ts`: emailKey) in one transaction.
 * @param keepsSuppressed whether a hash is kept, so that the address is never mailed again
 * @param at now, ms
 * @throws AppError `not_found`, `state` while a message to the person is on its way
 */
export function erasePerson(
  db: Db,
  customerId: number,
  key: string,
  keepsSuppressed: boolean,
  at: number,
): Promise<Erased> {
  return inTransaction(db, async (tx) => {
    const rows = await eraseSubscribers(tx, customerId, key);
    if (rows.length === 0) throw new AppError('not_found', TEXTS.unknown);
    const emails = await eraseEmailsTo(tx, customerId, key, at);
    const ids = [...rows.map(({ id }) => id), ...emails];
    await forgetPeople(tx, customerId, ids);
    const messages = await eraseInMessages(tx, customerId, ids);
    const events = await eraseInEvents(tx, customerId, ids);
    const returned = await eraseInReturned(tx, customerId, ids);
    const testInbox = await eraseMailsTo(tx, customerId, key);
    await unsuppress(tx, customerId, [key]);
    if (keepsSuppressed) await keepHash(tx, customerId, key, at);
    const lists = rows.length;
    return { lists, messages, ...events, ...returned, emails: emails.length, testInbox, suppressed: keepsSuppressed };
  });
}
