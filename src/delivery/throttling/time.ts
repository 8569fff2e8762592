// Time for measuring, not for showing: it never goes back, and it does not jump when somebody sets
// the machine's clock.
import { performance } from 'node:perf_hooks';
import { type Clock, systemClock } from '../../kernel/clock.ts';

/** Milliseconds from an arbitrary beginning; every reading is at least the one before. */
export type Ticks = () => number;

/**
 * The ticks that belong to a clock: the machine's own steady counter for the machine's clock. A
 * clock that a test moves is its own measure; where it goes back, ticks stand still, and go on from
 * there.
 */
export function ticksOf(clock: Clock): Ticks {
  if (clock === systemClock) return () => performance.now();
  let read = clock.now();
  let passed = 0;
  return () => {
    const now = clock.now();
    if (now > read) passed += now - read;
    read = now;
    return passed;
  };
}
