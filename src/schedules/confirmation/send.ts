// Sends confirmation mails to people who subscribe to a list with double opt-in, by form or API.
// Requests wait in table `confirmation`; queueing a mail and marking its request are one
// transaction, so that it is sent once, whatever crashes in between.
import { setTimeout as sleep } from 'node:timers/promises';
import { findCustomer } from '../../accounts/queries.ts';
import { hasDeadLinks } from '../../campaigns/warnings/prerequisites.ts';
import type { TrackingLinks } from '../../content/links.ts';
import { emailKey } from '../../kernel/address.ts';
import type { Clock } from '../../kernel/clock.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { sha256 } from '../../kernel/ids.ts';
import { defaultsOf } from '../../lists/list-settings.ts';
import { languageOfMails, type PageLanguage } from '../../lists/pages/settings.ts';
import { findListById } from '../../lists/queries.ts';
import { type Db, inTransaction, type Tx } from '../../storage/db.ts';
import { countWithin, type RateLimit } from '../../storage/rate.ts';
import type { Confirmation } from '../../storage/tables/content.ts';
import type { Customer, List } from '../../storage/tables.ts';
import {
  deleteConfirmation,
  hasDueConfirmations,
  lockDueConfirmations,
  markMailed,
  removeOldConfirmations,
} from '../../subscribers/confirmation/confirmations.ts';
import { findSubscriberById } from '../../subscribers/queries.ts';
import { type MailToQueue, queueEmails } from '../../transactional/queue.ts';
import { confirmationMail } from './mail.ts';

const CHUNK = 50;
const BREATH_MS = 20; // between two transactions others can write

/**
 * Queues all due mails, and deletes requests that were never confirmed. `mayGoOn`: called before
 * each step.
 */
export async function mailConfirmations(options: {
  db: Db;
  clock: Clock;
  links: TrackingLinks;
  mayGoOn(): boolean;
}): Promise<void> {
  const { db, clock, links, mayGoOn } = options;
  // A broken link is worse than a late one: requests wait.
  const isHeld = await hasDeadLinks(db);
  while (!isHeld && mayGoOn() && (await mailSome(db, links, clock.now()))) await sleep(BREATH_MS);
  while (mayGoOn() && (await removeOldConfirmations(db, clock.now(), CHUNK))) await sleep(BREATH_MS);
}

/** Whether there is a mail to queue that may go out. */
export async function areConfirmationsDue(db: Db): Promise<boolean> {
  return (await hasDueConfirmations(db)) && !(await hasDeadLinks(db));
}

/** Queues some mails. @returns whether there may be more */
function mailSome(db: Db, links: TrackingLinks, at: number): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const due = await lockDueConfirmations(tx, CHUNK);
    const mails: MailToQueue[] = [];
    for (const request of due) {
      const mail = await mailOf(tx, request, links);
      if (mail && (await mayGet(tx, mail.to.email, at))) mails.push(mail);
      await (mail ? markMailed(tx, request, at) : deleteConfirmation(tx, request));
    }
    await queueEmails(tx, mails, at);
    return due.length > 0; // of one customer
  });
}

/** The daily limit for one address, whatever lists somebody enters it in. */
export const TO_ONE_ADDRESS: RateLimit = { most: 20, windowMs: DAY_MS };

/** Counts one more mail to an address. @returns whether it may be sent */
function mayGet(tx: Tx, email: string, at: number): Promise<boolean> {
  return countWithin(tx, `confirmation to ${sha256(emailKey(email))}`, TO_ONE_ADDRESS, at);
}

/** The mail of a request; undefined when no confirmation is needed any more. */
async function mailOf(tx: Tx, request: Confirmation, links: TrackingLinks): Promise<MailToQueue | undefined> {
  const { customer_id: customerId, list_id: listId, subscriber_id: id } = request;
  const subscriber = await findSubscriberById(tx, customerId, id);
  const list = await findListById(tx, customerId, listId);
  const customer = await findCustomer(tx, customerId);
  // Who asked after they had left waits for the mail; who left after they asked does not.
  const hasLeft = (subscriber?.unsubscribed_at ?? 0) > request.requested_at;
  const waits = subscriber?.status === 'unconfirmed' || (subscriber?.status === 'unsubscribed' && !hasLeft);
  if (!waits || !list || customer?.status !== 'active') return undefined;
  const { from_name, from_email, reply_to } = defaultsOf(list);
  return {
    customerId,
    kind: 'confirmation',
    listId,
    to: { name: '', email: subscriber.email },
    from: { name: from_name, email: from_email },
    replyTo: { name: '', email: reply_to },
    ...confirmationMail(list, languageOfMail(list, request.language, customer), links.confirmUrl(id)),
  };
}

/** The list's language; else that of the form; else the customer's. */
export function languageOfMail(list: List, language: string | null, { locale }: Customer): PageLanguage {
  return languageOfMails(list, language ?? locale);
}
