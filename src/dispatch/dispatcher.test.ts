// Receivers that are down, slow, redirect, fail, or want no more; batches; events once more. Each
// event arrives, in the order of its person, under the id that it has.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openEventReceiver } from '../../test/support/receiver-of-events.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteApp } from '../../test/support/suite.ts';
import { webhookTools } from '../../test/support/webhooks.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kernel/durations.ts';
import { removeOldDeliveries, removeOldEvents } from '../webhooks/remove-old.ts';

eachEngine('telling webhooks', (engine) => {
  const app = suiteApp(engine);
  const { customer, open, round, numbers, inOrderOfEach, opened } = webhookTools(app);

  test('a receiver that fails gets it again, later and later, with the same ids; nobody waits for another', async () => {
    const { add, happen, record, call } = await customer();
    const [bad, good] = [await add(), await add()];
    bad.receiver.answer = (_, response) => void response.writeHead(500).end('sorry');
    const dispatcher = open();
    await happen(1, 2, 1, 3);
    await round(dispatcher);
    assert.deepEqual(numbers(good.receiver).toSorted(), [1, 2, 3, 4]);
    const failing = await record(bad.path);
    assert.deepEqual([failing['status'], failing['waiting']], ['on', 4]);
    assert.equal(failing['failing_since'] !== null && failing['date_next'] !== null, true);
    const first = bad.receiver.requests.map(({ id }) => id).sort();
    assert.equal(first.length, 3, 'of each person the first one');
    await round(dispatcher);
    assert.equal(bad.receiver.requests.length, 3, 'not before its time');
    app().clock.forward(5_000);
    await round(dispatcher);
    assert.deepEqual(
      bad.receiver.requests
        .slice(3)
        .map(({ id }) => id)
        .sort(),
      first,
    );
    app().clock.forward(29_000);
    await round(dispatcher);
    assert.equal(bad.receiver.requests.length, 6, 'the second wait is longer');
    bad.receiver.answer = undefined;
    app().clock.forward(1_000);
    await round(dispatcher);
    assert.deepEqual(numbers(bad.receiver).toSorted(), [1, 2, 3, 4]);
    inOrderOfEach(bad.receiver);
    assert.deepEqual([bad.receiver.wrong, good.receiver.wrong], [[], []]);
    const { waiting, failing_since, date_next } = await record(bad.path);
    assert.deepEqual([waiting, failing_since, date_next], [0, null, null]);
    const log = (await call('GET', `${bad.path}/deliveries`))['data']?.['records'] as unknown as {
      attempt: number;
      answer: string;
    }[];
    assert.deepEqual(log.map(({ attempt }) => attempt).sort(), [1, 1, 1, 1, 2, 2, 2, 3, 3, 3]);
    assert.ok(log.some(({ answer }) => answer === 'sorry'));
  });

  test('slow ones are cut off, redirects not followed; what is down comes back', async () => {
    const { add, happen } = await customer();
    const [slow, moved, good] = [await add(), await add(), await add()];
    slow.receiver.answer = () => new Promise(() => undefined);
    moved.receiver.answer = (_, response) => void response.writeHead(307, { location: good.receiver.url }).end();
    const dispatcher = open({ timeMs: 1_000 });
    await happen(1, 2);
    const begun = dispatcher.look();
    await begun;
    while (good.receiver.events().length < 2) await sleep(5);
    assert.equal(slow.receiver.requests.length <= 2, true);
    await dispatcher.idle();
    assert.equal(good.receiver.events().length, 2, 'nothing was sent on');
    await slow.receiver.close();
    app().clock.forward(HOUR_MS);
    await round(dispatcher); // the port is closed
    const again = await openEventReceiver(Number(new URL(slow.receiver.url).port));
    opened.push(again);
    again.secret = slow.receiver.secret;
    app().clock.set(Date.now() + HOUR_MS); // the library minds
    app().clock.forward(0);
    await app().db.updateTable('webhook_lane').set({ next_at: 0 }).execute();
    app().clock.set(Date.now());
    await round(open()); // with the usual patience
    assert.deepEqual(numbers(again).toSorted(), [1, 2]);
  });

  test('a receiver may ask for time by a date', async () => {
    const { add, happen } = await customer();
    const { receiver } = await add();
    const until = new Date(app().clock.now() + 61_000).toUTCString();
    receiver.answer = (_, response) => void response.writeHead(503, { 'retry-after': until }).end();
    const dispatcher = open();
    await happen(1);
    await round(dispatcher);
    app().clock.forward(50_000);
    await round(dispatcher);
    assert.equal(receiver.requests.length, 1);
    app().clock.forward(12_000);
    await round(dispatcher);
    assert.equal(receiver.requests.length, 2);
    app().clock.set(Date.now());
  });

  test('with a new secret, whoever is telling goes no further with the former one alone', async () => {
    const { add, happen, call } = await customer();
    const { receiver, path } = await add();
    const held = Promise.withResolvers<void>();
    receiver.answer = async (_, response) => {
      await held.promise;
      response.writeHead(200).end();
    };
    const dispatcher = open();
    await happen(1, 1, 1);
    await dispatcher.look();
    while (receiver.requests.length < 1) await sleep(5);
    await call('POST', `${path}/rotate`);
    receiver.answer = undefined;
    held.resolve();
    await dispatcher.idle();
    assert.equal(receiver.requests.length, 1);
    await round(dispatcher);
    assert.deepEqual(
      receiver.requests.map(({ signatures }) => signatures),
      [1, 2, 2, 2],
    );
  });

  test('410 switches off; three days in vain too; once on again nothing is missing', async () => {
    const { add, happen, record, call } = await customer();
    const [gone, dead] = [await add(), await add()];
    gone.receiver.answer = (_, response) => void response.writeHead(410).end();
    dead.receiver.answer = (_, response) => void response.writeHead(503, { 'retry-after': '60' }).end();
    const dispatcher = open();
    await happen(1);
    await round(dispatcher);
    const off = await record(gone.path);
    assert.deepEqual([off['status'], off['off_reason']], ['off', 'gone']);
    assert.equal(gone.receiver.requests.length, 1);
    app().clock.forward(59_000);
    await round(dispatcher);
    assert.equal(dead.receiver.requests.length, 1, 'it asked for a minute');
    const start = Date.now();
    for (const day of [1, 2, 3.1]) {
      app().clock.set(start + day * DAY_MS);
      await round(dispatcher);
    }
    const { status, off_reason, off_detail } = await record(dead.path);
    assert.deepEqual([status, off_reason, off_detail], ['off', 'failed', 'No request succeeded for three days.']);
    await happen(2); // written although nobody is on: they may come back
    app().clock.set(Date.now());
    for (const { receiver, path } of [gone, dead]) {
      receiver.answer = undefined;
      await call('PUT', path, { status: 'on' });
    }
    await round(dispatcher);
    for (const { receiver } of [gone, dead]) {
      assert.deepEqual(numbers(receiver).toSorted(), [1, 2], 'of two people, told at once');
    }
  });

  test('a clock that is set back makes nobody wait who was told', async () => {
    const { add, happen } = await customer();
    const [{ receiver }, dispatcher, now] = [await add(), open(), Date.now()];
    for (const at of [now + MINUTE_MS, now]) {
      await happen(1);
      app().clock.set(at);
      await round(dispatcher);
    }
    assert.deepEqual(numbers(receiver), [1, 2]);
    await happen(1);
    receiver.answer = (_, response) => void response.writeHead(500).end('sorry');
    for (const at of [now + 48 * HOUR_MS, now]) {
      app().clock.set(at);
      await round(dispatcher);
      receiver.answer = undefined;
    }
    assert.deepEqual(numbers(receiver), [1, 2, 3], 'nor who was to be told days later');
  });

  test('batches are in order, and repeated as they were', async () => {
    const { add, happen } = await customer();
    const { receiver } = await add({ batch_size: 3 });
    const dispatcher = open();
    await happen(1, 2);
    receiver.answer = (_, response) => void response.writeHead(500).end();
    await round(dispatcher);
    await happen(1, 2, 3, 4, 5);
    receiver.answer = undefined;
    app().clock.forward(5_000);
    await round(dispatcher);
    assert.deepEqual(
      receiver.requests.map(({ events }) => events.length),
      [2, 2, 3, 2],
    );
    const [first, second] = receiver.requests;
    assert.deepEqual([second?.id, second?.events], [first?.id, first?.events]);
    assert.deepEqual(numbers(receiver), [1, 2, 3, 4, 5, 6, 7]);
    assert.match(first?.id ?? '', /^evt_[a-z0-9]{13}000_2$/);
  });

  test('only what is asked for; once more from an instant, with the ids that they had', async () => {
    const { add, happen, call, record } = await customer();
    const [all, none] = [await add({ batch_size: 1_000 }), await add({ events: ['message.opened'] })];
    const dispatcher = open();
    await happen(1);
    app().clock.forward(1_000);
    const from = app().clock.now();
    await happen(1, 2);
    await round(dispatcher);
    assert.equal(none.receiver.requests.length, 0);
    assert.equal((await record(none.path))['waiting'], 0);
    const before = all.receiver.events();
    all.receiver.requests.length = 0;
    const { events } = (await call('POST', `${all.path}/replay`, {
      from: new Date(from).toISOString(),
    })) as unknown as {
      events: number;
    };
    assert.equal(events, 2);
    await round(dispatcher);
    assert.deepEqual(all.receiver.events(), before.slice(1));
    await call('POST', `${all.path}/replay`, { from: '2020-01-01 00:00:00' });
    await round(dispatcher);
    assert.deepEqual(all.receiver.events().slice(2), before);
  });

  test('two nodes share; one that was thought lost changes nothing any more', async () => {
    const { add, happen, record } = await customer();
    const hooks = [await add(), await add(), await add({ batch_size: 2 })];
    const [one, two] = [open(), open()];
    for (let n = 0; n < 5; n += 1) {
      await happen(1, 2, 3);
      await Promise.all([one.look(), two.look()]);
    }
    await Promise.all([one.idle(), two.idle()]);
    await round(one);
    for (const { receiver } of hooks) {
      assert.deepEqual(
        numbers(receiver).toSorted((a, b) => a - b),
        Array.from({ length: 15 }, (_, n) => n + 1),
        'each once',
      );
      inOrderOfEach(receiver);
    }
    // A request is on its way when somebody else gets the webhook.
    const [hook] = hooks;
    if (!hook) return;
    const held = Promise.withResolvers<void>();
    hook.receiver.answer = async (_, response) => {
      await held.promise;
      response.writeHead(200).end();
    };
    await happen(1, 1);
    await one.look();
    while (hook.receiver.requests.length < 16) await sleep(5);
    const { held_by } = await app()
      .db.selectFrom('webhook')
      .select('held_by')
      .where('uid', '=', hook.path.split('/').at(-1) ?? '')
      .executeTakeFirstOrThrow();
    await app().db.deleteFrom('lease').where('id', '=', held_by).execute();
    hook.receiver.answer = undefined;
    await round(two);
    held.resolve();
    await one.idle();
    const ids = hook.receiver.requests.slice(15).map(({ id }) => id);
    assert.equal(new Set(ids).size, 2);
    assert.equal(ids.length, 3, 'the one on its way came twice');
    assert.equal((await record(hook.path))['waiting'], 0);
  });

  test('events and deliveries go after seven days; who was that slow is switched off and goes on with what there is', async () => {
    const { add, happen, call, record, customerId } = await customer();
    const { receiver, path } = await add();
    const dispatcher = open();
    await happen(1);
    receiver.answer = (_, response) => void response.writeHead(500).end();
    await round(dispatcher);
    app().clock.forward(2 * DAY_MS);
    await happen(1);
    await dispatcher.look();
    await dispatcher.idle();
    const later = app().clock.now() + 5.5 * DAY_MS;
    while (await removeOldEvents(app().db, later));
    while (await removeOldDeliveries(app().db, later));
    const kept = await app().db.selectFrom('event_page').selectAll().where('customer_id', '=', customerId).execute();
    assert.equal(kept.length, 1);
    app().clock.forward(HOUR_MS);
    await app().db.updateTable('webhook_lane').set({ next_at: 0 }).where('customer_id', '=', customerId).execute();
    await round(dispatcher);
    assert.equal((await record(path))['off_reason'], 'behind');
    receiver.answer = undefined;
    app().clock.set(Date.now());
    await call('PUT', path, { status: 'on' });
    await round(dispatcher);
    assert.deepEqual(numbers(receiver), [2]);
  });
});
