// What can go wrong with a call: the server refused it, or gave no answer.

/** Base class of all errors of this client; an abort throws the signal’s own reason instead. */
export class MailwrightError extends Error {
  override readonly name: string = 'MailwrightError';
  /** The operation that was called, such as `createCampaign`. */
  readonly operation: string;

  constructor(operation: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.operation = operation;
  }
}

/** The server refused the request. Nothing was changed, except possibly with status 500. */
export class ApiError extends MailwrightError {
  override readonly name = 'ApiError';
  /** HTTP status: 401 invalid key, 403 not allowed, 404, 409, 412, 422, 429, 500, 503, others. */
  readonly status: number;
  /**
   * What is wrong, by the path of the member (`template.content`), with all faults together; those
   * in blocks are named `general.name`. Empty if no single member is at fault.
   */
  readonly fields: Readonly<Record<string, string>>;
  /** `X-Request-Id` of the answer, which identifies it in the server’s log. */
  readonly requestId: string | undefined;
  /** Seconds after which the same request may succeed. */
  readonly retryAfter: number | undefined;
  /** The whole answer: parsed JSON, or its text if it is not JSON. */
  readonly body: unknown;

  constructor(operation: string, { status, requestId, retryAfter, body }: Refusal) {
    const fields = fieldsOf(body);
    super(operation, `${operation}: ${status} ${wordsOf(body, fields)}`);
    this.status = status;
    this.fields = fields;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
    this.body = body;
  }
}

/** There was no answer, or one that is not from this API; see `cause`. */
export class ConnectionError extends MailwrightError {
  override readonly name = 'ConnectionError';
}

export type Refusal = {
  status: number;
  requestId: string | undefined;
  retryAfter: number | undefined;
  body: unknown;
};

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const errorOf = (body: unknown): unknown => (isObject(body) ? body['error'] : undefined);

function fieldsOf(body: unknown): Record<string, string> {
  const error = errorOf(body);
  return isObject(error) ? Object.fromEntries(flat(error, '')) : {};
}

function flat(faults: Record<string, unknown>, prefix: string): [string, string][] {
  return Object.entries(faults).flatMap(([name, fault]): [string, string][] =>
    isObject(fault) && !Array.isArray(fault)
      ? flat(fault, `${prefix}${name}.`)
      : [[`${prefix}${name}`, Array.isArray(fault) ? fault.join(' ') : String(fault)]],
  );
}

function wordsOf(body: unknown, fields: Record<string, string>): string {
  const error = errorOf(body);
  if (typeof error === 'string') return error;
  const faults = Object.entries(fields).map(([name, fault]) => `${name}: ${fault}`);
  return faults.length > 0 ? faults.join(' ') : 'The answer gives no reason.';
}
