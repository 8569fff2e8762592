// Whether the relay answers: asked when somebody wants to know, and not more often than every few seconds.
import { connect } from 'node:net';
import { heldCampaigns } from '../campaigns/queries-held.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Db } from '../storage/db.ts';

/** Whether something listens at the relay's address. Says nothing of what it would do with a mail. */
export type RelayState = () => Promise<boolean | undefined>;

/** When the store went back in time, ms; undefined when it did not lately, or does not answer. */
export type FallState = () => Promise<number | undefined>;

const KEPT_MS = 5_000;
/** People must see it, and not for ever. */
const SHOWN_MS = 7 * 86_400_000;
const WAIT_MS = 1_500;

/** How many messages are held as uncertain, and of how many campaigns; undefined when the store does not say. */
export type HeldState = () => Promise<{ messages: number; campaigns: number } | undefined>;

/** Reads an index that has nothing where nothing is held. */
export function heldStateOf(db: Db): HeldState {
  return () => heldCampaigns(db, 1).catch(() => undefined);
}

/** Asks for the last time that the store went back, within the last week. */
export function fallStateOf(db: Db, clock: Clock): FallState {
  return async () => {
    const read = db.selectFrom('high_water').select('fell_at').executeTakeFirst();
    const at = (await read.catch(() => undefined))?.fell_at ?? undefined;
    return at !== undefined && clock.now() - at < SHOWN_MS ? at : undefined;
  };
}

/**
 * Connects to the relay and hangs up, within 1.5 s; the answer is kept for 5 s.
 * Undefined without a relay of this process: the test inbox runs where the worker runs.
 */
export function relayStateOf(relay: { host: string; port: number }, clock: Clock): RelayState {
  if (relay.host === '') return async () => undefined;
  let known: { at: number; state: Promise<boolean> } | undefined;
  return () => {
    const now = clock.now();
    if (!known || Math.abs(now - known.at) >= KEPT_MS) known = { at: now, state: canConnect(relay) };
    return known.state;
  };
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
