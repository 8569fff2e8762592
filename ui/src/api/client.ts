// The public API, typed from its own document. The UI calls nothing else.
import { t } from '@lingui/core/macro';
import type { paths } from '@mailwright/client/schema';
import createClient from 'openapi-fetch';
import { whyRemoved } from './campaigns/removed.ts';

export const api = createClient<paths>({ baseUrl: '/api', credentials: 'same-origin' });

/** A refusal of the API: its words, and the members that are at fault. */
export class ApiError extends Error {
  readonly status: number;
  readonly fields: Readonly<Record<string, string>>;

  constructor(status: number, message: string, fields: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.fields = fields;
  }
}

type Answer<T> = { data?: T; error?: unknown; response: Response };

/** What the API answered. @throws ApiError for a refusal, or when the server cannot be reached */
export async function answerOf<T>(asked: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await asked.catch((): never => {
    throw unreachable();
  });
  if (response.ok && data !== undefined) return data;
  throw refusalOf(response.status, error);
}

/** Nothing was answered. */
export const unreachable = () => new ApiError(0, t`The server cannot be reached.`);

/** The error that an answer stands for. */
export function refusalOf(status: number, body: unknown): ApiError {
  const said = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;
  const removedAt =
    typeof body === 'object' && body !== null && 'details_removed_at' in body && body.details_removed_at;
  if (typeof removedAt === 'string') return new ApiError(status, whyRemoved(removedAt));
  if (typeof said === 'string') return new ApiError(status, said);
  const fields = Object.fromEntries(
    Object.entries(typeof said === 'object' && said !== null ? said : {}).map(([name, words]) => [
      name,
      Array.isArray(words) ? words.join(' ') : String(words),
    ]),
  );
  return new ApiError(status, Object.values(fields)[0] ?? t`The server answered ${status}.`, fields);
}
