// How long HTTP requests take.
import { NotedHistogram, type Series } from './histogram.ts';
import { registry } from './registry.ts';

const durations = new NotedHistogram({
  name: 'mailwright_http_request_duration_seconds',
  help: 'Time from the head of a request to the end of its answer, by route (its pattern).',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [registry],
});

/** By route and method, then by status. */
const series = new Map<string, Map<number, Series>>();

/**
 * Notes a request that was answered.
 * @param route its pattern: addresses would be as many series as there are people
 * @param ms from its head to the end of the answer
 */
export function noteRequest(method: string, route: string, status: number, ms: number): void {
  const key = `${method} ${route}`;
  let byStatus = series.get(key);
  if (!byStatus) {
    byStatus = new Map();
    series.set(key, byStatus);
  }
  let one = byStatus.get(status);
  if (!one) {
    one = durations.add({ method, route, status });
    byStatus.set(status, one);
  }
  one.note(ms / 1_000);
}
