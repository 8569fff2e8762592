// The filters of a listing of campaigns.
import { isLiteral } from '../../http/dialect.ts';
import type { FormObject } from '../../http/form/decode.ts';
import { integer, lower, oneOf, text, yesNo } from '../../http/members/declare.ts';
import { optional } from '../../http/members/member.ts';
import { readMembers } from '../../http/members/schema.ts';
import { readTag, tagQuery } from '../../http/members/tags.ts';
import { throwFaults } from '../../kernel/errors.ts';
import { STATUSES, type Status } from '../rules.ts';

const filters = optional({
  list_uid: text('Only campaigns of this list.'),
  status: oneOf('Only campaigns with this status.', STATUSES, { fold: lower }),
  search: text('Only campaigns whose name contains this text, case-insensitive.'),
  campaign_id: integer('Only the campaign with this number, as used by segments and autoresponders.', {
    min: 1,
    max: 999_999_999_999_999,
  }),
  variants: yesNo('`no`: each A/B test once, by its first variant, without the others and the campaign for the rest.'),
});

/** The filters of a listing. */
export type ListFilter = {
  listUid?: string | undefined;
  status?: Status | undefined;
  search?: string | undefined;
  tag?: string | undefined;
  number?: number | undefined;
  /** Of an A/B test its first variant alone. */
  isWhole?: boolean;
};

/**
 * Reads the filters of a listing; some clients write an absent one as "undefined".
 * @throws AppError `invalid` for an unknown status, and for a filter that is no text: all campaigns
 * would be taken for those that were asked for
 */
export function readListFilter(query: FormObject): ListFilter {
  const said = Object.entries(query).filter(([, value]) => !isLiteral(value));
  const { values, faults } = readMembers(filters, Object.fromEntries(said));
  throwFaults(faults);
  const { list_uid, status, search, campaign_id, variants } = values;
  const isWhole = variants === 'no';
  return { listUid: list_uid, status, search, tag: readTag(query), number: campaign_id, isWhole };
}

/** Query parameters besides those of paging. */
export const listQuery = { ...filters, ...tagQuery };
