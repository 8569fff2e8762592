import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { eachEngine } from '../../../test/support/stores.ts';
import { until } from '../../../test/support/until.ts';
import { openStore } from '../db.ts';

eachEngine('listening on a store', (engine) => {
  test('what one process tells others hear, also after their connection was cut', async (t) => {
    const { db, listen, place } = await engine.open(t);
    if (!place) return t.skip('needs a store that two can open');
    const other = await openStore(place);
    t.after(() => other.close());
    const states: (string | undefined)[] = [];
    let heard = 0;
    const hear = () => {
      heard += 1;
    };
    const listener = listen({ heard: hear, state: (failure) => void states.push(failure) });
    t.after(() => listener.stop());
    await until('it listens', () => states.length === 1);
    if (/pooler/.test(states[0] ?? '')) return t.skip('a pooler is between');
    assert.deepEqual(states, [undefined]);
    await other.tell();
    await until('it hears', () => heard > 0);
    if (engine.name !== 'postgres') return undefined;

    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'listen %'`.execute(db);
    await until('it says so, and listens again', () => states.length === 3);
    assert.match(states[1] ?? '', /closed/);
    assert.equal(states[2], undefined);
    const before = heard;
    await other.tell();
    await until('it hears again', () => heard > before);
    return undefined;
  });

  test('behind a pooler nobody listens, as its connections are lent to others too', async (t) => {
    if (engine.name !== 'postgres') return t.skip('needs a server');
    const { db, place } = await engine.open(t);
    const behind = await openStore({ dataDir: '', databaseUrl: await asPooled(t, place?.databaseUrl ?? '') });
    t.after(() => behind.close());
    const said = Promise.withResolvers<string | undefined>();
    const listener = behind.listen({ heard: () => undefined, state: said.resolve });
    t.after(() => listener.stop());
    assert.match((await said.promise) ?? '', /pooler/);
    const { rows } = await sql`select pid from pg_stat_activity
      where datname = current_database() and query like 'listen %'`.execute(db);
    assert.deepEqual(rows, []);
    await behind.tell();
    return undefined;
  });
});

/** What passes all on to a server, but names another process as its own, as a pooler does. */
async function asPooled(t: TestContext, databaseUrl: string): Promise<string> {
  const url = new URL(databaseUrl);
  const { port, hostname } = url;
  const passing = createServer((socket) => {
    const server = connect(Number(port || 5432), hostname);
    let isLetIn = false;
    server.on('data', (bytes: Buffer) => {
      const key = isLetIn ? -1 : bytes.indexOf(KEY_DATA);
      if (key >= 0) bytes.writeInt32BE(1, key + KEY_DATA.length);
      isLetIn ||= key >= 0;
      socket.write(bytes);
    });
    socket.on('data', (bytes) => server.write(bytes));
    for (const [one, other] of [
      [socket, server],
      [server, socket],
    ] as const)
      one.on('error', () => undefined).on('close', () => other.destroy());
  });
  await once(passing.listen(0, '127.0.0.1'), 'listening');
  t.after(() => passing.close());
  url.host = `127.0.0.1:${(passing.address() as AddressInfo).port}`;
  return url.href;
}

/** Type and length of the message with the process and the key to cancel its statements. */
const KEY_DATA = Buffer.from('K\0\0\0\x0c', 'latin1');
