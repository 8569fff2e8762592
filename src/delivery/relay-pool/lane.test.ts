// How many connections a relay is asked for: no more than it has lanes, whatever ends them, and one
// while it takes none.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { deliver } from '../../../test/support/delivery.ts';
import { seedCampaign, seedList, seedSubscribers, statesOf } from '../../../test/support/delivery-rows.ts';
import { rawServer, type Script } from '../../../test/support/raw-smtp-server.ts';
import { addRelayRow } from '../../../test/support/relays.ts';
import { openSink } from '../../../test/support/sink.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteStore } from '../../../test/support/suite.ts';
import { relayRow } from '../../../test/support/throttling.ts';
import { until } from '../../../test/support/until.ts';
import { HOUR_MS, MINUTE_MS } from '../../kernel/durations.ts';
import { parseRelayUrl } from '../../mail/smtp/relay-url.ts';
import { configuredRelay } from '../../relays/usable.ts';
import type { Db } from '../../storage/db.ts';

const LANES = 6;
const PEOPLE = 60;

eachEngine('connections of a relay', (engine) => {
  const opened = suiteStore(engine);
  let db: Db;
  before(() => {
    ({ db } = opened());
  });
  const campaign = async () => {
    const seed = await seedList(db);
    await seedSubscribers(db, seed, PEOPLE);
    return seedCampaign(db, seed);
  };

  test('a connection takes the place of another when that is closed', async (t) => {
    const sink = await openSink(t);
    let most = 0;
    const open = () => [...server.sockets].filter(({ writableEnded, destroyed }) => !writableEnded && !destroyed);
    const server = await rawServer(t, {
      get greeting() {
        most = Math.max(most, open().length);
        return '220 raw.test';
      },
      get QUIT() {
        const [closing] = open();
        setTimeout(() => closing?.end('221 bye\r\n'), 200); // it is slow to close
        return 'hang' as const;
      },
    });
    const here = { host: '127.0.0.1', port: server.port, tls: 'none', lanes: 1 } as const;
    await addRelayRow(db, { ...relayRow(null), name: 'Test', ...here, messages_per_connection: PEOPLE / 2 });
    t.after(() => db.deleteFrom('relay').execute());
    const campaignId = await campaign();
    deliver(t, db, sink, { relay: undefined });
    await until('it is sent', async () => (await statesOf(db, campaignId))['accepted'] === PEOPLE);
    assert.ok(server.sockets.size > 1);
    assert.equal(most, 1);
  });

  test('a lane that is never idle opens a new connection when its one is old, with nobody twice', async (t) => {
    const sink = await openSink(t);
    const server = await rawServer(t, { EHLO: '250-raw.test\r\n250 PIPELINING' });
    const here = { host: '127.0.0.1', port: server.port, tls: 'none', lanes: 1 } as const;
    await addRelayRow(db, { ...relayRow(null), name: 'Test', ...here });
    t.after(() => db.deleteFrom('relay').execute());
    const campaignId = await campaign();
    deliver(t, db, sink, { relay: undefined, connectionMs: 0 });
    await until('it is sent', async () => (await statesOf(db, campaignId))['accepted'] === PEOPLE);
    assert.ok(server.sockets.size >= PEOPLE, 'a connection for each message');
    assert.equal(server.bodies.length, PEOPLE);
    assert.equal(server.seen.filter((line) => line.startsWith('MAIL')).length, PEOPLE, 'nobody begun in vain');
  });

  test('a relay that changes has no more connections meanwhile', async (t) => {
    const sink = await openSink(t);
    const answers = Promise.withResolvers<void>();
    const slow = new Set<string>();
    let most = 0;
    sink.answer(async (phase, to) => {
      most = Math.max(most, sink.connections());
      if (phase !== 'data_done' || (slow.size === 2 && !slow.has(to))) return undefined;
      slow.add(to);
      await answers.promise;
      return undefined;
    });
    const here = { host: '127.0.0.1', port: sink.port, tls: 'none', lanes: 3 } as const;
    const { id } = await addRelayRow(db, { ...relayRow(null), name: 'Test', ...here });
    t.after(() => db.deleteFrom('relay').execute());
    const campaignId = await campaign();
    deliver(t, db, sink, { relay: undefined });
    await until('two lanes wait for answers', () => slow.size === 2);
    await db
      .updateTable('relay')
      .set({ name: 'Changed', updated_at: Date.now() + 1 })
      .where('id', '=', id)
      .execute();
    // Each of the two may have told the server of its next message already.
    await until('the rest is sent', async () => Number((await statesOf(db, campaignId))['accepted']) >= PEOPLE - 4);
    assert.equal(most, 3);
    answers.resolve();
    await until('all is sent', async () => (await statesOf(db, campaignId))['accepted'] === PEOPLE);
  });

  test('a relay that takes fewer connections: who is refused waits, and nobody waits for them', async (t) => {
    const sink = await openSink(t);
    const open = () => [...server.sockets].filter(({ destroyed, writableEnded }) => !destroyed && !writableEnded);
    const server = await rawServer(t, {
      get greeting() {
        return open().length > 2 ? '421 4.7.0 too many connections' : '220 raw.test';
      },
    });
    const here = { host: '127.0.0.1', port: server.port, tls: 'none', lanes: LANES } as const;
    await addRelayRow(db, { ...relayRow(null), name: 'Test', ...here, messages_per_connection: 5 });
    t.after(() => db.deleteFrom('relay').execute());
    let refused = 0;
    const relayDelayMs = () => {
      refused += 1;
      return HOUR_MS;
    };
    deliver(t, db, sink, { relay: undefined, relayDelayMs });
    for (let n = 0; n < 2; n += 1) {
      const campaignId = await campaign();
      await until('it is sent', async () => (await statesOf(db, campaignId))['accepted'] === PEOPLE);
      await until('no connection is left', () => open().length === 0);
    }
    assert.ok(refused > 0 && refused < LANES, `${refused} of ${LANES} lanes`);
  });

  test('another reason why a relay is down is in the log too, once a minute', async (t) => {
    const sink = await openSink(t);
    let greeting = '421 4.3.2 one';
    const server = await rawServer(t, {
      get greeting() {
        return greeting;
      },
    });
    await addRelayRow(db, {
      ...relayRow(null),
      name: 'Test',
      host: '127.0.0.1',
      port: server.port,
      tls: 'none',
      lanes: 1,
    });
    t.after(() => db.deleteFrom('relay').execute());
    const campaignId = await campaign();
    let [shift, tries] = [0, 0];
    const relayDelayMs = () => {
      tries += 1;
      return 10;
    };
    const clock = { now: () => Date.now() + shift };
    const delivery = deliver(t, db, sink, { relay: undefined, clock, relayDelayMs });
    const triedWith = async (answer: string) => {
      greeting = answer;
      const before = tries;
      await until('it was tried again', () => tries >= before + 3);
      return delivery.named('relay.down').map(({ reason }) => /one|two|three/.exec(`${reason}`)?.[0]);
    };
    assert.deepEqual(await triedWith(greeting), ['one']);
    assert.deepEqual(await triedWith('421 4.3.2 two'), ['one'], 'within the minute');
    shift += MINUTE_MS;
    assert.deepEqual(await triedWith('421 4.3.2 three'), ['one', 'three']);
    shift += MINUTE_MS;
    assert.deepEqual(await triedWith('421 4.3.2 three'), ['one', 'three'], 'the same is said once');
    greeting = '220 raw.test';
    await until('it is sent', async () => (await statesOf(db, campaignId))['accepted'] === PEOPLE);
    assert.equal(delivery.named('relay.up').length, 1);
  });

  // Last: a store that had the configuration's relay does not go back to none by itself.
  for (const refusal of ['535 5.7.8 wrong', '454 4.7.0 not now']) {
    test(`a login is refused with ${refusal}: one lane tries again, and all go on when it works`, async (t) => {
      const sink = await openSink(t);
      const script: Script = { EHLO: '250-raw.test\r\n250 AUTH PLAIN', end: 'hang' };
      const server = await rawServer(t, script);
      const url = `smtp://me:secret@127.0.0.1:${server.port}?lanes=${LANES}`;
      const waits: { failures: number; isLoginRefused: boolean | undefined }[] = [];
      const campaignId = await campaign();
      deliver(t, db, sink, {
        relay: configuredRelay(parseRelayUrl(url)),
        relayDelayMs(failures, isLoginRefused) {
          waits.push({ failures, isLoginRefused });
          return 20;
        },
      });
      await until('all lanes send', () => server.bodies.length === LANES);
      script.AUTH = refusal;
      script.end = '250 2.0.0 taken';
      for (const socket of server.sockets) socket.write('250 2.0.0 taken\r\n', () => socket.destroy());
      await until('it was tried again and again', () => waits.some(({ failures }) => failures === 8));
      const again = waits.filter(({ failures }) => failures > 2); // before that others may have had connections
      assert.deepEqual(
        again.map(({ failures }) => failures),
        Array.from(again, (_, n) => n + 3),
      );
      assert.ok(again.every(({ isLoginRefused }) => isLoginRefused === refusal.startsWith('535')));
      script.AUTH = undefined;
      await until('it is sent', async () => {
        const { accepted = 0, uncertain = 0 } = await statesOf(db, campaignId);
        return accepted + uncertain === PEOPLE;
      });
      assert.equal(server.bodies.length, PEOPLE, 'nobody twice');
    });
  }
});
