// How fast messages may go: by relay (per second, and its quotas), by campaign, and by what recipients' mail servers take.
// One Pacing a worker. Asking is synchronous and touches nothing but memory; what is shared between workers and processes
// goes through the store about once a second.
import type { Clock } from '../../kernel/clock.ts';
import { asError } from '../../kernel/errors.ts';
import type { Logger } from '../../kernel/log.ts';
import { readDeferral } from '../../mail/smtp/deferrals.ts';
import type { Classified } from '../../mail/smtp/replies.ts';
import type { UsableRelay } from '../../relays/usable.ts';
import type { Db } from '../../storage/db.ts';
import { type Bucket, bucketWaitMs, openBucket, putTokenBack, setBucketRate, takeToken } from './buckets.ts';
import { openDestinations, type ResolveMx } from './destinations.ts';
import { type Flow, flowWaitMs, putFlowBack, takeFlow } from './flow.ts';
import { type Evidence, learnFlow } from './learn.ts';
import { scaleLimit } from './limit.ts';
import { openQuotas, type Quotas } from './quotas.ts';
import { dropIdle, flowOf, hasQuotas, newRelayPace, type RelayPace } from './relay.ts';
import { countLiveWorkers, forgetQuietDestinations } from './rows.ts';
import { openShare } from './share.ts';
import { campaignReason, flowReason, relayReason, withoutAddresses } from './texts.ts';
import { type Ticks, ticksOf } from './time.ts';

export type Permit = { relayId: number; campaignId: number; destination: string };

/** `until`: an instant of the clock; asking before it is useless. `parked`: the destination takes nothing at all until then. */
export type Refusal = {
  until: number;
  scope: 'relay' | 'campaign' | 'destination';
  parked: boolean;
  /** One line for people. */
  reason: string;
};

export type Pacing = {
  /** What a recipient's domain counts as; look-ups go on in the background. */
  destinationOf(domain: string): string;
  /** Undefined: one permit was taken, to be followed by `learn` or `giveBack`. */
  ask(permit: Permit): Refusal | undefined;
  /** The permit was not used. */
  giveBack(permit: Permit): void;
  /** What the server answered to the message of this permit. */
  learn(permit: Permit, reply: Classified): void;
  setRelays(relays: readonly UsableRelay[]): void;
  /** Campaigns that have a limit, in messages a minute; all others have none. */
  setCampaigns(perMinute: ReadonlyMap<number, number>): void;
  /**
   * Exchanges with the store what workers share; call it before the first `ask`, and about once a second.
   * @throws what the store throws; nothing is lost, the next call does it
   */
  refresh(): Promise<void>;
  /** Saves what was found, and gives unused parts of quotas back. */
  stop(): Promise<void>;
};

export type PacingOptions = {
  db: Db;
  clock: Clock;
  log: Logger;
  /** Absent: every domain is its own destination. */
  resolveMx?: ResolveMx | undefined;
  /** Another measure of time, for tests. */
  ticks?: Ticks;
};

type CampaignPace = { perMinute: number; bucket: Bucket };

const ACCEPTED: Evidence = { kind: 'accepted' };
const ANSWERED: Evidence = { kind: 'answered' };
const NONE: Evidence = { kind: 'none' };
const SWEEP_MS = 60_000;
const FORGET_MS = 24 * 3_600_000;
const RESERVE_EVERY_MS = 50;
const BURST_SECONDS = 0.1;

