// How long an import holds the write lock of a SQLite store, beside a server that handles requests.
// Nobody else can write meanwhile: the goal is at most 100 ms.
//
//   node bench/lock.ts [--rows 100000]
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { StatementSync } from 'node:sqlite';
import { importCommand } from '../src/cli/commands/import.ts';
import { systemClock } from '../src/kernel/clock.ts';
import { freePort } from '../src/network/free-port.ts';
import { openStore } from '../src/storage/db.ts';
import { makeReaders } from '../test/end-to-end/sending.ts';
import { runOnStore } from '../test/support/command.ts';
import { readOptions } from '../test/support/options.ts';
import { startServer } from '../test/support/server-process.ts';

const { values: options } = readOptions(import.meta.filename, { rows: { type: 'string', default: '100000' } });
const rows = Number(options.rows);
const dataDir = mkdtempSync(join(tmpdir(), 'mailwright-bench-'));
const server = await startServer({ dataDir, port: await freePort(), smtpUrl: '' });
const listUid = await makeReaders(server, 1);
const file = join(dataDir, 'people.csv');
const lines = Array.from({ length: rows }, (_, n) => `p${(n * 7919) % rows}@example.com,Name ${n},City ${n % 500}`);
writeFileSync(file, `EMAIL,FNAME,CITY\n${lines.join('\n')}\n`);

/** From taking the lock to the end of the commit; without the turnstile beside the store. */
const held: number[] = [];
const begunAt = { at: 0 };
const run = StatementSync.prototype.run;
StatementSync.prototype.run = function timed(this: StatementSync, ...values: Parameters<typeof run>) {
  const result = run.apply(this, values);
  if (this.sourceSQL === 'begin immediate') begunAt.at = performance.now();
  if (this.sourceSQL === 'commit') held.push(performance.now() - begunAt.at);
  return result;
} as typeof run;

const waited: number[] = [];
let running = true;
const calling = (async () => {
  for (let n = 0; running; n += 1) {
    const startedAt = performance.now();
    await server.call('POST', `/lists/${listUid}/subscribers`, { EMAIL: `beside${n}@example.com` });
    waited.push(performance.now() - startedAt);
  }
})();
const store = await openStore({ dataDir, isThere: true, patienceMs: 60_000 });
const startedAt = performance.now();
const { code } = await runOnStore(importCommand, [listUid, file], { db: store.db, clock: systemClock });
const seconds = (performance.now() - startedAt) / 1_000;
running = false;
await calling;
await store.close();
await server.end('SIGTERM');
rmSync(dataDir, { recursive: true, force: true });
if (code !== 0) throw new Error(`the import ended with ${code}`);

function row(what: string, times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1);
  return `| ${what} | ${sorted.length} | ${at(0.5)} | ${at(0.99)} | ${at(1)} |`;
}

console.log(`${rows} rows imported beside a server in ${seconds.toFixed(1)} s (${Math.round(rows / seconds)} rows/s)
Machine: ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}

| ms | how many | half | 99 of 100 | most |
|---|---|---|---|---|
${row('the import holds the lock', held)}
${row('a call that writes waits, in all', waited)}`);
