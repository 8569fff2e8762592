// Requests with an Idempotency-Key while the server is killed: sent again until they are answered,
// each was done once, or says that it was cut off and was done once at most.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { DATABASES, install } from './sending.ts';

const CLIENTS = 8;
const ROUNDS = 2;
const RUN_MS = 700;
/** That a client makes in a round: each takes time, for its key. */
const DOMAINS = 12;

type Answer = { status: number; text: string; isReplayed: boolean };
/** `path`: what is one change (templates), and what is not (domains). */
type Asked = { path: string; name: string; answers: Answer[] };

for (const database of DATABASES) {
  test(`kill -9 between a change and its answer, on ${database}`, { timeout: 600_000 }, async (t) => {
    const { settings, start } = await install(t, database);
    const all: Asked[] = [];
    let server = await start();
    const key = await server.key();
    const ask = async ({ path, name, answers }: Asked): Promise<boolean> => {
      const body = path === '/templates' ? { name, content: '<p>x</p>' } : { name, rsa_bits: 1024 };
      const response = await fetch(`http://127.0.0.1:${settings.port}/api${path}`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json', 'idempotency-key': name },
        body: JSON.stringify(body),
      });
      const text = await response.text();
      if (response.headers.has('retry-after')) return false;
      answers.push({ status: response.status, text, isReplayed: response.headers.has('idempotency-replayed') });
      return true;
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      let isKilled = false;
      const clients = Array.from({ length: CLIENTS }, async (_, client) => {
        for (let n = 0; !isKilled; n += 1) {
          const path = client % 2 === 0 || n >= DOMAINS ? '/templates' : '/sending-domains';
          const asked = { path, name: `r${round}c${client}n${n}.example.com`, answers: [] };
          all.push(asked);
          await ask(asked).catch(() => undefined);
        }
      });
      await sleep(RUN_MS + round * 137);
      isKilled = true;
      await server.end('SIGKILL');
      await Promise.all(clients);
      server = await start();
    }
    for (const asked of all) {
      for (const deadline = Date.now() + 30_000; !(await ask(asked)); await sleep(500))
        assert.ok(Date.now() < deadline, `${asked.name} is under way for ever`);
    }
    await requireOnce(all, async (path) => (await server.call('GET', path)).body);
    const cut = all.filter(({ answers }) => answers.at(-1)?.status === 409).length;
    t.diagnostic(`${all.length} requests, ${cut} cut off`);
    await server.end('SIGKILL');
  });
}

type Listing = (path: string) => Promise<Record<string, unknown>>;

async function requireOnce(all: readonly Asked[], get: Listing): Promise<void> {
  const made = new Map<string, number>();
  for (const path of ['/templates', '/sending-domains']) {
    for (let page = 1; ; page += 1) {
      const { data } = await get(`${path}?per_page=500&page=${page}`);
      const { records, next_page } = data as { records: { name: string }[]; next_page: number | null };
      for (const { name } of records) made.set(name, (made.get(name) ?? 0) + 1);
      if (next_page === null) break;
    }
  }
  for (const { path, name, answers } of all) {
    const last = answers.at(-1);
    const times = made.get(name) ?? 0;
    if (last?.status === 201) assert.equal(times, 1, `${name} was answered and is there once`);
    else {
      assert.deepEqual([path, last?.status], ['/sending-domains', 409], `${name}: ${last?.text}`);
      assert.match(last?.text ?? '', /was cut off before it was answered/);
      assert.ok(times <= 1, `${name} is there ${times} times`);
    }
    const first = answers[0];
    if (answers.length > 1) assert.deepEqual([first?.text, last?.isReplayed], [last?.text, true], name);
  }
}
