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

/**
 * Several snapshots as one: counts and states are added up. What a thread counts is bounded; many
 * threads, of which some have ended, may have met other relays each: the first ones keep their
 * series, and of the others nothing is lost, as totals never fall.
 */
export async function addSnapshots(snapshots: readonly Snapshot[]): Promise<Snapshot> {
  const added: Snapshot = await AggregatorRegistry.aggregate([...snapshots]).getMetricsAsJSON();
  return added.map((metric) => (String(metric.type) === 'counter' ? bounded(metric) : metric));
}

function bounded(metric: Snapshot[number]): Snapshot[number] {
  const named = new Map<string, Set<string | number>>();
  const nameOf = (label: string, value: string | number): string | number => {
    const most = MOST_OF[label];
    if (most === undefined || value === OTHERS) return value;
    const names = named.getOrInsertComputed(label, () => new Set());
    if (names.size < most) names.add(value);
    return names.has(value) ? value : OTHERS;
  };
  const sums = new Map<string, (typeof metric.values)[number]>();
  for (const one of metric.values) {
    const labels = Object.entries(one.labels).map(([label, value = '']) => [label, nameOf(label, value)] as const);
    const name = JSON.stringify(labels);
    const value = one.value + (sums.get(name)?.value ?? 0);
    sums.set(name, { ...one, labels: Object.fromEntries(labels), value });
  }
  return { ...metric, values: [...sums.values()] };
}

export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/** The text format of what several threads have measured. */
export async function textOf(snapshots: readonly Snapshot[]): Promise<string> {
  return AggregatorRegistry.aggregate([await addSnapshots(snapshots)]).metrics();
}
