// The filters of a listing of campaigns.
import { z } from 'zod';
import { isLiteral } from '../../http/dialect.ts';
import type { FormObject } from '../../http/form/decode.ts';
import { text } from '../../http/members/declare.ts';
import { optional } from '../../http/members/member.ts';
import { readTag, tagQuery } from '../../http/members/tags.ts';
import { throwFaults } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { STATUSES, type Status } from '../rules.ts';

const { word } = optional({ word: text('A text.') });

/** The filters of a listing. */
export type ListFilter = {
  listUid?: string | undefined;
  status?: Status | undefined;
  search?: string | undefined;
  tag?: string | undefined;
};

/**
 * Reads the filters of a listing; some clients write an absent one as "undefined".
 * @throws AppError `invalid` for an unknown status
 */
export function readListFilter(query: FormObject): ListFilter {
  const textOf = (name: string) => {
    const { data } = word.safeParse(query[name]);
    return isLiteral(data) ? undefined : data;
  };
  const wanted = textOf('status');
  const status = STATUSES.find((one) => one === wanted);
  if (wanted !== undefined && !status)
    throwFaults({ status: say('member-one-of', { label: 'Status', words: STATUSES.join(', ') }) });
  return { listUid: textOf('list_uid'), status, search: textOf('search'), tag: readTag(query) };
}

/** Query parameters besides those of paging. */
export const listQuery = {
  list_uid: z.string().optional().describe('Only campaigns of this list.'),
  status: z.enum(STATUSES).optional().describe('Only campaigns in this state.'),
  search: z.string().optional().describe('Only campaigns whose name holds this text, without regard to case.'),
  ...tagQuery,
};
