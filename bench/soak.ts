// Whether a server's memory and handles stay flat under mixed load: campaigns, requests of programs
// and people, bulk additions, imports, opens and clicks, streams of events. Prints a table and a
// verdict; ends with 1 when something grows, or when too little was read to tell. Memory in MB;
// `heap` and `external` are the main thread's.
//
//   node bench/soak.ts [--minutes 30] [--every 10] [--pace 1]
//
// The server is on SQLite, with a mail sink in this process. Beside other work run it with `nice`
// and at a lower pace: 0.5 rests twice as long between two requests.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../src/network/free-port.ts';
import { readOptions } from '../test/support/options.ts';
import { startLoad } from './soak/load.ts';
import { openReadings, type Reading } from './soak/readings.ts';
import { startLinkSink } from './soak/sink.ts';
import { machine } from './support/machine.ts';
import { startWatched } from './support/process.ts';

const { values: options } = readOptions(import.meta.filename, {
  minutes: { type: 'string', default: '30' },
  every: { type: 'string', default: '10' },
  pace: { type: 'string', default: '1' },
});
const minutes = Number(options.minutes);
const PORT = await freePort();
const API_KEY = 'soak'.repeat(10);
/** The first third of the time is for what is compiled, cached and planned once. */
const WARM_UP = 1 / 3;
/** More in an hour than this share of its mean is growth, unless readings scatter as much. */
const FLAT = 0.1;
const SURE = 2;
/** Minutes after the warm-up, below which a line through the readings says nothing. */
const ENOUGH = 3;

const folder = mkdtempSync(join(tmpdir(), 'mailwright-soak-'));
const readings = openReadings(join(folder, 'readings'), Number(options.every) * 1_000);
const sink = await startLinkSink();
const settings = {
  MAILWRIGHT_DATA_DIR: join(folder, 'data'),
  MAILWRIGHT_API_KEY: API_KEY,
  MAILWRIGHT_LOG_LEVEL: 'error',
  MAILWRIGHT_BASE_URL: 'http://mail.bench.test',
  MAILWRIGHT_SMTP_URL: `smtp://127.0.0.1:${sink.port}?lanes=10`,
};
const server = await startWatched(PORT, { ...settings, ...readings.settings }, readings.flags);
console.log(`${machine()}\n\nMixed load on SQLite for ${minutes} minutes, at ${options.pace} of the full pace`);
const load = await startLoad(`http://127.0.0.1:${PORT}`, API_KEY, sink, Number(options.pace));
await sleep(minutes * 60_000);
const all = readings.read();
const done = await load.stop();
await server.end();
sink.stop();
rmSync(folder, { recursive: true, force: true });

const columns = ['rss', 'heap', 'external', 'handles', 'files'] as const;
console.log(`
| minute | ${columns.join(' | ')} |
|---|${columns.map(() => '---|').join('')}`);
const step = Math.max(1, Math.floor(all.length / 20));
for (const [at, reading] of all.entries()) {
  if (at % step === 0) console.log(rowOf(reading.minute.toFixed(1), reading));
}
const warm = all.slice(Math.floor(all.length * WARM_UP));
const growths = columns.map((name) => ({ name, ...growthOf(warm, name) }));
const growing = growths.filter(({ growth, scatter }) => growth > FLAT && growth > SURE * scatter);
const minutesRead = byMinute(warm).size;
const verdict =
  minutesRead < ENOUGH
    ? `Not known: it takes readings of ${ENOUGH} minutes after the warm-up, and there are ${minutesRead}. Let it run longer.`
    : growing.length === 0
      ? 'Flat.'
      : `Grows: ${growing.map(({ name }) => name).join(', ')}.`;
console.log(`
What was done: ${Object.entries(done)
  .map(([name, n]) => `${n.toLocaleString('en')} ${name}`)
  .join(', ')}
Growth in an hour after the warm-up, as a share of the mean: ${growths.map(({ name, growth, scatter }) => `${name} ${growth.toFixed(2)} ± ${scatter.toFixed(2)}`).join(', ')}
${verdict}`);
process.exitCode = verdict === 'Flat.' ? 0 : 1;

function rowOf(name: string, reading: Reading): string {
  return `| ${name} | ${columns.map((column) => Math.round(reading[column])).join(' | ')} |`;
}

function byMinute(readings: readonly Reading[]): Map<number, Reading[]> {
  return Map.groupBy(readings, ({ minute }) => Math.floor(minute));
}

/**
 * By the line of least squares through the lowest readings of each minute, after the collector,
 * with the standard error of its slope; both in an hour, as shares of the mean.
 */
function growthOf(readings: readonly Reading[], name: (typeof columns)[number]): { growth: number; scatter: number } {
  const minutes = byMinute(readings);
  const all = [...minutes.values()].map((some) => some.reduce((low, one) => (one[name] < low[name] ? one : low)));
  const n = all.length;
  const meanX = all.reduce((sum, { minute }) => sum + minute, 0) / n;
  const meanY = all.reduce((sum, reading) => sum + reading[name], 0) / n;
  const above = all.reduce((sum, reading) => sum + (reading.minute - meanX) * (reading[name] - meanY), 0);
  const below = all.reduce((sum, { minute }) => sum + (minute - meanX) ** 2, 0);
  if (meanY === 0 || below === 0 || n < ENOUGH) return { growth: 0, scatter: 0 };
  const slope = above / below;
  const rest = all.reduce((sum, reading) => sum + (reading[name] - meanY - slope * (reading.minute - meanX)) ** 2, 0);
  const share = 60 / meanY;
  return { growth: slope * share, scatter: Math.sqrt(rest / (n - 2) / below) * share };
}
