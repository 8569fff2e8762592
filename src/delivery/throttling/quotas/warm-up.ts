// Warm-up plans: a new relay may send a little on its first day and more on each day after, until
// it needs no plan. Days are UTC days. Pure.
import { DAY_MS } from '../../../kernel/durations.ts';
import type { WarmUp } from '../../../relays/usable.ts';

const ALMOST = 1e-6; // products of fractions end just below the whole

/**
 * How many messages a relay may send in the UTC day of `at`: firstDay × (1 + growth)^n on day n of
 * the plan, rounded down. The day in which the plan starts is day 0, and so is every day before it:
 * a plan that starts tomorrow limits today already.
 * @returns undefined once the ceiling has reached `until`: the plan is over
 */
export function warmUpCeiling(plan: WarmUp, at: number): number | undefined {
  const day = Math.max(0, Math.floor(at / DAY_MS) - Math.floor(plan.startsAt / DAY_MS));
  const ceiling = plan.firstDay * (1 + plan.growthPercent / 100) ** day;
  return ceiling >= plan.until ? undefined : Math.floor(ceiling + ALMOST);
}
