import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { deliver, relayTo } from '../../test/support/delivery.ts';
import {
  assertCountersAreRows,
  campaignOf,
  countersOf,
  seedCampaign,
  seedList,
  seedSubscribers,
  statesOf,
} from '../../test/support/delivery-rows.ts';
import { openSink } from '../../test/support/sink.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { until } from '../../test/support/until.ts';
import { HOUR_MS } from '../kernel/durations.ts';
import { recoverLease } from '../messages/recover.ts';
import type { Db } from '../storage/db.ts';

eachEngine('the delivery engine', (engine) => {
  const opened = suiteStore(engine);
  let db: Db;
  before(() => {
    ({ db } = opened());
  });

  async function campaignFor(people: number): Promise<number> {
    const seed = await seedList(db);
    await seedSubscribers(db, seed, people);
    return seedCampaign(db, seed);
  }
  const isSent = (campaignId: number) => async () => (await campaignOf(db, campaignId)).status === 'sent';
  const setStatus = (id: number, status: string) =>
    db.updateTable('campaign').set({ status }).where('id', '=', id).execute();

  test('no more lanes are open than may be, of all relays together', async (t) => {
    let most = 0;
    const sink = await openSink(t);
    sink.answer(async (phase) => {
      most = Math.max(most, sink.connections());
      if (phase === 'data_done') await sleep(10);
      return undefined;
    });
    const campaignId = await campaignFor(40);
    deliver(t, db, sink, { relay: relayTo(sink.port, 20), mostLanes: 3 });
    await until('it is sent', isSent(campaignId));
    assert.equal(most, 3);
  });

  test('a campaign whose time has come goes to everyone once and is sent', async (t) => {
    const sink = await openSink(t);
    const campaignId = await campaignFor(60);
    const delivery = deliver(t, db, sink);
    await until('it is sent', isSent(campaignId));
    const expected = Array.from({ length: 60 }, (_, n) => `u${n}@example.com`);
    assert.deepEqual(sink.recipients().sort(), expected.sort());
    assert.deepEqual(await statesOf(db, campaignId), { accepted: 60 });
    await assertCountersAreRows(db, campaignId);
    const one = sink.received.find((message) => message.to === 'u7@example.com');
    assert.match(one?.source ?? '', /^Subject: Hello Name 7\r$/m);
    assert.match(one?.source ?? '', /^List-Unsubscribe: <http:\/\/mail\.example\.com\/u\//m);
    assert.match(one?.source ?? '', /^Message-ID: <[a-z0-9]{13}\.[a-z0-9]{13}@mail\.example\.com>\r$/m);
    assert.equal(one?.from, 'ada@example.com');
    await until('it is logged', () => delivery.named('campaign.sent').length === 1);
    assert.equal(delivery.named('campaign.started').length, 1);
    const above = delivery.events.filter((line) => line.level !== 'debug');
    assert.doesNotMatch(JSON.stringify(above), /@example\.com/, 'no address above debug');
    const finished = await campaignOf(db, campaignId);
    assert.ok((finished.finished_at ?? 0) >= (finished.started_at ?? Number.POSITIVE_INFINITY));
  });

  test('4xx is tried again and accepted, 5xx rejected, too many 4xx rejected', async (t) => {
    const tries = new Map<string, number>();
    const sink = await openSink(t, (phase, to) => {
      if (phase !== 'rcpt') return undefined;
      tries.set(to, (tries.get(to) ?? 0) + 1);
      if (to === 'u1@example.com' && tries.get(to) === 1) return { code: 451, text: '4.3.0 Come back' };
      if (to === 'u2@example.com') return { code: 550, text: '5.1.1 No such user u2@example.com' };
      return to === 'u3@example.com' ? { code: 452, text: '4.2.2 Mailbox full' } : undefined;
    });
    const campaignId = await campaignFor(5);
    const delivery = deliver(t, db, sink);
    await until('it is sent', isSent(campaignId));
    const rows = await db
      .selectFrom('message')
      .innerJoin('subscriber', (on) =>
        on
          .onRef('subscriber.customer_id', '=', 'message.customer_id')
          .onRef('subscriber.id', '=', 'message.subscriber_id'),
      )
      .select(['email', 'state', 'attempts', 'reason', 'detail', 'reply'])
      .where('campaign_id', '=', campaignId)
      .orderBy('message.subscriber_id')
      .execute();
    assert.deepEqual(
      rows.map((row) => [row.email, row.state, row.attempts, row.reason]),
      [
        ['u0@example.com', 'accepted', 1, null],
        ['u1@example.com', 'accepted', 2, null],
        ['u2@example.com', 'rejected', 1, 'refused'],
        ['u3@example.com', 'rejected', 3, 'too-many-attempts'],
        ['u4@example.com', 'accepted', 1, null],
      ],
    );
    assert.match(rows[2]?.reply ?? '', /^550 5\.1\.1 No such user/);
    assert.match(rows[3]?.reply ?? '', /^452 4\.2\.2 Mailbox full/);
    assert.equal(rows[3]?.detail, 'given up after 3 attempts');
    await assertCountersAreRows(db, campaignId);
    const above = delivery.events.filter((line) => line.level !== 'debug');
    assert.doesNotMatch(JSON.stringify(above), /@example\.com/);
  });

  test('a connection that is cut: before the data tried again, after it uncertain', async (t) => {
    for (const phase of ['mail', 'rcpt', 'data_begun', 'data_done'] as const) {
      const cut = new Set<string>();
      let mails = 0;
      const sink = await openSink(t, (now, to) => {
        if (now !== phase) return undefined;
        if (phase === 'mail') {
          mails += 1;
          return mails <= 2 ? 'cut' : undefined;
        }
        if (!['u3@example.com', 'u5@example.com'].includes(to) || cut.has(to)) return undefined;
        cut.add(to);
        return 'cut';
      });
      const campaignId = await campaignFor(12);
      const delivery = deliver(t, db, sink);
      await until(`it is sent (cut at ${phase})`, isSent(campaignId));
      const came = sink.recipients();
      assert.equal(new Set(came).size, came.length, 'nobody twice');
      assert.equal(came.length, 12, phase);
      const uncertain = phase === 'data_done' ? { uncertain: 2 } : {};
      assert.deepEqual(await statesOf(db, campaignId), { accepted: phase === 'data_done' ? 10 : 12, ...uncertain });
      await assertCountersAreRows(db, campaignId);
      await delivery.stop();
    }
  });

  test('a pause is honoured within one message per lane, and nobody is lost by it', async (t) => {
    const sink = await openSink(t, async (phase) => {
      if (phase === 'data_done') await sleep(10);
      return undefined;
    });
    const campaignId = await campaignFor(150);
    const delivery = deliver(t, db, sink);
    await until('some came', () => sink.received.length >= 30);
    await setStatus(campaignId, 'paused');
    const atPause = sink.received.length;
    await until('what was in flight is written down', async () => {
      const { accepted = 0, pending = 0 } = await statesOf(db, campaignId);
      return accepted === sink.received.length && accepted + pending === 150;
    });
    await sleep(300);
    assert.ok(sink.received.length <= atPause + 4, `${sink.received.length - atPause} after the pause`);
    const count = sink.received.length;
    await sleep(200);
    assert.equal(sink.received.length, count);
    assert.deepEqual(await statesOf(db, campaignId), { accepted: count, pending: 150 - count });
    await setStatus(campaignId, 'sending');
    delivery.nudge();
    await until('it is sent', isSent(campaignId));
    assert.equal(new Set(sink.recipients()).size, 150);
    assert.equal(sink.received.length, 150);
  });

  test('marked as sent: nothing more leaves, the rest is skipped', async (t) => {
    const sink = await openSink(t, async (phase) => {
      if (phase === 'data_done') await sleep(10);
      return undefined;
    });
    const campaignId = await campaignFor(100);
    deliver(t, db, sink);
    await until('some came', () => sink.received.length >= 20);
    await setStatus(campaignId, 'paused');
    await db
      .updateTable('campaign')
      .set({ status: 'sent', finished_at: Date.now() })
      .where('id', '=', campaignId)
      .execute();
    await until('the rest is skipped', async () => {
      const { skipped = 0, accepted = 0 } = await statesOf(db, campaignId);
      return skipped + accepted === 100;
    });
    const states = await statesOf(db, campaignId);
    assert.equal(states['accepted'], sink.received.length);
    await assertCountersAreRows(db, campaignId);
    const row = await db
      .selectFrom('message')
      .select('reason')
      .where('campaign_id', '=', campaignId)
      .where('state', '=', 'skipped')
      .executeTakeFirstOrThrow();
    assert.equal(row.reason, 'campaign-ended');
  });

  test('a relay that is down keeps messages pending; when it is back, they go', async (t) => {
    const sink = await openSink(t);
    await sink.down();
    const campaignId = await campaignFor(20);
    const delivery = deliver(t, db, sink);
    await until('it is seen', () => delivery.named('relay.down').length === 1);
    await sleep(500);
    assert.deepEqual(await statesOf(db, campaignId), { pending: 20 });
    assert.equal(delivery.named('relay.down').length, 1, 'said once');
    assert.equal(delivery.named('relay.up').length, 0);
    await sink.up();
    await until('it is sent', isSent(campaignId));
    assert.equal(delivery.named('relay.up').length, 1);
    assert.deepEqual(await statesOf(db, campaignId), { accepted: 20 });
    assert.equal((await countersOf(db, campaignId)).accepted, 20);
  });

  test('two workers on one store never send a message twice', async (t) => {
    const sink = await openSink(t);
    const campaigns = [await campaignFor(150), await campaignFor(60)];
    deliver(t, db, sink);
    deliver(t, db, sink);
    for (const campaignId of campaigns) await until('it is sent', isSent(campaignId));
    const [first, second] = campaigns;
    assert.deepEqual(await statesOf(db, first ?? 0), { accepted: 150 });
    assert.deepEqual(await statesOf(db, second ?? 0), { accepted: 60 });
    assert.equal(sink.received.length, 210);
    for (const campaignId of campaigns) await assertCountersAreRows(db, campaignId);
  });

  test('a worker whose lease was taken sends nothing more under it', async (t) => {
    const sink = await openSink(t, async (phase) => {
      if (phase === 'data_done') await sleep(5);
      return undefined;
    });
    const campaignId = await campaignFor(300);
    const [first, second] = [deliver(t, db, sink), deliver(t, db, sink)];
    for (let taken = 0; taken < 3; taken += 1) {
      const enough = sink.received.length + 40;
      await until('some came', () => sink.received.length >= enough);
      // Somebody thinks both dead and takes their work back.
      const leases = await db.selectFrom('lease').select(['id', 'name', 'fence']).execute();
      for (const lease of leases) await recoverLease(db, lease, Date.now());
    }
    await until('it is sent', isSent(campaignId), 60);
    // A message that was cut before its end, because the lease was lost by then, stays uncertain:
    // nobody got it.
    await until('outcomes of late owners are written', async () => {
      const { accepted = 0, uncertain = 0 } = await statesOf(db, campaignId);
      return accepted + uncertain === 300 && accepted === sink.received.length;
    });
    assert.equal(new Set(sink.recipients()).size, sink.received.length, 'nobody twice');
    await assertCountersAreRows(db, campaignId);
    assert.ok(first.named('worker.fenced').length + second.named('worker.fenced').length > 0);
  });

  test('stopping does not wait for a relay that does not greet', async (t) => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const sockets: Socket[] = [];
    silent.on('connection', (socket) => void sockets.push(socket.resume().on('error', () => undefined)));
    t.after(() => {
      for (const socket of sockets) socket.destroy();
      silent.close();
    });
    const campaignId = await campaignFor(10);
    const { port } = silent.address() as AddressInfo;
    const delivery = deliver(t, db, await openSink(t), { relay: relayTo(port), stopMs: HOUR_MS });
    await until('a lane connects', () => sockets.length > 0);
    await delivery.stop();
    await until('its connections are gone', () => sockets.every((socket) => socket.readableEnded || socket.destroyed));
    assert.deepEqual(await statesOf(db, campaignId), { pending: 10 });
    await setStatus(campaignId, 'paused');
  });

  test('stopping in the middle leaves nothing claimed, nothing in flight, no lease', async (t) => {
    const sink = await openSink(t, async (phase) => {
      if (phase === 'data_done') await sleep(10);
      return undefined;
    });
    const campaignId = await campaignFor(200);
    const delivery = deliver(t, db, sink);
    await until('some came', () => sink.received.length >= 20);
    await delivery.stop();
    const count = sink.received.length;
    assert.deepEqual(await statesOf(db, campaignId), { accepted: count, pending: 200 - count });
    assert.equal((await db.selectFrom('lease').select('id').execute()).length, 0);
    await sleep(100);
    assert.equal(sink.connections(), 0);
    deliver(t, db, sink);
    await until('it is sent', isSent(campaignId));
    assert.equal(sink.received.length, 200);
  });
});
