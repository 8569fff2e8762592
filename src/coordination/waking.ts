// Tells that something has changed which loops look for: it wakes those of this process at once,
// and those of other processes on the same store through it. What is told says nothing more, and
// may get lost: what is to be done stands in the tables.
import { asError } from '../kernel/errors.ts';
import type { Logger } from '../kernel/log.ts';
import type { Store } from '../storage/db.ts';
import { newRestMemory, type Rest, type RestMemory, restOf, setHearing } from './rest.ts';

export type Waking = {
  /** Call after a change that somebody may have to act on. */
  changed(): void;
  /** `wake` is called after each change, here or elsewhere. */
  onChange(wake: () => void): void;
  /** Call when mail will be to send in a moment: starting what sends may take longer than that. */
  mailSoon(): void;
  /** `wake` is called then. */
  onMailSoon(wake: () => void): void;
  rest: Rest;
  /** The same for threads of this process. */
  restMemory: RestMemory;
  stop(): Promise<void>;
};

/**
 * Changes that come together are told to others together; within this process, those of one turn of
 * the event loop: to wake a thread costs as much as a small change.
 */
const TELL_EVERY_MS = 150;

/** Opens the waking of a process. */
export function openWaking({ tell, listen }: Pick<Store, 'tell' | 'listen'>, log: Logger): Waking {
  const wakes: (() => void)[] = [];
  const soonWakes: (() => void)[] = [];
  const restMemory = newRestMemory();
  let telling: NodeJS.Timeout | undefined;
  let toldAt = Number.NEGATIVE_INFINITY;
  let isToWake = false;
  const wakeAll = () => {
    for (const wake of wakes) wake();
  };
  const wakeHere = () => {
    isToWake = false;
    wakeAll();
  };
  const listener = listen({
    heard: wakeAll,
    state(failure) {
      setHearing(restMemory, failure === undefined);
      if (failure === undefined) log.info({ event: 'waking.heard' });
      else log.warn({ event: 'waking.deaf', reason: failure });
      wakeAll();
    },
  });
  return {
    changed() {
      if (!isToWake) setImmediate(wakeHere);
      isToWake = true;
      const waitMs = Math.max(0, toldAt + TELL_EVERY_MS - performance.now());
      telling ??= setTimeout(() => {
        telling = undefined;
        toldAt = performance.now();
        tell().catch((error: unknown) => log.debug({ event: 'waking.not-told', reason: asError(error).message }));
      }, waitMs);
    },
    onChange: (wake) => void wakes.push(wake),
    mailSoon() {
      for (const wake of soonWakes) wake();
    },
    onMailSoon: (wake) => void soonWakes.push(wake),
    rest: restOf(restMemory),
    restMemory,
    async stop() {
      clearTimeout(telling);
      await listener.stop();
    },
  };
}
