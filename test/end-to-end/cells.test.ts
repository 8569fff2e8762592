// Two cells behind one address: requests and links find their own, one that is killed is no matter
// of the other, and everybody gets their mail once.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { newClient } from '../../clients/typescript/src/client.ts';
import { freePort } from '../../src/network/free-port.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import type { Sink } from '../support/sink.ts';
import { until } from '../support/until.ts';
import { type Callable, DATABASES, install, LANES, makeReaders, startCampaign, storedMessages } from './sending.ts';

const PEOPLE = 400;

type Answer = { status: number; location: string | undefined; text: string };

/** A request to the router. `host`: as a browser or a mail program names it. */
function ask(port: number, method: string, path: string, headers: Record<string, string>, body?: string) {
  return new Promise<Answer>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, async (response) => {
      let text = '';
      for await (const part of response) text += part;
      resolve({ status: response.statusCode ?? 0, location: response.headers.location, text });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

for (const database of DATABASES) {
  test(`two cells behind one address, on ${database}`, { timeout: 600_000 }, async (t) => {
    const port = await freePort();
    const [a, b] = [await openCell(t, database, 'a', port), await openCell(t, database, 'b', port)];
    let router = await startRouter(t, port, [a, b]);
    const apiOf = (key: string): Callable & Pick<ServerProcess, 'call'> => ({
      api: async () => newClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: key }),
      async call(method, path, sent) {
        const headers = { 'x-api-key': key, 'content-type': 'application/json' };
        const body = sent === undefined ? undefined : JSON.stringify(sent);
        const answer = await ask(port, method, `/api${path}`, headers, body);
        return { status: answer.status, body: JSON.parse(answer.text) };
      },
    });
    const recordOf = async (key: string, path: string) =>
      (await apiOf(key).call('GET', path)).body['data'] as Record<string, never>;
    const [keyA, keyB] = [await a.server().key(), await b.server().key()];
    assert.notEqual(keyA, keyB);
    const campaigns: string[] = [];
    for (const [cell, key] of [
      [a, keyA],
      [b, keyB],
    ] as const) {
      cell.sink.answer(async (phase) => {
        if (phase === 'data_done') await sleep(Math.random() * 40);
        return undefined;
      });
      const lists = await makeReaders(apiOf(key), PEOPLE, (n) => `${cell.name}${n}@example.com`);
      campaigns.push(await startCampaign(apiOf(key), lists));
    }
    const [ofA = '', ofB = ''] = campaigns;
    assert.equal((await apiOf(keyA).call('GET', `/campaigns/${ofB}`)).status, 404);
    assert.equal((await apiOf('x'.repeat(40)).call('GET', '/lists')).status, 401);

    // One cell is killed while it sends: only its own customers notice.
    await until('b is sending', () => b.sink.received.length > PEOPLE / 4);
    await b.server().end('SIGKILL');
    const down = await apiOf(keyB).call('GET', '/lists');
    assert.equal(down.status, 503);
    assert.match(String(down.body['error']), /servers of this customer do not answer/);
    assert.equal((await apiOf(keyA).call('GET', '/lists')).status, 200);
    // So is the router, which has nothing to lose but what it was asked.
    await router.end('SIGKILL');
    router = await startRouter(t, port, [a, b]);
    assert.equal((await apiOf(keyA).call('GET', '/lists')).status, 200);
    const unknown = await apiOf(keyB).call('GET', '/lists');
    assert.equal(unknown.status, 503);
    assert.match(String(unknown.body['error']), /no other one knows this API key/);
    await b.start();
    for (const [key, uid] of [
      [keyA, ofA],
      [keyB, ofB],
    ] as const) {
      const isSent = async () => (await recordOf(key, `/campaigns/${uid}`))['record']?.['status'] === 'sent';
      await until('the campaign is sent', isSent, 90);
    }

    const [linkA = '', linkB = ''] = [await linkIn(a.sink), await linkIn(b.sink)];
    for (const [cell, key, uid, link] of [
      [a, keyA, ofA, linkA],
      [b, keyB, ofB, linkB],
    ] as const) {
      const own = new URL(link);
      assert.equal(own.host, `${cell.name}.cells.test:${port}`);
      const clicked = await ask(port, 'GET', own.pathname, { host: own.host });
      assert.deepEqual([clicked.status, clicked.location], [302, 'https://example.com/a']);
      const other = await ask(port, 'GET', own.pathname, { host: cell === a ? 'b.cells.test' : 'a.cells.test' });
      assert.equal(other.status, 404, 'a link of one cell is none of the other');
      const counted = await recordOf(key, `/campaigns/${uid}/stats`);
      assert.deepEqual([counted['clicks_count'], counted['subscribers_count']], [1, PEOPLE]);
    }
    await router.end('SIGTERM');
    for (const { name, sink, settings, server } of [a, b]) {
      await server().end('SIGTERM');
      const came = sink.recipients();
      assert.ok(came.every((email) => email.startsWith(name)));
      assert.equal(new Set(came).size, came.length, 'nobody twice');
      const { rows } = await storedMessages(settings);
      assert.equal(rows.length, PEOPLE, 'one row for everyone');
      const uncertain = rows.filter(({ state }) => state === 'uncertain').map(({ email }) => email);
      assert.ok(uncertain.length <= (name === 'b' ? LANES : 0), `${uncertain.length} uncertain`);
      const got = new Set([...came, ...uncertain]);
      assert.ok(
        rows.every(({ email }) => got.has(email)),
        'nobody lost',
      );
    }
  });
}

type OpenCell = Awaited<ReturnType<typeof openCell>>;

/** A cell: an installation whose links lead to the router, by a host of its own. */
async function openCell(t: TestContext, database: 'sqlite' | 'postgres', name: string, port: number) {
  const { sink, settings, start: startThere } = await install(t, database);
  let running: ServerProcess | undefined;
  const start = async () => {
    const environment = { MAILWRIGHT_BASE_URL: `http://${name}.cells.test:${port}` };
    running = await startThere({ environment });
  };
  await start();
  const server = () => {
    assert.ok(running);
    return running;
  };
  return { name, sink, settings, start, server };
}

function startRouter(t: TestContext, port: number, cells: readonly OpenCell[]): Promise<ServerProcess> {
  const [first] = cells;
  const file = join(first?.settings.dataDir ?? '', 'cells');
  const lines = cells.map(({ name, settings }) => `${name} ${name}.cells.test http://127.0.0.1:${settings.port}`);
  writeFileSync(file, lines.join('\n'));
  const ofCells = { MAILWRIGHT_SMTP_URL: '', MAILWRIGHT_BASE_URL: '', MAILWRIGHT_BROWSER: '' };
  const environment = { MAILWRIGHT_CELLS: file, ...ofCells };
  const started = startServer({ dataDir: first?.settings.dataDir ?? '', port, smtpUrl: '', environment });
  t.after(async () => (await started).child.kill('SIGKILL'));
  return started;
}

/** The first link of a mail that came. */
async function linkIn({ received }: Sink): Promise<string | undefined> {
  const mail = await PostalMime.parse(received[0]?.source ?? '');
  return /href="([^"]+\/c\/[^"]+)"/.exec(mail.html ?? '')?.[1];
}
