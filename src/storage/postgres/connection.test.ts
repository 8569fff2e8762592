import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { Kysely, sql } from 'kysely';
import { eachEngine } from '../../../test/support/stores.ts';
import { type Db, openStore, type Tx } from '../db.ts';
import { introduce } from './client.ts';
import { connectPostgres, openPostgres } from './connection.ts';

eachEngine('connections to a server', (engine) => {
  test('those of a worker are given up by the server before we give them up; others are left alone', async (t) => {
    if (engine.name !== 'postgres') return t.skip('needs a server');
    const { place, db } = await engine.open(t);
    assert.ok(place);
    const open = async (limitMs: number) => {
      const store = await openStore({ ...place, limitMs });
      t.after(() => store.close());
      return store.db;
    };
    const limits = async (of: Db | Tx) => {
      const { rows } = await sql<{ name: string; setting: string }>`select name, setting from pg_settings where name in
        ('statement_timeout', 'idle_in_transaction_session_timeout', 'tcp_user_timeout', 'client_connection_check_interval')
        order by name`.execute(of);
      return rows.map(({ name, setting }) => `${name} ${setting}`);
    };
    const client = await connectPostgres(place.databaseUrl ?? '');
    t.after(() => client.end());
    if ((await introduce(client)).isPooled) {
      const pooled = await open(6_000);
      assert.ok((await limits(pooled)).includes('statement_timeout 0'), 'a session is not ours to set up');
      await pooled.transaction().execute(async (tx) => {
        const set = ['idle_in_transaction_session_timeout 6000', 'statement_timeout 6000'];
        assert.deepEqual((await limits(tx)).slice(1, 3), set, 'a transaction is');
      });
      return;
    }
    assert.deepEqual(await limits(await open(6_000)), [
      'client_connection_check_interval 2000',
      'idle_in_transaction_session_timeout 6000',
      'statement_timeout 6000',
      'tcp_user_timeout 6000',
    ]);
    assert.ok((await limits(db)).includes('statement_timeout 0'), 'an import or a migration may take its time');
    const impatient = await open(2_000);
    await assert.rejects(sql`select pg_sleep(60)`.execute(impatient), /statement timeout/);
  });

  test('a connection on which nothing can be changed is not given out again', async (t) => {
    if (engine.name !== 'postgres') return t.skip('needs a server');
    const { place } = await engine.open(t);
    const url = new URL(place?.databaseUrl ?? '');
    url.searchParams.set('options', '-c default_transaction_read_only=on');
    const db = new Kysely<unknown>({ dialect: openPostgres(url.href).dialect });
    t.after(() => db.destroy());
    for (let times = 0; times < 2; times += 1) {
      await assert.rejects(sql`create table nothing (id int)`.execute(db), { code: '25006' });
      await sql`select 1`.execute(db);
    }
  });

  test('a connection that the server is closing is not given out again', async (t) => {
    if (engine.name !== 'postgres') return t.skip('needs a server');
    const { place, db } = await engine.open(t);
    const url = new URL(place?.databaseUrl ?? '');
    const late = await endTellingLate(t, url);
    const behind = new Kysely<unknown>({ dialect: openPostgres(late).dialect });
    t.after(() => behind.destroy());
    const cut = assert.rejects(sql`select pg_sleep(20)`.execute(behind), { code: '57P01' });
    for (let ended = 0; ended === 0; ) {
      const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query like 'select pg_sleep%'`.execute(db);
      ended = rows.length;
    }
    await cut;
    await sql`select 1`.execute(behind);
  });
});

/** What passes all on to a server, and tells its ends a second late. */
async function endTellingLate(t: TestContext, url: URL): Promise<string> {
  const passing = createServer({ allowHalfOpen: true }, (socket) => {
    const server = connect(Number(url.port || 5432), url.hostname);
    for (const each of [socket, server]) each.on('error', () => undefined);
    socket.on('data', (bytes) => server.write(bytes)).on('close', () => server.destroy());
    server.on('data', (bytes) => socket.write(bytes));
    server.on('close', () => setTimeout(() => socket.destroy(), 1_000).unref());
  });
  await once(passing.listen(0, '127.0.0.1'), 'listening');
  t.after(() => passing.close());
  const at = new URL(url);
  at.host = `127.0.0.1:${(passing.address() as AddressInfo).port}`;
  return at.href;
}

/** A message of the protocol: its type, its length, its content. */
function message(type: string, content: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(content.length + length.length);
  return Buffer.concat([Buffer.from(type), length, Buffer.from(content)]);
}

test('a server that shuts down while it lets us in is an error of the connection alone', async (t) => {
  const ended = 'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0';
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.end(Buffer.concat([message('R', '\0\0\0\0'), message('Z', 'I'), message('E', ended)]));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const opening = openStore({ databaseUrl: `postgres://a@127.0.0.1:${port}/b`, dataDir: '.' });
  await assert.rejects(opening, /Cannot use the PostgreSQL database/);
});

test('a connection for which there is no password is closed: nothing waits for the server to do so', async (t) => {
  const closed = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('close', () => closed.resolve());
    socket.once('data', () => {
      socket.write(message('R', '\0\0\0\x0aSCRAM-SHA-256\0\0'));
      socket.once('data', () => socket.write(message('R', '\0\0\0\x0br=nonce,s=c2FsdA==,i=4096')));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  await assert.rejects(connectPostgres(`postgres://mailwright@127.0.0.1:${port}/none`), /client password/);
  await closed.promise;
});
