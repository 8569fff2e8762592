// Reports of campaigns on both engines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { getData } from '../../../test/support/app.ts';
import { type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import { setCounters } from '../../../test/support/ledger.ts';
import { type Person, seedDelivery } from '../../../test/support/message-rows.ts';
import { indexesOf } from '../../../test/support/plans.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { forgetCallers } from '../../accounts/keys/known-callers.ts';
import { HOUR_MS } from '../../kernel/durations.ts';
import { newUid, sha1, sha256 } from '../../kernel/ids.ts';
import { pageOfEvents } from './events.ts';
import { LIGHT_PIECE } from './pieces.ts';

const BEGAN = Date.UTC(2026, 10, 1, 10);
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148';
const SHOP = 'https://shop.example.test/';

eachEngine('reports of a campaign', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });
  const get = (path: string) => getData(app, path);
  const accepted = (at: number, more: Person['message'] = {}): Person => ({
    message: { state: 'accepted', finished_at: at, ...more },
  });

  /** Five people: two read it, one of them with a machine before; one was refused, one waits. */
  async function seed() {
    const seeded = await seedDelivery(app, [
      {
        ...accepted(BEGAN, {
          opened_at: BEGAN + 1000,
          filtered_opened_at: BEGAN + HOUR_MS,
          clicked_at: BEGAN + HOUR_MS,
        }),
      },
      { ...accepted(BEGAN + HOUR_MS, { opened_at: BEGAN + 26 * HOUR_MS, filtered_opened_at: BEGAN + 26 * HOUR_MS }) },
      { ...accepted(BEGAN), email: `${newUid()}@other.test` },
      {
        message: {
          state: 'rejected',
          reason: 'refused',
          reply: '550 5.1.1 <a@b.test>: no such user 4F2A1B9',
          finished_at: BEGAN,
        },
      },
      { message: { state: 'deferred', reason: 'answered', reply: '451 later' } },
    ]);
    const [one, two, three, four] = seeded.people.map(({ id }) => id);
    const customer_id = app.customer.id;
    const key = (subscriber_id = 0) => ({ customer_id, campaign_id: seeded.id, subscriber_id });
    const event = { ip_address: '192.0.2.1', user_agent: PHONE, machine: null };
    await app.db
      .insertInto('open')
      .values([
        { ...key(one), ...event, user_agent: 'Mozilla/5.0', machine: 'picture-fetcher', at: BEGAN + 1000 },
        { ...key(one), ...event, at: BEGAN + HOUR_MS },
        { ...key(two), ...event, user_agent: null, ip_address: null, at: BEGAN + 26 * HOUR_MS },
      ])
      .execute();
    const { id: link_id } = await app.db
      .insertInto('campaign_link')
      .values({ customer_id, campaign_id: seeded.id, hash: sha256(SHOP), sha1: sha1(SHOP), url: SHOP })
      .returning('id')
      .executeTakeFirstOrThrow();
    await app.db
      .insertInto('click')
      .values({ ...key(one), ...event, link_id, at: BEGAN + HOUR_MS })
      .execute();
    await app.db
      .insertInto('unsubscribe')
      .values({ ...key(two), ip_address: null, user_agent: null, reason: '', note: '', at: BEGAN + 27 * HOUR_MS })
      .execute();
    await app.db
      .insertInto('bounce')
      .values([
        { ...key(three), type: 'soft', enhanced: '4.2.2', message: '452 4.2.2 over quota', counted: 1, at: BEGAN },
        { ...key(four), type: 'hard', enhanced: null, message: '550 refused, and came back', counted: 0, at: BEGAN },
      ])
      .execute();
    await setCounters(app.db, seeded.id, {
      audience: 5,
      accepted: 3,
      rejected: 1,
      left_unconfirmed: 2,
      left_suppressed: 1,
      soft_bounces: 1,
      opens: 3,
      unique_opens: 2,
      filtered_opens: 2,
      filtered_unique_opens: 2,
      clicks: 1,
      unique_clicks: 1,
      filtered_clicks: 1,
      filtered_unique_clicks: 1,
      unsubscribes: 1,
    });
    return { ...seeded, path: `/campaigns/${seeded.uid}` };
  }

  test('the head adds up, with what was accepted below the line', async () => {
    const { path } = await seed();
    const { record } = await get(`${path}/report`);
    assert.deepEqual(record.audience.people, 5);
    assert.deepEqual([record.audience.left_out.unconfirmed, record.audience.left_out.suppressed], [2, 1]);
    assert.deepEqual(record.messages, { waiting: 0, deferred: 1, rejected: 1, uncertain: 0, skipped: 0 });
    assert.deepEqual(record.accepted, { people: 3, rate: 60 });
    assert.deepEqual(record.raw.opened, { people: 2, rate: 66.67, events: 3 });
    assert.deepEqual(record.filtered.opened, { people: 2, rate: 66.67, events: 2 });
    assert.deepEqual(record.bounced, { people: 1, rate: 33.33, hard: 0, soft: 1, internal: 0 });
    assert.deepEqual(
      [record.unsubscribed, record.started_at],
      [{ people: 1, rate: 33.33 }, '2026-11-01T10:00:00.000Z'],
    );
    assert.equal(record.comparison, null);
    for (const opened of [10, 20]) {
      const other = await seedDelivery(app, [], { status: 'sent' });
      await setCounters(app.db, other.id, { audience: 50, accepted: 40, unique_opens: opened });
    }
    const { comparison } = (await get(`${path}/report`)).record;
    assert.deepEqual([comparison.campaigns, comparison.accepted_rate, comparison.raw.opened_rate], [2, 80, 37.5]);
    const opened = comparison.each.map(({ raw }: { raw: { opened_rate: number } }) => raw.opened_rate);
    assert.deepEqual(opened, [50, 25]);
    assert.deepEqual(
      comparison.each.map(({ people }: { people: { accepted: number; raw: object } }) => [people.accepted, people.raw]),
      [
        [40, { opened: 20, clicked: 0 }],
        [40, { opened: 10, clicked: 0 }],
      ],
    );
  });

  test('by hour and day in the zone of the customer, nothing left out between', async () => {
    const { path } = await seed();
    const hours = await get(`${path}/series?counts=raw`);
    assert.equal(hours.records.length, 28);
    assert.deepEqual(hours.records[0], {
      at: '2026-11-01T10:00:00.000Z',
      accepted: 2,
      opens: 1,
      unique_opens: 1,
      clicks: 0,
      unique_clicks: 0,
      unsubscribes: 0,
    });
    assert.deepEqual([hours.records[1].opens, hours.records[1].clicks, hours.records[2].opens], [1, 1, 0]);
    assert.deepEqual([hours.records[27].unsubscribes, hours.next, hours.by], [1, null, 'hour']);
    const first = await get(`${path}/series?per_page=2&counts=filtered`);
    assert.deepEqual([first.records[0].opens, first.records[1].unique_opens], [0, 1]);
    const then = await get(`${path}/series?per_page=26&counts=raw&after=${first.next}`);
    assert.deepEqual([then.records, then.next], [hours.records.slice(2), null]);
    await app.db.updateTable('customer').set({ time_zone: 'Asia/Kolkata' }).where('id', '=', app.customer.id).execute();
    forgetCallers();
    const days = await get(`${path}/series?by=DAY&counts=raw`);
    await app.db.updateTable('customer').set({ time_zone: 'UTC' }).where('id', '=', app.customer.id).execute();
    forgetCallers();
    assert.equal(days.time_zone, 'Asia/Kolkata');
    const shown = days.records.map((day: { at: string; opens: number; accepted: number }) => [
      day.at,
      day.opens,
      day.accepted,
    ]);
    assert.deepEqual(shown, [
      ['2026-10-31T18:30:00.000Z', 2, 3],
      ['2026-11-01T18:30:00.000Z', 1, 0],
    ]);
  });

  test('a campaign that has not begun has reports without anything in them', async () => {
    const path = `/campaigns/${await app.make()}`;
    assert.deepEqual((await get(`${path}/series`)).records, []);
    for (const name of ['opens', 'clicks']) assert.deepEqual(await get(`${path}/${name}`), { records: [], next: null });
    for (const name of ['destinations', 'clients', 'failures'])
      assert.deepEqual((await get(`${path}/${name}`)).records, []);
    const { record } = await get(`${path}/report`);
    assert.deepEqual([record.accepted, record.started_at], [{ people: 0, rate: 0 }, null]);
  });

  test('opens and clicks are listed with who, what and why they count, page by page', async () => {
    const { path, people } = await seed();
    const { records } = await get(`${path}/opens`);
    assert.deepEqual(records[1], {
      subscriber_uid: people[0]?.uid,
      email: people[0]?.email,
      at: '2026-11-01T11:00:00.000Z',
      ip_address: '192.0.2.1',
      client: 'Apple Mail',
      device: 'phone',
      user_agent: PHONE,
      machine: null,
    });
    assert.deepEqual([records[0].user_agent, records[0].client, records.length], [null, 'unknown', 3]);
    const machines = await get(`${path}/opens?machines=only`);
    assert.deepEqual([machines.records.length, machines.records[0].machine], [1, 'picture-fetcher']);
    const page = await get(`${path}/opens?machines=without&per_page=1`);
    const next = await get(`${path}/opens?machines=without&per_page=1&after=${page.next}`);
    assert.deepEqual([[...page.records, ...next.records], next.next], [records.slice(0, 2), null]);
    await app.db
      .deleteFrom('subscriber')
      .where('id', '=', people[0]?.id ?? 0)
      .execute();
    const clicks = (await get(`${path}/clicks?link=${sha1(SHOP).toUpperCase()}`)).records;
    assert.deepEqual(
      [clicks.length, clicks[0].email, clicks[0].link],
      [1, null, { hash: sha1(SHOP), destination: SHOP }],
    );
  });

  test('domains, programs and failures', async () => {
    const { path, people } = await seed();
    const domains = await get(`${path}/destinations?counts=raw&most=1`);
    assert.deepEqual(domains.records, [
      {
        domain: 'example.test',
        messages: 4,
        accepted: 2,
        deferred: 1,
        rejected: 1,
        uncertain: 0,
        skipped: 0,
        bounced: 0,
        opened: 2,
        opened_share: 100,
        answer: '451 later',
        next_attempt_at: domains.records[0].next_attempt_at,
      },
    ]);
    assert.deepEqual([domains.others.domains, domains.others.accepted, domains.others.bounced], [1, 1, 1]);
    const clients = await get(`${path}/clients?counts=raw`);
    assert.deepEqual(
      [clients.people, clients.records],
      [
        2,
        [
          { client: 'Apple Mail, private', device: 'unknown', people: 1, share: 50 },
          { client: 'unknown', device: 'unknown', people: 1, share: 50 },
        ],
      ],
    );
    assert.equal((await get(`${path}/clients?counts=filtered`)).records[0].client, 'Apple Mail');
    const { records, messages, looked_at } = await get(`${path}/failures`);
    assert.deepEqual([messages, looked_at, records.length], [2, 2, 2]);
    const refused = records.find(({ kind }: { kind: string }) => kind === 'rejected');
    assert.deepEqual(
      [refused.type, refused.count, refused.words],
      ['hard', 1, [{ text: '550 5.1.1 <@>: no such user …', count: 1 }]],
    );
    assert.deepEqual([refused.example.email, refused.example.at], [people[3]?.email, '2026-11-01T10:00:00.000Z']);
  });

  test('what is more than a piece is summed whole, and listed without a look at the rest', async () => {
    const seeded = await seedDelivery(app, [accepted(BEGAN), accepted(BEGAN)]);
    const [one, two] = seeded.people.map(({ id }) => id);
    const of = { customer_id: app.customer.id, campaign_id: seeded.id };
    const rows = sql`with recursive row (n) as (select 1 union all select n + 1 from row where n < ${sql.lit(LIGHT_PIECE + 5)})`;
    const key = sql`${of.customer_id}, ${of.campaign_id}`;
    await sql`insert into open (customer_id, campaign_id, subscriber_id, at) ${rows}
      select ${key}, cast(case when n % 2 = 0 then ${one} else ${two} end as bigint), cast(${BEGAN} as bigint) + n from row`.execute(
      app.db,
    );
    await sql`insert into message (customer_id, campaign_id, subscriber_id, state, attempts, finished_at) ${rows}
      select ${key}, 1000000000 + n, 'accepted', 1, cast(${BEGAN} as bigint) + n % 3 from row`.execute(app.db);
    const [point] = (await get(`/campaigns/${seeded.uid}/series?counts=raw`)).records;
    assert.deepEqual([point.opens, point.accepted], [LIGHT_PIECE + 5, LIGHT_PIECE + 7]);
    const { records } = await get(`/campaigns/${seeded.uid}/destinations`);
    assert.deepEqual(
      records.map((row: { domain: string; accepted: number }) => [row.domain, row.accepted]),
      [
        [null, LIGHT_PIECE + 5],
        ['example.test', 2],
      ],
    );
    if (engine.name !== 'sqlite') return;
    const [index] = await indexesOf(app.db, (db) =>
      pageOfEvents(
        db,
        { id: seeded.id, customer_id: of.customer_id },
        { kind: 'open', machines: 'with' },
        { after: undefined, perPage: 5 },
      ),
    );
    assert.match(index ?? '', /open_campaign|CO-ROUTINE|MATERIALIZE/);
  });
});
