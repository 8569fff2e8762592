// When keys were used last: noted in memory by each request that a key admits, written to the store
// once a minute at most. A process that is killed loses the uses of its last minute.
import type { Clock } from '../../kernel/clock.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { asError } from '../../kernel/errors.ts';
import type { Logger } from '../../kernel/log.ts';
import type { Db } from '../../storage/db.ts';
import { updateLastUse } from './queries.ts';

const EVERY_MS = MINUTE_MS;
/** After a while without use the first one is written soon: somebody may be trying the key. */
const SOON_MS = 2_000;

export type LastUses = {
  note(key: { id: number; customerId: number }): void;
  /** Writes what was noted. */
  end(): Promise<void>;
};

/** Notes the uses of keys of one store. */
export function openLastUses(db: Db, { clock, log }: { clock: Clock; log?: Logger | undefined }): LastUses {
  const noted = new Map<number, { customerId: number; at: number }>();
  let timer: NodeJS.Timeout | undefined;
  let writtenAt = Number.NEGATIVE_INFINITY;
  let writing = Promise.resolve();

  async function write(): Promise<void> {
    const uses = [...noted];
    noted.clear();
    writtenAt = performance.now();
    try {
      for (const [id, { customerId, at }] of uses) await updateLastUse(db, { id, customer_id: customerId }, at);
    } catch (error) {
      log?.warn({ event: 'keys.last-use-not-kept', reason: asError(error).message });
    }
  }
  const writeNow = () => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  };
  return {
    note({ id, customerId }) {
      noted.set(id, { customerId, at: clock.now() });
      if (timer) return;
      const wait = Math.max(SOON_MS, writtenAt + EVERY_MS - performance.now());
      timer = setTimeout(writeNow, wait);
      timer.unref();
    },
    end: writeNow,
  };
}
