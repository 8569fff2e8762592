// Progress of commands that take several steps.
import { openProgressBar } from '../kernel/progress-bar.ts';
import type { Output } from './command.ts';

/** What takes less needs no lines in the mail of a timer. */
const QUICK_MS = 3_000;

/** Begins a step, and gives what to call with what is done of how much; its bar ends with that. */
export function progressSteps(output: Output, { tellsLeft = false } = {}) {
  return (label: string, unit: string): ((done: number, total: number) => void) => {
    const bar = openProgressBar({ label, unit, output, tellsLeft });
    const startedAt = performance.now();
    let hasEnded = false;
    return (done, total) => {
      if (hasEnded || (!output.isTTY && performance.now() - startedAt < QUICK_MS)) return;
      bar.update(done, total);
      hasEnded = done >= total;
      if (hasEnded) bar.end();
    };
  };
}
