import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Histogram, type MetricObjectWithValues, type MetricValueWithName, Registry } from 'prom-client';
import { NotedHistogram } from './histogram.ts';

test('a histogram of noted series tells what the library tells of the same observations', async () => {
  const options = { name: 'taken_seconds', help: 'Time.', labelNames: ['of'], buckets: [0.1, 1] };
  const [ours, theirs] = [new Registry(), new Registry()];
  const noted = new NotedHistogram({ ...options, registers: [ours] });
  const observed = new Histogram({ ...options, registers: [theirs] });
  for (const name of ['one', 'other']) {
    const series = noted.add({ of: name });
    for (const seconds of [0, 0.1, 0.100001, 1, 25]) {
      series.note(seconds);
      observed.observe({ of: name }, seconds);
    }
  }
  noted.add({ of: 'none' });
  observed.zero({ of: 'none' });
  const told = async (registry: Registry) => {
    const [{ values }] = (await registry.getMetricsAsJSON()) as [MetricObjectWithValues<MetricValueWithName<string>>];
    return values.map(({ metricName, labels, value }) => ({ metricName, labels, value }));
  };
  assert.deepEqual(await told(ours), await told(theirs));
});
