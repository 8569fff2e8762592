// How many requests a caller may make: what is told with each answer, and the refusal.
// RateLimit and RateLimit-Policy: draft-ietf-httpapi-ratelimit-headers-11.
import type { ServerResponse } from 'node:http';
import { AppError } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';

/** The period that is counted, in seconds. */
export const WINDOW_SECONDS = 60;

/** Where a caller stands after a request. `seconds`: until it is counted anew. */
export type Rate = { limit: number; left: number; seconds: number };

/** More requests than a caller may make. */
export class RateError extends AppError {
  readonly rate: Rate;

  constructor(rate: Rate) {
    const text = say('request-rate', { limit: rate.limit, window: WINDOW_SECONDS, seconds: rate.seconds });
    super('too_many', text, { retryAfter: rate.seconds });
    this.rate = rate;
  }
}

/** Sets the headers of an answer, before it is begun. */
export function tellRate(response: ServerResponse, { limit, left, seconds }: Rate): void {
  response.setHeader('RateLimit-Policy', `"key";q=${limit};w=${WINDOW_SECONDS}`);
  response.setHeader('RateLimit', `"key";r=${left};t=${seconds}`);
}
