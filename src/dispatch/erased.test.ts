// A person who is erased is in no event any more: neither in those that wait for their numbers, nor
// in those that are told, or told again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { news } from '../../test/support/lists.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteApp } from '../../test/support/suite.ts';
import { webhookTools } from '../../test/support/webhooks.ts';
import { erasePerson } from '../jobs/erasure/erase.ts';
import { MINUTE_MS } from '../kernel/durations.ts';
import { inTransaction, type Tx } from '../storage/db.ts';
import { insertDelivery } from '../webhooks/deliveries/queries.ts';
import { eraseInPages } from '../webhooks/erase.ts';
import { unpackEvents } from '../webhooks/log/pages.ts';
import type { Fact, PersonFact } from '../webhooks/outbox/facts.ts';
import { tell } from '../webhooks/outbox/tell.ts';

const ANN = 'Ann@Example.test';
const KEY = 'ann@example.test';

eachEngine('events of somebody who is erased', (engine) => {
  const app = suiteApp(engine);
  const tools = webhookTools(app);

  const setUp = async () => {
    const owner = await tools.customer();
    const at = () => app().clock.now();
    const happen = (people: readonly (readonly [uid: string, email: string])[]) =>
      inTransaction(app().db, (tx) =>
        tell<Fact>(tx, owner.customerId, ['subscriber.updated'], () =>
          people.map(([uid, email]): PersonFact => {
            return { type: 'subscriber.updated', at: at(), list: 0, uid, email, status: 'confirmed', source: 'api' };
          }),
        ),
      );
    const erase = () => erasePerson(app().db, owner.customerId, KEY, { keepsSuppressed: false, at: at() });
    const stored = async () => {
      const { db } = app();
      const pages = await db
        .selectFrom('event_page')
        .selectAll()
        .where('customer_id', '=', owner.customerId)
        .orderBy('first_n')
        .execute();
      const facts = await db
        .selectFrom('event_fact')
        .select('content')
        .where('customer_id', '=', owner.customerId)
        .orderBy('id')
        .execute();
      const events = (await Promise.all(pages.map(({ content }) => unpackEvents(content)))).flat();
      return { events, facts: facts.flatMap(({ content }) => JSON.parse(content) as PersonFact[]) };
    };
    return { ...owner, happen, erase, stored, at };
  };
  const seen = (events: readonly { id?: string; data: { email: string } }[]) => events.map(({ data }) => data.email);

  test('they are told no more, one by one and in batches; all others with the ids that they had', async () => {
    const { call, add, happen, erase, stored } = await setUp();
    const single = await add();
    const batches = await add({ batch_size: 3 });
    const dispatcher = tools.open();
    await happen([
      ['ann', ANN],
      ['ben', 'ben@example.test'],
      ['ann', KEY],
      ['cid', 'cid@example.test'],
      ['dan', 'dan@example.test'],
    ]);
    await tools.round(dispatcher);
    const before = new Map(single.receiver.events().map((event) => [event.data.email, event.id]));
    assert.equal(before.size, 5);
    await happen([
      ['ann', ANN],
      ['eve', 'eve@example.test'],
    ]);
    await erase();
    const { events, facts } = await stored();
    assert.deepEqual(
      events.map(({ type }) => type === 'erased'),
      [true, false, true, false, false],
    );
    assert.deepEqual(seen(facts.map((fact) => ({ data: fact }))), ['eve@example.test']);
    assert.doesNotMatch(JSON.stringify(events), /ann/i);

    const counts = [single, batches].map(({ receiver }) => receiver.events().length);
    await sleep(250); // a page that is being read is looked at again after a moment
    for (const { path } of [single, batches]) await call('POST', `${path}/replay`, { from: '2020-01-01 00:00:00' });
    await tools.round(dispatcher);
    for (const [n, { receiver }] of [single, batches].entries()) {
      const again = receiver.events().slice(counts[n]);
      const emails = ['ben@example.test', 'cid@example.test', 'dan@example.test', 'eve@example.test'];
      assert.deepEqual(seen(again).toSorted(), emails);
      for (const { id, data } of again) if (before.has(data.email)) assert.equal(id, before.get(data.email));
    }
  });

  test('a receiver that was down gets none of them when it is back', async () => {
    const { add, happen, erase } = await setUp();
    const { receiver } = await add();
    receiver.answer = (_, response) => void response.writeHead(503).end();
    const dispatcher = tools.open();
    await happen([
      ['ann', ANN],
      ['ben', 'ben@example.test'],
    ]);
    await tools.round(dispatcher);
    await erase();
    receiver.answer = undefined;
    const asked = receiver.events().length;
    app().clock.forward(MINUTE_MS);
    await tools.round(tools.open());
    assert.deepEqual(seen(receiver.events().slice(asked)), ['ben@example.test']);
  });

  test('what was cut off is completed when it is done again, and again changes nothing', async () => {
    const { customerId, add, happen, erase, stored } = await setUp();
    await add();
    const dispatcher = tools.open();
    const all = [ANN, 'ben@example.test', KEY].map((email, n) => [`person${n}`, email] as const);
    for (const one of all) {
      await happen([one]);
      await tools.round(dispatcher); // a page each
    }
    const { db } = app();
    const rows = await db.selectFrom('event_page').select('first_n').where('customer_id', '=', customerId).execute();
    assert.equal(rows.length, 3);
    // The process ended after the first page.
    const last = await eraseInPages(db, customerId, { key: KEY, uids: new Set() }, rows[1]?.first_n);
    assert.equal(last, rows[2]?.first_n);
    assert.deepEqual(
      (await stored()).events.map(({ type }) => type === 'erased'),
      [false, false, true],
    );
    await erase();
    const once = await stored();
    assert.deepEqual(
      once.events.map(({ type }) => type === 'erased'),
      [true, false, true],
    );
    await erase();
    assert.deepEqual(await stored(), once);
  });

  test('events that get their numbers while the person is erased are gone with the person', async () => {
    const { customerId, add, call, happen, stored, at } = await setUp();
    await add();
    const { list_uid } = await call('POST', '/lists', news);
    const { data } = await call('POST', `/lists/${list_uid}/subscribers`, { EMAIL: ANN });
    const { subscriber_uid = '' } = (data?.['record'] ?? {}) as { subscriber_uid?: string };
    const dispatcher = tools.open();
    await happen([[subscriber_uid, '']]);
    const { db } = app();
    /** The facts get their numbers when the pages that there were have been read. */
    const meanwhile = new Proxy(db, {
      get(target, name) {
        const value = Reflect.get(target, name, target);
        if (name !== 'transaction') return typeof value === 'function' ? value.bind(target) : value;
        const execute = async (work: (tx: Tx) => Promise<unknown>) => {
          await tools.round(dispatcher);
          return target.transaction().execute(work);
        };
        return () => ({ execute });
      },
    });
    let types: string[] = [];
    const note = async (tx: Tx) => {
      const pages = await tx.selectFrom('event_page').selectAll().where('customer_id', '=', customerId).execute();
      types = (await Promise.all(pages.map(({ content }) => unpackEvents(content)))).flat().map(({ type }) => type);
    };
    await erasePerson(meanwhile, customerId, KEY, { keepsSuppressed: false, at: at(), note });
    assert.deepEqual([...new Set(types)], ['erased']);
    const before = await stored();
    const broken = erasePerson(db, customerId, KEY, {
      keepsSuppressed: true,
      at: at(),
      note: () => Promise.reject(new Error('no entry')),
    });
    await assert.rejects(broken, /no entry/);
    assert.deepEqual(await stored(), before);
    const hashes = await db.selectFrom('suppressed_hash').selectAll().where('customer_id', '=', customerId).execute();
    assert.deepEqual(hashes, [], 'nothing is erased of which nothing is noted');
  });

  test('another customer keeps theirs, and answers of receivers lose the address', async () => {
    const mine = await setUp();
    const other = await setUp();
    await mine.add();
    await other.add();
    const dispatcher = tools.open();
    for (const one of [mine, other]) await one.happen([['ann', ANN]]);
    await tools.round(dispatcher);
    const webhook = await app()
      .db.selectFrom('webhook')
      .select('id')
      .where('customer_id', '=', mine.customerId)
      .executeTakeFirstOrThrow();
    const delivery = { customer_id: mine.customerId, webhook_id: webhook.id, at: mine.at(), message_id: 'evt_x' };
    const rest = { types: 'subscriber.updated', events: 1, attempt: 1, is_test: 0, status: 200, ms: 1, fault: null };
    const answers = [`took ${ANN}`, 'took Ben'];
    for (const answer of answers) await insertDelivery(app().db, { ...delivery, ...rest, answer } as never);
    await mine.erase();
    const kept = await app()
      .db.selectFrom('webhook_delivery')
      .select('answer')
      .where('customer_id', '=', mine.customerId)
      .where('message_id', '=', 'evt_x')
      .orderBy('id')
      .execute();
    assert.deepEqual(
      kept.map(({ answer }) => answer),
      ['', 'took Ben'],
    );
    assert.equal((await other.stored()).events[0]?.type, 'subscriber.updated');
    assert.equal((await mine.stored()).events[0]?.type, 'erased');
  });
});
