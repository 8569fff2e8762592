// Two servers on one database that disagree about the relay: the second one, without any, must not
// take a message.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freePort } from '../../src/network/free-port.ts';
import { openStore } from '../../src/storage/db.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';
import { DATABASES, install, makeCampaign, newDatabase, statusOf } from './sending.ts';

const PEOPLE = 600;

test('a second server without the relay does not send, and says why', {
  skip: !DATABASES.some((database) => database === 'postgres') && 'needs a PostgreSQL server',
  timeout: 600_000,
}, async (t) => {
  const { sink, settings, start } = await install(t, 'postgres');
  const environment = {
    MAILWRIGHT_SECRET: 's'.repeat(40),
    MAILWRIGHT_API_KEY: 'k'.repeat(40),
    MAILWRIGHT_BASE_URL: `http://127.0.0.1:${settings.port}`,
  };
  settings.environment = environment;
  const first = await start();
  const dataDir = temporaryFolder(t, 'second');
  const { databaseUrl } = settings;
  const port = await freePort();
  const second = await start({ dataDir, port, smtpUrl: '' }, /"event":"delivery\.refused"/);

  const campaignUid = await makeCampaign(first, PEOPLE);
  await until('it is sent', async () => (await statusOf(first, campaignUid)) === 'sent');
  assert.equal(sink.received.length, PEOPLE);
  const store = await openStore({ databaseUrl, dataDir });
  const taken = await store.db.selectFrom('inbox_mail').select('id').execute();
  await store.close();
  assert.deepEqual(taken, []);

  const why =
    /^This server does not send: MAILWRIGHT_SMTP_URL: not set here, smtp:\/\/127\.0\.0\.1:\d+ in force\. .*$/gm;
  assert.equal(second.output().match(why)?.length, 1, second.output());
  assert.equal(second.output().match(/"event":"delivery\.refused"/g)?.length, 1);
  const ready = await fetch(`http://127.0.0.1:${port}/readyz`);
  assert.equal(ready.status, 503);
  const { reason } = (await ready.json()) as { reason: string };
  assert.match(reason, /^This server does not send: MAILWRIGHT_SMTP_URL differs from the settings in force/);
  const page = await (await fetch(`http://127.0.0.1:${port}/`)).text();
  assert.ok(page.includes(reason), page);
  assert.equal((await fetch(`http://127.0.0.1:${settings.port}/readyz`)).status, 200);
  for (const server of [second, first]) await server.end('SIGTERM');
  assert.deepEqual(await second.exited, { code: 0, signal: null });
});

test('a database that holds nothing is not begun beside the store of the data folder', {
  skip: !DATABASES.some((database) => database === 'postgres') && 'needs a PostgreSQL server',
  timeout: 600_000,
}, async (t) => {
  const { settings, start } = await install(t, 'sqlite');
  const first = await start();
  await first.end('SIGTERM');
  const databaseUrl = await newDatabase(t);
  const refused = await start(
    { databaseUrl },
    /MAILWRIGHT_DATABASE_URL is empty, but the data folder contains the database/,
  );
  assert.equal((await refused.exited).code, 1);
  assert.match(refused.output(), /unset MAILWRIGHT_DATABASE_URL and run npx mailwright move/);
  // A database that holds a store, which holds a store, may be used all the same.
  const elsewhere = temporaryFolder(t, 'second');
  for (const dataDir of [elsewhere, settings.dataDir]) {
    const server = await start({ dataDir, databaseUrl });
    assert.equal(
      await server
        .end('SIGTERM')
        .then(() => server.exited)
        .then(({ code }) => code),
      0,
    );
  }
});
