// Autoresponders as customers use them: created, changed, paused and ended by API, sent by the
// engine to a real mail server.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus } from '../../test/support/app.ts';
import { followedBy, look } from '../../test/support/autoresponders.ts';
import { addList, type CampaignApp, openForSuite } from '../../test/support/campaigns.ts';
import { deliver, relayTo } from '../../test/support/delivery.ts';
import { assertCountersAreRows, statesOf } from '../../test/support/delivery-rows.ts';
import { changeMessage, type LedgerRow, ledgerOf, setCounters } from '../../test/support/ledger.ts';
import { askWhy } from '../../test/support/message-rows.ts';
import { openSink } from '../../test/support/sink.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { until } from '../../test/support/until.ts';
import { startCampaign } from '../campaigns/delivery/progress.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kernel/durations.ts';

eachEngine('autoresponders by API', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });

  const make = (options: Record<string, unknown> = {}, members: Record<string, unknown> = {}) =>
    app.make({
      type: 'autoresponder',
      send_at: '2026-11-01 10:00:00',
      options: { autoresponder_time_unit: 'hour', autoresponder_time_value: 0, ...options },
      ...members,
    });
  const add = async (name: string, list = app.listUid) => {
    const json = { EMAIL: `${name}@example.com`, FNAME: name, details: { status: 'confirmed' } };
    assertStatus(await app.call('POST', `/lists/${list}/subscribers`, { json }), 201);
  };
  const toggle = async (uid: string) => {
    const answer = await app.call('PUT', `/campaigns/${uid}/pause-unpause`);
    assertStatus(answer, 200);
    return answer.json.campaign.status;
  };
  const lookNow = () => look(app.db, app.clock.now());
  const start = async (uid: string) => {
    await startCampaign(app.db, await app.row(uid), app.clock.now());
    await lookNow();
  };
  /** Names of subscribers with a message. */
  const reached = async (uid: string) => {
    const ids = await followedBy(app.db, (await app.row(uid)).id);
    if (ids.length === 0) return [];
    const rows = await app.db.selectFrom('subscriber').select(['id', 'email']).where('id', 'in', ids).execute();
    return ids.map((id) => rows.find((row) => row.id === id)?.email.split('@')[0]);
  };
  const edit = async (uid: string, members: Record<string, unknown>) => {
    assert.equal(await toggle(uid), 'paused');
    assertStatus(await app.update(uid, members), 200);
    app.clock.forward(1);
    assert.equal(await toggle(uid), 'sending');
    await lookNow();
  };
  const ended = async (uid: string) => {
    await toggle(uid);
    assertStatus(await app.call('PUT', `/campaigns/${uid}/mark-sent`), 200);
  };

  async function changeAll(id: number, change: Partial<LedgerRow>): Promise<void> {
    for (const row of await ledgerOf(app.db, id)) await changeMessage(app.db, row, change);
  }

  test('its messages are sent when due, and it continues', async (t) => {
    const list = await addList(app);
    const sink = await openSink(t);
    deliver(t, app.db, sink, { clock: app.clock, relay: relayTo(sink.port) });
    const uid = await make({}, { list_uid: list });
    const { id } = await app.row(uid);
    const status = async () => (await app.record(uid)).status;
    await until('it is sending', async () => (await status()) === 'sending');
    await add('one', list);
    await lookNow();
    await until('one has it', () => sink.received.length === 1);
    assert.match(sink.received[0]?.source ?? '', /Hello one/);

    assert.equal(await toggle(uid), 'paused');
    await add('two', list);
    await lookNow();
    assert.deepEqual(await reached(uid), ['one'], 'nothing is made while it is paused');
    assert.equal(await toggle(uid), 'sending');
    await lookNow();
    await until('two has it', () => sink.received.length === 2);
    await until('it is noted', async () => (await statesOf(app.db, id))['accepted'] === 2);
    const stats = (await app.call('GET', `/campaigns/${uid}/stats`)).json.data;
    assert.deepEqual([stats.campaign_status, stats.subscribers_count, stats.delivery_success_count], ['sending', 2, 2]);

    assert.equal(await toggle(uid), 'paused');
    await changeAll(id, { state: 'pending' });
    await setCounters(app.db, id, { accepted: 0 });
    assertStatus(await app.call('PUT', `/campaigns/${uid}/mark-sent`), 200);
    await until('the rest is skipped', async () => (await statesOf(app.db, id))['skipped'] === 2);
    await add('three', list);
    await lookNow();
    assert.deepEqual([await reached(uid), await status(), sink.received.length], [['one', 'two'], 'sent', 2]);
    await assertCountersAreRows(app.db, id);

    // Failed messages of an ended autoresponder go out once more, and then it is ended again; it
    // follows nobody.
    await changeAll(id, { state: 'rejected', reply: '450 4.2.1 later', in_flight_at: 1 });
    await setCounters(app.db, id, { skipped: 0, rejected: 2 });
    assertStatus(await app.call('POST', `/campaigns/${uid}/retry-failed`), 200);
    await lookNow();
    await until('they have it', () => sink.received.length === 4);
    await until('it is ended', async () => (await status()) === 'sent');
    assert.deepEqual(await reached(uid), ['one', 'two']);
    await assertCountersAreRows(app.db, id);
  });

  test('changes between: of the delay, the segment, the events', async () => {
    const list = await addList(app);
    const other = await addList(app);
    const uid = await make({ autoresponder_time_value: 3 }, { list_uid: list });
    await start(uid);
    app.clock.forward(1);
    for (const name of ['a', 'b', 'c']) {
      await add(name, list);
      app.clock.forward(HOUR_MS);
    }
    await lookNow();
    assert.deepEqual(await reached(uid), ['a']);
    await edit(uid, { options: { autoresponder_time_value: 2 } });
    assert.deepEqual(await reached(uid), ['a', 'b'], 'those between go at once');
    await edit(uid, { options: { autoresponder_time_value: 5 } });
    app.clock.forward(HOUR_MS);
    await lookNow();
    assert.deepEqual(await reached(uid), ['a', 'b'], 'nobody twice');
    app.clock.forward(3 * HOUR_MS);
    await lookNow();
    assert.deepEqual(await reached(uid), ['a', 'b', 'c'], 'who waits longer');

    const fields = (await app.call('GET', `/lists/${list}/fields`)).json.data.records;
    const condition = { field_id: fields[1].field_id, operator_id: 1, value: 'e' };
    const segment = (
      await app.call('POST', `/lists/${list}/segments`, { json: { name: 'Es', conditions: [condition] } })
    ).json.data.record.segment_uid;
    await edit(uid, { segment_uid: segment, options: { autoresponder_time_value: 0 } });
    for (const name of ['d', 'e']) await add(name, list);
    await lookNow();
    assert.deepEqual(await reached(uid), ['a', 'b', 'c', 'e']);

    const before = await make({}, { list_uid: list });
    const { number } = await app.row(before);
    const event = { autoresponder_event: 'AFTER-CAMPAIGN-SENT', autoresponder_sent_campaign_id: number };
    await edit(uid, { segment_uid: 'none', options: event });
    assert.deepEqual(await reached(uid), ['a', 'b', 'c', 'e']);
    await edit(uid, { options: { autoresponder_event: 'AFTER-SUBSCRIBE' } });
    assert.deepEqual(await reached(uid), ['a', 'b', 'c', 'e'], 'other events: from then on');
    await edit(uid, { options: { autoresponder_include_current: 'yes' } });
    assert.deepEqual(await reached(uid), ['a', 'b', 'c', 'd', 'e'], 'those of before as well: nobody twice');

    await toggle(uid);
    const refused = await app.update(uid, { list_uid: other });
    assertStatus(refused, 422);
    assert.deepEqual(Object.keys(refused.json.error), ['list_uid']);
    assertStatus(await app.update(uid, { status: 'draft' }), 200);
    assertStatus(await app.update(uid, { type: 'regular' }), 422);
    await ended(before);
  });

  test('other people included, or another event: nobody of before gets it unless they are included', async () => {
    const list = await addList(app);
    const uid = await make({ autoresponder_time_value: 2 }, { list_uid: list });
    await start(uid);
    app.clock.forward(1);
    const join = async (name: string, source: string) => {
      await add(name, list);
      await app.db.updateTable('subscriber').set({ source }).where('email', '=', `${name}@example.com`).execute();
    };
    await join('long-ago', 'import');
    app.clock.forward(DAY_MS);
    await lookNow();
    await join('waits', 'import');
    app.clock.forward(HOUR_MS);
    await edit(uid, { options: { autoresponder_include_imported: 'yes' } });
    assert.deepEqual(await reached(uid), []);
    app.clock.forward(HOUR_MS);
    await lookNow();
    assert.deepEqual(await reached(uid), ['waits'], 'whose mail is due from then on');

    const sent = await make({}, { list_uid: list });
    const { id, number, customer_id } = await app.row(sent);
    const events = new Map([
      ['before', -3],
      ['yet', -1],
    ]);
    for (const [name, hours] of events) {
      await join(name, 'api');
      const { id: subscriber_id } = await app.db
        .selectFrom('subscriber')
        .select('id')
        .where('email', '=', `${name}@example.com`)
        .executeTakeFirstOrThrow();
      const finished_at = app.clock.now() + hours * HOUR_MS;
      await app.db
        .insertInto('message')
        .values({ customer_id, campaign_id: id, subscriber_id, state: 'accepted', attempts: 1, finished_at })
        .execute();
    }
    await edit(uid, {
      options: { autoresponder_event: 'AFTER-CAMPAIGN-SENT', autoresponder_sent_campaign_id: number },
    });
    assert.deepEqual(await reached(uid), ['waits'], 'what was due already is passed over');
    app.clock.forward(HOUR_MS);
    await lookNow();
    assert.deepEqual(await reached(uid), ['waits', 'yet']);
    await edit(uid, { options: { autoresponder_include_current: 'yes' } });
    assert.deepEqual(await reached(uid), ['before', 'waits', 'yet']);
    await ended(sent);
    await ended(uid);
  });

  test('why it was not sent to an address', async () => {
    const list = await addList(app);
    const uid = await make({ autoresponder_time_value: 2 }, { list_uid: list });
    const why = async (name: string, of = uid) => {
      const { cause, explanation } = await askWhy(app, { uid: of }, `${name}@example.com`);
      return [cause, explanation.replaceAll(`${name}@example.com`, 'a')];
    };
    app.clock.set(Date.UTC(2026, 11, 1, 12));
    await add('early', list);
    assert.deepEqual(await why('early'), [
      'not-begun',
      'The campaign has not started: its first messages are about to be created.',
    ]);
    await app.set(uid, { updated_at: app.clock.now() + 1 });
    app.clock.forward(1_000);
    await start(uid);
    await add('new', list);
    await add('file', list);
    await app.db.updateTable('subscriber').set({ source: 'import' }).where('email', '=', 'file@example.com').execute();
    assert.deepEqual(await why('early'), [
      'not-included',
      'a became a confirmed subscriber at 2026-12-01 12:00:00 UTC, before the autoresponder started at 2026-12-01 12:00:00 UTC; it does not include those of before.',
    ]);
    assert.deepEqual(await why('file'), [
      'not-included',
      'a was imported, and the autoresponder does not include imported subscribers.',
    ]);
    const event = 'a became a confirmed subscriber at 2026-12-01 12:00:01 UTC; its message';
    assert.deepEqual(await why('new'), ['waiting', `${event} is due at 2026-12-01 14:00:01 UTC.`]);
    await toggle(uid);
    const paused = `${event} is due at 2026-12-01 14:00:01 UTC; the campaign is paused.`;
    assert.deepEqual(await why('new'), ['waiting', paused]);
    app.clock.forward(120 * MINUTE_MS);
    assert.deepEqual((await why('new'))[0], 'being-made');
    await toggle(uid);
    await lookNow();
    assert.deepEqual(await why('new'), ['pending', 'The message to a is pending: it is waiting in the queue.']);

    await add('gone', list);
    app.clock.forward(120 * MINUTE_MS);
    const gone = app.db.updateTable('subscriber').where('email', '=', 'gone@example.com');
    await gone.set({ status: 'unsubscribed', unsubscribed_at: app.clock.now() }).execute();
    await lookNow();
    assert.equal((await why('gone'))[0], 'not-confirmed');
    await add('outside', list);
    await app.set(uid, { segment_id: 999_999 });
    app.clock.forward(120 * MINUTE_MS);
    await lookNow();
    assert.deepEqual(await why('outside'), ['not-in-segment', "a is not in the campaign's segment."]);
    await app.set(uid, { segment_id: null });
    assert.deepEqual(await why('outside'), [
      'left-out',
      'a was left out when its message was due at 2026-12-01 18:00:01 UTC: it was unconfirmed, suppressed or outside the segment at that time, but no longer is.',
    ]);

    const { id, number } = await app.row(uid);
    const follows = { autoresponder_event: 'AFTER-CAMPAIGN-OPEN', autoresponder_open_campaign_id: number };
    const opens = await make(follows, { list_uid: list });
    await start(opens);
    const none = 'a has not opened the message of the campaign “Spring”.';
    assert.deepEqual(await why('new', opens), ['no-event', none]);
    await changeAll(id, { opened_at: app.clock.now() + 5 });
    assert.deepEqual((await why('new', opens))[0], 'waiting');
    await app.set(uid, { run_count: 1 });
    const recurs = 'The autoresponder follows the campaign “Spring”, which recurs: it is not sent itself.';
    assert.deepEqual(await why('early', opens), ['no-event', recurs]);
    await app.set(uid, { run_count: 0 });
    await ended(opens);
    assert.deepEqual((await why('new', opens))[0], 'ended-before');
    await ended(uid);
  });
});
