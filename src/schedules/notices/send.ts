// Notices: mails to the addresses in a list's notifications about who joined and left the list, for
// ten minutes in one mail.
import { setTimeout as sleep } from 'node:timers/promises';
import { getCustomer } from '../../accounts/queries.ts';
import type { Clock } from '../../kernel/clock.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { defaultsOf, settingsOf } from '../../lists/list-settings.ts';
import { lockListsToNotice, markNoticed } from '../../lists/queries-notices.ts';
import { type Db, inTransaction, type Tx } from '../../storage/db.ts';
import type { List } from '../../storage/tables.ts';
import { type AddressSample, whoCame, whoLeft } from '../../subscribers/queries-moves.ts';
import { type MailToQueue, queueEmails } from '../../transactional/queue.ts';
import { noticeMail } from './mail.ts';

export const NOTICE_EVERY_MS = 600_000;
/** A change counts from its request, and may be written a little later. */
export const NOTICE_LAG_MS = MINUTE_MS;

const CHUNK = 20;
const BREATH_MS = 20;
const SHOWN = 50;

/** Queues the due notices. `mayGoOn`: called before each step. */
export async function mailNotices(options: { db: Db; clock: Clock; mayGoOn(): boolean }): Promise<void> {
  const { db, clock, mayGoOn } = options;
  while (mayGoOn() && (await mailSome(db, clock.now()))) await sleep(BREATH_MS);
}

/** Queues some notices. @returns whether there may be more */
function mailSome(db: Db, at: number): Promise<boolean> {
  const until = at - NOTICE_LAG_MS;
  return inTransaction(db, async (tx) => {
    const lists = await lockListsToNotice(tx, until - NOTICE_EVERY_MS, CHUNK);
    const mails: MailToQueue[] = [];
    for (const list of lists) {
      mails.push(...(await mailsOf(tx, list, until)));
      await markNoticed(tx, list, until);
    }
    await queueEmails(tx, mails, at);
    return lists.length > 0; // of one customer
  });
}

async function mailsOf(tx: Tx, list: List, until: number): Promise<MailToQueue[]> {
  const { subscribe, subscribe_to, unsubscribe, unsubscribe_to } = settingsOf(list).notifications ?? {};
  const span = { after: list.noticed_at ?? until, until };
  const notices: Notice[] = [];
  if (subscribe === 'yes' && subscribe_to)
    notices.push({ addresses: subscribe_to, what: 'came', moved: await whoCame(tx, list, span, SHOWN) });
  if (unsubscribe === 'yes' && unsubscribe_to)
    notices.push({ addresses: unsubscribe_to, what: 'left', moved: await whoLeft(tx, list, span, SHOWN) });
  const told = notices.filter(({ moved }) => moved.count > 0);
  if (told.length === 0) return [];
  const { locale } = await getCustomer(tx, list.customer_id);
  return told.flatMap((notice) => mailsWith(list, notice, locale));
}

/** `addresses`: comma-separated. */
type Notice = { addresses: string; what: 'came' | 'left'; moved: AddressSample };

function mailsWith(list: List, { addresses, what, moved }: Notice, locale: string): MailToQueue[] {
  const mail = noticeMail(what, list.name, moved, locale);
  const { from_name, from_email } = defaultsOf(list);
  const once = new Set(addresses.split(',').map((one) => one.trim()));
  return [...once].map((email) => ({
    customerId: list.customer_id,
    kind: 'notice',
    listId: list.id,
    to: { name: '', email },
    from: { name: from_name, email: from_email },
    subject: mail.subject,
    html: mail.html,
    plainText: mail.plainText,
  }));
}
