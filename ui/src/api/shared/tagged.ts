// Records that several people may have open: loaded with the tag of what stands, and saved on it, so
// that nobody overwrites unseen what somebody else saved.
import type { components } from '@mailwright/client/schema';
import { answerOf } from '../client.ts';

/** Somebody saved since the record was loaded. */
export class StaleRecord extends Error {
  /** Undefined: it is not kept by whom. */
  readonly savedBy: string | undefined;
  /** ISO 8601. */
  readonly savedAt: string;

  constructor(message: string, { saved_by, saved_at }: components['schemas']['Stale']['current']) {
    super(message);
    this.savedBy = saved_by ?? undefined;
    this.savedAt = saved_at;
  }
}

type Answer<T> = { data?: T; error?: unknown; response: Response };

const tagIn = (response: Response | undefined) => response?.headers.get('etag') ?? '';

/** What was answered, with the tag of what stands. @throws ApiError */
export async function tagged<T>(asked: Promise<Answer<T>>): Promise<{ data: T; tag: string }> {
  let tag = '';
  const data = await answerOf(
    asked.then((answer) => {
      tag = tagIn(answer.response);
      return answer;
    }),
  );
  return { data, tag };
}

/** @returns the tag of what stands after a change @throws StaleRecord when somebody saved in between, else ApiError */
export async function tagAfter(asked: Promise<Answer<unknown>>): Promise<string> {
  const answer = await asked.catch(() => undefined);
  if (answer?.response.status === 412) {
    const { error, current } = answer.error as components['schemas']['Stale'];
    throw new StaleRecord(error, current);
  }
  await answerOf(answer ? Promise.resolve({ ...answer, data: answer.data ?? null }) : asked);
  return tagIn(answer?.response);
}

/** Members of a record as they were loaded, and the tag of what they were loaded from. */
export type Based<Members> = { members: Members; tag: string };
/** Somebody else changed the same. `savedAt`: ISO 8601. */
export type Clash<Members> = { theirs: Based<Members>; savedAt: string };

export type Store<Members> = {
  /** @returns the tag after it @throws StaleRecord */
  put: (changes: Partial<Members>, tag: string) => Promise<string>;
  load: () => Promise<Based<Members>>;
};

/**
 * Saves changes of a record that was loaded as `based`. When somebody saved in between, changes of
 * other members are joined; of the same members a person decides.
 * @throws ApiError
 */
export async function saveOn<Members extends object>(
  based: Based<Members>,
  changes: Partial<Members>,
  store: Store<Members>,
): Promise<{ based: Based<Members> } | { clash: Clash<Members> }> {
  for (let on = based; ; ) {
    try {
      const tag = await store.put(changes, on.tag);
      return { based: { members: { ...on.members, ...changes }, tag } };
    } catch (error) {
      if (!(error instanceof StaleRecord)) throw error;
      const theirs = await store.load();
      const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
      const clashes = (Object.keys(changes) as (keyof Members)[]).some((name) => {
        const stands = theirs.members[name];
        return !isSame(stands, on.members[name]) && !isSame(stands, changes[name]);
      });
      if (clashes) return { clash: { theirs, savedAt: error.savedAt } };
      on = theirs;
    }
  }
}

/** Members that are not as they were. */
export function changedOf<Members extends object>(form: Members, was: Members): Partial<Members> {
  const entries = Object.entries(form).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(was[name as keyof Members]),
  );
  return Object.fromEntries(entries) as Partial<Members>;
}
