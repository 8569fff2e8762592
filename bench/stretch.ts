// The longest stretch of the thread that answers requests which one large request takes without a
// break, in milliseconds of its processor time (a busy machine does not count): what everybody else
// waits for. On SQLite.
//
//   node bench/stretch.ts

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { openTestApp } from '../test/support/app.ts';
import { makeList } from '../test/support/lists.ts';
import { readOptions } from '../test/support/options.ts';
import { engines } from '../test/support/stores.ts';

readOptions(import.meta.filename, {});

const engine = engines.find(({ name }) => name === 'sqlite');
if (!engine) throw new Error('This measures SQLite.');
const closings: (() => unknown)[] = [];
const app = await openTestApp({ after: (close?: unknown) => void closings.push(close as () => unknown) }, engine);
const origin = await app.app.listen({ host: '127.0.0.1', port: 0 });
const list = `/lists/${await makeList(app)}`;

/** Who asks, in a thread of its own. */
const CLIENT = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', async ({ url, method, headers, raw }) => {
    const response = await fetch(url, { method, headers, body: raw });
    await response.arrayBuffer();
    parentPort.postMessage(response.status);
  });
`;
const client = new Worker(CLIENT, { eval: true });

/** Milliseconds of processor time of this thread. */
function ofThread(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

type Request = { method: string; path: string; raw: Buffer; type: string };

async function measure(name: string, { method, path, raw, type }: Request): Promise<void> {
  const headers = { 'x-api-key': app.key, 'content-type': type };
  client.postMessage({ url: `${origin}/api${path}`, method, headers, raw });
  const stretches: number[] = [];
  let isOver = false;
  const began = ofThread();
  let last = began;
  const look = () => {
    const now = ofThread();
    stretches.push(now - last);
    last = now;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  const [status] = (await once(client, 'message')) as [number];
  isOver = true;
  await new Promise((resolve) => setImmediate(resolve));
  const longest = stretches.sort((a, b) => b - a).slice(0, 5);
  const in_all = Math.round(ofThread() - began);
  const shown = longest.map((ms) => ms.toFixed(1)).join(' ');
  console.log(`${name.padEnd(44)} ${status} ${String(in_all).padStart(6)} ms in all, longest: ${shown}`);
}

const json = (method: string, path: string, body: object) => ({
  method,
  path,
  type: 'application/json',
  raw: Buffer.from(JSON.stringify(body)),
});

function parts(pairs: Iterable<[name: string, value: string]>): { raw: Buffer; type: string } {
  const texts: string[] = [];
  for (const [name, value] of pairs)
    texts.push(`--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  return { raw: Buffer.from(`${texts.join('')}--b--\r\n`), type: 'multipart/form-data; boundary=b' };
}

function* manyParts(): Iterable<[string, string]> {
  for (let n = 0; n < 240_000; n += 1) yield [`subscribers[${n % 10_000}][f${Math.floor(n / 10_000)}]`, 'x'];
}

function csv(): { raw: Buffer; type: string } {
  const rows = Array.from({ length: 100_000 }, (_, n) => `person${n}@example.com,manual,asked\n`).join('');
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n';
  return {
    raw: Buffer.from(`${head}email,reason,detail\n${rows}\r\n--b--\r\n`),
    type: 'multipart/form-data; boundary=b',
  };
}

const person = (prefix: string, n: number) => ({ EMAIL: `${prefix}${n}@example.com`, FNAME: `Ann ${n}`, LNAME: 'Lee' });
const people = (prefix: string) => Array.from({ length: 10_000 }, (_, n) => person(prefix, n));
await app.call('POST', `${list}/subscribers/bulk`, { json: { subscribers: people('before').slice(0, 100) } }); // warm
await measure(
  'bulk of 10,000 subscribers, JSON',
  json('POST', `${list}/subscribers/bulk`, { subscribers: people('a') }),
);
await measure(
  'the same once more: all are there',
  json('POST', `${list}/subscribers/bulk`, { subscribers: people('a') }),
);
await measure('bulk of 240,000 parts, multipart', {
  method: 'POST',
  path: `${list}/subscribers/bulk`,
  ...parts(manyParts()),
});
const { records } = (await app.call('GET', `${list}/fields`)).json.data;
for (let block = 0; block < 9; block += 1) {
  await app.call('POST', `${list}/subscribers/bulk`, { json: { subscribers: people(`more${block}`) } });
}
const conditions = Array.from({ length: 100 }, (_, n) => {
  return { field_id: records[n % 3].field_id, operator_id: 3, value: `nothing like this ${n}` };
});
await measure(
  '100 "contains" conditions over 100,000',
  json('POST', `${list}/segments`, { name: 'S', operator_match: 'any', conditions }),
);
await measure('suppression CSV of 100,000 rows', { method: 'POST', path: '/suppressions.csv', ...csv() });
await measure('the same once more: all are there', { method: 'POST', path: '/suppressions.csv', ...csv() });
await client.terminate();
for (const close of closings.reverse()) await close();
