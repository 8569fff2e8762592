// kill -9 while details of old messages are removed: what is left goes at the next start, and what
// is told of the campaign is the same all the time.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { openStore } from '../../src/storage/db.ts';
import { connectPostgres } from '../../src/storage/postgres/connection.ts';
import { PART_WIDTH, TABLES_IN_PARTS } from '../../src/storage/postgres/parts.ts';
import type { ServerProcess, ServerSettings } from '../support/server-process.ts';
import { until } from '../support/until.ts';
import { DATABASES, install, makeReaders, startCampaign, statisticsOf, statusOf } from './sending.ts';

const PEOPLE = 50;
/** More messages of the old campaign, each of them opened: removing them takes a while. */
const MORE = 60_000;
const DAY = 24 * 3_600_000;

for (const database of DATABASES) {
  test(`kill -9 while old details are removed, on ${database}`, { timeout: 600_000 }, async (t) => {
    const { sink, settings, start } = await install(t, database);
    let server = await start();
    const listUid = await makeReaders(server, PEOPLE);
    const old = await sent(server, listUid);
    const before = await statisticsOf(server, old);
    assert.equal(before['delivery_success_count'], PEOPLE);
    await server.end('SIGTERM');
    await makeOld(settings);
    server = await start();
    const young = await sent(server, listUid);
    await server.end('SIGTERM');

    const look = await openLook(t, settings);
    const restart = () => start({ environment: { MAILWRIGHT_KEEP_MESSAGE_DAYS: '30' } });
    const all = [PEOPLE + MORE, MORE, MORE, 0];
    assert.deepEqual(await look.left(), all);
    if (look.hold) {
      // Killed while the first part is to be emptied, and between two of them.
      for (const [table, left] of [
        ['message_1', all],
        ['response_1', [0, MORE, MORE, 0]],
      ] as const) {
        const letGo = await look.hold(table);
        server = await restart();
        await until(`somebody waits for ${table}`, () => look.isWaitedFor(table));
        await server.end('SIGKILL');
        await letGo();
        assert.deepEqual(await look.left(), left);
      }
    } else {
      // Killed between two slices of rows.
      for (const share of [0.9, 0.3]) {
        server = await restart();
        const isThere = async () => Number((await look.left())[0]) < share * MORE;
        await until(`${share} of the messages are left`, isThere);
        await server.end('SIGKILL');
        // A slow machine notices late: then the messages are gone, and the rest is being removed.
        const left = await look.left();
        assert.ok(Number(left[0]) < share * MORE && left.some((rows) => rows > 0), `${left}`);
      }
    }

    server = await restart();
    assert.deepEqual(await statisticsOf(server, old), before, 'while the rest is still there, or just went');
    await until('all of it is gone', async () => (await look.left()).every((rows) => rows === 0), 60);
    await until('nothing is to do', async () => (await look.campaignsToClear()) === 0);
    assert.deepEqual(await statisticsOf(server, old), before);
    const log = (uid: string) => server.call('GET', `/campaigns/${uid}/delivery-logs`);
    assert.equal((await log(old)).status, 400);
    assert.equal((await log(young)).status, 200);
    const again = await sent(server, listUid);
    assert.equal((await statisticsOf(server, again))['delivery_success_count'], PEOPLE);
    assert.equal(sink.received.length, 3 * PEOPLE);
    await server.end('SIGTERM');
  });
}

/** A campaign to the list that is done. */
async function sent(server: ServerProcess, listUid: string): Promise<string> {
  const uid = await startCampaign(server, listUid);
  await until('the campaign is sent', async () => (await statusOf(server, uid)) === 'sent', 60);
  return uid;
}

/**
 * Makes the campaign one of forty days ago, with many messages; those that come are of a later
 * part.
 */
async function makeOld({ databaseUrl, dataDir }: ServerSettings): Promise<void> {
  const { db, close } = await openStore({ databaseUrl, dataDir });
  const at = Date.now() - 40 * DAY;
  await db.updateTable('campaign').set({ finished_at: at }).where('status', '=', 'sent').execute();
  const key = sql`customer_id, campaign_id, subscriber_id`;
  const sent = await db
    .selectFrom('campaign')
    .select(['id', 'customer_id'])
    .where('status', '=', 'sent')
    .executeTakeFirstOrThrow();
  const numbers = sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(MORE)})`;
  const named = sql`${sql.lit(sent.customer_id)}, ${sql.lit(sent.id)}, 1000000 + n`;
  await sql`insert into message (${key}, state, attempts, finished_at)
    ${numbers} select ${named}, 'accepted', 1, cast(${at} as bigint) from numbers`.execute(db);
  for (const [table, column] of [
    ['response', 'opened_at'],
    ['open', 'at'],
  ] as const) {
    await sql`insert into ${sql.table(table)} (${key}, ${sql.ref(column)})
      ${numbers} select ${named}, cast(${at} as bigint) from numbers`.execute(db);
  }
  if (databaseUrl !== undefined) await sql`select setval('campaign_id_seq', ${2 * PART_WIDTH})`.execute(db);
  await close();
}

/** Looks at the store beside the server. `hold`: keeps a table from being emptied. */
async function openLook(t: TestContext, { databaseUrl, dataDir }: ServerSettings) {
  let ask: (text: string) => Promise<Record<string, unknown>[]>;
  let hold: ((table: string) => Promise<() => Promise<void>>) | undefined;
  if (databaseUrl === undefined) {
    const file = new DatabaseSync(join(dataDir, 'mailwright.db'), { readOnly: true });
    t.after(() => file.close());
    ask = async (text) => file.prepare(text).all();
  } else {
    const [looking, holding] = [await connectPostgres(databaseUrl), await connectPostgres(databaseUrl)];
    t.after(() => Promise.all([looking.end(), holding.end()]));
    ask = async (text) => (await looking.query(text)).rows;
    hold = async (table) => {
      await holding.query(`begin; lock table ${table} in access share mode`);
      return async () => void (await holding.query('commit'));
    };
  }
  const old = '(select min(id) from campaign)';
  const n = async (text: string) => Number((await ask(`select count(*) as n from ${text}`))[0]?.['n']);
  return {
    hold,
    /** How many rows of the old campaign each table has. */
    async left() {
      const rows: number[] = [];
      for (const table of TABLES_IN_PARTS) rows.push(await n(`${table} where campaign_id = ${old}`));
      return rows;
    },
    campaignsToClear: () => n('campaign where details_left = 1'),
    isWaitedFor: async (table: string) =>
      (await n(`pg_locks where not granted and relation = '${table}'::regclass`)) > 0,
  };
}
