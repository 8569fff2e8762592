// What people do beside a server on SQLite: the documented import while a campaign goes out and
// clients call. All of it gets on.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../src/network/free-port.ts';
import { processEnvironment, SERVER_OPTIONS } from '../support/server-process.ts';
import { until } from '../support/until.ts';
import { install, makeReaders, startCampaign, statusOf } from './sending.ts';

const MAIN = join(import.meta.dirname, '..', '..', 'src', 'main.ts');
const READERS = 3_000;
const IMPORTED = 30_000;

test('an import beside a server that sends and answers', { timeout: 600_000 }, async (t) => {
  const { sink, settings, start } = await install(t, 'sqlite');
  sink.answer(async (phase) => {
    if (phase === 'data_done') await sleep(10);
    return undefined;
  });
  const server = await start();
  const listUid = await makeReaders(server, READERS);
  const other = await makeReaders(server, 1);
  const file = join(settings.dataDir, 'people.csv');
  const rows = Array.from({ length: IMPORTED }, (_, n) => `p${n}@example.com,Name ${n},City ${n % 500}`);
  writeFileSync(file, `EMAIL,FNAME,CITY\n${rows.join('\n')}\n`);
  const campaignUid = await startCampaign(server, listUid);
  await until('some came', () => sink.received.length >= 20);

  const beside = spawn(process.execPath, [MAIN, 'import', other, file], {
    env: { ...processEnvironment(), MAILWRIGHT_DATA_DIR: settings.dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [beside.stdout, beside.stderr]) stream.on('data', (part: Buffer) => (said += part.toString()));
  const ended = once(beside, 'close').then(([code]) => code as number);
  let running = true;
  void ended.then(() => {
    running = false;
  });
  const statuses = new Map<number, number>();
  const before = sink.received.length;
  for (let n = 0; running; n += 1) {
    const { status } = await server.call('POST', `/lists/${listUid}/subscribers`, { EMAIL: `beside${n}@example.com` });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  const during = sink.received.length - before;
  assert.equal(await ended, 0, said);
  assert.match(said, /30,000 added/);
  assert.deepEqual([...statuses.keys()], [201], 'every call was served');
  assert.ok(during > 0, 'the campaign went on meanwhile');
  t.diagnostic(`${during} messages and ${statuses.get(201)} calls beside ${IMPORTED} rows`);
  await until('the campaign is sent', async () => (await statusOf(server, campaignUid)) === 'sent', 120);
  assert.doesNotMatch(server.output() + said, /database is locked|"status":5\d\d/);

  // A second server on the folder would know nothing of the first.
  const second = spawn(process.execPath, [...SERVER_OPTIONS, MAIN, 'serve'], {
    env: {
      ...processEnvironment(),
      MAILWRIGHT_DATA_DIR: settings.dataDir,
      MAILWRIGHT_PORT: String(await freePort()),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  t.after(() => second.kill('SIGKILL'));
  let refusal = '';
  second.stderr.on('data', (part: Buffer) => (refusal += part.toString()));
  const [code] = await once(second, 'close');
  assert.equal(code, 1);
  assert.match(refusal, /^Another server is using the data folder [^\n]*\n$/);
});
