// The public API, typed from its own document. The UI calls nothing else.
import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import type { components, paths } from '@mailwright/client/schema';
import createClient from 'openapi-fetch';
import { whyRemoved } from './campaigns/removed.ts';
import type { Sentence } from './sentences/words.ts';

/** Refusals come with the codes of what they say. */
export const HEADERS = { Prefer: 'sentences' };

export const api = createClient<paths>({ baseUrl: '/api', credentials: 'same-origin', headers: HEADERS });

/** A refusal of the API: its words, and the members that are at fault. */
export class ApiError extends Error {
  readonly status: number;
  readonly fields: Readonly<Record<string, string>>;

  constructor(status: number, message: string, fields: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.fields = fields;
  }

  /** Whether nothing was decided about the request: the server was not reached, or failed. */
  get isAway(): boolean {
    return this.status === 0 || this.status >= 500;
  }
}

/** What is wrong with single members, by their names; nothing where all of it was refused. */
export const faultsOf = (error: Error | null): Readonly<Record<string, string>> =>
  error instanceof ApiError ? error.fields : {};

type Answer<T> = { data?: T; error?: unknown; response: Response };

/** What the API answered. @throws ApiError for a refusal, or when the server cannot be reached */
export async function answerOf<T>(asked: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await asked.catch((): never => {
    throw unreachable();
  });
  if (response.ok && data !== undefined) return data;
  throw await refusalOf(response.status, error);
}

/** Nothing was answered. */
export const unreachable = () => new ApiError(0, t`The server cannot be reached.`);

type Refusal = {
  error?: unknown;
  details_removed_at?: unknown;
  sentences?: components['schemas']['RefusalSentence'][];
};

/** The error that an answer stands for, in the person's language. */
export async function refusalOf(status: number, body: unknown): Promise<ApiError> {
  const {
    error,
    details_removed_at,
    sentences = [],
  } = (typeof body === 'object' && body !== null ? body : {}) as Refusal;
  if (typeof details_removed_at === 'string') return new ApiError(status, whyRemoved(details_removed_at));
  const words = await wordsOf(sentences);
  if (typeof error === 'string') return new ApiError(status, words.get('') ?? error);
  const fields = Object.fromEntries(textsIn(error).map(([name, text]) => [name, words.get(name) ?? text]));
  return new ApiError(status, Object.values(fields)[0] ?? t`The server answered ${status}.`, fields);
}

/** Words by the member that they are about; without one, by an empty text. */
async function wordsOf(sentences: NonNullable<Refusal['sentences']>): Promise<Map<string, string>> {
  const wordsFor = await learnWords(sentences);
  const words = sentences.map(({ member = '', ...sentence }) => [member, wordsFor?.(sentence, member)] as const);
  return new Map(words.flatMap(([member, text]) => (text === undefined ? [] : [[member, text]])));
}

/**
 * What an answer says is in the way, in the person's language. @param text as the server says it
 * @param member what all of it is about, where it has a name
 */
export async function inWords(sentences: readonly Sentence[], text: string, member?: string): Promise<string> {
  const wordsFor = await learnWords(sentences);
  const words = sentences.map((sentence) => wordsFor?.(sentence, member));
  return words.length > 0 && words.every((one) => one !== undefined) ? words.join(' ') : text;
}

/** A server that is newer than this page has its file no more: then it is said in its own words. */
async function learnWords(needed: readonly unknown[]) {
  if (needed.length === 0) return undefined;
  try {
    const { learn, wordsFor } = await import('./refusals/words.ts');
    await learn(i18n.locale);
    return wordsFor;
  } catch {
    return undefined;
  }
}

/** Faults by their paths; those of a block are nested in it. */
function textsIn(faults: unknown, above = ''): [string, string][] {
  if (typeof faults !== 'object' || faults === null) return [];
  return Object.entries(faults).flatMap(([name, fault]): [string, string][] => {
    if (Array.isArray(fault)) return [[above + name, fault.join(' ')]];
    return typeof fault === 'object' ? textsIn(fault, `${above}${name}.`) : [[above + name, String(fault)]];
  });
}
