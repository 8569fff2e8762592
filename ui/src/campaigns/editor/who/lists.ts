// The lists of a draft, and the question how many people that is.
import { audienceQuery } from '../../../api/campaigns/audience.ts';
import type { Draft } from '../saving/use-draft.ts';

type Of = Pick<Draft, 'get'>;

/** The lists after the first, as uids. */
export function furtherOf(draft: Of): string[] {
  const first = draft.get('list_uid');
  return draft
    .get('list_uids')
    .split(',')
    .filter((uid) => uid !== '' && uid !== first);
}

/** All lists, the first one first. */
export const listsOf = (draft: Of): string[] =>
  [draft.get('list_uid'), ...furtherOf(draft)].filter((uid) => uid !== '');

/** Who would get it. */
export const audienceOf = (draft: Of) =>
  audienceQuery(draft.get('list_uid'), draft.get('segment_uid') ?? undefined, furtherOf(draft));
