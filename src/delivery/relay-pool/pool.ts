// All relays of a worker: which there are, which of them work, and whose messages may go over which
// at the moment. A customer's relays stand in tiers; the next tier steps in only when no relay of
// those before can take a message.
import type { Clock } from '../../kernel/clock.ts';
import { asError } from '../../kernel/errors.ts';
import type { Logger } from '../../kernel/log.ts';
import { type Lane, openLane } from '../../mail/smtp/lane.ts';
import { hasRelays } from '../../relays/queries.ts';
import { relaysFor } from '../../relays/rules.ts';
import { recordRelayFault, type UsableRelay, usableRelays } from '../../relays/usable.ts';
import type { Db } from '../../storage/db.ts';
import type { ComposedMessage } from '../compose/personalise.ts';
import type { Turns } from '../turns.ts';
import { type Delivered, type Lanes, openLanes } from './lanes.ts';

/** Whose messages: a campaign may be pinned to some of its customer's relays. */
export type Sender = { customerId: number; campaignId: number };

export type RelayPool = {
  /** Reads which relays there are now; opens and closes lanes accordingly. */
  refresh(): Promise<void>;
  relays(): readonly UsableRelay[];
  weightOf(relayId: number): number;
  /** Whether the customer's messages may go over the relay now. */
  isAllowed(sender: Sender, relayId: number): boolean;
  /** Whether a message of the customer that was claimed now could go out soon. */
  canServe(sender: Sender): boolean;
  /** The relay takes no more until then (quota). */
  noteExhausted(relayId: number, until: number): void;
  /** There are so many messages for these customers: relays that may serve them open lanes. */
  wake(senders: Iterable<Sender>, messages: number): void;
  /**
   * Campaigns whose messages may go over the relays of these numbers only, in place of those named
   * before.
   */
  pin(pins: ReadonlyMap<number, readonly number[]>): void;
  /**
   * Lanes finish the message they are at; one that has not after `graceMs` loses its connection.
   */
  stop(graceMs: number): Promise<void>;
};

type Member = { relay: UsableRelay; lanes: Lanes; exhaustedUntil: number };

type Options = {
  db: Db;
  clock: Clock;
  log: Logger;
  secret: string;
  /** The relay of the configuration, or the test inbox. */
  relay: UsableRelay | undefined;
  /** This worker's part of a relay's lanes, from 0 to 1. */
  lanesShare: number;
  deliver(lane: Lane, message: ComposedMessage, relay: UsableRelay): Promise<Delivered>;
  turns: Turns<ComposedMessage>;
  delayMs?: ((failures: number) => number) | undefined;
};

/**
 * @param options.turns lanes take their messages from here; what was claimed goes back there when
 * no relay is left
 */
