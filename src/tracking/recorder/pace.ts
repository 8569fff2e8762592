// When the next group of hits begins.

/**
 * What a group costs whatever its size weighs more than some dozens of hits: when many come, a
 * group begins so long after the one before, and nobody sees the delay.
 */
const MANY = 10;
const GROUP_EVERY_MS = 10;
/** Groups that tell how many hits are asked for at a time. */
const LATELY = 8;
/** Smaller groups beside each other cost more than they save. */
const PART = 50;

/** Times are ms of a clock that only goes forward. */
export type Pace = {
  /** A hit came. */
  came(): void;
  /** A group of this many hits begins. */
  began(hits: number, now: number): void;
  /** This many hits of a group were answered. */
  answered(hits: number): void;
  /**
   * How long (ms) a group of those who wait still waits for others to join it; 0 or less: it may
   * begin.
   */
  waitMs(waiting: number, now: number): number;
  /**
   * Whether nobody else is to come: as many wait as were ever asked for at a time lately, so that
   * clients which go on when they are answered (a proxy with some connections) wait for the rest.
   * Where several groups are written at a time, many are divided among them.
   */
  isWhole(waiting: number): boolean;
};

/** @param most hits of a group, and groups that are written at a time */
export function newPace(most: { hits: number; atATime: number }): Pace {
  let begunAt = Number.NEGATIVE_INFINITY;
  let cameMany = false;
  let open = 0; // wait, or are being written
  let peak = 0; // the most of them since the last group began
  const peaks: number[] = [];
  const isWhole = (waiting: number) => {
    const all = Math.max(peak, ...peaks);
    const part = Math.ceil(all / most.atATime);
    return waiting >= Math.min(most.hits, part < PART ? all : part);
  };
  return {
    came() {
      open += 1;
      peak = Math.max(peak, open);
    },
    began(hits, now) {
      begunAt = now;
      cameMany = hits >= MANY;
      peaks.push(peak);
      if (peaks.length > LATELY) peaks.shift();
      peak = open;
    },
    answered(hits) {
      open -= hits;
    },
    waitMs: (waiting, now) => (cameMany && !isWhole(waiting) ? begunAt + GROUP_EVERY_MS - now : 0),
    isWhole,
  };
}
