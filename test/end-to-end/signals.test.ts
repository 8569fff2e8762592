// Ending: the first signal lets every lane finish its message, the second ends at once.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openNetwork } from '../chaos/network.ts';
import { until } from '../support/until.ts';
import { DATABASES, install, LANES, makeCampaign, statusOf, storedMessages } from './sending.ts';

const PEOPLE = 600;
/** Far longer than a test may take: whoever waited so long for the lanes would not be in time. */
const FOR_EVER = '3600';

for (const database of DATABASES) {
  test(`SIGTERM leaves nothing in flight, on ${database}`, { timeout: 600_000 }, async (t) => {
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

  test(`a second signal ends at once, on ${database}`, { timeout: 600_000 }, async (t) => {
    const { sink, settings, start } = await install(t, database);
    settings.environment = { MAILWRIGHT_STOP_SECONDS: FOR_EVER };
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
    await server.end('SIGTERM');
  });
}

test('a relay that never greets does not hold the end up', { timeout: 600_000 }, async (t) => {
  const { settings, start } = await install(t, 'sqlite');
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket.resume().on('error', () => undefined)));
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
  settings.smtpUrl = `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}?ignoreTLS=true&lanes=3`;
  settings.environment = { MAILWRIGHT_STOP_SECONDS: FOR_EVER };
  const server = await start();
  await makeCampaign(server, 5);
  await until('lanes connect', () => sockets.length > 0);
  await server.end('SIGTERM');
  assert.deepEqual(await server.exited, { code: 0, signal: null });
  const { rows, leases } = await storedMessages(settings);
  assert.deepEqual(new Set(rows.map((row) => row.state)), new Set(['pending']));
  assert.deepEqual(leases, []);
});

for (const how of ['hang', 'reset'] as const) {
  test(`a database that is away does not hold the end up (${how})`, {
    skip: !DATABASES.some((database) => database === 'postgres') && 'needs a PostgreSQL server',
    timeout: 600_000,
  }, async (t) => {
    const { sink, settings, start } = await install(t, 'postgres');
    const url = new URL(settings.databaseUrl ?? '');
    const network = await openNetwork(Number(url.port));
    t.after(() => network.close());
    url.port = String(network.port);
    settings.databaseUrl = url.href;
    // Far more than it takes; nobody waits until it is over.
    settings.environment = { MAILWRIGHT_STOP_SECONDS: '100' };
    let server = await start();
    const campaignUid = await makeCampaign(server, 20);
    await until('it is sent', async () => (await statusOf(server, campaignUid)) === 'sent');
    network.breakDown(how);
    const asked = fetch(`http://127.0.0.1:${settings.port}/api/lists`, { headers: { 'x-api-key': 'a'.repeat(40) } });
    await sleep(500); // the loops of the clock, of the poller and of the worker come to stand before the store
    await server.end('SIGTERM');
    assert.ok((await asked).status >= 500, 'who waited for an answer got one');
    assert.deepEqual(await server.exited, { code: 0, signal: null }, server.output().slice(-3_000));

    network.mend();
    server = await start();
    const answers = Promise.withResolvers<void>();
    let open = 0;
    sink.answer(async (phase) => {
      if (phase === 'data_done') open += 1;
      if (phase === 'data_done') await answers.promise;
      return undefined;
    });
    await makeCampaign(server, LANES);
    await until('all lanes wait for an answer', () => open === LANES);
    network.breakDown(how);
    answers.resolve();
    await server.end('SIGTERM');
    assert.deepEqual(await server.exited, { code: 1, signal: null }, server.output().slice(-3_000));
    assert.match(server.output(), /^10 messages are left in flight: the database did not accept the outcome\./m);
  });
}

test('a server that is asked to end while it starts ends in order', { timeout: 600_000 }, async (t) => {
  const { settings, start } = await install(t, 'sqlite');
  for (const when of [/"event":"key\.made"/, / listens on /, /"event":"server\.started"/]) {
    const server = await start({ environment: { MAILWRIGHT_WORKERS: '4' } }, when);
    await server.end('SIGTERM'); // the threads that deliver are still being loaded
    assert.deepEqual(await server.exited, { code: 0, signal: null }, server.output());
    assert.match(server.output(), /"event":"server\.stopped"/);
    rmSync(settings.dataDir, { recursive: true, force: true });
  }
});
