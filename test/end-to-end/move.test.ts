// A store that moves in the middle of a campaign, with kill -9 in the middle of the move: the
// campaign goes on at the other place, and nobody gets it twice.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { runProcess, startCommand } from '../support/command-process.ts';
import type { ServerSettings } from '../support/server-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';
import { HAS_CITUS } from './cluster.ts';
import { DATABASES, install, LANES, makeCampaign, newDatabase, statusOf, storedMessages } from './sending.ts';

const PEOPLE = 700;
/** A fast machine moves in a quarter of a second. */
const FIRST_KILL_MS = 80;
/** How much longer the next one lives: so all of them take three times as long as the last. */
const LONGER = 1.4;

for (const [from, to] of [
  ['sqlite', DATABASES.at(-1) ?? 'sqlite'],
  ...(DATABASES.length > 1 ? [['postgres', 'sqlite'] as const] : []),
  ...(HAS_CITUS
    ? ([
        ['sqlite', 'citus'],
        ['citus', 'sqlite'],
      ] as const)
    : []),
] as const) {
  test(`from ${from} to ${to} in the middle of a campaign: nobody twice, nobody lost`, {
    timeout: 600_000,
  }, async (t) => {
    const { sink, settings, start } = await install(t, from);
    sink.answer(async (phase) => {
      if (phase === 'data_done') await sleep(10 + Math.random() * 30);
      return undefined;
    });
    const server = await start();
    const campaignUid = await makeCampaign(server, PEOPLE);
    const target = await targetOf(t, to);
    const environment = {
      MAILWRIGHT_DATA_DIR: settings.dataDir,
      ...(settings.databaseUrl !== undefined && { MAILWRIGHT_DATABASE_URL: settings.databaseUrl }),
    };
    await until('some came', () => sink.received.length >= 100);
    const early = await runProcess(['move', target.word], { environment });
    assert.equal(early.code, 1);
    assert.match(early.err, /Another server is using the data folder|A server uses|other connection/);
    await server.end('SIGKILL');
    await sleep(200); // what was on the wire arrives
    const mailed = sink.received.length;

    let kills = 0;
    for (let ms = FIRST_KILL_MS; ; ms *= LONGER) {
      const { child, ended } = startCommand(['move', target.word], { environment });
      const timer = setTimeout(() => child.kill('SIGKILL'), ms);
      const { code, signal, out, err } = await ended;
      clearTimeout(timer);
      if (signal === 'SIGKILL') kills += 1;
      else {
        assert.deepEqual([code, err], [0, ''], out);
        assert.match(
          out,
          /Moved to .*: [\d,]+ rows of \d+ tables, compared by counts and checksums|has already moved to/,
        );
        assert.doesNotMatch(out, /password/);
        break;
      }
    }
    assert.ok(kills > 1, `${kills}`);
    await assert.rejects(start(), /This database has moved to/);
    const refused = await runProcess(['customer', 'list'], { environment });
    assert.deepEqual([refused.code, /This database has moved to/.test(refused.err)], [1, true]);
    assert.equal(sink.received.length, mailed, 'nobody is mailed meanwhile');

    const there = { ...settings, ...target.settings };
    const again = await start(target.settings);
    const ends = new Set(['sent', 'paused']);
    await until('it goes on and ends', async () => ends.has(await statusOf(again, campaignUid)), 60);
    assert.equal(await statusOf(again, campaignUid), 'sent');
    await again.end('SIGTERM');
    const { rows } = await storedMessages(there);
    const uncertain = rows.filter(({ state }) => state === 'uncertain').map(({ email }) => email);
    assert.ok(uncertain.length <= LANES, `${uncertain.length} uncertain`);
    const came = sink.recipients();
    assert.equal(new Set(came).size, came.length, 'nobody twice');
    assert.equal(rows.length, PEOPLE);
    for (const { email, state } of rows)
      assert.ok(came.includes(email) || state === 'uncertain', `${email} is ${state}`);
    t.diagnostic(`${kills} kills; ${mailed} mailed before, ${uncertain.length} uncertain`);
  });
}

async function targetOf(
  t: TestContext,
  to: 'sqlite' | 'postgres' | 'citus',
): Promise<{ word: string; settings: Partial<ServerSettings> }> {
  const place = temporaryFolder(t, 'move');
  if (to !== 'sqlite') {
    const databaseUrl = await newDatabase(t, to);
    return { word: databaseUrl, settings: { databaseUrl } };
  }
  const dataDir = join(place, 'new', 'data');
  return { word: `sqlite:${dataDir}`, settings: { databaseUrl: undefined, dataDir } };
}
