// Erases a person: everything of an address that belongs to a customer. What is counted stays
// without a name, so that no figure changes.
import { eraseInReturned } from '../../bounces/erase.ts';
import { eraseMailsTo } from '../../mail/inbox/erase.ts';
import { eraseInMessages, holdMessagesOf } from '../../messages/remove.ts';
import { type Db, inTransaction, type Tx } from '../../storage/db.ts';
import { eraseSubscribers, namesWith } from '../../subscribers/erase.ts';
import { isHashKept, keepHash } from '../../suppression/hashes.ts';
import { unsuppress } from '../../suppression/suppress.ts';
import { forgetPeople } from '../../switching/queries.ts';
import { eraseInEvents } from '../../tracking/erase.ts';
import { eraseEmailsTo, eraseInNotices } from '../../transactional/erase.ts';
import { eraseInAnswers, eraseInFacts, eraseInPages } from '../../webhooks/erase.ts';
import { takeExports } from '../queries.ts';
import { removeFilesWith } from './files.ts';

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
  /** Records of consent. */
  consents: number;
  /** Files of imports and exports. */
  files: number;
  /** Whether a hash is kept, also when an earlier erasure asked for that. */
  suppressed: boolean;
};

/**
 * Erases everybody with an address (`kernel/address.ts`: emailKey): files that hold it and events
 * that webhooks are told of, then everything else in one transaction, with the events made
 * meanwhile, then exports that were written. Doing it again changes nothing, and completes what was
 * cut off: what is left after the transaction is found by the address.
 * @param how.keepsSuppressed whether a hash is kept, so that the address is never mailed again
 * @param how.at now, ms
 * @param how.note what is written in the same transaction
 * @throws AppError `state` while a message to the person is on its way, or a file that holds the
 * address is being read
 */
export async function erasePerson(
  db: Db,
  customerId: number,
  key: string,
  { keepsSuppressed, at, note }: { keepsSuppressed: boolean; at: number; note?: (tx: Tx) => Promise<void> },
): Promise<Erased> {
  const files = await removeFilesWith(db, customerId, key);
  const names = await namesWith(db, customerId, key);
  const who = { key, uids: new Set(names.map(({ uid }) => uid)) };
  const lastPage = await eraseInPages(db, customerId, who);
  const { exports, ...erased } = await inTransaction(db, async (tx) => {
    await holdMessagesOf(
      tx,
      customerId,
      names.map(({ id }) => id),
    );
    const { rows, consents } = await eraseSubscribers(tx, customerId, key, at);
    const emails = await eraseEmailsTo(tx, customerId, key, at);
    await eraseInNotices(tx, customerId, key);
    const ids = [...rows.map(({ id }) => id), ...emails];
    await forgetPeople(tx, customerId, ids);
    const messages = await eraseInMessages(tx, customerId, { key, subscriberIds: ids });
    const events = await eraseInEvents(tx, customerId, ids);
    const returned = await eraseInReturned(tx, customerId, ids);
    await eraseInFacts(tx, customerId, who, ids); // when nobody can write one of their messages down any more
    await eraseInPages(tx, customerId, who, lastPage); // facts that have got their numbers since
    const testInbox = await eraseMailsTo(tx, customerId, key);
    await unsuppress(tx, customerId, [key]);
    if (keepsSuppressed) await keepHash(tx, customerId, key, at);
    const suppressed = await isHashKept(tx, customerId, key);
    const lists = rows.length;
    await note?.(tx);
    return {
      exports: await takeExports(tx, customerId),
      lists,
      messages,
      ...events,
      ...returned,
      emails: emails.length,
      testInbox,
      consents,
      suppressed,
    };
  });
  await eraseInAnswers(db, customerId, key);
  const written = exports.length > 0 ? await removeFilesWith(db, customerId, key, exports) : 0;
  return { ...erased, files: files + written };
}
