// What a server process reads of itself at regular intervals: memory in MB, handles, open files.
// Loaded into it by `--import`, it writes a line each time.
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** `heap` and `external` are the main thread's. */
export type Reading = { minute: number; rss: number; heap: number; external: number; handles: number; files: number };

const MB = 2 ** 20;

/** How a server is made to write its readings into a file, and how they are read. */
export function openReadings(file: string, everyMs: number) {
  return {
    flags: ['--import', import.meta.filename],
    settings: { SOAK_READINGS: file, SOAK_EVERY_MS: String(everyMs) },
    read: (): Reading[] =>
      readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Reading),
  };
}

const file = process.env['SOAK_READINGS'];
if (file !== undefined && isMainThread) {
  setInterval(() => {
    const { rss, heapUsed, external } = process.memoryUsage();
    const handles = process.getActiveResourcesInfo().length;
    const files = readdirSync('/proc/self/fd').length;
    const reading: Reading = {
      minute: process.uptime() / 60,
      rss: rss / MB,
      heap: heapUsed / MB,
      external: external / MB,
      handles,
      files,
    };
    appendFileSync(file, `${JSON.stringify(reading)}\n`);
  }, Number(process.env['SOAK_EVERY_MS'])).unref();
}
