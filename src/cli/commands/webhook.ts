// The command `webhook`: programs of a customer that are told what happens.
import { findCustomer } from '../../accounts/queries.ts';
import { AppError } from '../../kernel/errors.ts';
import { storedText } from '../../kernel/sentences/sentence.ts';
import { countText } from '../../kernel/text/counted.ts';
import type { Db } from '../../storage/db.ts';
import type { Webhook } from '../../storage/tables/webhooks.ts';
import { changeWebhook, createWebhook, removeWebhook } from '../../webhooks/change.ts';
import { nextNumber } from '../../webhooks/log/queries.ts';
import { readNew } from '../../webhooks/members.ts';
import { findWebhook, lanesOfWebhooks, listWebhooks } from '../../webhooks/queries.ts';
import { isOffReason, OFF_REASONS } from '../../webhooks/rules.ts';
import { sendTest } from '../../webhooks/test-event.ts';
import { TEST_TYPE } from '../../webhooks/types.ts';
import { type Command, type StoreContext, TEXT, type Values } from '../command.ts';
import { type Columns, printList } from '../list.ts';
import { getCustomer } from '../lookup.ts';
import { printable } from '../output.ts';

const OPTIONS = { customer: TEXT, events: TEXT, description: TEXT, batch: TEXT };

const ALL = Object.keys(OPTIONS) as (keyof typeof OPTIONS)[];
const WHOSE = ['customer'] as const;

export const webhookCommand: Command<typeof OPTIONS> = {
  name: 'webhook',
  summary: 'manage the webhooks of a customer: add, list, test, on, off, remove',
  example: 'add https://shop.example.com/hooks --events message.bounced,message.complained',
  usage: `<add|list|test|on|off|remove> [options]

  add <address>   sends events to this address from now on; shows the secret, once
  list            shows the webhooks, how many events they have waiting, and why one is off
  test <uid>      sends a test event and shows the answer
  on <uid>        switches it on; if the server had switched it off, it resumes with the first event that it missed
  off <uid>       stops sending events to it
  remove <uid>

Options:
  --customer <uid or email>   whose webhooks (optional with a single customer)
  --events <types>            which events, separated by commas; * (default) is all
  --description <text>        what it is for
  --batch <n>                 maximum events per request, 1 to 1000 (default 1)

For event types, payloads and guarantees see docs/webhooks.md.`,
  options: OPTIONS,
  takes: { add: ALL, list: WHOSE, test: WHOSE, on: WHOSE, off: WHOSE, remove: WHOSE },
  run({ values, words: [action, which, ...more], json }, { withStore }) {
    return withStore(async (context) => {
      if (more.length > 0 || (which === undefined) !== (action === 'list')) return undefined;
      const customerId = (await getCustomer(context.db, values.customer)).id;
      if (action === 'list') return list(customerId, json, context);
      if (action === 'add') return add(customerId, which ?? '', values, context);
      return act(action, customerId, which ?? '', context);
    });
  },
};

async function add(customerId: number, url: string, values: Values<typeof OPTIONS>, context: StoreContext) {
  const { db, clock, print, fetchAllow } = context;
  const { events = '*', description, batch } = values;
  const given = { url, events, ...(description !== undefined && { description }), ...(batch && { batch_size: batch }) };
  const around = { secret: await context.secret(), at: clock.now() };
  const { webhook, key } = await createWebhook(db, customerId, readNew(given, fetchAllow), around);
  print(`Webhook ${webhook.uid} was created. Its secret, shown only once: ${key}`);
  return 0;
}

type ListedWebhook = { webhook: Webhook; waiting: number; why: string };

const COLUMNS: Columns<ListedWebhook> = {
  uid: { value: ({ webhook }) => webhook.uid },
  state: { value: ({ webhook }) => webhook.status },
  waiting: { value: ({ waiting }) => waiting, text: ({ waiting }) => countText(waiting) },
  address: { value: ({ webhook }) => webhook.url },
  events: { value: eventsOf, text: (row) => eventsOf(row).join(',') },
  why: { title: '', value: ({ why }) => why || null },
};

function eventsOf({ webhook }: ListedWebhook): string[] {
  return JSON.parse(webhook.events) as string[];
}

async function list(customerId: number, json: boolean, { db, print }: StoreContext): Promise<number> {
  const next = await nextNumber(db, customerId);
  const rows: ListedWebhook[] = [];
  for (const webhook of await listWebhooks(db, customerId)) {
    const lanes = await lanesOfWebhooks(db, customerId, [webhook.id]);
    const waiting = next - Math.min(next, ...lanes.map(({ position }) => position));
    const isFailing = lanes.some(({ failures }) => failures > 0);
    const why = isOffReason(webhook.reason) ? OFF_REASONS[webhook.reason] : isFailing ? 'requests are failing' : '';
    rows.push({ webhook, waiting, why });
  }
  printList(rows, COLUMNS, { json, print });
  return 0;
}

async function act(action: string | undefined, customerId: number, uid: string, context: StoreContext) {
  const { db, clock, print } = context;
  if (action === 'test') return test(customerId, uid, context);
  if (action !== 'on' && action !== 'off' && action !== 'remove') return undefined;
  const webhook = await named(db, customerId, uid);
  if (action === 'remove') await removeWebhook(db, webhook);
  else await changeWebhook(db, webhook, { status: action }, clock.now());
  print(`Webhook ${uid} ${action === 'remove' ? 'was removed' : `is now ${action}`}.`);
  return 0;
}

/** The webhook of the customer with this uid. @throws AppError `not_found` */
async function named(db: Db, customerId: number, uid: string): Promise<Webhook> {
  const found = await findWebhook(db, customerId, uid);
  if (!found) throw new AppError('not_found', `There is no webhook "${uid}"; npx mailwright webhook list shows them.`);
  return found;
}

async function test(customerId: number, uid: string, context: StoreContext): Promise<number> {
  const { db, clock, print, fetchAllow: allow } = context;
  const webhook = await named(db, customerId, uid);
  if (!(await findCustomer(db, customerId))) throw new AppError('not_found', 'The customer does not exist.');
  const event = { type: TEST_TYPE, data: { webhook_uid: uid } };
  const sent = await sendTest(db, webhook, event, { secret: await context.secret(), at: clock.now(), allow });
  const { status, ms, answer, fault } = sent;
  print(printable(storedText(fault) ?? `The test was accepted with status ${status} after ${ms} ms.`));
  if (answer !== '') print(printable(answer));
  return fault === null ? 0 : 1;
}
