// Details of messages that are kept for a time: they go whole, statistics stay, and whoever asks is
// told why there is nothing to see.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { type CampaignApp, openCampaignApp } from '../../test/support/campaigns.ts';
import { type SeededCampaign, seedDelivery } from '../../test/support/message-rows.ts';
import { eachEngine, type TestEngine } from '../../test/support/stores.ts';
import { trackingLinks } from '../content/links.ts';
import { ensureLinks } from '../content/queries.ts';
import { DAY_MS } from '../kernel/durations.ts';
import { createLogger } from '../kernel/log.ts';
import { PART_WIDTH, TABLES_IN_PARTS } from '../storage/postgres/parts.ts';
import { renewParts } from '../storage/postgres/renew.ts';
import { recordHits } from '../tracking/recorder/recorder.ts';
import { keepInOrder } from './retention.ts';

const KEEP = 60;
const silentLog = createLogger('silent');
const visitor = { ipAddress: '192.0.2.1', userAgent: 'a browser' };

/** Whatever a part has, it is full. */
const AT_ONCE = { messages: 0, ms: 0 };

type Sent = SeededCampaign & { link: number };

/**
 * A campaign that was done this many days ago: two got it, one opened and clicked, one was
 * rejected.
 */
async function sendOne(
  app: CampaignApp,
  daysAgo: number,
  more: { uncertain?: boolean; status?: string } = {},
): Promise<Sent> {
  const at = app.clock.now() - daysAgo * DAY_MS;
  const people = (['accepted', 'accepted', more.uncertain ? 'uncertain' : 'rejected'] as const).map((state) => {
    return { message: { state, in_flight_at: at, finished_at: at } };
  });
  const { status = 'sent' } = more;
  const seeded = await seedDelivery(app, people, { status, finished_at: status === 'sent' ? at : null });
  const [link = 0] = await ensureLinks(app.db, { id: seeded.id, customer_id: app.customer.id }, ['https://a.example/']);
  const message = { campaignId: seeded.id, subscriberId: seeded.people[0]?.id ?? 0 };
  await recordHits(app.db, [{ kind: 'open', message, linkId: 0, visitor }], at + DAY_MS);
  await recordHits(app.db, [{ kind: 'click', message, linkId: link, visitor }], at + DAY_MS);
  return { ...seeded, link };
}

/** How many rows a campaign has in each table of details. */
async function rowsOf(app: CampaignApp, { id }: Pick<Sent, 'id'>): Promise<number[]> {
  const counts: number[] = [];
  for (const table of TABLES_IN_PARTS) {
    const { rows } = await sql<{
      n: number;
    }>`select count(*) as n from ${sql.table(table)} where campaign_id = ${id}`.execute(app.db);
    counts.push(Number(rows[0]?.n));
  }
  return counts;
}
const ALL = [3, 1, 1, 1];
const NONE = [0, 0, 0, 0];

const tidy = (app: CampaignApp, mayGoOn = () => true, full?: typeof AT_ONCE) =>
  keepInOrder({ ...app, log: silentLog, keepDays: KEEP, mayGoOn }, full);

/** What is told of a campaign's figures. */
async function figuresOf(app: CampaignApp, { uid }: Pick<Sent, 'uid'>) {
  const answers = [];
  for (const path of ['stats', 'report', 'delivery', 'link-clicks']) {
    const { status, json } = await app.call('GET', `/campaigns/${uid}/${path}`);
    answers.push({ path, status, data: json.data });
  }
  return answers;
}

