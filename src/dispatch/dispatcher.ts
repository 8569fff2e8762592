// Tells webhooks, on every node that sends: facts get their place among the events, then each
// webhook that has something to be told is taken by one node. A slow receiver holds up nobody: what
// runs at once are requests that wait for answers.
import { randomBytes } from 'node:crypto';
import { type KeptLease, keepLease } from '../coordination/keep-lease.ts';
import { electLease, leasesNamed, removeLease } from '../coordination/lease.ts';
import { startLoop } from '../coordination/loop.ts';
import { newSignal } from '../coordination/signal.ts';
import type { Waking } from '../coordination/waking.ts';
import { agreedNow, type Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/log.ts';
import type { FetchAllow } from '../network/fetch-allow.ts';
import type { Db } from '../storage/db.ts';
import type { Webhook } from '../storage/tables/webhooks.ts';
import { troubleText } from '../storage/trouble.ts';
import {
  claimWebhook,
  customersAtTheEnd,
  dueWebhooks,
  isAnyOn,
  markAtTheEnd,
  releaseWebhook,
} from '../webhooks/claim.ts';
import { customersWithFacts } from '../webhooks/log/queries.ts';
import { numberFacts } from './number.ts';
import { newEventReader } from './reading.ts';
import { type RoundTools, tellWebhook } from './round.ts';

const LOOK_MS = 500;
/** As long as there is nothing to tell, and nobody says that something changed. */
const QUIET_MS = 2_000;
/** Webhooks that a node tells at once. */
const AT_ONCE = 200;
/** Then a webhook is given back: others, and other nodes, have their turn. */
const ROUND_MS = 30_000;
/** Webhooks that a look reads: some of them are told already, here or on another node. */
const SEEN = 2 * AT_ONCE;
const CUSTOMERS = 50;
/** So that who is told something every few seconds is not noted as at the end in between. */
const AT_THE_END_MS = 10_000;
const AT_THE_END = 500;
const LEASE = 'webhooks:';

export type DispatcherTools = {
  db: Db;
  clock: Clock;
  log: Logger;
  secret: string;
  allow: FetchAllow | undefined;
  waking?: Pick<Waking, 'onChange' | 'rest'>;
} & Pick<RoundTools, 'timeMs' | 'random'>;

export type Dispatcher = {
  /**
   * Numbers what there is and begins with what is due. @returns whether there was anything, or
   * something is under way
   */
  look(): Promise<boolean>;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
  /** Ends requests that are on their way, which are repeated by whoever comes next. */
  stop(): Promise<void>;
};

/** A dispatcher of a node; it looks when it is told to. */
export function newDispatcher(tools: DispatcherTools): Dispatcher {
  const { db, clock, log } = tools;
  const stop = new AbortController();
  const reader = newEventReader(db);
  const running = new Map<number, Promise<void>>();
  let kept: KeptLease | undefined;
  /** The id of the webhook that was looked at last; those after it are next. */
  let seenTo = 0;
  let notedAt = Number.NEGATIVE_INFINITY;

  /** The lease of this node, and those of others that live. Rows of dead ones are taken away. */
  async function leases(): Promise<{ mine: KeptLease; living: number[] }> {
    if (kept && !kept.held()) {
      await kept.stop();
      kept = undefined;
    }
    if (!kept) {
      const lease = await electLease(db, `${LEASE}${randomBytes(8).toString('hex')}`);
      if (!lease) throw new Error('The lease of a new name is held already.');
      kept = keepLease(db, lease, log);
    }
    const { living, over } = await leasesNamed(db, LEASE);
    for (const lease of over) await removeLease(db, lease);
    return { mine: kept, living: living.map(({ id }) => id) };
  }

  /** Notes whose webhooks have got through all events; others may do the same at this moment. */
  async function noteAtTheEnd(): Promise<void> {
    if (performance.now() < notedAt + AT_THE_END_MS) return;
    const those = await customersAtTheEnd(db, AT_THE_END);
    if (those.length > 0) await markAtTheEnd(db, those);
    if (those.length < AT_THE_END) notedAt = performance.now();
  }

  function begin(webhook: Webhook, mine: KeptLease): void {
    const until = performance.now() + ROUND_MS;
    const mayGoOn = () => !stop.signal.aborted && mine.held() && performance.now() < until;
    const leaseId = mine.lease.id;
    const told = { webhook: webhook.uid, customer: webhook.customer_id };
    const round = tellWebhook({ ...tools, leaseId, reader, mayGoOn, stop: stop.signal }, webhook)
      .catch((error: unknown) => {
        log.error({ event: 'webhook.failed', ...told, reason: troubleText(error) });
      })
      .then(() => releaseWebhook(db, webhook, leaseId))
      .catch((error: unknown) => {
        log.warn({ event: 'webhook.not-released', ...told, reason: troubleText(error) });
      })
      .finally(() => running.delete(webhook.id));
    running.set(webhook.id, round);
  }

  return {
    async look() {
      const customers = await customersWithFacts(db, CUSTOMERS);
      for (const customerId of customers) {
        while (!stop.signal.aborted && (await numberFacts(db, customerId)));
      }
      const isBusy = () => running.size > 0 || customers.length > 0;
      if (stop.signal.aborted || running.size >= AT_ONCE) return isBusy();
      const due = await dueWebhooks(db, agreedNow(clock), { after: seenTo, limit: SEEN });
      if (due.every(({ id }) => running.has(id))) {
        seenTo = due.at(-1)?.id ?? 0;
        await noteAtTheEnd();
        return isBusy();
      }
      const { mine, living } = await leases();
      for (const webhook of due) {
        if (running.size >= AT_ONCE) break;
        const { id, held_by } = webhook;
        seenTo = id;
        if (running.has(id) || (held_by !== null && held_by !== mine.lease.id && living.includes(held_by))) continue;
        const claimed = await claimWebhook(db, webhook, mine.lease.id);
        if (claimed) begin(claimed, mine);
      }
      return isBusy();
    },
    async idle() {
      while (running.size > 0) await Promise.all(running.values());
    },
    async stop() {
      stop.abort();
      await Promise.all(running.values());
      if (!kept) return;
      await kept.stop();
      await removeLease(db, kept.lease).catch(() => false); // it expires by itself
    },
  };
}

/** Starts the dispatcher of this process. */
export function startDispatcher(tools: DispatcherTools): { stop(): Promise<void> } {
  const { db, log, waking } = tools;
  const dispatcher = newDispatcher(tools);
  const signal = newSignal();
  waking?.onChange(signal.raise);
  const loop = startLoop({
    async look() {
      if (await dispatcher.look()) return LOOK_MS;
      return waking && !(await isAnyOn(db)) ? waking.rest() : QUIET_MS;
    },
    everyMs: LOOK_MS,
    gapMs: LOOK_MS / 10,
    event: 'webhooks.look-failed',
    log,
    signal,
  });
  return {
    async stop() {
      const stopped = loop.stop();
      await dispatcher.stop();
      await stopped;
    },
  };
}
