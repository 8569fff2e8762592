// How long HTTP requests take. Each is noted in a few numbers, and the histogram is made of them
// when somebody asks: the library's own way costs a tenth of a small request.
import { Histogram, type MetricObjectWithValues, type MetricValueWithName } from 'prom-client';
import { registry } from './registry.ts';

const NAME = 'mailwright_http_request_duration_seconds';
/** Upper ends in seconds; what takes longer is counted last. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

type Series = {
  labels: { method: string; route: string; status: number };
  /** Requests by bucket, not added up. */
  counts: number[];
  seconds: number;
};

/** By route and method, then by status. */
const series = new Map<string, Map<number, Series>>();

class RequestHistogram extends Histogram<string> {
  override async get(): Promise<MetricObjectWithValues<MetricValueWithName<string>>> {
    const all = [...series.values()].flatMap((byStatus) => [...byStatus.values()]);
    return { ...(await super.get()), values: all.flatMap(valuesOf) };
  }
}

function valuesOf({ labels, counts, seconds }: Series): MetricValueWithName<string>[] {
  let n = 0;
  const buckets = counts.map((count, i) => {
    n += count;
    return { metricName: `${NAME}_bucket`, value: n, labels: { le: BUCKETS[i] ?? '+Inf', ...labels } };
  });
  const sum = { metricName: `${NAME}_sum`, value: seconds, labels };
  return [...buckets, sum, { metricName: `${NAME}_count`, value: n, labels }];
}

new RequestHistogram({
  name: NAME,
  help: 'Time from the head of a request to the end of its answer, by route (its pattern).',
  labelNames: ['method', 'route', 'status'],
  buckets: BUCKETS,
  registers: [registry],
});

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
    one = { labels: { method, route, status }, counts: new Array(BUCKETS.length + 1).fill(0), seconds: 0 };
    byStatus.set(status, one);
  }
  const seconds = ms / 1_000;
  let bucket = 0;
  while (bucket < BUCKETS.length && seconds > (BUCKETS[bucket] ?? 0)) bucket += 1;
  one.counts[bucket] = (one.counts[bucket] ?? 0) + 1;
  one.seconds += seconds;
}
