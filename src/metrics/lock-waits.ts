// How long writers wait for each other at the store.
import { Gauge } from 'prom-client';
import { NotedHistogram, type Series } from './histogram.ts';
import { registry } from './registry.ts';

const waits = new NotedHistogram({
  name: 'mailwright_store_lock_wait_seconds',
  help: 'How long writers waited for others. of="writer": each wait for the writer of a SQLite file, measured; of="lock": those found waiting for a lock of a PostgreSQL server when the metrics were asked for, by then.',
  labelNames: ['of'],
  buckets: [0.0001, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10],
  registers: [registry],
});

const waiting = new Gauge({
  name: 'mailwright_store_lock_waiting',
  help: 'Statements of this process that wait for a lock of a PostgreSQL server now.',
  registers: [registry],
});

let ofWriters: Series | undefined;

/** Notes that a writer waited for `ms` for its turn at a file. */
export function noteLockWait(ms: number): void {
  ofWriters ??= waits.add({ of: 'writer' });
  ofWriters.note(ms / 1_000);
}

let ofLocks: Series | undefined;

/** Notes for how long each of those has waited, in seconds, who wait for a lock of a server now. */
export function noteLocksNow(seconds: readonly number[]): void {
  ofLocks ??= waits.add({ of: 'lock' }); // the series is there before anybody was found waiting
  waiting.set(seconds.length);
  for (const waited of seconds) ofLocks.note(waited);
}
