// `GET /metrics`, for Prometheus and what reads its format.
import type { FastifyInstance } from 'fastify';
import '../../metrics/process.ts';
import { AppError } from '../../kernel/errors.ts';
import { METRICS_TYPE, type Snapshot, takeSnapshot, textOf } from '../../metrics/registry.ts';
import type { Guard } from '../guard.ts';
import { openStoreGauges, type StoreGauges } from './store-gauges.ts';

export type Measuring = {
  gauges: StoreGauges;
  /** What the threads that deliver have measured. */
  ofThreads(): Promise<Snapshot[]>;
};

/** What a process measures; without threads as long as none are started. */
export function measuringOf(place: Parameters<typeof openStoreGauges>[0]): Measuring {
  return { gauges: openStoreGauges(place), ofThreads: async () => [] };
}

/** What all threads of the process measure. */
export async function measuredNow(measuring: Measuring): Promise<Snapshot> {
  return [await takeSnapshot(), ...(await measuring.ofThreads())].flat();
}

/**
 * Mounts the page.
 * @param guard whose keys it asks for; absent: whoever reaches it may see it, as on a port of its
 * own
 */
export function metricsPage(app: FastifyInstance, measuring: Measuring, guard?: Guard): void {
  app.get('/metrics', async (request, reply) => {
    const viewer = guard ? await guard.viewerOf(request, reply) : 'everything';
    if (viewer !== 'everything') throw new AppError('forbidden', 'The metrics are for keys with the right to operate.');
    const [threads] = await Promise.all([measuring.ofThreads(), measuring.gauges.refresh()]);
    const text = await textOf([await takeSnapshot(), ...threads]);
    return reply.type(METRICS_TYPE).header('cache-control', 'no-store').send(text);
  });
}
