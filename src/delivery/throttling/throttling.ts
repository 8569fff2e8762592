// How fast messages may go: by relay (per second, and its quotas), by campaign, and by what
// recipients' mail servers take. One Throttling a worker. Asking is synchronous and touches nothing
// but memory; what is shared between workers and processes goes through the store about once a
// second.
import type { Clock } from '../../kernel/clock.ts';
import { DAY_MS, MINUTE_MS } from '../../kernel/durations.ts';
import type { Logger } from '../../kernel/log.ts';
import { classifyDeferral } from '../../mail/smtp/deferrals.ts';
import type { ClassifiedReply } from '../../mail/smtp/replies.ts';
import type { UsableRelay } from '../../relays/usable.ts';
import type { Db } from '../../storage/db.ts';
import { bucketWaitMs, putTokenBack, takeToken } from './buckets.ts';
import { openDestinations, type ResolveMx } from './destinations.ts';
import { type Flow, flowWaitMs, putFlowBack, takeFlow } from './flow.ts';
import { type Evidence, learnFlow } from './learn.ts';
import { scaleLimit } from './limit.ts';
import { openQuotas } from './quotas/quotas.ts';
import { forgetOldUsage } from './quotas/rows.ts';
import { openRates, type Rates } from './rates.ts';
import { dropIdle, flowOf, hasQuotas, newRelayPace, type RelayPace } from './relay.ts';
import { openReservations, type Reservations } from './reservations.ts';
import { countLiveWorkers, forgetQuietDestinations } from './rows.ts';
import { openShare, type RelayFlows } from './share.ts';
import { campaignReason, flowReason, relayReason, withoutAddresses } from './texts.ts';
import { type Ticks, ticksOf } from './time.ts';

export type Permit = { relayId: number; campaignId: number; destination: string };

/**
 * `until`: an instant of the clock; asking before it is useless. `parked`: the destination takes
 * nothing at all until then.
 */
export type Refusal = {
  until: number;
  scope: 'relay' | 'campaign' | 'destination';
  parked: boolean;
  /** One line for people. */
  reason: string;
};

export type Throttling = {
  /** What a recipient's domain counts as; look-ups go on in the background. */
  destinationOf(domain: string): string;
  /** Undefined: one permit was taken, to be followed by `learn` or `giveBack`. */
  ask(permit: Permit): Refusal | undefined;
  /** The permit was not used. */
  giveBack(permit: Permit): void;
  /** What the server answered to the message of this permit. */
  learn(permit: Permit, reply: ClassifiedReply): void;
  setRelays(relays: readonly UsableRelay[]): void;
  /** Campaigns that have a limit, in messages a minute; all others have none. */
  setCampaigns(perMinute: ReadonlyMap<number, number>): void;
  /**
   * Exchanges with the store what workers share; call it before the first `ask`, and about once a
   * second.
   * @throws what the store throws; nothing is lost, the next call does it
   */
  refresh(): Promise<void>;
  /** Saves what was found, and gives unused parts of quotas back. */
  stop(): Promise<void>;
};

export type ThrottlingOptions = {
  db: Db;
  clock: Clock;
  log: Logger;
  /** Absent: every domain is its own destination. */
  resolveMx?: ResolveMx | undefined;
  /** Another measure of time, for tests. */
  ticks?: Ticks;
};

const ACCEPTED: Evidence = { kind: 'accepted' };
const ANSWERED: Evidence = { kind: 'answered' };
const NONE: Evidence = { kind: 'none' };
const SWEEP_MS = MINUTE_MS;
const FORGET_MS = DAY_MS;
/** Longer than any period of a quota. */
const FORGET_USAGE_MS = 40 * DAY_MS;

