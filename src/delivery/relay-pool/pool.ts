// The relays of a worker, as plain data: which there are, which of them work, and which may send
// whose messages now. A customer's relays are in tiers; the next tier is used only when no relay of
// the tiers before can take a message.
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/log.ts';
import type { Sentence } from '../../kernel/sentences/sentence.ts';
import type { SilenceEvents } from '../../mail/smtp/direct/dns/silence.ts';
import { type DirectHub, directTools, openDirectHub } from '../../mail/smtp/direct/hub.ts';
import type { Lane } from '../../mail/smtp/lane.ts';
import type { RelayLanes } from '../../metrics/lanes.ts';
import { lanesAllowed, relaysFor } from '../../relays/rules.ts';
import type { UsableRelay } from '../../relays/usable.ts';

/** Whose messages: a campaign may be pinned to some of its customer's relays. */
export type Sender = { customerId: number; campaignId: number };

/** A relay of the pool, and its lanes here (lane.ts). */
export type PoolRelay = {
  readonly relay: UsableRelay;
  /** The maximum number of its lanes. */
  readonly most: number;
  /** Lanes that were started; each starts when it is first needed. */
  readonly running: Promise<void>[];
  /** Lanes that have a connection. */
  readonly connected: Set<Lane>;
  /** Connections that are being opened, open, or being closed. */
  connections: number;
  /**
   * The lane that could not open a connection, or was refused, and tries again: others that have no
   * connection wait until it gets an answer to a message.
   */
  asking: symbol | undefined;
  /** Functions that wake lanes without a connection, which wait for work. */
  readonly idle: Set<() => void>;
  /** Functions that wake lanes that wait before they connect again. */
  readonly backingOff: Set<() => void>;
  /** Aborted when the relay leaves the pool: lanes finish their current message. */
  readonly ending: AbortController;
  /** Connections to the servers of recipients' domains, of direct delivery. */
  readonly direct: DirectHub | undefined;
  /** Its servers take the end of a message and the next envelope together, as far as is known. */
  takesGroups: boolean;
  /** Why the last attempt to open or keep a connection failed. */
  fault: Sentence | undefined;
  /** The reason that the log has, and since when, ms. */
  told: { reason: string; at: number } | undefined;
  /** Whether a connection has worked since this process knows it. */
  hasConnected: boolean;
  /** Its quota is used up between these instants, in ms; a clock may be put back. */
  exhausted: { from: number; until: number };
};

export type RelayPool = {
  readonly clock: Clock;
  readonly log: Logger;
  /** By id. */
  readonly relays: Map<number, PoolRelay>;
  /** Relays that left the pool, until their lanes have ended. */
  readonly leaving: Map<PoolRelay, Promise<void>>;
  /** Relays that left this pool, or an earlier worker's, and still have connections. */
  readonly late: Set<PoolRelay>;
  /** Campaigns whose messages may go over the relays of these numbers only. */
  pins: ReadonlyMap<number, readonly number[]>;
  /** Until when campaigns with a sending window may send, ms; one that is past: it is closed. */
  closings: ReadonlyMap<number, number>;
  /**
   * Relays that may be used now, by customer, or for pinned campaigns by their negative id. Cached
   * until something changes.
   */
  readonly allowed: Map<number, ReadonlySet<number>>;
};

/**
 * A quota that is full for longer than this lets other relays take over; shorter waits are normal
 * for a bucket.
 */
const EXHAUSTED_MS = 2_000;

type NewPool = Pick<RelayPool, 'clock' | 'log'> & Partial<Pick<RelayPool, 'late'>>;

/** A pool without any relay yet (lanes.ts reads which there are). */
export function newRelayPool({ clock, log, late = new Set() }: NewPool): RelayPool {
  return {
    clock,
    log,
    relays: new Map(),
    leaving: new Map(),
    late,
    pins: new Map(),
    closings: new Map(),
    allowed: new Map(),
  };
}

/** @param lanesShare this worker's part of the relay's lanes, from 0 to 1 */
export function addRelay(pool: RelayPool, relay: UsableRelay, lanesShare: number): void {
  const ending = new AbortController();
  const most = Math.max(1, Math.ceil(lanesAllowed(relay) * lanesShare));
  const { direct } = relay;
  pool.relays.set(relay.id, {
    relay,
    most,
    running: [],
    connected: new Set(),
    connections: 0,
    asking: undefined,
    idle: new Set(),
    backingOff: new Set(),
    ending,
    direct:
      direct && openDirectHub(relay, ending.signal, { ...directTools(direct, silenceOf(pool, relay)), lanes: most }),
    takesGroups: true,
    fault: undefined,
    told: undefined,
    hasConnected: false,
    exhausted: { from: 0, until: 0 },
  });
  noteChange(pool);
}

