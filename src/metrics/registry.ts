// What each thread of a process measures, in the words of Prometheus, and the text with all of it.
// Names and units: https://prometheus.io/docs/practices/naming/
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, Registry } from 'prom-client';

/** The metrics of this thread; names begin with `mailwright_`. */
export const registry = new Registry();

/** Relays with a series of their own; the others are told together. */
export const MOST_RELAYS = 100;
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

/** Several snapshots as one. */
export function addSnapshots(snapshots: readonly Snapshot[]): Promise<Snapshot> {
  return AggregatorRegistry.aggregate([...snapshots]).getMetricsAsJSON();
}

export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/** The text format of what several threads have measured: counts and states are added up. */
export function textOf(snapshots: readonly Snapshot[]): Promise<string> {
  return AggregatorRegistry.aggregate([...snapshots]).metrics();
}
