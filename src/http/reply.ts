// Turns errors into answers: the one map from error code to HTTP status (wire contract, section 4).
import type { FastifyReply, FastifyRequest } from 'fastify';
import { formatInstant } from '../kernel/clock.ts';
import { AppError, type ErrorCode, type Faults, isTold, RemovedError, StaleError } from '../kernel/errors.ts';
import { inEnglish, type Sentence, say } from '../kernel/sentences/sentence.ts';
import { storeTrouble, troubleText } from '../storage/trouble.ts';

const STATUS: Record<ErrorCode, number> = {
  bad_request: 400,
  state: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  timeout: 408,
  conflict: 409,
  stale: 412,
  too_large: 413,
  unsupported_media_type: 415,
  invalid: 422,
  too_many: 429,
  internal: 500,
  unavailable: 503,
};

/** Fastify's own errors, in our words. */
const FASTIFY_FAULTS: Record<string, AppError> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new AppError('unsupported_media_type', say('request-content-type')),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new AppError('bad_request', say('request-content-length')),
  FST_ERR_MAX_PARAM_LENGTH: new AppError('not_found', say('request-page-not-found')), // no id is that long
  FST_ERR_BAD_URL: new AppError(
    'bad_request',
    'The path cannot be decoded: each percent sign must be followed by two hex digits, and together they must be UTF-8.',
  ),
};

/**
 * PostgreSQL's errors for NUL in a text (22021) and in JSON (22P05), should one get that far: the
 * client's fault, not ours.
 */
const NUL_FAULTS = new Set(['22021', '22P05']);

/** Seconds after which the same request may succeed. */
const RETRY_AFTER: { [code in ErrorCode]?: number } = { unavailable: 5, too_many: 3600 };

const OUR_FAULT = say('request-our-fault');

/** An answer as JSON with a line end, so that a terminal's next prompt is below it. */
export function jsonText(body: unknown): string {
  return `${JSON.stringify(body)}\n`;
}

/** `retryAfter`: seconds after which the same request may succeed (RFC 9110, section 10.2.3). */
export type ErrorAnswer = {
  status: number;
  body: { status: 'error'; error: unknown; current?: object; details_removed_at?: string };
  fault: boolean;
  retryAfter?: number | undefined;
  /** The tag of what stands now (RFC 9110, section 13.1.1). */
  etag?: string | undefined;
  /** What `error` says, as far as it has sentences. */
  sentences?: readonly RefusalSentence[];
};

/** A sentence of a refusal, and the member that it is about; that of a block as `block.member`. */
export type RefusalSentence = Sentence & { member?: string };

function sentencesOf({ sentence, faults }: AppError): readonly RefusalSentence[] {
  return faults ? sentencesIn(faults) : sentence ? [sentence] : [];
}

function sentencesIn(faults: Faults, above = ''): RefusalSentence[] {
  return Object.entries(faults).flatMap(([name, fault]) => {
    if (typeof fault === 'string') return [];
    const member = `${above}${name}`;
    return isTold(fault) ? [{ member, ...fault }] : sentencesIn(fault, `${member}.`);
  });
}

/** The answer for any error. `fault`: the error is ours, and the text reveals no internals. */
export function errorAnswer(thrown: unknown): ErrorAnswer {
  const error = asAppError(thrown);
  const trouble = error ? undefined : storeTrouble(thrown);
  if (trouble) {
    const again = trouble.kind === 'moved' ? '' : ' Please try again in a moment.';
    const body = { status: 'error', error: `${trouble.text}${again}` } as const;
    return { status: 503, body, fault: false, retryAfter: trouble.retryAfter };
  }
  if (!error) {
    const body = { status: 'error', error: inEnglish(OUR_FAULT) } as const;
    return { status: 500, body, fault: true, sentences: [OUR_FAULT] };
  }
  const retryAfter = error.retryAfter ?? RETRY_AFTER[error.code];
  if (error instanceof StaleError) {
    const { etag, savedAt, savedBy } = error.current;
    const current = { etag, saved_at: formatInstant(savedAt), saved_by: savedBy };
    return { status: STATUS.stale, body: { status: 'error', error: error.message, current }, fault: false, etag };
  }
  return {
    status: STATUS[error.code],
    body: {
      status: 'error',
      error: error.fields ?? error.message,
      ...(error instanceof RemovedError && { details_removed_at: formatInstant(error.removedAt) }),
    },
    fault: error.code === 'internal',
    sentences: sentencesOf(error),
    ...(retryAfter !== undefined && { retryAfter }),
  };
}

/** Whether a request prefers refusals with their sentences (`Prefer: sentences`, RFC 7240). */
export function wantsSentences({ prefer }: FastifyRequest['headers']): boolean {
  return String(prefer ?? '')
    .split(',')
    .some((preference) => preference.trim().toLowerCase() === 'sentences');
}

const whyLater = new WeakMap<FastifyRequest, string>();

/** Sets when the request may be repeated, and notes for the log why it was not served. */
export function tellWhenAgain(thrown: unknown, request: FastifyRequest, reply: FastifyReply, seconds: number): void {
  reply.header('Retry-After', String(seconds));
  whyLater.set(request, troubleText(thrown));
}

/** What `tellWhenAgain` noted of a request. */
export const reasonToRepeat = (request: FastifyRequest): string | undefined => whyLater.get(request);

function asAppError(thrown: unknown): AppError | undefined {
  if (thrown instanceof AppError) return thrown.code === 'internal' ? undefined : thrown;
  const code = (thrown as { code?: unknown } | null)?.code;
  if (typeof code !== 'string') return undefined;
  const known = FASTIFY_FAULTS[code];
  if (known) return known;
  if (NUL_FAULTS.has(code)) return new AppError('invalid', say('request-nul'));
  const status = (thrown as { statusCode?: unknown }).statusCode;
  // Any other 4xx of Fastify means a malformed request, not our fault.
  return code.startsWith('FST_') && typeof status === 'number' && status >= 400 && status < 500
    ? new AppError('bad_request', say('request-unreadable'))
    : undefined;
}
