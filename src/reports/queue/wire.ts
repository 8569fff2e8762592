// The queue as the interface answers it.
import { z } from 'zod';
import { count, said, yesNo } from '../../http/members/described.ts';
import { recordOf } from '../../http/members/schema.ts';
import type { Measured } from '../../http/route.ts';
import { formatInstant } from '../../kernel/clock.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import type { RelayLanes } from '../../metrics/lanes.ts';
import type { InstallationState } from '../installation-state.ts';
import { MOST_DEFERRED, type pacedDestinations, type QueuedCampaign } from './queries.ts';

/** A worker's lanes as it told them last, and its process. */
export type WorkerLanes = { process: string; lanes: readonly RelayLanes[] };

type Queue = {
  state: InstallationState;
  campaigns: readonly QueuedCampaign[];
  destinations: Awaited<ReturnType<typeof pacedDestinations>>;
  workers: readonly WorkerLanes[];
  measured: readonly Measured[];
  at: number;
};

/** The number of a relay that stands in the configuration. */
const CONFIGURED = '0';

export function toWire({ state, campaigns, destinations, workers, measured, at }: Queue) {
  const { waiting, dueSince, uncertain, slowed, parked, hasClock, brokenRecords } = state;
  return {
    at: formatInstant(at),
    campaigns_running: state.campaigns,
    waiting,
    uncertain,
    slowed,
    parked,
    workers: state.workers,
    oldest: dueSince === undefined ? null : formatInstant(dueSince),
    clock: hasClock ? ('yes' as const) : ('no' as const),
    broken_dns_records: brokenRecords,
    campaigns: campaigns.map(({ uid, name, customer_uid, status, begins_at, ...counts }) => ({
      campaign_uid: uid,
      customer_uid,
      name,
      status,
      ...counts,
      since: begins_at === null ? null : formatInstant(begins_at),
    })),
    destinations: destinations.map((row) => ({
      server_id: row.number === null ? CONFIGURED : String(row.number),
      relay: row.relay,
      name: row.name,
      state: row.state,
      rate_per_hour: row.per_hour,
      reason: row.reason,
      refusals: row.refusals,
      parked_until: row.parked_until === null ? null : formatInstant(row.parked_until),
    })),
    lanes: toWireLanes(workers),
    event_loop: loopOf(measured),
  };
}

/** Metrics of several threads, by one of their labels. */
function byLabel(measured: readonly Measured[], name: string, label: string) {
  const values = measured.filter((one) => one.name === name).flatMap((one) => one.values);
  return [...Map.groupBy(values, ({ labels }) => String(labels[label] ?? ''))].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The lanes of each process to each relay: those of all its workers together. */
export function toWireLanes(workers: readonly WorkerLanes[]) {
  const all = workers.flatMap(({ process, lanes }) => lanes.map((one) => ({ process, ...one })));
  const groups = [...Map.groupBy(all, ({ process, relay }) => `${relay}\0${process}`)];
  return groups
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, [first, ...more]]) => {
      if (!first) return [];
      const lanes = [first, ...more];
      const sum = (of: (one: RelayLanes) => number) => lanes.reduce((total, one) => total + of(one), 0);
      return {
        process: first.process,
        relay: first.relay,
        connected: sum(({ connected }) => connected),
        limit: sum(({ limit }) => limit),
        reached: lanes.every(({ isUp }) => isUp) ? ('yes' as const) : ('no' as const),
      };
    });
}

export function loopOf(measured: readonly Measured[]) {
  return byLabel(measured, 'mailwright_event_loop_lag_seconds', 'thread').map(([thread, values]) => {
    const ms = (quantile: string) => {
      const found = values.find(({ labels }) => labels['quantile'] === quantile);
      return found ? Math.round(found.value * 10_000) / 10 : 0;
    };
    return { thread, half_ms: ms('0.5'), most_ms: ms('0.99'), worst_ms: ms('1') };
  });
}

const instant = (about: string) => said(`${about} ISO 8601 in UTC.`);
const instantOrNull = (about: string) => z.string().nullable().describe(`${about} ISO 8601 in UTC.`);

const campaign = whenNeeded(() =>
  z.strictObject({
    campaign_uid: said('Id of the campaign.'),
    customer_uid: said('Id of the customer it belongs to.'),
    name: said('Its name.'),
    status: said('Its status.'),
    since: instantOrNull('Since when it has been due.'),
    waiting: count('Number of its unfinished messages.'),
    deferred: count(`Number of those deferred by a mail server, counted up to ${MOST_DEFERRED}.`),
  }),
);
const destination = whenNeeded(() =>
  z.strictObject({
    server_id: said('Id of the delivery server; 0 is the configured one.'),
    relay: z.string().nullable().describe('Its name; null for the configured one.'),
    name: said('Group of recipient domains that share mail servers; `*` is the delivery server itself.'),
    state: z.enum(['slowed', 'parked']).describe('`slowed`: gets fewer messages; `parked`: gets none for a while.'),
    rate_per_hour: z
      .number()
      .nullable()
      .describe('Current rate in messages per hour; null if only concurrent messages are limited.'),
    reason: said('The response that caused it to be slowed.'),
    refusals: count('Number of refusals in a row.'),
    parked_until: instantOrNull('No attempts are made until then; null if not parked.'),
  }),
);
const lanes = whenNeeded(() =>
  z.strictObject({
    process: said('The server process that owns them: its host and pid.'),
    relay: said('The name of the delivery server.'),
    connected: count('Open connections.'),
    limit: count('Maximum number of connections.'),
    reached: yesNo('no: the last attempt to reach it failed.'),
  }),
);
const loop = whenNeeded(() =>
  z.strictObject({
    thread: said('`main` answers requests; the others send.'),
    half_ms: z.number().describe('Median delay since the previous request, ms.'),
    most_ms: z.number().describe('99th percentile of the delay.'),
    worst_ms: z.number().describe('Maximum delay.'),
  }),
);
const record = whenNeeded(() =>
  z
    .strictObject({
      at: instant('When this was measured.'),
      campaigns_running: count('Campaigns being sent.'),
      waiting: count('Their unfinished messages.'),
      oldest: instantOrNull('Since when the oldest of these campaigns has been due; null if nothing waits.'),
      uncertain: count('Messages held because they may or may not have arrived.'),
      slowed: count('Destinations that are slowed.'),
      parked: count('Destinations that are parked: nothing is sent to them for a while.'),
      workers: count('Sending threads, on all nodes.'),
      clock: yesNo('Whether a node runs the clock, which starts whatever is due.'),
      broken_dns_records: count('DNS records of sending domains that were right, and are now missing or wrong.'),
      campaigns: z.array(campaign()).describe('Running campaigns with unfinished messages, oldest first, at most 50.'),
      destinations: z.array(destination()).describe('Slowed and parked destinations, at most 100; parked ones first.'),
      lanes: z
        .array(lanes())
        .describe(
          'Connections to delivery servers, by sending process, as reported within the last seconds; empty if none is sending at the moment.',
        ),
      event_loop: z.array(loop()).describe('Event loop delays of the process that answers; empty the first time.'),
    })
    .meta({ id: 'Queue', description: 'What waits to be sent, and what sends it.' }),
);
export const answer = recordOf(record);
