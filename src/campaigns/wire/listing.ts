// The filters of a listing of campaigns.
import { z } from 'zod';
import { isLiteral } from '../../http/dialect.ts';
import type { FormObject } from '../../http/form/decode.ts';
import { text, yesNo } from '../../http/members/declare.ts';
import { optional } from '../../http/members/member.ts';
import { readTag, tagQuery } from '../../http/members/tags.ts';
import { type Faults, throwFaults } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { STATUSES, type Status } from '../rules.ts';

const { word } = optional({ word: text('A text.') });

/** The filters of a listing. */
export type ListFilter = {
  listUid?: string | undefined;
  status?: Status | undefined;
  search?: string | undefined;
  tag?: string | undefined;
  /** Of an A/B test its first variant alone. */
  isWhole?: boolean;
};

/**
 * Reads the filters of a listing; some clients write an absent one as "undefined".
 * @throws AppError `invalid` for an unknown status, and for a list or status that is no text: all
 * campaigns would be taken for those that were asked for
 */
export function readListFilter(query: FormObject): ListFilter {
  const faults: Faults = {};
  const textOf = (name: string, label?: string) => {
    const { data, success } = word.safeParse(query[name]);
    if (!success && label !== undefined) faults[name] = say('member-text', { label });
    return isLiteral(data) ? undefined : data;
  };
  const listUid = textOf('list_uid', 'List uid');
  const wanted = textOf('status', 'Status');
  const status = STATUSES.find((one) => one === wanted);
  if (wanted !== undefined && !status)
    faults['status'] = say('member-one-of', { label: 'Status', words: STATUSES.join(', ') });
  throwFaults(faults);
  return {
    listUid,
    status,
    search: textOf('search'),
    tag: readTag(query),
    isWhole: yesNo('').read(query['variants']) === 'no',
  };
}

/** Query parameters besides those of paging. */
export const listQuery = {
  list_uid: z.string().optional().describe('Only campaigns of this list.'),
  status: z.enum(STATUSES).optional().describe('Only campaigns in this state.'),
  search: z.string().optional().describe('Only campaigns whose name holds this text, without regard to case.'),
  variants: z
    .string()
    .optional()
    .describe('`no`: each A/B test once, by its first variant, without the others and the campaign for the rest.'),
  ...tagQuery,
};
