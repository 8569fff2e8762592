// What the store knows, as metrics: every node that is asked tells the same.
import { Gauge } from 'prom-client';
import { readLastBackup } from '../../coordination/last-backup.ts';
import type { Clock } from '../../kernel/clock.ts';
import { clockAhead } from '../../kernel/store-time.ts';
import { noteLocksNow } from '../../metrics/lock-waits.ts';
import { registry } from '../../metrics/registry.ts';
import { type InstallationState, readState } from '../../reports/installation-state.ts';
import { countDue } from '../../reports/queue/due.ts';
import { countLate, type Lateness } from '../../reports/queue/overdue.ts';
import type { Db } from '../../storage/db.ts';
import { freeBytes } from '../../storage/folder.ts';
import { lockWaits } from '../../storage/postgres/lock-waits.ts';
import { whyNoChanges } from '../../storage/probe.ts';
import { inTime } from '../in-time.ts';

const GAUGES = {
  up: ['mailwright_store_up', '1 when the database accepts changes.'],
  bytes: ['mailwright_store_bytes', 'Size of the database.'],
  free: ['mailwright_data_folder_free_bytes', 'Room that is left on the disk of the data folder.'],
  backup: ['mailwright_backup_timestamp_seconds', 'Of when the last good backup is, in seconds since 1970.'],
  backupFailed: ['mailwright_backup_failed', '1 when the backup after it failed.'],
  waiting: ['mailwright_queue_messages', 'Messages of running campaigns that have not ended.'],
  age: ['mailwright_queue_age_seconds', 'Since when the oldest running campaign with such messages is due.'],
  campaigns: ['mailwright_campaigns_running', 'Campaigns being sent.'],
  due: [
    'mailwright_campaigns_due',
    'Campaigns with messages that could go out now, and customers with such transactional emails.',
  ],
  overdue: [
    'mailwright_campaigns_overdue',
    'Campaigns that should have started more than a minute ago and have not, with nothing for anyone to fix.',
  ],
  held: [
    'mailwright_campaigns_held',
    'Campaigns that should have started more than a minute ago, and need someone to set or fix something.',
  ],
  pausedByServer: [
    'mailwright_campaigns_paused_by_server',
    'Campaigns that the server paused and that no one has resumed; their notice says why.',
  ],
  uncertain: ['mailwright_uncertain_messages', 'Messages held as uncertain: they may or may not have arrived.'],
  slowed: ['mailwright_destinations_slowed', 'Destinations that are sent to slower than could be.'],
  parked: ['mailwright_destinations_parked', 'Destinations that are parked: nothing is sent to them for now.'],
  brokenRecords: [
    'mailwright_dns_records_broken',
    'DNS records of sending domains that were right, and are missing or wrong.',
  ],
  workers: ['mailwright_workers', 'Threads that send, on all nodes.'],
  ahead: [
    'mailwright_clock_ahead_seconds',
    'How far the clock of this machine is ahead of the database server’s; negative: behind. 0 with SQLite.',
  ],
  clock: ['mailwright_clock_held', '1 when a node keeps the clock, which starts what is due.'],
  events: ['mailwright_webhook_backlog_events', 'Events that webhooks which are on have not been through.'],
  behind: ['mailwright_webhook_backlog_seconds', 'How long ago the oldest of these events happened.'],
  failing: ['mailwright_webhooks_failing', 'Webhooks that are on and take nothing at the moment.'],
  off: ['mailwright_webhooks_off', 'Webhooks that the server switched off.'],
} as const;

/** What is known while the store is down. */
const OF_FOLDER: ReadonlySet<string> = new Set(['free', 'backup', 'backupFailed']);

export type StoreGauges = {
  /**
   * Reads the store, within 5 s: one that takes no changes, or does not answer, is told as
   * `mailwright_store_up 0`.
   */
  refresh(): Promise<void>;
};

/** Makes the gauges; once for a process. */
export function openStoreGauges({ db, clock, dataDir }: { db: Db; clock: Clock; dataDir: string }): StoreGauges {
  const gauges = Object.fromEntries(
    Object.entries(GAUGES).map(([key, [name, help]]) => [key, new Gauge({ name, help, registers: [registry] })]),
  ) as Record<keyof typeof GAUGES, Gauge>;
  return {
    async refresh() {
      const free = await freeBytes(dataDir).catch(() => undefined); // there may be no folder
      if (free === undefined) gauges.free.remove();
      else gauges.free.set(free);
      const last = readLastBackup(db, dataDir);
      if (last?.good) gauges.backup.set(last.good.at / 1_000);
      else gauges.backup.remove();
      if (last) gauges.backupFailed.set(last.failed ? 1 : 0);
      else gauges.backupFailed.remove();
      const state = await inTime(stateOf(db, clock.now()), undefined).catch(() => undefined);
      if (!state) {
        for (const [name, gauge] of Object.entries(gauges)) if (!OF_FOLDER.has(name)) gauge.remove();
        gauges.up.set(0);
        return;
      }
      for (const name of AS_READ) gauges[name].set(state[name]);
      const since = (at: number | null | undefined) => (at == null ? 0 : Math.max(0, clock.now() - at) / 1_000);
      const { webhooks } = state;
      gauges.age.set(since(state.dueSince));
      gauges.clock.set(state.hasClock ? 1 : 0);
      gauges.ahead.set((clockAhead() ?? 0) / 1_000);
      gauges.events.set(webhooks.events);
      gauges.behind.set(since(webhooks.oldestAt));
      gauges.failing.set(webhooks.failing);
      gauges.off.set(webhooks.off);
      gauges.up.set(1);
    },
  };
}

const AS_READ = [
  'bytes',
  'waiting',
  'campaigns',
  'due',
  'overdue',
  'held',
  'pausedByServer',
  'uncertain',
  'slowed',
  'parked',
  'brokenRecords',
  'workers',
] as const;

/**
 * What a store says that takes changes. Of one that can only be read, leases run out: it would be
 * told that nobody works.
 */
async function stateOf(
  db: Db,
  now: number,
): Promise<(InstallationState & { due: number } & Record<Lateness, number>) | undefined> {
  if (await whyNoChanges(db)) return undefined;
  const locks = await lockWaits(db);
  if (locks) noteLocksNow(locks);
  return { ...(await readState(db)), due: await countDue(db, now), ...(await countLate(db, now)) };
}
