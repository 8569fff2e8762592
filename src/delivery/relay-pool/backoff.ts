// Delays before trying again. Jitter keeps many from returning at the same moment.
import { MAX_ATTEMPTS } from '../../campaigns/rules.ts';

/**
 * Doubling from `firstMs` to at most `longestMs`, each time between half and the whole of it.
 * `failures` from 1.
 */
export function relayDelayMs(failures: number, firstMs = 1_000, longestMs = 30_000): number {
  const whole = Math.min(firstMs * 2 ** Math.min(failures - 1, 30), longestMs);
  return Math.round(whole * (0.5 + Math.random() / 2));
}

/**
 * Limits of trying a message again: the defaults give up after about 62 hours;
 * MAILWRIGHT_EXPIRE_HOURS may be sooner.
 */
export type RetryPolicy = { attempts: number; firstMs: number; factor: number };
export const RETRY: RetryPolicy = { attempts: MAX_ATTEMPTS, firstMs: 60_000, factor: 3 };

const LONGEST_RETRY_MS = 4 * 3_600_000;

/**
 * Wait after the `attempt`-th try (from 1) of a message that was deferred, with up to a quarter
 * more; four hours at most.
 */
export function retryDelayMs(attempt: number, policy: RetryPolicy = RETRY): number {
  const whole = Math.min(policy.firstMs * policy.factor ** (attempt - 1), LONGEST_RETRY_MS);
  return Math.round(whole * (1 + Math.random() / 4));
}
