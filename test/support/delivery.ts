// A delivery engine for tests: fast retries, recorded log events.
import type { DeliveryOptions } from '../../src/delivery/options.ts';
import { type Delivery, startDelivery } from '../../src/delivery/worker.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { createLogger } from '../../src/kernel/log.ts';
import { parseRelayUrl } from '../../src/mail/smtp/relay-url.ts';
import { configuredRelay, type UsableRelay } from '../../src/relays/usable.ts';
import type { Db } from '../../src/storage/db.ts';
import type { Sink } from './sink.ts';

export type LogLine = { event: string; level: string; [name: string]: unknown };
export type TestDelivery = Delivery & { events: LogLine[]; named(event: string): LogLine[] };

/** A mail server on this machine as the configured relay. */
export function relayTo(port: number, lanes = 4): UsableRelay {
  return configuredRelay({ ...parseRelayUrl(`smtp://127.0.0.1:${port}?ignoreTLS=true`), lanes });
}

/** Starts the engine on a store and a sink; it is stopped when the test ends. */
export function deliver(
  t: { after(close: () => Promise<void>): void },
  db: Db,
  sink: Sink,
  options: Partial<DeliveryOptions> = {},
): TestDelivery {
  const events: LogLine[] = [];
  const log = createLogger('debug', { write: (line) => void events.push(JSON.parse(line) as LogLine) });
  const delivery = startDelivery({
    db,
    clock: systemClock,
    log,
    baseUrl: 'http://mail.example.com',
    secret: 'a secret of tests',
    relay: relayTo(sink.port),
    retry: { attempts: 3, firstMs: 60, factor: 1 },
    relayDelayMs: () => 50,
    ...options,
  });
  t.after(async () => void (await delivery.stop()));
  return { ...delivery, events, named: (event) => events.filter((line) => line.event === event) };
}
