// Notes who did what, for every route: the door calls it before it answers. Entries that arrive
// while a statement runs share the next one.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { firstCustomerId } from '../accounts/queries.ts';
import type { Audit } from '../http/audited.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/log.ts';
import type { Db } from '../storage/db.ts';
import { troubleText } from '../storage/trouble.ts';
import { type Entry, entryOf } from './entry.ts';
import { insertHastily } from './queries.ts';

const AT_ONCE = 100;

/** What notes the calls of a server. An entry that the store does not take stands in the log. */
export function openAuditor({ db, clock, log }: { db: Db; clock: Clock; log: Logger }): Audit {
  let waiting: { entry: Entry; done: () => void }[] = [];
  let isRunning = false;

  async function writeAll(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      await nextTurn();
      const group = waiting.slice(0, AT_ONCE);
      waiting = waiting.slice(AT_ONCE);
      const entries = group.map(({ entry }) => entry);
      await insertHastily(db, entries, clock.now()).catch((error: unknown) => {
        for (const entry of entries) log.error({ event: 'audit.not-kept', entry, reason: troubleText(error) });
      });
      for (const { done } of group) done();
    }
    isRunning = false;
  }

  return async (done) => {
    const entry = entryOf(done, await ownerOfNobodys(db, done));
    if (!entry) return;
    await new Promise<void>((resolve) => {
      waiting.push({ entry, done: resolve });
      if (!isRunning) void writeAll();
    });
  };
}

/** What nobody in particular did is the operator's to know: their customer is the first. */
async function ownerOfNobodys(db: Db, { caller, reply }: Parameters<Audit>[0]): Promise<number> {
  const isKnown = caller.customerId !== 0 || ('body' in reply && reply.audit?.by !== undefined);
  return isKnown ? 0 : ((await firstCustomerId(db).catch(() => undefined)) ?? 0);
}
