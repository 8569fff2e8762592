// A backup beside a server that sends, and the way back: nobody twice, nobody lost.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { runProcess } from '../support/command-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';
import { install, LANES, makeCampaign, statisticsOf, statusOf, storedMessages } from './sending.ts';

const PEOPLE = 700;

test('a backup while a campaign is sent, restored elsewhere: it goes on by an operator’s word', {
  timeout: 600_000,
}, async (t) => {
  const { sink, settings, start } = await install(t, 'sqlite');
  // However long the backup takes, the campaign is not sent by then.
  let most = PEOPLE / 2;
  sink.answer(async (phase) => {
    if (phase === 'data_done') {
      await sleep(10 + Math.random() * 30);
      await until('more may come', () => sink.received.length < most);
    }
    return undefined;
  });
  const server = await start();
  const campaignUid = await makeCampaign(server, PEOPLE);
  await until('some came', () => sink.received.length >= 100);
  const place = temporaryFolder(t, 'backup');
  const file = join(place, 'night.mailwright');
  const made = await runProcess(['backup', file], { environment: { MAILWRIGHT_DATA_DIR: settings.dataDir } });
  assert.deepEqual([made.code, made.err], [0, ''], made.out);
  assert.match(
    made.out,
    /night\.mailwright: the database as of .* UTC, 1 customer, 1 list, 700 subscribers, 1 campaign/,
  );
  assert.match(made.out, /with secret, api-key, high-water\.json, mailwright\.db; checked and read back/);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.deepEqual(readdirSync(place), ['night.mailwright']);
  const atBackup = sink.received.length;
  most = PEOPLE - 2 * LANES;
  await until('the original goes on', () => sink.received.length >= atBackup + 60);
  await server.end('SIGKILL');
  most = Number.POSITIVE_INFINITY;
  await sleep(200); // what was on the wire arrives
  const mailed = sink.recipients();

  const dataDir = join(place, 'new', 'data');
  const restored = await runProcess(['restore', file], { environment: { MAILWRIGHT_DATA_DIR: dataDir } });
  assert.deepEqual([restored.code, restored.err], [0, '']);
  assert.match(restored.out, /1 campaign was in progress or due, and paused/);
  assert.deepEqual(readdirSync(dataDir).sort(), ['api-key', 'high-water.json', 'mailwright.db', 'secret']);
  for (const name of readdirSync(dataDir)) assert.equal(statSync(join(dataDir, name)).mode & 0o777, 0o600, name);
  for (const name of ['secret', 'api-key']) {
    assert.equal(readFileSync(join(dataDir, name), 'utf8'), readFileSync(join(settings.dataDir, name), 'utf8'));
  }
  const held = (await storedMessages({ ...settings, dataDir })).rows;
  const uncertain = held.filter(({ state }) => state === 'uncertain').map(({ email }) => email);
  assert.ok(uncertain.length > 0 && uncertain.length <= LANES, `${uncertain.length} uncertain`);
  assert.deepEqual(new Set(held.map(({ state }) => state)), new Set(['accepted', 'uncertain', 'pending']));
  for (const { state, email } of held) if (state === 'accepted') assert.ok(mailed.includes(email));

  const again = await start({ dataDir });
  await until('the worker notices', () => again.output().includes('store.went-back-unknown'));
  await sleep(1_500);
  assert.equal(await statusOf(again, campaignUid), 'paused');
  assert.equal(sink.received.length, mailed.length, 'nobody is mailed without a word');
  const noted = (await again.call('GET', `/campaigns/${campaignUid}`)).body['data'] as { record: { notice: string } };
  assert.match(JSON.stringify(noted), /went back to an earlier state/);

  const log = join(place, 'mailed.txt');
  writeFileSync(log, `${mailed.join('\n')}\nnobody@example.org\n`);
  const settle = (...args: string[]) =>
    runProcess(['settle', campaignUid, ...args], { environment: { MAILWRIGHT_DATA_DIR: dataDir } });
  const known = held.filter(({ state }) => state === 'accepted').length;
  const trial = await settle('accept', '--mailed', log, '--dry-run');
  assert.match(trial.out, new RegExp(`^${mailed.length - known} would be counted as accepted`), trial.err);
  const settled = await settle('accept', '--mailed', log);
  assert.match(settled.out, new RegExp(`^${mailed.length - known} counted as accepted`));
  assert.match((await settle('accept', '--mailed', log)).out, /^0 counted as accepted/);
  const rest = await settle('resend');
  assert.equal(rest.code, 0, rest.err);
  await again.call('PUT', `/campaigns/${campaignUid}/pause-unpause`);
  await until('the campaign is sent', async () => (await statusOf(again, campaignUid)) === 'sent', 60);
  const came = sink.recipients();
  assert.equal(new Set(came).size, came.length, 'nobody twice');
  assert.equal(came.length, PEOPLE, 'nobody is lost');
  const statistics = await statisticsOf(again, campaignUid);
  assert.deepEqual([statistics['subscribers_count'], statistics['delivery_success_count']], [PEOPLE, PEOPLE]);
  const refused = await settle('accept', '--mailed', log);
  assert.deepEqual([refused.code, /pause the campaign first/.test(refused.err)], [1, true]);
  await again.end('SIGTERM');
  t.diagnostic(`${known} known of ${mailed.length} mailed; ${uncertain.length} uncertain`);
});
