// A campaign to several lists holds the promise too: killed at any moment, also while its lists are
// frozen, each address gets it once. MAILWRIGHT_TEST_KILLS=20 kills more often.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../support/until.ts';
import {
  assertEachOnce,
  DATABASES,
  install,
  LANES,
  makeReaders,
  statisticsOf,
  statusOf,
  takeAMoment,
} from './sending.ts';

/** On each of three lists; half of them are on the next one, too. */
const PEOPLE = 800;
const ADDRESSES = 2 * PEOPLE;
const KILLS = Number(process.env['MAILWRIGHT_TEST_KILLS'] ?? 3);

for (const database of DATABASES) {
  test(`kill -9 while several lists get a campaign, ${KILLS} times, on ${database}`, {
    timeout: 600_000,
  }, async (t) => {
    const { sink, settings, start } = await install(t, database);
    takeAMoment(sink);
    let server = await start();
    const lists: string[] = [];
    for (let n = 0; n < 3; n += 1)
      lists.push(await makeReaders(server, PEOPLE, (one) => `reader${one + (n * PEOPLE) / 2}@example.com`));
    const api = await server.api();
    const { campaign_uid: uid } = await api.createCampaign({
      body: {
        name: 'Spring',
        from_name: 'Ada',
        from_email: 'ada@example.com',
        reply_to: 'ada@example.com',
        subject: 'Hello [FNAME]',
        send_at: '2020-01-01 00:00:00',
        list_uid: lists[0] ?? '',
        list_uids: lists,
        template: { content: '<p>[FNAME] of [CITY]</p>' },
      },
    });
    for (let kill = 0; kill < KILLS; kill += 1) {
      // The first falls into the freeze, the others come while it is sent.
      const before = kill === 0 ? 0 : Math.floor(((kill + Math.random()) * (ADDRESSES - LANES * KILLS)) / (KILLS + 1));
      if (kill === 0) await until('it has begun', async () => (await statusOf(server, uid)) !== 'pending-sending');
      await until(`${before} messages came`, () => sink.received.length >= before, 60);
      await sleep(Math.random() * 20);
      await server.end('SIGKILL');
      server = await start();
    }
    await until('it is sent', async () => (await statusOf(server, uid)) === 'sent', 120);
    const { subscribers_count } = await statisticsOf(server, uid);
    assert.equal(subscribers_count, ADDRESSES);
    await server.end('SIGTERM');
    await assertEachOnce(t, { sink, settings }, { people: ADDRESSES, kills: KILLS });
  });
}
