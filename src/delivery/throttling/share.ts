// What a worker found out about destinations, shared: saved when it changes, read from what other
// workers and earlier runs saved. Of what two workers found at once the more careful holds; a row
// that is gone was forgotten for all.
import { DAY_MS } from '../../kernel/durations.ts';
import { oneLine } from '../../kernel/text/one-line.ts';
import type { Db } from '../../storage/db.ts';
import { inTransaction } from '../../storage/db.ts';
import type { Destination } from '../../storage/tables/delivery.ts';
import {
  FIRST_PARK_MS,
  type Flow,
  growFlow,
  LONGEST_PARK_MS,
  newFlow,
  type Slowed,
  slowedOf,
  TRIAL_MS,
} from './flow.ts';
import { limitOf, setLimitRate } from './limit.ts';
import { type DestinationChange, destinationsOf, removeDestination, saveDestination } from './rows.ts';

/** The flows of one relay by name. */
export type RelayFlows = { relayId: number; flows: Map<string, Flow> };

/** What the store has of a flow, as this worker knows it. */
type StoredFlow = { updatedAt: number; version: number; state: string; perHour: number | null; at: number };

/**
 * `now` in ticks, `at` by the clock, `workers` = live workers of all processes; `isLast`: all that
 * changed is saved.
 */
export type Moment = { now: number; at: number; workers: number; isLast?: boolean };

export type Share = {
  /** Takes over what the store has, lets rates grow, and saves what changed. */
  sync(db: Db, relays: readonly RelayFlows[], moment: Moment): Promise<void>;
};

const SAVE_EVERY_MS = 1000;
const NEWS = 0.1;
const QUIET_MS = DAY_MS;
const MOST_SAVES = 500;

/** Opens the exchange with the store. */
export function openShare(): Share {
  const saved = new WeakMap<Flow, StoredFlow>();

  function read(rows: readonly Destination[], relays: readonly RelayFlows[], moment: Moment): void {
    const byRelay = new Map(relays.map((relay) => [relay.relayId, relay.flows]));
    const present = new Set<Flow>();
    for (const row of rows) {
      const flows = byRelay.get(row.relay_id);
      if (!flows) continue;
      const flow = flows.get(row.name) ?? newFlow(row.name, moment.now);
      flows.set(row.name, flow);
      present.add(flow);
      const known = saved.get(flow);
      if (known?.updatedAt === row.updated_at) continue;
      const isDirty = known ? known.version !== flow.slowed?.version : flow.slowed !== undefined;
      adopt(flow, row, isDirty, moment);
      const version = isDirty ? -1 : (flow.slowed?.version ?? 0);
      const { state, per_hour: perHour } = row;
      saved.set(flow, { updatedAt: row.updated_at, version, state, perHour, at: known?.at ?? 0 });
    }
    for (const { flows } of relays) {
      for (const flow of flows.values()) {
        if (present.has(flow) || !saved.delete(flow)) continue;
        flow.slowed = undefined;
        flow.inRow = 0;
      }
    }
  }

  /** Changes worth saving, with the time moved on for flows that may grow. */
  function changesOf(relays: readonly RelayFlows[], moment: Moment): Change[] {
    const changes: Change[] = [];
    for (const { relayId, flows } of relays) {
      for (const flow of flows.values()) {
        if (!flow.slowed && !saved.has(flow)) continue;
        growFlow(flow, moment.now);
        if (changes.length >= MOST_SAVES) continue;
        const isClaim = claimTrial(flow, moment.now, saved.get(flow)?.at);
        const row = changeOf(relayId, flow, saved.get(flow), moment);
        if (row) changes.push({ flow, relayId, row, isClaim, version: flow.slowed?.version ?? 0 });
      }
    }
    // One order for all workers, so that none waits for a row of another that waits for its own.
    return changes.sort((a, b) => a.relayId - b.relayId || (a.flow.name < b.flow.name ? -1 : 1));
  }

  async function write(db: Db, changes: readonly Change[], moment: Moment): Promise<void> {
    if (changes.length === 0) return;
    const done = await inTransaction(db, async (tx) => {
      const written: Change[] = [];
      for (const change of changes) {
        const { flow, relayId, row } = change;
        if (row !== 'none') {
          if (await saveDestination(tx, row)) written.push(change);
          continue;
        }
        await removeDestination(tx, { relayId, name: flow.name, seen: saved.get(flow)?.updatedAt ?? 0 });
        written.push(change);
      }
      return written;
    });
    for (const change of changes) {
      const known = saved.get(change.flow);
      // Another worker was first: its row counts, not ours.
      if (change.isClaim && known && !done.includes(change)) known.version = change.version;
    }
    for (const { flow, row, version, isClaim } of done) {
      if (row === 'none') {
        saved.delete(flow);
        continue;
      }
      const { state, per_hour: perHour } = row;
      saved.set(flow, { updatedAt: row.updated_at, version, state, perHour, at: moment.now });
      if (!flow.slowed) continue;
      flow.slowed.refusals = Math.max(0, flow.slowed.refusals - row.refusals);
      if (isClaim && flow.slowed.parked) Object.assign(flow.slowed.parked, { trial: 'granted', grantedAt: moment.now });
    }
  }

  return {
    async sync(db, relays, moment) {
      const ids = relays.map(({ relayId }) => relayId);
      read(await destinationsOf(db, ids), relays, moment);
      await write(db, changesOf(relays, moment), moment);
    },
  };
}

