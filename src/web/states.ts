// The state of relay, store and messages: looked up on request, and cached for some seconds.
import { connect } from 'node:net';
import { backupTrouble, readLastBackup } from '../coordination/last-backup.ts';
import type { Clock } from '../kernel/clock.ts';
import { DAY_MS } from '../kernel/durations.ts';
import { isDirect } from '../mail/smtp/direct/settings.ts';
import { heldCampaigns } from '../messages/uncertain/queries.ts';
import { openFilesNow } from '../network/file-limit.ts';
import { whoWorks } from '../reports/installation-state.ts';
import type { Db } from '../storage/db.ts';
import { freeBytes } from '../storage/folder.ts';
import { lockHolders } from '../storage/postgres/lock-holders.ts';
import { countKnownDown } from '../storage/spread/machines.ts';
import { sharedLook } from './in-time.ts';

/** Whether something listens at the relay's address; says nothing about how it treats mail. */
export type RelayState = () => Promise<boolean | undefined>;

/**
 * When the store last went back in time, ms; undefined when not recently, or when the store does
 * not respond.
 */
export type WentBackState = () => Promise<number | undefined>;

const KEPT_MS = 5_000;
/** Long enough that people see it, but not forever. */
const SHOWN_MS = 7 * DAY_MS;
const WAIT_MS = 1_500;

/**
 * How many messages are held as uncertain, and of how many campaigns; undefined when the store does
 * not respond.
 */
export type HeldState = () => Promise<{ messages: number; campaigns: number } | undefined>;

/** Counts the held messages by an index that is empty when there are none. */
export function heldStateOf(db: Db): HeldState {
  return () => heldCampaigns(db, 1).catch(() => undefined);
}

/** Finds the last time that the store went back, within the last week. */
export function wentBackStateOf(db: Db, clock: Clock): WentBackState {
  return async () => {
    const read = db.selectFrom('high_water').select('went_back_at').executeTakeFirst();
    const at = (await read.catch(() => undefined))?.went_back_at ?? undefined;
    return at !== undefined && clock.now() - at < SHOWN_MS ? at : undefined;
  };
}

/**
 * Connects to the relay and disconnects, within 1.5 s; the result is cached for 5 s. Undefined when
 * this process has no relay: the test inbox runs in the process of the worker.
 */
export function relayStateOf(relay: { host: string; port: number }): RelayState {
  if (relay.host === '' || isDirect(relay.host)) return async () => undefined;
  return sharedLook(KEPT_MS, () => canConnect(relay));
}

function canConnect({ host, port }: { host: string; port: number }): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect({ host, port, timeout: WAIT_MS });
  const end = (state: boolean) => {
    resolve(state);
    socket.destroy();
  };
  socket.once('connect', () => end(true));
  socket.once('timeout', () => end(false));
  socket.once('error', () => end(false));
  return promise;
}

/**
 * Who else is alive, the room on the disk, what is wrong with backups, and for files that this
 * process opens; without what cannot be found out.
 */
export function surroundingsOf(db: Db, clock: Clock, dataDir: string | undefined) {
  return async () => {
    const [working, holders, files, free] = await Promise.all([
      whoWorks(db).catch(() => undefined),
      lockHolders(db).catch(() => []),
      openFilesNow(),
      dataDir === undefined ? undefined : freeBytes(dataDir).catch(() => undefined),
    ]);
    const backup = dataDir === undefined ? undefined : backupTrouble(readLastBackup(db, dataDir), clock.now())?.kind;
    const isLocked = holders.length > 0;
    const silent = countKnownDown(db);
    return {
      ...working,
      isLocked,
      silent,
      backup,
      ...(files && { files }),
      ...(free !== undefined && { freeBytes: free }),
    };
  };
}
