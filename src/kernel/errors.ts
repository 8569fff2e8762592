// The application's error type. Code below http/ throws AppError with a code of this closed set and
// knows nothing of HTTP; http/reply.ts maps the code to a status.
import { inEnglish, isSentence, type Sentence, type Told } from './sentences/sentence.ts';

/**
 * Closed set of failure kinds. `state`: the request is valid but the object's state forbids it.
 * `stale`: it was made for an earlier state.
 */
export type ErrorCode =
  | 'bad_request'
  | 'state'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'timeout'
  | 'conflict'
  | 'stale'
  | 'too_large'
  | 'too_many'
  | 'unsupported_media_type'
  | 'invalid'
  | 'unavailable'
  | 'internal';

/**
 * Member path (`"template.content"`, `"options[2].value"`) → what is wrong first; blocks may be
 * nested one level.
 */
export type Faults = { [member: string]: Told | Faults };

/** Faults of a request without blocks. */
export type MemberFaults = { [member: string]: Told };

/** Faults in English. */
export type FaultTexts = { [member: string]: string | FaultTexts };

/** Something to know about a member of a request that was taken nevertheless. */
export type Warning = { member: string; message: string };

/** `faults`: with code `invalid`, where members are at fault. `cause`: what was thrown below. */
type ErrorDetails = ErrorOptions & { faults?: Faults | undefined; retryAfter?: number | undefined };

/** An error reported to the client. */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** What the message says, where that has a sentence. */
  readonly sentence: Sentence | undefined;
  readonly faults: Faults | undefined;
  /** Seconds after which the same request may succeed, where it is known. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message: Told, details: ErrorDetails = {}) {
    super(inEnglish(message), details);
    this.retryAfter = details.retryAfter;
    this.name = 'AppError';
    this.code = code;
    this.sentence = typeof message === 'string' ? undefined : message;
    this.faults = details.faults;
  }

  /** The faults in English. */
  get fields(): FaultTexts | undefined {
    return this.faults && textsOf(this.faults);
  }
}

/** What is wrong, in English. */
export function textsOf(faults: Faults): FaultTexts {
  const texts = Object.entries(faults).map(([member, told]) => [
    member,
    isTold(told) ? inEnglish(told) : textsOf(told),
  ]);
  return Object.fromEntries(texts);
}

/** Whether a fault is that of a member, and not those of a block. */
export const isTold = (fault: Told | Faults): fault is Told => typeof fault === 'string' || isSentence(fault);

/** Refuses to show what was removed at an instant (ms), as it is kept for a limited time. */
export class RemovedError extends AppError {
  readonly removedAt: number;

  constructor(message: Told, removedAt: number) {
    super('state', message);
    this.removedAt = removedAt;
  }
}

/** What stands now instead of what a request was made for, and since when; null: not known. */
export type Current = { etag: string; savedAt: number; savedBy: string | null };

/** Refuses a change that was made for an earlier state. */
export class StaleError extends AppError {
  readonly current: Current;

  constructor(message: Told, current: Current) {
    super('stale', message);
    this.current = current;
  }
}

/** Throws `invalid` with all faults when there is at least one; otherwise does nothing. */
export function throwFaults(faults: Faults): void {
  const first = Object.keys(faults)[0];
  if (first !== undefined) throw new AppError('invalid', `Validation failed: ${first}`, { faults });
}

/** Wraps anything thrown in an Error, so that logs always have a stack. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
