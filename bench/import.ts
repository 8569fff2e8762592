// Speed of importing a CSV file into a list with the command `import`: ten typed columns, one row
// in a hundred faulty. The first time, again (nothing changes), again with --update, with everybody
// in another town, and without the telephone column, whose check is the most expensive.
//
//   node bench/import.ts [--rows 300000]
//
// SQLite, or the server of MAILWRIGHT_TEST_DATABASE_URL.
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { importCommand } from '../src/cli/commands/import.ts';
import { DEMO_FIELDS } from '../src/demo/list.ts';
import { systemClock } from '../src/kernel/clock.ts';
import { openStore, type StorePlace } from '../src/storage/db.ts';
import { openTestApp } from '../test/support/app.ts';
import { runOnStore } from '../test/support/command.ts';
import { readOptions } from '../test/support/options.ts';
import { engines } from '../test/support/stores.ts';

const { values: options } = readOptions(import.meta.filename, { rows: { type: 'string', default: '300000' } });
const rows = Number(options.rows);
const folder = mkdtempSync(join(tmpdir(), 'mailwright-bench-'));
const [engine] = engines;
if (!engine) throw new Error('There is no engine to measure on.');
const closings: (() => unknown)[] = [];
const end = { after: (close?: unknown) => void closings.push(close as () => unknown) };
let place: StorePlace | undefined;
const app = await openTestApp(end, {
  ...engine,
  async open(t) {
    const store = await engine.open(t);
    place = store.place;
    return store;
  },
});
/** The store as commands open it. */
const { db, close } = place ? await openStore({ ...place, isOfCommand: true }) : { db: app.db, close: () => {} };
closings.push(close);

async function makeList(fields: readonly object[]): Promise<string> {
  const general = { name: 'Bench', description: 'A list to import into', opt_in: 'single' };
  const defaults = { from_name: 'A', from_email: 'a@example.com', reply_to: 'a@example.com' };
  const { json } = await app.call('POST', '/lists', { json: { general, defaults } });
  for (const field of fields) await app.call('POST', `/lists/${json.list_uid}/fields`, { json: field });
  return json.list_uid;
}

/** Addresses are unordered, as in real files; that is harder on the index. */
async function writeFile(path: string, town = 'City'): Promise<void> {
  const out = createWriteStream(path);
  out.write('EMAIL,FNAME,LNAME,CITY,COUNTRY,BIRTHDAY,PLAN,NEWSLETTERS,PHONE,RATING\n');
  for (let n = 0; n < rows; n++) {
    const who = (n * 7919) % rows;
    const birthday = n % 100 === 99 ? '1990-02-30' : `19${50 + (n % 50)}-0${1 + (n % 9)}-1${n % 10}`;
    const plan = ['free', 'pro', 'team'][n % 3];
    const line = `person${who}.some@example.com,Anna ${who},Müller ${n % 9973},${town} ${n % 500},DE,${birthday},${plan},"weekly, gear",+4917604${100_000 + (who % 900_000)},${1 + (n % 5)}\n`;
    if (!out.write(line)) await new Promise((resolve) => out.once('drain', resolve));
  }
  out.end();
  await finished(out);
}

const lines: string[] = [];
async function measure(what: string, ...args: string[]): Promise<void> {
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  const { code, lines: printed } = await runOnStore(importCommand, args, { db, clock: systemClock });
  const seconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  if (code !== 0) throw new Error(printed.join('\n'));
  const counts = /: (.*) \(/.exec(printed.find((line) => line.includes(' added, ')) ?? '')?.[1] ?? '';
  const memory = Math.round(process.resourceUsage().maxRSS / 1024);
  const used = ((user + system) / 1e6).toFixed(1);
  lines.push(`| ${what} | ${Math.round(rows / seconds)} | ${seconds.toFixed(1)} | ${used} | ${memory} | ${counts} |`);
}

const file = join(folder, 'people.csv');
await writeFile(file);
const list = await makeList(DEMO_FIELDS);
await measure('first time', list, file);
await measure('again', list, file);
await measure('again, --update', list, file, '--update');
const moved = join(folder, 'moved.csv');
await writeFile(moved, 'Town');
await measure('moved, --update', list, moved, '--update');
await measure('without PHONE', await makeList(DEMO_FIELDS.filter((field) => field.tag !== 'PHONE')), file);

console.log(`${rows} rows of ten columns on ${engine.name}
Machine: ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}

| import | rows/s | s | CPU s | memory MB at most | rows |
|---|---|---|---|---|---|
${lines.join('\n')}`);
for (const close of closings.reverse()) await close();
rmSync(folder, { recursive: true, force: true });
