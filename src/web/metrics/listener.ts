// `/metrics` on a port of its own: also of a process that serves nothing else.
import { closeWithin, listen } from '../../http/limits/listen.ts';
import { createServer } from '../../http/server.ts';
import type { Logger } from '../../kernel/log.ts';
import { type Measuring, metricsPage } from './page.ts';

/**
 * Whoever reaches the port sees them.
 * @param place as Config.metrics; nothing is done unless it names a port
 * @returns what is to be stopped at the end
 * @throws AppError `unavailable` when it cannot be used
 */
export async function listenForMetrics(
  place: string | { host: string; port: number },
  measuring: Measuring,
  log: Logger,
): Promise<{ name: string; stop(): Promise<void> }[]> {
  if (typeof place === 'string') return [];
  const app = await createServer({ log });
  metricsPage(app, measuring);
  await listen(app, place, 'MAILWRIGHT_METRICS', 'MAILWRIGHT_METRICS');
  log.info({ event: 'metrics.started', ...place });
  return [{ name: 'metrics', stop: () => closeWithin(app, 1_000) }];
}
