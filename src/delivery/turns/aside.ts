// What of a turn could not be written while the rest was: the machine of its customer does not
// answer (a store that is spread, storage/spread/machines.ts). It is tried again by itself, so that
// other customers' messages go on meanwhile.
import { setTimeout as sleep } from 'node:timers/promises';
import { asError } from '../../kernel/errors.ts';
import type { Logger } from '../../kernel/log.ts';
import type { Turn } from '../outcome.ts';

export type Aside = {
  /** Keeps the part of a customer until it is written. */
  add(customerId: number, part: Turn): void;
  has(customerId: number): boolean;
  isEmpty(): boolean;
  /** Resolves when everything is written. */
  stop(): Promise<void>;
};

const RETRY_MS = 1_000;
const NOTHING: Turn = { outcomes: [], starts: [], closes: [] };

/** @param written called with what was written */
export function openAside({
  commit,
  written,
  log,
  retryMs = RETRY_MS,
}: {
  commit(part: Turn): Promise<unknown>;
  written(part: Turn): void;
  log: Logger;
  retryMs?: number;
}): Aside {
  const parts = new Map<number, Turn>();
  const retries = new Set<Promise<void>>();

  async function retry(customerId: number): Promise<void> {
    let told: string | undefined; // each try says the same
    for (let part = parts.get(customerId) ?? NOTHING; !isEmpty(part); part = parts.get(customerId) ?? NOTHING) {
      await sleep(retryMs);
      const whole = parts.get(customerId) ?? NOTHING;
      parts.set(customerId, NOTHING); // more may come meanwhile, which is written after it
      try {
        await commit(whole);
        written(whole);
      } catch (error) {
        parts.set(customerId, joined(whole, parts.get(customerId) ?? NOTHING));
        const reason = asError(error).message;
        if (reason !== told) log.warn({ event: 'delivery.set-aside', customer: customerId, reason });
        told = reason;
      }
    }
    parts.delete(customerId);
    if (told !== undefined) log.info({ event: 'delivery.set-aside-written', customer: customerId });
  }

  return {
    add(customerId, part) {
      const before = parts.get(customerId);
      parts.set(customerId, before ? joined(before, part) : part);
      if (before) return;
      const running = retry(customerId).finally(() => retries.delete(running));
      retries.add(running);
    },
    has: (customerId) => parts.has(customerId),
    isEmpty: () => parts.size === 0,
    async stop() {
      while (retries.size > 0) await Promise.all(retries);
    },
  };
}

const isEmpty = ({ outcomes, closes = [] }: Turn): boolean => outcomes.length === 0 && closes.length === 0;

/** Nothing is put in flight by it. */
function joined(a: Turn, b: Turn): Turn {
  return { outcomes: [...a.outcomes, ...b.outcomes], starts: [], closes: [...(a.closes ?? []), ...(b.closes ?? [])] };
}
