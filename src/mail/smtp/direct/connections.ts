// The connections to mail servers: a few to each, used again for the next message that needs the
// same security, whatever its domain.
import { MINUTE_MS } from '../../../kernel/durations.ts';
import { asError } from '../../../kernel/errors.ts';
import { newRecent } from '../../../kernel/recent.ts';
import { say } from '../../../kernel/sentences/sentence.ts';
import type { Lane } from '../lane.ts';
import type { Relay } from '../relay-url.ts';
import { DnsError } from './dns/ask.ts';
import type { Address, DirectDns } from './routes.ts';
import { type Opener, openerOf, plainReason, type Security } from './security.ts';
import {
  type Connection,
  forgetUnused,
  openServers,
  type Place,
  placeOf,
  type Server,
  type Servers,
} from './servers.ts';
import { type DirectSettings, familyOf } from './settings.ts';
import { Unusable } from './unusable.ts';
import { openWaits, type Wait, type Waits } from './waits.ts';

/** A connection for one message. `isFresh`: no message went over it before. */
export type Taken = { lane: Lane; address: string; isFresh: boolean; giveBack(): void };

export type Connections = {
  /**
   * Waits while there are as many as there may be. @param lateAt when it has taken too long.
   * @throws an Error that says why there is none
   */
  take(host: string, security: Security, lateAt: number): Promise<Taken>;
};

type Pool = {
  relay: Relay & { direct: DirectSettings };
  dns: DirectDns;
  signal: AbortSignal;
  opener: Opener;
  servers: Servers;
  waits: Waits;
  /** Addresses that could not be connected to are tried last. */
  unreachableUntil: ReturnType<typeof newRecent<string, number>>;
};

const IDLE_MS = 10_000;
const MESSAGES_A_CONNECTION = 100;
/** A server that did not answer is not asked again by each message. */
const FAILED_MS = MINUTE_MS;
/** How long a message waits for one of the connections to a server before it is put off. */
const PATIENCE_MS = 30_000;
const CONNECT_MS = 15_000;
const BUSY = 'all connections to it were busy for too long';
const MOST_ADDRESSES = 4;
const UNREACHABLE_MS = 300_000;
const MOST_KNOWN = 5_000;

/**
 * @param lanes how many messages may be under way at a time; absent: any number
 * @param signal aborts what is being opened, and closes what is idle
 */
export function openConnections(
  relay: Pool['relay'],
  { dns, lanes = Number.POSITIVE_INFINITY }: { dns: DirectDns; lanes?: number | undefined },
  signal: AbortSignal,
): Connections {
  const pool: Pool = {
    relay,
    dns,
    waits: openWaits(lanes),
    signal,
    opener: openerOf(relay),
    servers: openServers(),
    unreachableUntil: newRecent(MOST_KNOWN),
  };
  signal.addEventListener('abort', () => {
    for (const server of pool.servers.all()) {
      for (const place of server.places.values()) {
        while (place.idle.length > 0) closeIdle(server, place);
      }
      for (const wakeUp of server.waiting) wakeUp();
    }
  });
  return { take: (host, security, lateAt) => take(pool, { host, security, lateAt }) };
}

type Wanted = { host: string; security: Security; lateAt: number };

async function take(pool: Pool, wanted: Wanted): Promise<Taken> {
  const server = pool.servers.named(wanted.host);
  const place = placeOf(server, wanted.security.key);
  const idle = aliveOf(server, place);
  if (idle) return taken(pool, { server, place, connection: idle, isFresh: false });
  const wait = pool.waits.begin();
  try {
    return await takeLater(pool, { ...wanted, wait }, { server, place });
  } finally {
    wait.end();
  }
}

type Waiting = Wanted & { wait: Wait };

/** Takes a connection to the server when one is given back, or opens one. */
async function takeLater(
  pool: Pool,
  wanted: Waiting,
  { server, place }: { server: Server; place: Place },
): Promise<Taken> {
  const { lateAt, wait } = wanted;
  for (const until = Math.min(performance.now() + PATIENCE_MS, lateAt); ; ) {
    const idle = aliveOf(server, place);
    if (idle) return taken(pool, { server, place, connection: idle, isFresh: false });
    if (pool.signal.aborted) throw new Error('given up');
    if (performance.now() < place.failedUntil) throw new Error(place.why);
    if (server.open < pool.relay.direct.perHost) break;
    if ([...server.places.values()].some((other) => closeIdle(server, other))) continue;
    if (wait.signal.aborted || performance.now() >= until) throw new Error(BUSY);
    await freed(server, until - performance.now(), wait.signal);
  }
  server.open += 1;
  place.open += 1;
  try {
    const connection = await connect(pool, wanted);
    place.failedUntil = 0;
    return taken(pool, { server, place, connection, isFresh: true });
  } catch (error) {
    gone(server, place);
    place.why = plainReason(asError(error).message);
    // With others open it may be that the server wants no more of them.
    if (place.open === 0) place.failedUntil = performance.now() + FAILED_MS;
    wakeOne(server);
    throw new Error(place.why, { cause: error });
  }
}

