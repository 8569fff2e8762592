// Registers a worker once its settings are those in force (agree.ts); until then it logs the
// reason, once, and asks again.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lease } from '../../coordination/lease.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/log.ts';
import { type OwnSettings, recordRefusal, settingsOf } from '../../relays/in-force.ts';
import type { Db } from '../../storage/db.ts';
import { logChange, registerAgreed } from './agree.ts';

const ASK_EVERY_MS = 2_000;

/** @param options of the worker; `threads`: for how many it stands */
export function openRegistration(options: OwnSettings & { db: Db; clock: Clock; log: Logger; threads?: number }) {
  const { db, clock, log } = options;
  const own = settingsOf(options);
  let told: string | undefined;
  return {
    /** Registers the worker as soon as it may send; undefined when it is stopped before. */
    async register(stop: AbortSignal): Promise<Lease | undefined> {
      while (!stop.aborted) {
        const answer = await registerAgreed(db, own, clock.now(), options.threads);
        if (answer.agreed) {
          logChange(log, answer.changed);
          told = undefined;
          return answer.lease;
        }
        if (told !== answer.reason) log.error({ event: 'delivery.refused', reason: answer.reason });
        told = answer.reason;
        await recordRefusal(db, answer.reason, clock.now());
        await sleep(ASK_EVERY_MS, undefined, { signal: stop }).catch(() => undefined);
      }
      return undefined;
    },
  };
}