/** What the log says when no resolver answers: each message waits for that reason alone. */
function silenceOf({ log }: RelayPool, { label }: UsableRelay): SilenceEvents {
  return {
    silent: (code) => log.warn({ event: 'relay.dns-silent', relay: label, code }),
    answers: () => log.info({ event: 'relay.dns-answers', relay: label }),
  };
}

/** A relay came, left, failed or works again: discards what was cached. */
export function noteChange(pool: RelayPool): void {
  pool.allowed.clear();
}

/** A connection is closed. */
export function noteClosed({ late }: RelayPool, entry: PoolRelay): void {
  entry.connections -= 1;
  if (entry.connections === 0 && entry.ending.signal.aborted) late.delete(entry);
}

/** How many connections are held by lanes that only wait for an answer. @param relay absent: any */
export function lateConnections({ late }: RelayPool, relay?: UsableRelay): number {
  let sum = 0;
  for (const { connections, relay: left } of late) {
    if (!relay || (left.host === relay.host && left.port === relay.port)) sum += connections;
  }
  return sum;
}

/** The relay accepts no more until an instant in ms (quota). */
export function noteExhausted(pool: RelayPool, relayId: number, until: number): void {
  const entry = pool.relays.get(relayId);
  const now = pool.clock.now();
  if (!entry || until <= now + EXHAUSTED_MS) return;
  if (!isExhausted(entry, now)) {
    pool.log.info({ event: 'relay.exhausted', relay: entry.relay.label, until: new Date(until).toISOString() });
  }
  entry.exhausted = { from: now, until };
  noteChange(pool);
}

/** Sets the campaigns that are pinned to relays, in place of the former ones. */
export function pinCampaigns(pool: RelayPool, pins: RelayPool['pins']): void {
  const isSame =
    pins.size === pool.pins.size && [...pins].every(([id, relays]) => `${pool.pins.get(id)}` === `${relays}`);
  if (isSame) return;
  pool.pins = pins;
  noteChange(pool);
}

export function relaysIn(pool: RelayPool): UsableRelay[] {
  return [...pool.relays.values()].map(({ relay }) => relay);
}

/** Whether no mail leaves the machine: only the test inbox, or no relay. */
export function isAtHome(pool: RelayPool): boolean {
  return relaysIn(pool).every((relay) => relay.isInbox);
}

/** Share of the relay among those of its tier. */
export function weightOf(pool: RelayPool, relayId: number): number {
  return pool.relays.get(relayId)?.relay.weight ?? 1;
}

/** Ids of the relays that the sender's messages may go over now. */
export function allowedRelays(pool: RelayPool, { customerId, campaignId }: Sender): ReadonlySet<number> {
  const pinned = pool.pins.get(campaignId);
  const key = pinned ? -campaignId : customerId;
  const known = pool.allowed.get(key);
  if (known) return known;
  const candidates = relaysIn(pool).filter(({ number }) => !pinned || pinned.includes(number));
  const tiers = relaysFor(customerId, candidates);
  const ready = tiers.map((tier) => tier.filter(({ id }) => isReady(pool, pool.relays.get(id))));
  const tier = ready.find((relays) => relays.length > 0) ?? tiers[0] ?? [];
  const ids = new Set(tier.map(({ id }) => id));
  pool.allowed.set(key, ids);
  return ids;
}

/** Sets the campaigns with a sending window, and when it closes, in place of the former ones. */
export function setClosings(pool: RelayPool, closings: RelayPool['closings']): void {
  pool.closings = closings;
}

/** Whether the sending window of a campaign is closed. */
const isClosed = ({ closings, clock }: RelayPool, { campaignId }: Sender): boolean => {
  const until = closings.get(campaignId);
  return until !== undefined && until <= clock.now();
};

/** Whether the sender's messages may go over the relay now. */
export function isAllowed(pool: RelayPool, sender: Sender, relayId: number): boolean {
  return !isClosed(pool, sender) && allowedRelays(pool, sender).has(relayId);
}

/** Whether a message of the sender, claimed now, could be sent soon. */
export function canServe(pool: RelayPool, sender: Sender): boolean {
  if (isClosed(pool, sender)) return false;
  for (const id of allowedRelays(pool, sender)) {
    const entry = pool.relays.get(id);
    if (entry && isReady(pool, entry) && entry.connected.size > 0) return true;
  }
  return false;
}

function isReady(pool: RelayPool, entry: PoolRelay | undefined): boolean {
  return entry !== undefined && entry.fault === undefined && !isExhausted(entry, pool.clock.now());
}

const isExhausted = ({ exhausted: { from, until } }: PoolRelay, now: number) => from <= now && now < until;

/** The lanes of each relay, for the metrics. */
export function lanesOf({ relays }: RelayPool): RelayLanes[] {
  return [...relays.values()].map(({ relay, connected, most, fault }) => {
    return { relay: relay.label, connected: connected.size, limit: most, isUp: fault === undefined };
  });
}