/** Opens the pacing of one worker. */
export function openPacing({ db, clock, log, resolveMx, ticks = ticksOf(clock) }: PacingOptions): Pacing {
  const destinations = openDestinations({ resolveMx, ticks, log });
  const share = openShare();
  const relays = new Map<number, RelayPace>();
  const campaigns = new Map<number, CampaignPace>();
  const leaving: Quotas[] = [];
  let workers = 1;
  let sweptAt = Number.NEGATIVE_INFINITY;
  let refreshing: Promise<void> | undefined;
  let reserving: Promise<void> | undefined;
  let reserveTimer: NodeJS.Timeout | undefined;
  let stopped = false;

  function paceOf(relayId: number): RelayPace {
    const found = relays.get(relayId);
    if (found) return found;
    const made = newRelayPace(ticks());
    relays.set(relayId, made);
    return made;
  }

  /** Until when, by the clock. */
  function refusal(waitMs: number, scope: Refusal['scope'], reason: string, parked = false): Refusal {
    return { until: clock.now() + Math.ceil(waitMs), scope, parked, reason };
  }

  function flowRefusal(flow: Flow, waitMs: number, pace: RelayPace, now: number): Refusal {
    const name = flow === pace.whole ? (pace.relay?.label ?? 'the relay') : flow.name;
    const reason = flowReason(flow, name, { workers, at: clock.now(), now });
    return refusal(waitMs, flow === pace.whole ? 'relay' : 'destination', reason, flow.slowed?.parked !== undefined);
  }

  /** Permits of a quota run short: reserves more soon, whoever waits for the next refresh. */
  function reserveSoon(): void {
    if (reserveTimer || stopped) return;
    reserveTimer = setTimeout(() => {
      reserveTimer = undefined;
      if (stopped) return;
      reserve().catch((error: unknown) => log.warn({ event: 'pacing.reserve-failed', reason: asError(error).message }));
    }, RESERVE_EVERY_MS);
    reserveTimer.unref();
  }

  /** One at a time: two would both fill up the same slice. */
  function reserve(): Promise<void> {
    reserving ??= (async () => {
      for (const { quotas } of [...relays.values()]) await quotas?.reserve(db, clock.now());
    })().finally(() => {
      reserving = undefined;
    });
    return reserving;
  }

  function setWorkers(count: number): void {
    const next = Math.max(1, count);
    if (next === workers) return;
    const now = ticks();
    for (const { flows } of relays.values()) {
      for (const { slowed } of flows.values()) if (slowed?.limit) scaleLimit(slowed.limit, workers / next, now);
    }
    workers = next;
    for (const pace of relays.values()) setRelayRate(pace);
    for (const pace of campaigns.values()) setRate(pace.bucket, pace.perMinute / 60);
  }

  function setRate(bucket: Bucket, perSecond: number): void {
    setBucketRate(bucket, perSecond / workers, (perSecond / workers) * BURST_SECONDS, ticks());
  }

  function openRate(perSecond: number): Bucket {
    return openBucket(perSecond / workers, (perSecond / workers) * BURST_SECONDS, ticks());
  }

  function setRelayRate(pace: RelayPace): void {
    const perSecond = pace.relay?.quotas.perSecond ?? undefined;
    if (perSecond === undefined) pace.bucket = undefined;
    else if (pace.bucket) setRate(pace.bucket, perSecond);
    else pace.bucket = openRate(perSecond);
  }

  async function exchange(): Promise<void> {
    setWorkers(await countLiveWorkers(db));
    const shared = [...relays].map(([relayId, { flows }]) => ({ relayId, flows }));
    await share.sync(db, shared, { now: ticks(), at: clock.now(), workers });
    await reserve();
    for (const quotas of leaving.splice(0)) await quotas.release(db);
    if (ticks() - sweptAt < SWEEP_MS) return;
    sweptAt = ticks();
    for (const pace of relays.values()) dropIdle(pace, sweptAt);
    await forgetQuietDestinations(db, clock.now() - FORGET_MS);
  }

  return {
    destinationOf: (domain) => destinations.groupOf(domain),
    ask({ relayId, campaignId, destination }) {
      const now = ticks();
      const pace = paceOf(relayId);
      const { whole, bucket, quotas } = pace;
      const flow = flowOf(pace, destination, now);
      let waitMs = flowWaitMs(flow, now);
      if (waitMs > 0) return flowRefusal(flow, waitMs, pace, now);
      const campaign = campaigns.size === 0 ? undefined : campaigns.get(campaignId);
      if (campaign) {
        waitMs = bucketWaitMs(campaign.bucket, now);
        if (waitMs > 0) return refusal(waitMs, 'campaign', campaignReason(campaign.perMinute));
      }
      waitMs = flowWaitMs(whole, now);
      if (waitMs > 0) return flowRefusal(whole, waitMs, pace, now);
      if (bucket) {
        waitMs = bucketWaitMs(bucket, now);
        if (waitMs > 0) return refusal(waitMs, 'relay', relayReason(pace.relay));
      }
      if (quotas) {
        const held = quotas.heldUntil(clock.now());
        if (!held) quotas.take(now);
        if (quotas.isShort()) reserveSoon();
        if (held) return { ...held, scope: 'relay', parked: false };
      }
      takeFlow(flow, now);
      takeFlow(whole, now);
      if (campaign) takeToken(campaign.bucket);
      if (bucket) takeToken(bucket);
      return undefined;
    },
    giveBack({ relayId, campaignId, destination }) {
      const pace = paceOf(relayId);
      putFlowBack(flowOf(pace, destination, ticks()));
      putFlowBack(pace.whole);
      if (pace.bucket) putTokenBack(pace.bucket);
      const campaign = campaigns.get(campaignId);
      if (campaign) putTokenBack(campaign.bucket);
      pace.quotas?.putBack();
    },
    learn({ relayId, destination }, reply) {
      const now = ticks();
      const pace = paceOf(relayId);
      pace.quotas?.settle();
      const evidence = evidenceOf(reply);
      const text = evidence.whole === ACCEPTED ? '' : withoutAddresses(reply.text);
      learnFlow(flowOf(pace, destination, now), evidence.destination, text, now);
      learnFlow(pace.whole, evidence.whole, text, now);
    },
    setRelays(next) {
      const now = clock.now();
      const ids = new Set(next.map(({ id }) => id));
      for (const [id, { quotas }] of relays) {
        if (ids.has(id)) continue;
        if (quotas) leaving.push(quotas);
        relays.delete(id);
      }
      for (const relay of next) {
        const pace = paceOf(relay.id);
        pace.relay = relay;
        setRelayRate(pace);
        if (pace.quotas) pace.quotas.setRelay(relay, now);
        else if (hasQuotas(relay)) pace.quotas = openQuotas(relay, now, ticks);
      }
    },
    setCampaigns(perMinute) {
      for (const id of campaigns.keys()) if (!perMinute.has(id)) campaigns.delete(id);
      for (const [id, count] of perMinute) {
        const found = campaigns.get(id);
        if (!found) campaigns.set(id, { perMinute: count, bucket: openRate(count / 60) });
        else if (found.perMinute !== count) {
          found.perMinute = count;
          setRate(found.bucket, count / 60);
        }
      }
    },
    refresh() {
      refreshing ??= exchange().finally(() => {
        refreshing = undefined;
      });
      return refreshing;
    },
    async stop() {
      stopped = true;
      clearTimeout(reserveTimer);
      await refreshing?.catch(() => undefined);
      await reserving?.catch(() => undefined);
      const shared = [...relays].map(([relayId, { flows }]) => ({ relayId, flows }));
      await share.sync(db, shared, { now: ticks(), at: clock.now(), workers, isLast: true });
      leaving.push(...[...relays.values()].flatMap(({ quotas }) => quotas ?? []));
      for (const quotas of leaving.splice(0)) await quotas.release(db);
    },
  };
}

/** What an answer says about the destination, and about the relay as a whole. */
function evidenceOf(reply: Classified): { destination: Evidence; whole: Evidence } {
  if (reply.outcome === 'accepted') return { destination: ACCEPTED, whole: ACCEPTED };
  const deferral = readDeferral(reply);
  if (!deferral) return { destination: NONE, whole: NONE };
  const refused: Evidence = { kind: 'refused', deferral, isFinal: reply.outcome === 'rejected' };
  if (deferral.scope === 'relay') return { destination: NONE, whole: refused };
  const { kind } = deferral;
  const isAnswer = kind === 'mailbox' || kind === 'greylist' || kind === 'message';
  return { destination: isAnswer ? ANSWERED : refused, whole: ANSWERED };
}