type Change = { flow: Flow; relayId: number; row: DestinationChange | 'none'; isClaim: boolean; version: number };

/**
 * The row that the store should have; 'none' when it should have none; undefined when it has what
 * it should.
 */
function changeOf(
  relayId: number,
  flow: Flow,
  known: StoredFlow | undefined,
  moment: Moment,
): DestinationChange | 'none' | undefined {
  const { slowed } = flow;
  if (!slowed || isOver(slowed, moment.now)) {
    flow.slowed = undefined;
    return known ? 'none' : undefined;
  }
  if (known && known.version === slowed.version) return undefined;
  if (known && moment.now - known.at < SAVE_EVERY_MS && !moment.isLast) return undefined;
  const perHour = slowed.limit ? Math.round(slowed.limit.rate * moment.workers * 3600) : null;
  const grew = perHour !== null && known?.perHour ? perHour / known.perHour : 0;
  const isCalm = slowed.refusals === 0 && known?.state === 'slowed' && !slowed.parked;
  const onlyGrew = isCalm && grew > 1 - NEWS && grew < 1 + NEWS;
  if (known && onlyGrew && moment.now - known.at < 60 * SAVE_EVERY_MS) return undefined;
  const parkedUntil = slowed.parked ? Math.round(moment.at + slowed.parked.until - moment.now) : null;
  return {
    relay_id: relayId,
    name: flow.name,
    state: slowed.parked ? 'parked' : 'slowed',
    per_hour: perHour,
    reason: oneLine(slowed.reply, 250),
    parked_until: parkedUntil,
    refusals: slowed.refusals,
    updated_at: moment.at === known?.updatedAt ? moment.at + 1 : moment.at,
    seen: known?.updatedAt,
  };
}

/**
 * Of all workers that want to send a parked destination's trial message one may: who moves the
 * row's time first.
 * @returns whether saving the flow is such a claim
 */
function claimTrial({ slowed }: Flow, now: number, savedAt: number | undefined): boolean {
  const parked = slowed?.parked;
  if (!slowed || !parked || parked.trial !== 'none' || savedAt === undefined || now - savedAt < SAVE_EVERY_MS)
    return false;
  if (now < parked.until || parked.wantedAt < parked.until) return false;
  parked.until = now + TRIAL_MS;
  slowed.version += 1;
  return true;
}

function isOver(slowed: Slowed, now: number): boolean {
  const isEmpty = !slowed.limit && !slowed.atMost && !slowed.probe && !slowed.parked;
  return isEmpty || now - slowed.refusedAt > QUIET_MS;
}

/**
 * Takes over a row that another worker or an earlier run wrote. What was found here and is not
 * saved yet counts when it is more careful.
 */
function adopt(flow: Flow, row: Destination, isDirty: boolean, { now, at, workers }: Moment): void {
  const slowed = slowedOf(flow, now);
  if (!isDirty) {
    slowed.reply = row.reason;
    slowed.refusals = 0;
  }
  if (row.per_hour !== null) {
    const rate = row.per_hour / 3600 / workers;
    if (!slowed.limit) slowed.limit = limitOf(rate, now);
    else if (!isDirty || rate < slowed.limit.rate) setLimitRate(slowed.limit, rate, now);
  }
  const isJustFreed = isDirty && !slowed.parked && now - slowed.unparkedAt < 5 * SAVE_EVERY_MS;
  if (row.state === 'parked' && !isJustFreed) {
    const leftMs = Math.min(LONGEST_PARK_MS, Math.max(0, (row.parked_until ?? 0) - at));
    if (!slowed.parked || slowed.parked.trial === 'none') {
      slowed.parked = { until: now + leftMs, trial: 'none', wantedAt: 0, grantedAt: 0 };
      slowed.parkMs = Math.max(slowed.parkMs, FIRST_PARK_MS);
    }
    slowed.probe = undefined;
  } else if (row.state !== 'parked' && !isDirty && slowed.parked) {
    slowed.parked = undefined;
    slowed.unparkedAt = now;
  }
}
