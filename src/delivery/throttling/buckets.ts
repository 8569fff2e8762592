// Token buckets: in any time span they give at most rate × span + burst permits. Time is ticks
// (time.ts), which never go back. Pure state and arithmetic, a few nanoseconds a call.
import { HOUR_MS } from '../../kernel/durations.ts';

export type Bucket = {
  /** Tokens that come in a millisecond. */
  perMs: number;
  /** Tokens that it holds at most; at least 1. */
  burst: number;
  tokens: number;
  /** When `tokens` was true. */
  at: number;
};

const LONGEST_WAIT_MS = HOUR_MS;
const LEAST_WAIT_MS = 0.01; // a wait that time can show: less would add nothing to a large number
const ALMOST = 1e-9; // sums of fractions end just below the whole

/**
 * A bucket with at most one second's tokens in it, so that workers that start together do not each
 * begin with a burst.
 */
export function openBucket(perSecond: number, burst: number, now: number): Bucket {
  const size = Math.max(1, burst);
  return { perMs: perSecond / 1000, burst: size, tokens: Math.min(size, perSecond), at: now };
}

/** Milliseconds until a token is there; 0 = now. At most an hour, even when nothing ever comes. */
export function bucketWaitMs(bucket: Bucket, now: number): number {
  refill(bucket, now);
  const missing = 1 - ALMOST - bucket.tokens;
  return missing <= 0 ? 0 : Math.min(LONGEST_WAIT_MS, Math.max(LEAST_WAIT_MS, missing / bucket.perMs));
}

/** Takes a token that bucketWaitMs said is there. */
export function takeToken(bucket: Bucket): void {
  bucket.tokens -= 1;
}

/** Puts a token back that was not used. */
export function putTokenBack(bucket: Bucket): void {
  bucket.tokens = Math.min(bucket.burst, bucket.tokens + 1);
}

/** Changes the rate; tokens so far stay, up to the new burst. */
export function setBucketRate(bucket: Bucket, perSecond: number, burst: number, now: number): void {
  refill(bucket, now);
  bucket.perMs = perSecond / 1000;
  bucket.burst = Math.max(1, burst);
  bucket.tokens = Math.min(bucket.tokens, bucket.burst);
}

/** No tokens at the moment. */
export function emptyBucket(bucket: Bucket, now: number): void {
  bucket.tokens = 0;
  bucket.at = now;
}

function refill(bucket: Bucket, now: number): void {
  if (now <= bucket.at) return;
  bucket.tokens = Math.min(bucket.burst, bucket.tokens + (now - bucket.at) * bucket.perMs);
  bucket.at = now;
}
