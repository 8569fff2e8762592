// How long writers wait for their turn at a store of one file.
import { Histogram } from 'prom-client';
import { registry } from './registry.ts';

const waits = new Histogram({
  name: 'mailwright_store_lock_wait_seconds',
  help: 'Time a writer waited for others before it could write (SQLite; a PostgreSQL server locks rows).',
  buckets: [0.0001, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10],
  registers: [registry],
});

/** Notes that a writer waited for `ms`. */
export function noteLockWait(ms: number): void {
  waits.observe(ms / 1_000);
}