eachEngine('details of old messages', (engine: TestEngine) => {
  test('go with their campaign; its statistics stay, and whoever asks is told', async (t) => {
    const app = await openCampaignApp(t, engine);
    const old = await sendOne(app, KEEP + 1);
    const young = await sendOne(app, KEEP - 1);
    const before = await figuresOf(app, old);
    assert.equal(before[0]?.status, 200);
    await keepInOrder({ ...app, log: silentLog, mayGoOn: () => true });
    assert.deepEqual(await rowsOf(app, old), ALL, 'without the setting everything is kept');
    await tidy(app);
    assert.deepEqual([await rowsOf(app, old), await rowsOf(app, young)], [NONE, ALL]);
    assert.deepEqual(await figuresOf(app, old), before);
    const day = new Date(app.clock.now()).toISOString().slice(0, 10);
    const why = `The details of this campaign's messages were removed on ${day}: they are kept for a limited time only. The statistics are kept.`;
    const email = old.people[0]?.email ?? '';
    for (const path of ['delivery-logs', 'delivery-logs.csv', `explain?email=${email}`, 'opens', 'clicks', 'series']) {
      const refused = await app.call('GET', `/campaigns/${old.uid}/${path}`);
      assert.deepEqual([path, refused.status, refused.json?.error], [path, 400, why]);
      assert.equal(refused.json.details_removed_at.slice(0, 10), day);
      assert.equal(
        (await app.call('GET', `/campaigns/${young.uid}/${path.replace(email, young.people[0]?.email ?? '')}`)).status,
        200,
        path,
      );
    }
    for (const path of ['retry-failed', 'send-again']) {
      const refused = await app.call('POST', `/campaigns/${old.uid}/${path}`, { json: {} });
      assert.deepEqual([path, refused.status, refused.json.error], [path, 400, why]);
    }
    assert.equal((await app.row(old.uid)).status, 'sent');
    const recordOf = async ({ uid }: Sent) => (await app.call('GET', `/campaigns/${uid}?full=1`)).json.data.record;
    assert.equal((await recordOf(old)).details_removed_at_iso.slice(0, 10), day);
    assert.ok(!('details_removed_at_iso' in (await recordOf(young))));
    // Whoever was on the list when the old one was done is told in their history, nobody else.
    const historyOf = async (uid = '') => (await app.call('GET', `/subscribers/${uid}/timeline`)).json.data;
    const joined = (one: Sent, daysAgo: number) =>
      app.db
        .updateTable('subscriber')
        .set({ created_at: app.clock.now() - daysAgo * DAY_MS })
        .where('id', '=', one.people[0]?.id ?? 0)
        .execute();
    await joined(old, KEEP + 2);
    await joined(young, KEEP);
    const told = await historyOf(old.people[0]?.uid);
    assert.equal(Date.parse(told.removed_until), (await app.row(old.uid)).finished_at);
    const kinds = (one: { records: { kind: string }[] }) => one.records.map(({ kind }) => kind);
    assert.ok(!kinds(told).includes('accepted') && kinds(told).includes('joined'));
    const whole = await historyOf(young.people[0]?.uid);
    assert.equal(whole.removed_until, null);
    assert.ok(kinds(whole).includes('accepted') && kinds(whole).includes('opened'));
  });

  test('a link in an old mail leads where it did, and is not counted', async (t) => {
    const app = await openCampaignApp(t, engine);
    const old = await sendOne(app, KEEP + 1);
    const links = trackingLinks(app);
    const click = () => {
      const url = new URL(links.clickUrl({ campaignId: old.id, subscriberId: old.people[0]?.id ?? 0 }, old.link));
      return app.app.inject({ method: 'GET', url: url.pathname });
    };
    await tidy(app);
    const before = await figuresOf(app, old);
    const answer = await click();
    assert.deepEqual([answer.statusCode, answer.headers.location], [302, 'https://a.example/']);
    assert.deepEqual([await rowsOf(app, old), await figuresOf(app, old)], [NONE, before]);
    await app.set(old.uid, { details_removed_at: null });
    assert.equal((await click()).statusCode, 404, 'without a message it is no link of ours');
  });

  test('what is not over stays: running, unsettled, asked for by others', async (t) => {
    const app = await openCampaignApp(t, engine);
    const running = await sendOne(app, KEEP + 1, { status: 'sending' });
    const unsettled = await sendOne(app, KEEP + 1, { uncertain: true });
    const followed = await sendOne(app, KEEP + 1);
    const again = await sendOne(app, KEEP + 1);
    const [variant, part] = [await sendOne(app, KEEP + 1), await sendOne(app, KEEP + 1)];
    await app.set(variant.uid, { test_of: again.id });
    await app.set(part.uid, { test_of: followed.id });
    const [{ number }, follower] = [await app.row(followed.uid), await app.make()];
    const options = { autoresponder_event: 'AFTER-CAMPAIGN-SENT', autoresponder_sent_campaign_id: number };
    await app.set(follower, { type: 'autoresponder', status: 'sending', options: JSON.stringify(options) });
    const draft = await app.make();
    await app.set(draft, { not_opened_of: again.id, status: 'draft' });
    await tidy(app);
    for (const one of [running, unsettled, followed, part, again, variant])
      assert.deepEqual(await rowsOf(app, one), ALL);
    await app.set(follower, { status: 'sent' });
    // The rest of a test is dealt out by what is known of the former campaign, as before.
    await app.set(draft, { freeze_done: 1, status: 'sent' });
    const { id: campaign_id, customer_id, created_at } = await app.row(draft);
    const tested = { share: 20, decided_by: 'hand', wait_minutes: 5, rest_from: 2_000, begun_at: 1 } as const;
    await app.db
      .insertInto('ab_test')
      .values({ customer_id, campaign_id, created_at, ...tested })
      .execute();
    await tidy(app);
    for (const one of [followed, part, again]) assert.deepEqual(await rowsOf(app, one), one === again ? ALL : NONE);
    await app.db.updateTable('ab_test').set({ decided_at: 2 }).where('campaign_id', '=', campaign_id).execute();
    await app.set(draft, { freeze_done: 0 }); // as one that was ended before it began
    await tidy(app);
    assert.deepEqual([await rowsOf(app, again), await rowsOf(app, variant)], [NONE, NONE]);
    assert.deepEqual([await rowsOf(app, running), await rowsOf(app, unsettled)], [ALL, ALL]);
  });

  test('what was cut off in the middle is done by the next', async (t) => {
    const app = await openCampaignApp(t, engine);
    const old = await sendOne(app, KEEP + 1);
    // Given up, and nothing of it removed yet; then its messages alone; then the rest.
    const seen: number[][] = [];
    for (const steps of [1, 3, 100]) {
      let left = steps;
      await tidy(app, () => left-- > 0);
      seen.push(await rowsOf(app, old));
      assert.notEqual((await app.row(old.uid)).details_removed_at, null);
    }
    assert.deepEqual(seen, [ALL, [0, 1, 1, 1], NONE]);
    assert.equal((await app.row(old.uid)).details_left, 0);
  });

  if (engine.name === 'sqlite') return;

  test('a part whose campaigns are all old is emptied as a whole', async (t) => {
    const app = await openCampaignApp(t, engine);
    const old = await sendOne(app, KEEP + 2);
    const later = await sendOne(app, KEEP - 1);
    assert.ok(await renewParts(app.db, app.clock.now(), AT_ONCE));
    const next = await sendOne(app, KEEP + 1);
    assert.ok(old.id < PART_WIDTH && later.id < PART_WIDTH && next.id > PART_WIDTH && next.id < PART_WIDTH + 100);
    await tidy(app, () => true, AT_ONCE);
    assert.deepEqual([await rowsOf(app, old), await rowsOf(app, later)], [ALL, ALL], 'one of the part is young');
    assert.equal((await app.row(old.uid)).details_left, 1);
    app.clock.forward(2 * DAY_MS);
    await tidy(app, () => true, AT_ONCE);
    assert.deepEqual([await rowsOf(app, old), await rowsOf(app, later)], [NONE, NONE]);
    assert.deepEqual([(await app.row(old.uid)).details_left, (await app.row(later.uid)).details_left], [0, 0]);
    // A draft of that time can still be sent: its part is there.
    const message = { customer_id: app.customer.id, campaign_id: old.id + 1, subscriber_id: 1 };
    await app.db
      .insertInto('message')
      .values({ ...message, state: 'accepted', attempts: 1, finished_at: 1 })
      .execute();
  });

  test('empty parts become one, which takes what still comes', async (t) => {
    const app = await openCampaignApp(t, engine);
    const names = async (table: string) => {
      const { rows } = await sql<{ name: string }>`select inhrelid::regclass::text as name from pg_inherits
        where inhparent = ${table}::regclass order by 1`.execute(app.db);
      return rows.map(({ name }) => name.replace(`${table}_`, ''));
    };
    const begin = async () => assert.ok(await renewParts(app.db, app.clock.now(), AT_ONCE));
    const round = () => tidy(app, () => true, { messages: 1_000_000, ms: 0 });
    const old = [await sendOne(app, KEEP + 2)];
    await begin();
    const late = await app.make();
    old.push(await sendOne(app, KEEP + 2));
    await begin();
    const young = await sendOne(app, KEEP - 1);
    await begin();
    await app.make();
    const before = await Promise.all(old.map((one) => figuresOf(app, one)));
    await round();
    for (const table of TABLES_IN_PARTS) {
      assert.deepEqual(await names(table), ['3', '4', '5', 'last', 'lasting', 'to_2'], table);
    }
    assert.deepEqual(await Promise.all(old.map((one) => figuresOf(app, one))), before);
    assert.deepEqual(await rowsOf(app, young), ALL);
    // A draft of that time is sent now: what becomes of it is kept as long as of any other.
    const { id } = await app.row(late);
    const at = app.clock.now();
    const message = { customer_id: app.customer.id, campaign_id: id, subscriber_id: 1 };
    await app.db
      .insertInto('message')
      .values({ ...message, state: 'accepted', attempts: 1, finished_at: at })
      .execute();
    await app.set(late, { status: 'sent', started_at: at, finished_at: at });
    app.clock.forward(2 * DAY_MS);
    await round();
    assert.deepEqual([await rowsOf(app, { id }), await rowsOf(app, young)], [[1, 0, 0, 0], NONE]);
    assert.ok((await names('message')).includes('to_2'), 'it is in use');
    app.clock.forward(KEEP * DAY_MS);
    await round();
    assert.deepEqual(await rowsOf(app, { id }), NONE);
    await round();
    assert.deepEqual(await names('message'), ['4', '5', 'last', 'lasting', 'to_3']);
  });
});
