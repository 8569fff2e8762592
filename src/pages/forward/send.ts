// Queues the mails of a forward form in one transaction. The response never reveals which addresses
// got no mail, and neither do the limits: they count what was requested.

import { emailKey } from '../../kernel/address.ts';
import { sha256 } from '../../kernel/ids.ts';
import { defaultsOf } from '../../lists/list-settings.ts';
import { type Db, inTransaction, type Tx } from '../../storage/db.ts';
import { countWithin } from '../../storage/rate.ts';
import { findByEmail } from '../../subscribers/queries.ts';
import { findSuppression } from '../../suppression/queries.ts';
import { EVERYBODY } from '../../suppression/rules.ts';
import { queueEmails } from '../../transactional/queue.ts';
import type { Texts } from '../texts/en.ts';
import { forwardMail, type Recommendation } from './mail.ts';
import { FORWARD_LIMITS } from './rules.ts';

/** A forward with its sender and recipients. */
export type ForwardRequest = Recommendation & { subscriberId: number; friends: readonly string[] };

/**
 * Queues a mail for each friend who may get one: not for suppressed addresses, nor for those above
 * today's limit.
 * @param at now, ms
 * @returns false when the subscriber has reached today's limit; then nothing was queued
 */
export function sendForward(db: Db, texts: Texts, forwarding: ForwardRequest, at: number): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const { list, subscriberId, friends } = forwarding;
    let isEnough = false;
    for (const _ of friends) {
      isEnough = !(await countWithin(tx, `forward of ${subscriberId}`, FORWARD_LIMITS.ofSubscriber, at)) || isEnough;
    }
    if (isEnough) return false;
    // All counters are updated before anything is queued, in one order: two forms never wait for
    // each other in a circle.
    const willing: string[] = [];
    for (const friend of friends.toSorted(byKey)) if (await mayGet(tx, forwarding, friend, at)) willing.push(friend);
    const { from_name, from_email } = defaultsOf(list);
    const from = { name: from_name, email: from_email };
    const mail = { customerId: list.customer_id, kind: 'forward', listId: list.id, from } as const;
    const content = forwardMail(texts, forwarding);
    const mails = willing.map((email) => ({ ...mail, ...content, to: { name: '', email } }));
    await queueEmails(tx, mails, at);
    return true;
  });
}

/** By counter key, so that transactions never deadlock. */
function byKey(a: string, b: string): number {
  return emailKey(a) < emailKey(b) ? -1 : 1;
}

async function mayGet(tx: Tx, forwarding: ForwardRequest, friend: string, at: number): Promise<boolean> {
  const { subscriberId, url } = forwarding;
  const { id, customer_id } = forwarding.list;
  const key = emailKey(friend);
  // A button that was pressed twice sends the form twice: no script prevents it.
  const once = `forward once ${sha256([subscriberId, url, key].join(' '))}`;
  if (!(await countWithin(tx, once, FORWARD_LIMITS.sameToFriend, at))) return false;
  const isFew = await countWithin(tx, `forward to ${sha256(key)}`, FORWARD_LIMITS.toFriend, at);
  const isSuppressed = (await findSuppression(tx, EVERYBODY, key)) ?? (await findSuppression(tx, customer_id, key));
  const known = await findByEmail(tx, customer_id, id, key);
  return isFew && isSuppressed === undefined && known?.status !== 'blacklisted';
}
