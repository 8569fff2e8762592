// Visits the mailboxes at regular intervals. One node holds the lease `returns` and does it; a
// failing mailbox is visited at growing intervals, and its fault is stored.
import { openElection } from '../coordination/election.ts';
import { startLoop } from '../coordination/loop.ts';
import { newSignal } from '../coordination/signal.ts';
import type { Waking } from '../coordination/waking.ts';
import { MINUTE_MS } from '../kernel/durations.ts';
import { inEnglish, sentenceOf } from '../kernel/sentences/sentence.ts';
import type { Mailbox } from '../storage/tables/delivery.ts';
import { newAccessTokens } from './access-tokens.ts';
import { visitMailbox } from './poll.ts';
import type { InboundTools } from './process-mail.ts';
import { listMailboxes, updateMailboxFault, updateMailboxPolled } from './queries-mailboxes.ts';

export type Poller = {
  /** Aborts running visits, and leaves the mailboxes to another node. */
  stop(): Promise<void>;
};

const VISIT_EVERY_MS = MINUTE_MS;
const LOOK_EVERY_MS = 5_000;
/** Without mailboxes, when somebody says that there may be one. */
const REST_MS = MINUTE_MS;
const WAIT_MAX_MS = 30 * MINUTE_MS;
const AT_A_TIME = 4;

/** The delay before the next visit after this many failures in a row, in ms. */
export function waitAfter(failures: number, everyMs = VISIT_EVERY_MS): number {
  return Math.min(everyMs * 2 ** Math.min(failures, 16), WAIT_MAX_MS);
}

/** The next visit to a mailbox; a changed revision makes it due at once. */
type Turn = { revision: number; failures: number; nextAt: number };

/**
 * Starts the poller of this process.
 * @param options.everyMs time between two visits to a mailbox
 * @param options.waking wakes it when a mailbox may have changed; absent: it looks more often
 */
export function startPoller(options: {
  tools: InboundTools;
  secret: string;
  everyMs?: number;
  waking?: Pick<Waking, 'onChange'>;
}): Poller {
  const { tools, secret, everyMs = VISIT_EVERY_MS } = options;
  const { db, clock, log } = tools;
  const tokens = newAccessTokens(clock);
  const turns = new Map<number, Turn>();
  const visits = new Map<number, Promise<void>>();
  let leaving = new AbortController();
  const restMs = options.waking && REST_MS;
  const election = openElection(db, 'inbound', log, {
    began(lost) {
      leaving = new AbortController();
      lost.addEventListener('abort', () => leaving.abort());
    },
    ended() {
      leaving.abort(); // another node visits them now
      return Promise.all(visits.values());
    },
  });

  async function look(): Promise<number | undefined> {
    const mailboxes = (await listMailboxes(db)).filter(({ status }) => status === 'active');
    if (mailboxes.length === 0) return restMs;
    if (!(await election.elect())) return undefined;
    for (const mailbox of mailboxes) {
      if (visits.has(mailbox.id) || visits.size >= AT_A_TIME || !isDue(mailbox)) continue;
      visits.set(
        mailbox.id,
        visit(mailbox).finally(() => visits.delete(mailbox.id)),
      );
    }
    return undefined;
  }

  function isDue({ id, updated_at }: Mailbox): boolean {
    const turn = turns.get(id);
    if (!turn || turn.revision !== updated_at) return true;
    const wait = turn.nextAt - clock.now();
    return wait <= 0 || wait > WAIT_MAX_MS; // of a clock that was set back
  }

  async function visit(mailbox: Mailbox): Promise<void> {
    const { signal } = leaving;
    const before = turns.get(mailbox.id);
    const failures = before?.revision === mailbox.updated_at ? before.failures : 0;
    const next = (count: number) =>
      turns.set(mailbox.id, {
        revision: mailbox.updated_at,
        failures: count,
        nextAt: clock.now() + waitAfter(count, everyMs),
      });
    try {
      const count = await visitMailbox({ tools, secret, tokens, mailbox, signal });
      next(0);
      await updateMailboxPolled(db, mailbox.id, clock.now());
      if (count > 0) log.info({ event: 'inbound.fetched', mailbox: mailbox.id, count });
      if (failures > 0) log.info({ event: 'inbound.mailbox-failed-over', mailbox: mailbox.id });
    } catch (thrown) {
      if (signal.aborted) return; // we are stopping; the mailbox is not at fault
      next(failures + 1);
      const fault = sentenceOf(thrown);
      const reason = inEnglish(fault);
      if (failures === 0) log.error({ event: 'inbound.mailbox-failed', mailbox: mailbox.id, reason });
      await updateMailboxFault(db, mailbox.id, fault, clock.now()).catch(() => undefined); // the store itself may be at fault
    }
  }

  const signal = newSignal();
  options.waking?.onChange(signal.raise);
  const lookMs = Math.min(everyMs, LOOK_EVERY_MS);
  const loop = startLoop({ look, everyMs: lookMs, gapMs: lookMs, event: 'inbound.look-failed', log, signal });

  return {
    async stop() {
      leaving.abort();
      await loop.stop();
      leaving.abort(); // the last check may have begun again
      await Promise.all(visits.values());
      await election.leave();
    },
  };
}
