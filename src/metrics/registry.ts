// What each thread of a process measures, in the words of Prometheus, and the text with all of it.
// Names and units: https://prometheus.io/docs/practices/naming/
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, Registry } from 'prom-client';

/** The metrics of this thread; names begin with `mailwright_`. */
export const registry = new Registry();

/** Relays with a series of their own; the others are told together. */
export const MOST_RELAYS = 100;
/** The same of destinations. */
export const MOST_DESTINATIONS = 50;
export const OTHERS = 'others';

/** The metrics of one thread as plain data, for another thread. */
export type Snapshot = MetricObjectWithValues<MetricValue<string>>[];

/** What this thread has measured. */
export function takeSnapshot(): Promise<Snapshot> {
  return registry.getMetricsAsJSON();
}

/** What of a snapshot is a sum since the thread began, not how it is now. */
export function countsOf(snapshot: Snapshot): Snapshot {
  return snapshot.filter(({ type }) => String(type) !== 'gauge'); // a word, which the library declares as a number
}

/** How many values of a label have series of their own in counters. */
const MOST_OF: Readonly<Record<string, number>> = { relay: MOST_RELAYS, destination: MOST_DESTINATIONS };

/** Several snapshots as one: counts and states are added up. */
export function addSnapshots(snapshots: readonly Snapshot[]): Promise<Snapshot> {
  return AggregatorRegistry.aggregate(bounded(snapshots)).getMetricsAsJSON();
}

/**
 * What a thread counts is bounded; many threads, of which some have ended, may have met other
 * relays each. The first ones keep their series; the others are named alike, so that they are added
 * up and nothing is lost, as totals never fall.
 */
function bounded(snapshots: readonly Snapshot[]): Snapshot[] {
  const named = new Map<string, Set<string | number>>(); // by metric and label
  const nameOf = (metric: string, label: string, value: string | number): string | number => {
    const most = MOST_OF[label];
    if (most === undefined || value === OTHERS) return value;
    const names = named.getOrInsertComputed(`${metric} ${label}`, () => new Set());
    if (names.size < most) names.add(value);
    return names.has(value) ? value : OTHERS;
  };
  return snapshots.map((snapshot) =>
    snapshot.map((metric) => {
      if (String(metric.type) !== 'counter') return metric;
      const values = metric.values.map((one) => {
        const labels = Object.entries(one.labels).map(([label, value = '']) => [
          label,
          nameOf(metric.name, label, value),
        ]);
        return { ...one, labels: Object.fromEntries(labels) };
      });
      return { ...metric, values };
    }),
  );
}

export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/** The text format of what several threads have measured: counts and states are added up. */
export function textOf(snapshots: readonly Snapshot[]): Promise<string> {
  return AggregatorRegistry.aggregate(bounded(snapshots)).metrics();
}
