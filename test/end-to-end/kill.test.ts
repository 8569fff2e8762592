// The promise of the house: kill -9 at any moment loses nobody and mails nobody twice.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../support/until.ts';
import {
  DATABASES,
  install,
  LANES,
  makeCampaign,
  statisticsOf,
  statusOf,
  storedMessages,
  takeAMoment,
} from './sending.ts';

const PEOPLE = 1_000;
const KILLS = 3;

for (const database of DATABASES) {
  test(`kill -9 while sending, ${KILLS} times, on ${database}`, { timeout: 600_000 }, async (t) => {
    const { sink, settings, start } = await install(t, database);
    takeAMoment(sink);
    let server = await start();
    const campaignUid = await makeCampaign(server, PEOPLE);
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = Math.floor(((kill + Math.random()) * PEOPLE) / (KILLS + 1));
      await until(`${before} messages came`, () => {
        assert.equal(server.child.exitCode ?? server.child.signalCode, null, 'the server ended by itself');
        return sink.received.length >= before;
      });
      await sleep(Math.random() * 5);
      await server.end('SIGKILL');
      server = await start();
    }
    await until('the campaign is sent', async () => (await statusOf(server, campaignUid)) === 'sent', 90);
    const statistics = await statisticsOf(server, campaignUid);
    await server.end('SIGTERM');

    const came = sink.recipients();
    const unique = new Set(came);
    assert.equal(unique.size, came.length, 'nobody twice');
    const { rows, leases } = await storedMessages(settings);
    assert.equal(rows.length, PEOPLE, 'one row for everyone');
    const accepted = rows.filter((row) => row.state === 'accepted').map((row) => row.email);
    const uncertain = rows.filter((row) => row.state === 'uncertain').map((row) => row.email);
    assert.equal(accepted.length + uncertain.length, PEOPLE, 'nobody is in any other state');
    assert.ok(uncertain.length <= LANES * KILLS, `${uncertain.length} uncertain`);
    for (const email of accepted) assert.ok(unique.has(email), `${email} is recorded as accepted and did not come`);
    const missed = Array.from({ length: PEOPLE }, (_, n) => `reader${n}@example.com`).filter(
      (email) => !unique.has(email),
    );
    for (const email of missed) assert.ok(uncertain.includes(email), `${email} was missed`);
    const cameUncertain = uncertain.filter((email) => unique.has(email)).length;
    assert.equal(statistics['delivery_success_count'], came.length - cameUncertain);
    assert.equal(statistics['subscribers_count'], PEOPLE);
    assert.equal(statistics['delivery_success_count'], accepted.length);
    assert.equal(statistics['delivery_error_count'], 0);
    assert.deepEqual(leases, []);
    t.diagnostic(
      `${came.length} came, ${accepted.length} accepted, ${uncertain.length} uncertain (${cameUncertain} of them came)`,
    );
  });
}