/** Opens the throttling of one worker. */
export function openThrottling({ db, clock, log, resolveMx, ticks = ticksOf(clock) }: ThrottlingOptions): Throttling {
  const destinations = openDestinations({ resolveMx, ticks, log });
  const relays = openRelays({ db, clock, log, ticks });
  const exchange = openExchange({ db, clock, ticks }, relays);

  return {
    destinationOf: (domain) => destinations.groupOf(domain),
    ask: (permit) => askFor(permit, relays, { ticks, clock }),
    giveBack({ relayId, campaignId, destination }) {
      const pace = relays.paceOf(relayId);
      putFlowBack(flowOf(pace, destination, ticks()));
      putFlowBack(pace.whole);
      if (pace.bucket) putTokenBack(pace.bucket);
      const campaign = relays.rates.campaign(campaignId);
      if (campaign) putTokenBack(campaign.bucket);
      pace.quotas?.putBack();
    },
    learn({ relayId, destination }, reply) {
      const now = ticks();
      const pace = relays.paceOf(relayId);
      pace.quotas?.settle();
      const evidence = evidenceOf(reply, pace.relay);
      const text = evidence.whole === ACCEPTED ? '' : withoutAddresses(reply.text);
      learnFlow(flowOf(pace, destination, now), evidence.destination, text, now);
      learnFlow(pace.whole, evidence.whole, text, now);
    },
    setRelays: relays.set,
    setCampaigns: relays.rates.setCampaigns,
    refresh: exchange.refresh,
    stop: exchange.stop,
  };
}

type Relays = {
  rates: Rates;
  reservations: Reservations;
  all(): MapIterator<RelayPace>;
  flows(): RelayFlows[];
  paceOf(relayId: number): RelayPace;
  set(relays: readonly UsableRelay[]): void;
  setWorkers(count: number): void;
};

/** The relays of a worker: what each may take, and what was learnt of it. */
function openRelays({ db, clock, log, ticks }: Omit<ThrottlingOptions, 'ticks'> & { ticks: Ticks }): Relays {
  const paces = new Map<number, RelayPace>();
  const rates = openRates(ticks);
  const quotas = () => [...paces.values()].flatMap((pace) => pace.quotas ?? []);
  const reservations = openReservations({ db, clock, log, quotas });

  function paceOf(relayId: number): RelayPace {
    const found = paces.get(relayId);
    if (found) return found;
    const made = newRelayPace(ticks());
    paces.set(relayId, made);
    return made;
  }

  function setRate(pace: RelayPace): void {
    const perSecond = pace.relay?.quotas.perSecond;
    pace.bucket = typeof perSecond === 'number' ? rates.bucketOf(perSecond, pace.bucket) : undefined;
  }

  return {
    rates,
    reservations,
    all: () => paces.values(),
    flows: () => [...paces].map(([relayId, { flows }]) => ({ relayId, flows })),
    paceOf,
    set(next) {
      const now = clock.now();
      const ids = new Set(next.map(({ id }) => id));
      for (const [id, pace] of paces) {
        if (ids.has(id)) continue;
        if (pace.quotas) reservations.leave(pace.quotas);
        paces.delete(id);
      }
      for (const relay of next) {
        const pace = paceOf(relay.id);
        pace.relay = relay;
        setRate(pace);
        if (pace.quotas) pace.quotas.setRelay(relay, now);
        else if (hasQuotas(relay)) pace.quotas = openQuotas(relay, now, ticks);
      }
    },
    setWorkers(count) {
      const before = rates.workers();
      if (!rates.setWorkers(count)) return;
      for (const pace of paces.values()) {
        setRate(pace);
        for (const { slowed } of pace.flows.values()) {
          if (slowed?.limit) scaleLimit(slowed.limit, before / rates.workers(), ticks());
        }
      }
    },
  };
}

/**
 * What workers share goes through the store: who else there is, what was found out about
 * destinations, quotas.
 */
