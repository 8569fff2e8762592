// The application's error type. Code below http/ throws AppError with a code of this closed set and
// knows nothing of HTTP; http/reply.ts maps the code to a status.

/** Closed set of failure kinds. `state`: the request is valid but the object's state forbids it. */
export type ErrorCode =
  | 'bad_request'
  | 'state'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'timeout'
  | 'conflict'
  | 'too_large'
  | 'too_many'
  | 'unsupported_media_type'
  | 'invalid'
  | 'unavailable'
  | 'internal';

/**
 * Member path (`"template.content"`, `"options[2].value"`) → first message; blocks may be nested
 * one level.
 */
export type Faults = { [member: string]: string | Faults };

/**
 * An error reported to the client. `fields` is given with code `invalid` when members are at fault.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: Faults | undefined;

  constructor(code: ErrorCode, message: string, fields?: Faults, options?: ErrorOptions) {
    super(message, options);
    this.name = 'AppError';
    this.code = code;
    this.fields = fields;
  }
}

/** Throws `invalid` with all faults when there is at least one; otherwise does nothing. */
export function throwFaults(faults: Faults): void {
  const first = Object.keys(faults)[0];
  if (first !== undefined) throw new AppError('invalid', `Validation failed: ${first}`, faults);
}

/** Wraps anything thrown in an Error, so that logs always have a stack. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
