// Delays before trying again. Jitter keeps many from returning at the same moment.
import { MAX_ATTEMPTS } from '../../campaigns/rules.ts';
import { HOUR_MS, MINUTE_MS } from '../../kernel/durations.ts';

/** The first and the longest wait before a relay is tried again, ms. */
const RELAY_MS = [1_000, 30_000] as const;
/**
 * After a login that the server refuses: it will be until somebody changes it here, which does not
 * wait, and servers lock users and addresses out that try again and again.
 */
const LOGIN_MS = [15_000, 600_000] as const;

/**
 * Wait before a relay is tried again, ms: doubling from the first to the longest, each time between
 * half and the whole of it. `failures` from 1.
 */
export function relayDelayMs(failures: number, isLoginRefused = false): number {
  const [firstMs, longestMs] = isLoginRefused ? LOGIN_MS : RELAY_MS;
  const whole = Math.min(firstMs * 2 ** Math.min(failures - 1, 30), longestMs);
  return Math.round(whole * (0.5 + Math.random() / 2));
}

/**
 * Limits of trying a message again: the defaults give up after about 62 hours;
 * MAILWRIGHT_EXPIRE_HOURS may be sooner.
 */
export type RetryPolicy = { attempts: number; firstMs: number; factor: number };
export const RETRY: RetryPolicy = { attempts: MAX_ATTEMPTS, firstMs: MINUTE_MS, factor: 3 };

const LONGEST_RETRY_MS = 4 * HOUR_MS;

/**
 * Wait after the `attempt`-th try (from 1) of a message that was deferred, with up to a quarter
 * more; four hours at most.
 */
export function retryDelayMs(attempt: number, policy: RetryPolicy = RETRY): number {
  const whole = Math.min(policy.firstMs * policy.factor ** (attempt - 1), LONGEST_RETRY_MS);
  return Math.round(whole * (1 + Math.random() / 4));
}