export function openRelayPool(options: Options): RelayPool {
  const { db, clock, log, turns } = options;
  const members = new Map<number, Member>();
  const leaving = new Map<Lanes, Promise<void>>();
  let allowed = new Map<number, ReadonlySet<number>>(); // by customer, pinned campaigns by minus their id, until something changes
  let pins: ReadonlyMap<number, readonly number[]> = new Map();

  function add(relay: UsableRelay): void {
    const label = relay.id === 0 ? relay.label : `${relay.label} (${relay.id})`;
    const lanes = openLanes({
      relayId: relay.id,
      relay: label,
      count: Math.max(1, Math.ceil(lanesOf(relay) * options.lanesShare)),
      messagesPerConnection: relay.messagesPerConnection,
      connect: (signal) => openLane(relay, { signal }),
      deliver: (lane, message) => options.deliver(lane, message, relay),
      turns,
      onDown(reason) {
        changed();
        note(relay.id, reason);
        // Another node may have a relay that works.
        turns.giveBack((message) => !canServe(message));
        turns.wake(); // for lanes of relays that step in
      },
      onUp() {
        changed();
        note(relay.id, null);
      },
      log,
      delayMs: options.delayMs,
    });
    members.set(relay.id, { relay, lanes, exhaustedUntil: 0 });
  }

  function note(relayId: number, fault: string | null): void {
    recordRelayFault(db, relayId, fault, clock.now()).catch((error: unknown) => {
      log.warn({ event: 'relay.note-failed', reason: asError(error).message });
    });
  }

  function leave({ relay, lanes }: Member, graceMs: number): Promise<void> {
    members.delete(relay.id);
    const left = lanes.stop(graceMs).finally(() => leaving.delete(lanes));
    turns.release(relay.id);
    leaving.set(lanes, left);
    return left;
  }

  function changed(): void {
    allowed = new Map();
  }

  const isReady = ({ lanes, exhaustedUntil }: Member) => !lanes.isDown() && exhaustedUntil <= clock.now();

  function allowedOf({ customerId, campaignId }: Sender): ReadonlySet<number> {
    const pinned = pins.get(campaignId);
    const key = pinned ? -campaignId : customerId;
    const known = allowed.get(key);
    if (known) return known;
    const tiers = relaysFor(
      customerId,
      [...members.values()].flatMap(({ relay }) => (!pinned || pinned.includes(relay.number) ? [relay] : [])),
    );
    const ready = tiers.map((tier) => tier.filter(({ id }) => isReady(members.get(id) as Member)));
    const tier = ready.find((relays) => relays.length > 0) ?? tiers[0] ?? [];
    const ids = new Set(tier.map(({ id }) => id));
    allowed.set(key, ids);
    return ids;
  }

  function canServe(sender: Sender): boolean {
    for (const id of allowedOf(sender)) {
      const member = members.get(id);
      if (member && isReady(member) && member.lanes.open() > 0) return true;
    }
    return false;
  }

  return {
    async refresh() {
      const present = [...members.values()].map(({ relay }) => relay);
      const stored = await usableRelays(db, options.secret, present);
      const own = options.relay && !(options.relay.isInbox && (await hasRelays(db))) ? [options.relay] : [];
      const relays = [...own, ...stored];
      const now = new Map(relays.map((relay) => [relay.id, relay]));
      for (const member of [...members.values()]) {
        if (now.get(member.relay.id)?.revision !== member.relay.revision) void leave(member, GRACE_MS);
      }
      for (const relay of relays) {
        if (!members.has(relay.id)) add(relay);
      }
      changed();
    },
    relays: () => [...members.values()].map(({ relay }) => relay),
    weightOf: (relayId) => members.get(relayId)?.relay.weight ?? 1,
    isAllowed: (sender, relayId) => allowedOf(sender).has(relayId),
    canServe,
    noteExhausted(relayId, until) {
      const member = members.get(relayId);
      if (!member || until <= clock.now() + EXHAUSTED_MS) return;
      if (member.exhaustedUntil <= clock.now()) {
        log.info({ event: 'relay.exhausted', relay: member.relay.label, until: new Date(until).toISOString() });
      }
      member.exhaustedUntil = until;
      changed();
    },
    wake(senders, messages) {
      const woken = new Set<number>();
      for (const sender of senders) for (const id of allowedOf(sender)) woken.add(id);
      for (const id of woken) members.get(id)?.lanes.wake(Math.max(messages, 1));
    },
    pin(next) {
      const isSame = next.size === pins.size && [...next].every(([id, relays]) => `${pins.get(id)}` === `${relays}`);
      if (isSame) return;
      pins = next;
      changed();
    },
    async stop(graceMs) {
      for (const lanes of leaving.keys()) void lanes.stop(graceMs); // those of relays that went before
      for (const member of [...members.values()]) void leave(member, graceMs);
      await Promise.all(leaving.values());
    },
  };
}

/** Relays that customers made themselves may not use up the connections of the machine. */
function lanesOf({ guarded, lanes }: UsableRelay): number {
  return guarded ? Math.min(lanes, GUARDED_LANES) : lanes;
}

const GUARDED_LANES = 50;
/**
 * A quota that is full for longer than this lets others step in; shorter waits are the bucket's
 * rhythm.
 */
const EXHAUSTED_MS = 2_000;
const GRACE_MS = 6_000;
