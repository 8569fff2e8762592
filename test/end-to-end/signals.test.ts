// Ending: the first signal lets every lane finish its message, the second ends at once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { DATABASES, install, makeCampaign, statusOf, storedMessages, until } from './sending.ts';

const PEOPLE = 600;

for (const database of DATABASES) {
  test(`SIGTERM leaves nothing in flight, on ${database}`, { timeout: 120_000 }, async (t) => {
    const { sink, settings, start } = await install(t, database);
    sink.answer(async (phase) => {
      if (phase === 'data_done') await sleep(20);
      return undefined;
    });
    let server = await start();
    const campaignUid = await makeCampaign(server, PEOPLE);
    await until('messages come', () => sink.received.length >= 100);
    const ms = await server.end('SIGTERM');
    assert.ok(ms < 10_000, `it took ${ms} ms`);
    assert.deepEqual(await server.exited, { code: 0, signal: null });
    const { rows, leases } = await storedMessages(settings);
    const accepted = rows.filter((row) => row.state === 'accepted');
    assert.ok(accepted.length < PEOPLE, 'it ended in the middle');
    assert.deepEqual(accepted.map((row) => row.email).sort(), sink.recipients().sort());
    assert.deepEqual(new Set(rows.map((row) => row.state)), new Set(['accepted', 'pending']));
    assert.deepEqual(leases, []);

    server = await start();
    await until('the campaign is sent', async () => (await statusOf(server, campaignUid)) === 'sent');
    assert.equal(sink.received.length, PEOPLE);
    assert.equal(new Set(sink.recipients()).size, PEOPLE);
  });

  test(`a second signal ends at once, on ${database}`, { timeout: 60_000 }, async (t) => {
    const { sink, start } = await install(t, database);
    let hanging = 0;
    sink.answer((phase) => {
      if (phase !== 'data_done') return undefined;
      hanging += 1;
      return new Promise(() => undefined); // a mail server that never answers
    });
    const server = await start();
    await makeCampaign(server, 20);
    await until('lanes hang', () => hanging > 0);
    server.child.kill('SIGTERM');
    await sleep(500);
    assert.equal(server.child.exitCode, null, 'the first signal waits for the lanes');
    const ms = await server.end('SIGTERM');
    assert.ok(ms < 1_000, `it took ${ms} ms`);
  });
}
