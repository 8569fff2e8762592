// The autoresponders of a list as chains, on both engines.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertStatus } from '../../../test/support/app.ts';
import { look } from '../../../test/support/autoresponders.ts';
import { addList, addSegment, type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import { putMessage, setCounters } from '../../../test/support/ledger.ts';
import { addPerson } from '../../../test/support/message-rows.ts';
import { indexesOf, statementsOf } from '../../../test/support/plans.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { startCampaign } from '../../campaigns/delivery/progress.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../kernel/durations.ts';
import { waitingFor } from '../../schedules/followed-events.ts';
import type { Subscriber } from '../../storage/tables.ts';
import { chainsOf } from './chain.ts';

const instant = (text: string) => Temporal.Instant.from(text).epochMilliseconds;

eachEngine('the autoresponders of a list', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });
  before(async () => {
    assertStatus(await app.call('PUT', '/profile', { json: { timezone: 'Europe/Berlin' } }), 200);
  });

  type Delay = [value: number, unit: string];
  const make = (
    list: string,
    name: string,
    [value, unit]: Delay,
    options: Record<string, unknown> = {},
    members = {},
  ) =>
    app.make({
      name,
      list_uid: list,
      type: 'autoresponder',
      send_at: '2026-11-01 10:00:00',
      ...members,
      options: { autoresponder_time_unit: unit, autoresponder_time_value: value, ...options },
    });
  const start = async (uid: string) => startCampaign(app.db, await app.row(uid), app.clock.now());
  const ask = async (list: string) => {
    const answer = await app.call('GET', `/lists/${list}/automations`);
    assertStatus(answer, 200);
    return answer.json.data;
  };
  const listId = async (uid: string) =>
    (await app.db.selectFrom('list').select('id').where('uid', '=', uid).executeTakeFirstOrThrow()).id;
  const join = async (list: string, name: string, at: number, values: Partial<Subscriber> = {}) =>
    addPerson(
      app.db,
      { customer_id: app.customer.id, list_id: await listId(list) },
      { email: `${name}@example.test`, confirmed_at: at, ...values },
    );

  test('stand in the order of their events and delays, each with what came of it', async () => {
    const list = await addList(app);
    assert.deepEqual(await ask(list), { time_zone: 'Europe/Berlin', records: [], is_cut: false });
    const news = await app.make({ name: 'Spring', list_uid: list });
    const number = (await app.row(news)).number;
    const segment = await addSegment(app, list);
    await make(list, 'A week', [1, 'week']);
    await make(list, 'At once', [0, 'day'], {}, { segment_uid: segment });
    const days = await make(list, 'Two days', [48, 'hour'], { autoresponder_include_imported: 'yes' });
    await make(list, 'Opened', [3, 'day'], {
      autoresponder_event: 'AFTER-CAMPAIGN-OPEN',
      autoresponder_open_campaign_id: number,
    });
    const got = await make(list, 'Got it', [1, 'month'], {
      autoresponder_event: 'AFTER-CAMPAIGN-SENT',
      autoresponder_sent_campaign_id: number,
    });
    await make(await addList(app), 'Elsewhere', [0, 'day']);
    await setCounters(app.db, (await app.row(days)).id, { audience: 10, accepted: 8, filtered_unique_opens: 4 });
    const { records } = await ask(list);
    const names = records.map((chain: { after: string; steps: { campaign: { name: string } }[] }) => [
      chain.after,
      ...chain.steps.map(({ campaign }) => campaign.name),
    ]);
    assert.deepEqual(names, [
      ['subscribe', 'At once', 'Two days', 'A week'],
      ['sent', 'Got it'],
      ['open', 'Opened'],
    ]);
    assert.deepEqual(records[1].campaign, { campaign_uid: news, campaign_id: String(number), name: 'Spring' });
    const [first, second] = records[0].steps;
    assert.equal(first.campaign.segment.name, 'Anns');
    assert.deepEqual(second.delay, { value: 48, unit: 'hour' });
    assert.deepEqual([second.includes_imported, first.includes_imported, first.includes_current], [true, false, false]);
    assert.deepEqual(second.campaign.filtered.opened, { people: 4, rate: 50 });
    assert.equal(second.waiting, null, 'not started');
    assertStatus(await app.call('DELETE', `/campaigns/${news}`), 200);
    assertStatus(await app.call('DELETE', `/campaigns/${got}`), 200);
    const left = (await ask(list)).records;
    assert.deepEqual([left.length, left[1].after, left[1].campaign], [2, 'open', null]);
  });

  test('tell who waits, and when the next mail is due', async () => {
    const list = await addList(app);
    const now = app.clock.now();
    const uid = await make(list, 'Later', [2, 'day']);
    const all = await make(list, 'Everybody', [2, 'day'], {
      autoresponder_include_imported: 'yes',
      autoresponder_include_current: 'yes',
    });
    await join(list, 'before', now - HOUR_MS);
    for (const one of [uid, all]) await start(one);
    await look(app.db, now);
    const empty = { people: 0, in_a_day: 0, next_due_at: null, last_due_at: null, is_more: false };
    const waitingOf = async () => {
      const [{ steps }] = (await ask(list)).records;
      return steps.map(({ waiting }: { waiting: unknown }) => waiting);
    };
    assert.deepEqual((await waitingOf())[0], empty, 'who was there before waits for the other alone');
    app.clock.forward(1_000);
    const first = app.clock.now();
    await join(list, 'one', first);
    await join(list, 'imported', first + 1, { source: 'import' });
    await join(list, 'two', first + MINUTE_MS);
    await join(list, 'open', first + 2, { status: 'unconfirmed', confirmed_at: null });
    app.clock.forward(DAY_MS);
    const due = (at: number) => new Date(at + 2 * DAY_MS).toISOString();
    const waits = {
      people: 2,
      in_a_day: 1,
      next_due_at: due(first),
      last_due_at: due(first + MINUTE_MS),
      is_more: false,
    };
    assert.deepEqual(await waitingOf(), [waits, { ...waits, people: 4, in_a_day: 2, next_due_at: due(now - HOUR_MS) }]);
    assertStatus(await app.call('PUT', `/campaigns/${uid}/pause-unpause`), 200);
    await look(app.db, app.clock.now());
    assert.equal((await waitingOf())[0].people, 2, 'they wait while it is paused');
    app.clock.forward(DAY_MS);
    await look(app.db, app.clock.now());
    assert.deepEqual(
      (await waitingOf()).map(({ people }: { people: number }) => people),
      [2, 2],
      'whose mail was made waits no longer',
    );
    assertStatus(await app.call('PUT', `/campaigns/${uid}/mark-sent`), 200);
    assert.equal((await waitingOf())[0], null, 'it is over');
  });

  test('of days by the customer’s calendar, and after messages of a campaign', async () => {
    const list = await addList(app);
    const followed = await app.make({ name: 'Followed', list_uid: list });
    const { id, number } = await app.row(followed);
    const uid = await make(list, 'A month later', [1, 'month'], {
      autoresponder_event: 'AFTER-CAMPAIGN-SENT',
      autoresponder_sent_campaign_id: number,
      autoresponder_include_current: 'yes',
    });
    const person = await join(list, 'reader', 1_000);
    const sent = instant('2026-10-24T10:00:00+02:00');
    const message = { customer_id: app.customer.id, campaign_id: id, subscriber_id: person.id };
    await putMessage(app.db, { ...message, state: 'accepted', finished_at: sent });
    await start(uid);
    const [{ steps }] = (await ask(list)).records;
    assert.equal(steps[0].waiting.people, 1);
    assert.equal(steps[0].waiting.next_due_at, '2026-11-24T09:00:00.000Z', 'ten o’clock, in winter');
  });

  test('cost the same however many wait', async () => {
    const list = await addList(app);
    const uids = [await make(list, 'One', [1, 'day']), await make(list, 'Two', [2, 'day'])];
    for (const uid of uids) await start(uid);
    app.clock.forward(1_000);
    const now = app.clock.now();
    for (const n of [1, 2, 3, 4]) await join(list, `many-${n}`, now + n);
    const of = { id: await listId(list), customer_id: app.customer.id };
    const question = (db: typeof app.db) => chainsOf(db, of, { timeZone: 'Europe/Berlin', at: now });
    assert.equal((await statementsOf(app.db, question)).length, 3, 'whatever the list has');
    const standing = {
      campaignId: 1,
      customerId: of.customer_id,
      listId: of.id,
      followed: { event: 'subscribe' } as const,
      after: { at: now, id: 0 },
      includesImported: true,
      soon: now + 2,
    };
    const bounded = await waitingFor(app.db, [standing], 2);
    assert.deepEqual(bounded.get(1), { people: 2, soon: 2, first: now + 1, last: now + 3, isMore: true });
    if (engine.name === 'sqlite') {
      const used = await indexesOf(app.db, question);
      assert.ok(used.includes('campaign_steps') && used.includes('subscriber_confirmed'), used.join());
    }
  });

  test('of another customer do not exist', async () => {
    const { key } = await app.addCustomer();
    assertStatus(await app.call('GET', `/lists/${app.listUid}/automations`, { key }), 404);
  });
});
