// This thread and its process: memory, processor time, and how late the event loop is.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread, threadId } from 'node:worker_threads';
import { Counter, Gauge } from 'prom-client';
import { logLinesLost, logTrouble } from '../kernel/log.ts';
import { registry } from './registry.ts';

/** Rarely enough that a process at rest stays at rest, often enough to see what blocks. */
const LOOK_EVERY_MS = 100;

const nameOfThread = () => (isMainThread ? 'main' : `delivery ${threadId}`);

let delay: ReturnType<typeof monitorEventLoopDelay> | undefined;

new Gauge({
  name: 'mailwright_event_loop_lag_seconds',
  help: 'How late the event loop was since it was last asked for (the first time: nothing), by thread.',
  labelNames: ['thread', 'quantile'],
  registers: [registry],
  collect() {
    this.reset();
    if (!delay) {
      delay = monitorEventLoopDelay({ resolution: LOOK_EVERY_MS });
      delay.enable(); // from the first question on: who is never asked does not look
      return;
    }
    if (delay.count === 0) return;
    const thread = nameOfThread();
    const late = (ns: number) => Math.max(0, ns / 1e9 - LOOK_EVERY_MS / 1_000);
    this.set({ thread, quantile: '0.5' }, late(delay.percentile(50)));
    this.set({ thread, quantile: '0.99' }, late(delay.percentile(99)));
    this.set({ thread, quantile: '1' }, late(delay.max));
    delay.reset();
  },
});

new Gauge({
  name: 'mailwright_log_up',
  help: '1 when the log takes lines; 0 while they wait in memory, as on a full disk.',
  labelNames: ['thread'],
  registers: [registry],
  collect() {
    this.set({ thread: nameOfThread() }, logTrouble() ? 0 : 1);
  },
});

new Counter({
  name: 'mailwright_log_lines_lost_total',
  help: 'Lines of the log that were lost, as too many waited already.',
  registers: [registry],
  collect() {
    this.reset();
    this.inc(logLinesLost());
  },
});

if (isMainThread) {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  gauge('process_resident_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss());
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Processor time of the process, all threads.',
    registers: [registry],
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1e6);
    },
  });
  gauge('process_start_time_seconds', 'When the process started.', () => Date.now() / 1_000 - process.uptime());
}