function openExchange({ db, clock, ticks }: { db: Db; clock: Clock; ticks: Ticks }, relays: Relays) {
  const share = openShare();
  let sweptAt = Number.NEGATIVE_INFINITY;
  let refreshing: Promise<void> | undefined;

  function sync({ isLast = false } = {}): Promise<void> {
    return share.sync(db, relays.flows(), { now: ticks(), at: clock.now(), workers: relays.rates.workers(), isLast });
  }

  async function exchange(): Promise<void> {
    relays.setWorkers(await countLiveWorkers(db));
    await sync();
    await relays.reservations.reserve();
    await relays.reservations.giveBack();
    if (ticks() - sweptAt < SWEEP_MS) return;
    sweptAt = ticks();
    for (const pace of relays.all()) dropIdle(pace, sweptAt);
    await forgetQuietDestinations(db, clock.now() - FORGET_MS);
    await forgetOldUsage(db, clock.now() - FORGET_USAGE_MS);
  }

  return {
    refresh(): Promise<void> {
      refreshing ??= exchange().finally(() => {
        refreshing = undefined;
      });
      return refreshing;
    },
    async stop(): Promise<void> {
      await refreshing?.catch(() => undefined);
      await relays.reservations.stop();
      await sync({ isLast: true });
      for (const { quotas } of relays.all()) if (quotas) relays.reservations.leave(quotas);
      await relays.reservations.giveBack();
    },
  };
}

/**
 * Asks everything that limits a message, in the order of how narrow it is; takes from all when all
 * say yes.
 */
function askFor(
  { relayId, campaignId, destination }: Permit,
  relays: Relays,
  { ticks, clock }: { ticks: Ticks; clock: Clock },
): Refusal | undefined {
  const now = ticks();
  const pace = relays.paceOf(relayId);
  const { whole, bucket, quotas } = pace;
  const flow = flowOf(pace, destination, now);
  const until = (waitMs: number) => clock.now() + Math.ceil(waitMs);
  const refused = (by: Flow, waitMs: number): Refusal => {
    const name = by === whole ? (pace.relay?.label ?? 'the relay') : by.name;
    const reason = flowReason(by, name, { workers: relays.rates.workers(), at: clock.now(), now });
    const scope = by === whole ? 'relay' : 'destination';
    return { until: until(waitMs), scope, parked: by.slowed?.parked !== undefined, reason };
  };
  let waitMs = flowWaitMs(flow, now);
  if (waitMs > 0) return refused(flow, waitMs);
  const campaign = relays.rates.campaign(campaignId);
  waitMs = campaign ? bucketWaitMs(campaign.bucket, now) : 0;
  if (campaign && waitMs > 0) {
    return { until: until(waitMs), scope: 'campaign', parked: false, reason: campaignReason(campaign.perMinute) };
  }
  waitMs = flowWaitMs(whole, now);
  if (waitMs > 0) return refused(whole, waitMs);
  if (bucket) {
    waitMs = bucketWaitMs(bucket, now);
    if (waitMs > 0) return { until: until(waitMs), scope: 'relay', parked: false, reason: relayReason(pace.relay) };
  }
  if (quotas) {
    const held = quotas.heldUntil(clock.now());
    if (!held) quotas.take(now);
    if (quotas.isShort()) relays.reservations.soon();
    if (held) return { ...held, scope: 'relay', parked: false };
  }
  takeFlow(flow, now);
  takeFlow(whole, now);
  if (campaign) takeToken(campaign.bucket);
  if (bucket) takeToken(bucket);
  return undefined;
}

/**
 * What an answer says about the destination, and about the relay as a whole: what a relay says to
 * MAIL, it says before it knows whom the message is to.
 */
function evidenceOf(reply: ClassifiedReply, relay?: UsableRelay): { destination: Evidence; whole: Evidence } {
  if (reply.outcome === 'accepted') return { destination: ACCEPTED, whole: ACCEPTED };
  const deferral = classifyDeferral(reply);
  if (!deferral) return { destination: NONE, whole: NONE };
  const refused: Evidence = { kind: 'refused', deferral, isFinal: reply.outcome === 'rejected' };
  const { kind } = deferral;
  const isAnswer = kind === 'mailbox' || kind === 'greylist' || kind === 'message';
  const isOfRelay = deferral.scope === 'relay' || (reply.isToMail && !relay?.direct && !isAnswer);
  if (isOfRelay) return { destination: NONE, whole: refused };
  return { destination: isAnswer ? ANSWERED : refused, whole: ANSWERED };
}
