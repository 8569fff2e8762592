// Rows for tests of the delivery engine: a customer with a list, subscribers and campaigns,
// inserted directly.

import assert from 'node:assert/strict';
import { findCounters } from '../../src/campaigns/counters.ts';
import { newUid } from '../../src/kernel/ids.ts';
import { type Db, inTransaction } from '../../src/storage/db.ts';
import { takeNumbers } from '../../src/storage/numbers.ts';
import type { Campaign, CampaignCounter, NewCampaign, NewSubscriber } from '../../src/storage/tables.ts';
import { addToTally } from '../../src/storage/tally.ts';
import { ledgerOf, putBatches, putMessage, setCounters } from './ledger.ts';

export type Seed = { customerId: number; listId: number; emailFieldId: number; nameFieldId: number };

/**
 * A list with EMAIL and FNAME, of a customer with a complete postal address where none is given.
 */
export async function seedList(db: Db, at = 1_000, customerId?: number): Promise<Seed> {
  const customer = customerId === undefined ? await seedCustomer(db, at) : { id: customerId };
  const list = await db
    .insertInto('list')
    .values({
      uid: newUid(),
      customer_id: customer.id,
      name: 'News',
      display_name: 'News',
      description: 'News of the house',
      opt_in: 'single',
      opt_out: 'single',
      visibility: 'public',
      status: 'active',
      defaults: JSON.stringify({
        from_name: 'Ada',
        from_email: 'ada@example.com',
        reply_to: 'ada@example.com',
        subject: '',
      }),
      notifications: '{}',
      company: null,
      revision: 0,
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const field = async (tag: string, sortOrder: number) => {
    const row = await db
      .insertInto('list_field')
      .values({
        customer_id: customer.id,
        number: await takeNumbers(db, 'list_field', customer.id),
        list_id: list.id,
        type: 'text',
        label: tag,
        tag,
        required: tag === 'EMAIL' ? 1 : 0,
        visibility: 'visible',
        sort_order: sortOrder,
        help_text: null,
        description: '',
        default_value: '',
        rules: '{}',
        options: '[]',
        created_at: at,
        updated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  };
  return {
    customerId: customer.id,
    listId: list.id,
    emailFieldId: await field('EMAIL', 0),
    nameFieldId: await field('FNAME', 1),
  };
}

function seedCustomer(db: Db, at: number): Promise<{ id: number }> {
  const company = {
    name: 'Example Ltd',
    address_1: '1 Main St',
    city: 'Springfield',
    zip_code: '12345',
    country: 'US',
  };
  return db
    .insertInto('customer')
    .values({
      uid: newUid(),
      first_name: 'Ada',
      last_name: 'Example',
      email: 'ada@example.com',
      email_key: newUid(), // seeded more than once
      time_zone: 'UTC',
      locale: 'en',
      status: 'active',
      company: JSON.stringify(company),
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
}

/**
 * Subscribers `u<n>@example.com`, confirmed unless `statusOf` returns another status; `from` is the
 * first number, `domains` distributes them. They are counted in the list's tallies.
 */
export async function seedSubscribers(
  db: Db,
  seed: Seed,
  count: number,
  options: { from?: number; statusOf?: (n: number) => string; prefix?: string; domains?: number } = {},
): Promise<void> {
  const { from = 0, statusOf = () => 'confirmed', prefix = 'u', domains = 0 } = options;
  const rows = Array.from({ length: count }, (_, i): NewSubscriber => {
    const host = domains === 0 ? 'example.com' : `d${(from + i) % domains}.example.com`;
    const email = `${prefix}${from + i}@${host}`;
    return {
      uid: newUid(),
      customer_id: seed.customerId,
      list_id: seed.listId,
      email,
      email_key: email,
      status: statusOf(from + i),
      source: 'api',
      ip_address: null,
      field_values: JSON.stringify({ [seed.nameFieldId]: `Name ${from + i}` }),
      folded: JSON.stringify({ [seed.emailFieldId]: email, [seed.nameFieldId]: `name ${from + i}` }),
      tokens: ' ',
      created_at: 1_000,
      updated_at: 1_000,
      unsubscribed_at: null,
    };
  });
  for (let i = 0; i < rows.length; i += 500)
    await db
      .insertInto('subscriber')
      .values(rows.slice(i, i + 500))
      .execute();
  const byStatus = Map.groupBy(rows, ({ status }) => status);
  for (const [status, { length }] of byStatus)
    await inTransaction(db, (tx) => addToTally(tx, seed.customerId, `subscribers:${status}`, length, seed.listId));
}

/** A regular campaign that is due, with its counter row. */
export async function seedCampaign(db: Db, seed: Seed, given: Partial<NewCampaign> = {}): Promise<number> {
  const campaign = await db
    .insertInto('campaign')
    .values({
      uid: newUid(),
      customer_id: seed.customerId,
      number: await takeNumbers(db, 'campaign', given.customer_id ?? seed.customerId),
      list_id: seed.listId,
      segment_id: null,
      type: 'regular',
      name: 'Spring',
      from_name: 'Ada',
      from_email: 'ada@example.com',
      to_name: '[EMAIL]',
      reply_to: 'ada@example.com',
      subject: 'Hello [FNAME]',
      status: 'pending-sending',
      send_at: 1_000,
      content: '<html><body><p>Hello [FNAME]</p><a href="https://example.com/a">A</a></body></html>',
      plain_text: null,
      auto_plain_text: 1,
      inline_css: 0,
      options: JSON.stringify({ url_tracking: 'yes', open_tracking: 'yes', plain_text_email: 'yes' }),
      uncertain_policy: 'hold',
      freeze_after_id: 0,
      freeze_until_id: null,
      freeze_done: 0,
      created_at: 1_000,
      updated_at: 1_000,
      started_at: null,
      finished_at: null,
      ...given,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return campaign.id;
}

/** The subscribers of the list, oldest first. */
export function subscribersOf(db: Db, seed: Seed): Promise<{ id: number }[]> {
  return db.selectFrom('subscriber').select('id').where('list_id', '=', seed.listId).orderBy('id').execute();
}

/**
 * The audience of every subscriber of the list, counted: frozen in batches, or with messages that
 * ended in `state`.
 */
export async function seedMessages(
  db: Db,
  seed: Seed,
  campaignId: number,
  { state = 'pending', batch }: { state?: 'pending' | 'accepted'; batch?: number | undefined } = {},
): Promise<void> {
  const ids = (await subscribersOf(db, seed)).map(({ id }) => id);
  const of = { customer_id: seed.customerId, campaign_id: campaignId };
  if (state === 'pending') await putBatches(db, { id: campaignId, customerId: seed.customerId }, ids, batch);
  else for (const id of ids) await putMessage(db, { ...of, subscriber_id: id, state, attempts: 1, finished_at: 0 });
  await setCounters(db, campaignId, { audience: ids.length, ...(state !== 'pending' && { [state]: ids.length }) });
}

/** Number of a campaign's messages by state, in the order of their names. */
export async function statesOf(db: Db, campaignId: number): Promise<Record<string, number>> {
  const groups = Map.groupBy(await ledgerOf(db, campaignId), ({ state }) => state);
  return Object.fromEntries([...groups].map(([state, rows]) => [state, rows.length] as const).sort());
}

/** The campaign's row. */
export function campaignOf(db: Db, campaignId: number): Promise<Campaign> {
  return db.selectFrom('campaign').selectAll().where('id', '=', campaignId).executeTakeFirstOrThrow();
}

/** The campaign's counter row. */
export async function countersOf(db: Db, campaignId: number): Promise<CampaignCounter> {
  return findCounters(db, (await campaignOf(db, campaignId)).customer_id, campaignId);
}

/** Checks that counters and rows agree, which they must at any moment. */
export async function assertCountersAreRows(db: Db, campaignId: number): Promise<void> {
  const [states, counters] = [await statesOf(db, campaignId), await countersOf(db, campaignId)];
  for (const state of ['accepted', 'rejected', 'uncertain', 'skipped'] as const) {
    assert.equal(counters[state], states[state] ?? 0, state);
  }
  const total = Object.values(states).reduce((sum, n) => sum + n, 0);
  assert.equal(counters.audience, total);
  await assertEventsAreCounted(db, campaignId, counters);
}

/**
 * Raw counts are all rows of opens and clicks, filtered ones those of people; unique ones are first
 * times.
 */
async function assertEventsAreCounted(db: Db, campaignId: number, counters: CampaignCounter): Promise<void> {
  const count = async (table: 'open' | 'click', { people = false } = {}) =>
    (
      await db
        .selectFrom(table)
        .select('id')
        .where('campaign_id', '=', campaignId)
        .$if(people, (query) => query.where('machine', 'is', null))
        .execute()
    ).length;
  const stamped = async (stamp: 'opened_at' | 'clicked_at' | 'filtered_opened_at' | 'filtered_clicked_at') =>
    (
      await db
        .selectFrom('response')
        .select('subscriber_id')
        .where('campaign_id', '=', campaignId)
        .where(stamp, 'is not', null)
        .execute()
    ).length;
  assert.deepEqual(
    {
      opens: counters.opens,
      clicks: counters.clicks,
      filtered_opens: counters.filtered_opens,
      filtered_clicks: counters.filtered_clicks,
      unique_opens: counters.unique_opens,
      unique_clicks: counters.unique_clicks,
      filtered_unique_opens: counters.filtered_unique_opens,
      filtered_unique_clicks: counters.filtered_unique_clicks,
    },
    {
      opens: await count('open'),
      clicks: await count('click'),
      filtered_opens: await count('open', { people: true }),
      filtered_clicks: await count('click', { people: true }),
      unique_opens: await stamped('opened_at'),
      unique_clicks: await stamped('clicked_at'),
      filtered_unique_opens: await stamped('filtered_opened_at'),
      filtered_unique_clicks: await stamped('filtered_clicked_at'),
    },
  );
}
