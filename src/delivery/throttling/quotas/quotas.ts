// A worker's part of a relay's quotas: slices of the minute, hour, day and month, reserved in the
// store before they are used (rows.ts), so that all workers together never exceed one. A slice is
// small: at most what the worker used in the last second (10 at the start), and never more than 2 %
// of the quota; a worker that is killed loses no more than that.
import { inEnglish } from '../../../kernel/sentences/sentence.ts';
import type { UsableRelay } from '../../../relays/usable.ts';
import type { Db } from '../../../storage/db.ts';
import type { Ticks } from '../time.ts';
import { PERIODS, type Period, periodOf, quotaOf, usedUp } from './periods.ts';
import { reservePermits, returnPermits } from './rows.ts';

/** All instants are the clock's. */
export type Quotas = {
  /** Applies the relay's present quotas and warm-up plan. */
  setRelay(relay: UsableRelay, now: number): void;
  /** Until when there is no permit, and why; undefined = there is one. */
  heldUntil(now: number): { until: number; reason: string } | undefined;
  /** Takes a permit that heldUntil said is there; `at` in ticks. */
  take(at: number): void;
  putBack(): void;
  /** An answer came: one permit less is in use. */
  settle(): void;
  /** Whether a reservation would help now. */
  isShort(): boolean;
  /** Reserves what is needed and gives back what is unused. */
  reserve(db: Db, now: number): Promise<void>;
  /**
   * Gives everything back; there are no permits any more. What the store fails to take counts as
   * used until its period is over, as it may have taken it: rather too few are sent than too many.
   * Done again, it goes on with the rest.
   */
  release(db: Db): Promise<void>;
};

type Slice = {
  period: Period;
  limit: number;
  left: number;
  /** Taken since the last reservation, to know how fast permits go. */
  taken: number;
  size: number;
  isUsedUp: boolean;
  /** A permit was asked for and there was none. */
  isWanted: boolean;
  /** Ticks. */
  reservedAt: number;
  usedAt: number;
  /** Permits of the previous period still in use: one given back must not count for this period. */
  carriedOver: number;
  reason: string;
};

const FIRST_SLICE = 10;
const SHARE = 0.02;
/**
 * Unused permits are given back after this time; a used-up quota is checked again, as others may
 * have given some back.
 */
const IDLE_MS = 5_000;
/** A use that is measured over less says little about a second. */
const LEAST_SPAN_MS = 200;
/** How soon to ask again while a reservation is running. */
const SOON_MS = 50;

/** The quotas of one relay as one worker holds them. */
export function openQuotas(first: UsableRelay, now: number, ticks: Ticks): Quotas {
  let relay = first;
  let out = 0;
  let isReleased = false;
  let slices = current([], now);

  /** Slices for the periods that have a limit; those of past periods start again. */
  function current(known: readonly Slice[], at: number): Slice[] {
    return PERIODS.flatMap((name) => {
      const limit = quotaOf(relay, name, at);
      if (limit === undefined) return [];
      const slice = known.find((candidate) => candidate.period.name === name);
      if (!slice || !isWithin(slice, at)) {
        const next = newSlice(periodOf(name, at), limit, out);
        // A worker that sends has permits of the next period without asking; one that rests has
        // none.
        return [slice ? { ...next, isWanted: slice.isWanted || ticks() - slice.usedAt <= IDLE_MS } : next];
      }
      if (slice.limit !== limit) slice.isUsedUp = false;
      slice.limit = limit;
      return [slice];
    });
  }

  return {
    setRelay(next, at) {
      relay = next;
      slices = current(slices, at);
    },
    heldUntil(at) {
      if (isReleased) return { until: at + 1000, reason: 'this worker is stopping' };
      let held: { until: number; reason: string } | undefined;
      for (const slice of slices) {
        const isOver = !isWithin(slice, at);
        if (slice.left >= 1 && !isOver) continue;
        slice.isWanted = true;
        const { until, reason } = isOver || !slice.isUsedUp ? reserving(relay, at) : shut(slice);
        if (!held || until > held.until) held = { until, reason };
      }
      return held;
    },
    take(at) {
      out += 1;
      for (const slice of slices) {
        slice.left -= 1;
        slice.taken += 1;
        slice.usedAt = at;
      }
    },
    putBack() {
      out = Math.max(0, out - 1);
      for (const slice of slices) {
        if (slice.carriedOver > 0) slice.carriedOver -= 1;
        else slice.left += 1;
      }
    },
    settle() {
      out = Math.max(0, out - 1);
    },
    isShort: () => slices.some((slice) => !slice.isUsedUp && runsShort(slice)),
    async reserve(db, at) {
      if (isReleased) return;
      slices = current(slices, at);
      for (const slice of slices) {
        const idleMs = ticks() - Math.max(slice.reservedAt, slice.usedAt);
        if (slice.isUsedUp ? idleMs > IDLE_MS && slice.isWanted : runsShort(slice)) {
          await topUp(db, relay, slice, ticks());
        } else if (slice.left > 0 && idleMs > IDLE_MS) await giveBack(db, relay.id, slice);
      }
    },
    async release(db) {
      isReleased = true;
      for (const slice of slices) await giveBack(db, relay.id, slice);
    },
  };
}

/** The next period counts as this one (rows.ts); a later one is of a clock that was put back. */
const isWithin = ({ period: { startsAt, endsAt } }: Slice, at: number) =>
  startsAt - at <= endsAt - startsAt && at < endsAt;

function newSlice(period: Period, limit: number, carriedOver: number): Slice {
  const counts = { left: 0, taken: 0, size: FIRST_SLICE, reservedAt: 0, usedAt: 0, carriedOver };
  return { period, limit, ...counts, isUsedUp: false, isWanted: true, reason: '' };
}

function runsShort(slice: Slice): boolean {
  return slice.isWanted || (slice.taken > 0 && slice.left < slice.size / 2);
}

const shut = (slice: Slice) => ({ until: slice.period.endsAt, reason: slice.reason });

const reserving = (relay: UsableRelay, now: number) => ({
  until: now + SOON_MS,
  reason: `the next part of the quota of ${relay.label} is being reserved`,
});

/** `at` in ticks. */
async function topUp(db: Db, relay: UsableRelay, slice: Slice, at: number): Promise<void> {
  const perSecond = (slice.taken * 1000) / Math.max(LEAST_SPAN_MS, at - slice.reservedAt);
  const most = Math.max(1, Math.floor(slice.limit * SHARE));
  slice.size = Math.min(most, Math.max(FIRST_SLICE, Math.ceil(perSecond)));
  slice.taken = 0;
  slice.reservedAt = at;
  slice.isWanted = false;
  const want = slice.size - slice.left;
  if (want < 1) return;
  const { period, limit } = slice;
  const { granted, startsAt, isUsedUp } = await reservePermits(db, { relayId: relay.id, period, limit, want });
  if (startsAt !== period.startsAt) {
    // Another node's clock is ahead: our permits belong to the previous period, which is over.
    slice.period = periodOf(period.name, startsAt);
    slice.left = 0;
  }
  slice.left += granted;
  slice.isUsedUp = isUsedUp;
  if (isUsedUp) slice.reason = inEnglish(usedUp(relay, slice.period, limit));
}

async function giveBack(db: Db, relayId: number, slice: Slice): Promise<void> {
  const permits = slice.left;
  if (permits < 1) return;
  slice.left = 0;
  await returnPermits(db, { relayId, period: slice.period.name, startsAt: slice.period.startsAt, permits });
}