function aliveOf(server: Server, place: Place): Connection | undefined {
  for (let idle = place.idle.pop(); idle; idle = place.idle.pop()) {
    clearTimeout(idle.timer);
    if (idle.lane.alive) return idle;
    gone(server, place);
  }
  return undefined;
}

/** Leaves the connection that has been idle for longest. @returns whether there was one */
function closeIdle(server: Server, place: Place): boolean {
  const first = place.idle.shift();
  if (!first) return false;
  clearTimeout(first.timer);
  gone(server, place);
  void first.lane.quit();
  return true;
}

function gone(server: Server, place: Place): void {
  server.open -= 1;
  place.open -= 1;
}

function freed({ waiting }: Server, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      waiting.delete(done);
      resolve();
    };
    const timer = setTimeout(done, Math.max(ms, 0));
    waiting.add(done);
    signal.addEventListener('abort', done);
  });
}

function wakeOne({ waiting }: Server): void {
  const [first] = waiting;
  first?.();
}

type Taking = { server: Server; place: Place; connection: Connection; isFresh: boolean };

function taken(pool: Pool, { server, place, connection, isFresh }: Taking): Taken {
  const { lane, address } = connection;
  const giveBack = () => {
    connection.sent += 1;
    if (lane.alive && connection.sent < MESSAGES_A_CONNECTION && !pool.signal.aborted) {
      connection.timer = setTimeout(() => {
        place.idle.splice(place.idle.indexOf(connection), 1);
        gone(server, place);
        forgetUnused(server);
        void lane.quit();
      }, IDLE_MS);
      connection.timer.unref();
      place.idle.push(connection);
    } else {
      gone(server, place);
      void lane.quit();
    }
    wakeOne(server);
  };
  return { lane, address, isFresh, giveBack };
}

/**
 * A connection to one of the host's addresses, one after the other. Each has its share of the time,
 * so that one that says a byte now and then leaves the others some.
 */
async function connect(pool: Pool, { host, security, lateAt, wait }: Waiting): Promise<Connection> {
  const { unreachableUntil } = pool;
  const begunAt = performance.now();
  const signal = AbortSignal.any([pool.signal, wait.signal]);
  const usable = await addressesOf(pool, host);
  if (usable.length === 0) throw new Unusable(say('smtp-no-address'));
  let failure: unknown;
  for (const [n, { address, localAddress }] of usable.entries()) {
    const ms = Math.max(lateAt - performance.now(), 0) / (usable.length - n);
    const options = { connectTimeoutMs: CONNECT_MS, address, ...(localAddress && { localAddress }) };
    try {
      const open = (within: AbortSignal) => pool.opener.open(host, security, { ...options, signal: within });
      return { lane: await inTime(signal, ms, open), address, sent: 0 };
    } catch (error) {
      failure = wait.signal.aborted ? slowSince(begunAt) : error;
      if (signal.aborted) break;
      if (isUnreachable(error)) unreachableUntil.set(address, performance.now() + UNREACHABLE_MS);
    }
  }
  throw asError(failure);
}

/** @throws Unusable when it took more than `ms`, which ends it */
async function inTime<T>(signal: AbortSignal, ms: number, open: (within: AbortSignal) => Promise<T>): Promise<T> {
  const ending = new AbortController();
  const end = () => ending.abort();
  if (signal.aborted) end();
  signal.addEventListener('abort', end);
  const timer = Number.isFinite(ms) ? setTimeout(end, ms) : undefined; // who probes has a time of their own
  try {
    return await open(ending.signal);
  } catch (error) {
    if (!ending.signal.aborted || signal.aborted) throw error;
    throw slowAfter(ms);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}

const slowAfter = (ms: number) => new Unusable(say('smtp-slow', { seconds: Math.ceil(ms / 1000) }));
const slowSince = (begunAt: number) => slowAfter(performance.now() - begunAt);

/** Those that could not be reached lately come last. */
async function addressesOf({ relay, dns, unreachableUntil }: Pool, host: string) {
  let addresses: Address[];
  try {
    addresses = (await dns.placeOf(host)).addresses;
  } catch (error) {
    if (!(error instanceof DnsError)) throw error;
    throw new Error(`DNS gives no answer (${error.code})`, { cause: error });
  }
  const { sources } = relay.direct;
  const all = addresses.map(({ address, family }) => {
    return { address, localAddress: sources.find((source) => familyOf(source) === family) };
  });
  const usable = sources.length === 0 ? all : all.filter(({ localAddress }) => localAddress !== undefined);
  const now = performance.now();
  const isLate = ({ address }: { address: string }) => (now < (unreachableUntil.get(address) ?? 0) ? 1 : 0);
  return usable.sort((a, b) => isLate(a) - isLate(b)).slice(0, MOST_ADDRESSES);
}

const isUnreachable = (error: unknown) =>
  error instanceof Unusable || /(?:^|cannot be used: )TCP:/.test(asError(error).message);
