// Tells one webhook what it has not been told: each of its lanes goes through the events in their
// order, one request at a time, until it is at the end, a request is in vain, or its time is over.
import { agreedNow, type Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/log.ts';
import type { FetchAllow } from '../network/fetch-allow.ts';
import { type KeptConnections, keepConnections } from '../network/guarded.ts';
import type { Db } from '../storage/db.ts';
import type { Webhook, WebhookLane } from '../storage/tables/webhooks.ts';
import { saveLanes, switchOff } from '../webhooks/claim.ts';
import { batchText, eventText } from '../webhooks/log/pages.ts';
import { nextNumber } from '../webhooks/log/queries.ts';
import { AT_ONCE, lanesOfWebhooks } from '../webhooks/queries.ts';
import { GIVE_UP_MS, isDue, laneOf, type OffReason, waitAfter } from '../webhooks/rules.ts';
import { secretsOf } from '../webhooks/secrets.ts';
import { type Sent, send } from '../webhooks/send.ts';
import { typesIn } from '../webhooks/types.ts';
import type { EventReader, NumberedEvent } from './reading.ts';
import { newSaver, type Saver } from './saver.ts';

export type RoundTools = {
  db: Db;
  clock: Clock;
  log: Logger;
  secret: string;
  allow: FetchAllow | undefined;
  leaseId: number;
  reader: EventReader;
  /** Called before each request. */
  mayGoOn(): boolean;
  /** Aborted when the server stops. */
  stop: AbortSignal;
  /** How long a receiver may take, ms. */
  timeMs?: number;
  random?: () => number;
};

type Round = RoundTools & {
  webhook: Webhook;
  lanes: number;
  types: ReadonlySet<string>;
  agent: KeptConnections;
  saver: Saver;
  /** Whether the webhook is no longer ours, or off. */
  isOver: boolean;
};

/** One round; ends when no lane has anything more to do. */
export async function tellWebhook(tools: RoundTools, webhook: Webhook): Promise<void> {
  const { db, leaseId } = tools;
  const lanes = await lanesOfWebhooks(db, webhook.customer_id, [webhook.id]);
  const agent = keepConnections(webhook.url, Math.max(1, lanes.length));
  const saver = newSaver((changes) => saveLanes(db, webhook, leaseId, changes));
  const round: Round = {
    ...tools,
    webhook,
    lanes: lanes.length,
    types: typesIn(webhook.events),
    agent,
    saver,
    isOver: false,
  };
  try {
    await Promise.all(lanes.map((lane) => followLane(round, { ...lane })));
  } finally {
    agent.destroy();
  }
}

async function followLane(round: Round, lane: WebhookLane): Promise<void> {
  const { clock, webhook, saver } = round;
  const begunAt = lane.position;
  while (!round.isOver && round.mayGoOn() && isDue(lane.next_at, agreedNow(clock))) {
    const events = await nextEvents(round, lane);
    const last = events?.at(-1);
    if (!events || !last) break;
    if (webhook.batch_size > 1 && lane.until === null) {
      lane.until = last.n + 1; // so that a request that is repeated has the same events
      if (!(await saver.save(lane))) {
        round.isOver = true;
        return;
      }
    }
    const sent = await sendEvents(round, events);
    if (round.stop.aborted && sent.status === null) return;
    if (!(await note(round, lane, events, sent))) {
      round.isOver = true;
      return;
    }
  }
  if (!round.isOver && lane.position !== begunAt) await saver.save(lane); // after what it is not told of
}

/**
 * The events of the lane's next request; empty: it is at the end, after what it is not told of.
 * Undefined: events are lost that it was to be told of.
 */
async function nextEvents(round: Round, lane: WebhookLane): Promise<NumberedEvent[] | undefined> {
  const { db, webhook, reader } = round;
  const found: NumberedEvent[] = [];
  const end = lane.until ?? (await nextNumber(db, webhook.customer_id));
  for (let n = lane.position; n < end && found.length < webhook.batch_size; ) {
    const page = await reader.pageOf(webhook.customer_id, n);
    if (!page || page.first > n) {
      await giveUp(round, 'behind');
      return undefined;
    }
    for (const event of page.events) {
      if (event.n < n || event.n >= end || found.length >= webhook.batch_size) continue;
      if (round.types.has(event.type) && laneOf(event.subject, round.lanes) === lane.lane) found.push(event);
    }
    n = Math.min(page.end, end);
    if (found.length === 0) lane.position = n;
  }
  if (found.length === 0) lane.until = null;
  return found;
}

async function sendEvents(round: Round, events: readonly NumberedEvent[]): Promise<Sent> {
  const { webhook, secret, clock, allow, agent, stop, timeMs } = round;
  const [first, last] = [events[0], events.at(-1)];
  if (!first || !last) throw new Error('A request has events.');
  const text =
    webhook.batch_size > 1
      ? batchText(
          events.map((event) => eventText(event, event.id)),
          last.at,
        )
      : eventText(first);
  const at = agreedNow(clock);
  const secrets = secretsOf(secret, webhook, at);
  const request = { url: webhook.url, id: messageId(round, events), body: Buffer.from(text), secrets, at };
  return send({ ...request, allow, agent, stop, ...(timeMs !== undefined && { timeMs }) });
}

/** A batch is named by its first event and how many it has: the same name, the same events. */
const messageId = ({ webhook }: Round, events: readonly NumberedEvent[]): string =>
  webhook.batch_size > 1 ? `${events[0]?.id}_${events.length}` : (events[0]?.id ?? '');

/** Notes what came of a request. @returns whether the webhook is still ours */
async function note(
  round: Round,
  lane: WebhookLane,
  events: readonly NumberedEvent[],
  { status, ms, answer, fault, askedMs }: Sent,
): Promise<boolean> {
  const { webhook, clock, saver, random = Math.random } = round;
  const at = agreedNow(clock); // another node may be the next to tell it
  const attempt = lane.failures + 1;
  if (fault === null) {
    Object.assign(lane, { position: (events.at(-1)?.n ?? 0) + 1, until: null, failures: 0, failing_since: null });
    lane.next_at = AT_ONCE;
  } else {
    lane.failures += 1;
    lane.failing_since ??= at;
    lane.next_at = at + waitAfter(lane.failures, random(), askedMs);
  }
  const isOurs = await saver.save(lane, {
    customer_id: webhook.customer_id,
    webhook_id: webhook.id,
    at,
    message_id: messageId(round, events),
    types: [...new Set(events.map(({ type }) => type))].join(','),
    events: events.length,
    attempt,
    is_test: 0,
    status,
    ms,
    answer,
    fault: fault && JSON.stringify(fault),
  });
  if (!isOurs) return false;
  if (status === 410) await giveUp(round, 'gone');
  else if (fault !== null && at - (lane.failing_since ?? at) >= GIVE_UP_MS) await giveUp(round, 'failed');
  return true;
}

/** Switches the webhook off, and says so in the log. */
async function giveUp(round: Round, reason: OffReason): Promise<void> {
  const { db, webhook, leaseId, clock, log } = round;
  if (round.isOver) return;
  round.isOver = true;
  if (!(await switchOff(db, webhook, leaseId, { reason, at: agreedNow(clock) }))) return;
  log.warn({ event: 'webhook.off', webhook: webhook.uid, customer: webhook.customer_id, reason });
}
