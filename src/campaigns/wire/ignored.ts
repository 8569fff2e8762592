// Warnings about members of a request that are understood and ignored, so that nothing is ignored
// in silence.

import type { Dialect } from '../../http/dialect.ts';
import { type FormObject, isFormObject } from '../../http/form/decode.ts';
import type { Warning } from '../../kernel/errors.ts';
import type { Campaign } from '../../storage/tables.ts';
import { ignoredSources } from './template.ts';

/** Members of the interface that have no meaning here. */
const PASSED_OVER: Readonly<Record<string, string>> = {
  group_uid: 'There are no groups of campaigns here: the campaign was saved without one.',
  tracking_domain_id: 'Links lead to the address of this installation: there are no tracking domains.',
};

const KEEPS_SEGMENT = 'The campaign keeps its segment: null changes nothing here, and the word none takes it away.';

/** Warnings about the ignored members of a request for a campaign, which was saved. */
export function ignoredMembers(
  sent: FormObject,
  { segment_id }: Pick<Campaign, 'segment_id'>,
  dialect: Dialect,
): Warning[] {
  const template = sent['template'];
  const options = sent['options'];
  const blocks = [sent, ...(options !== undefined && isFormObject(options) ? [options] : [])];
  return [
    ...(template !== undefined && isFormObject(template) ? ignoredSources(template, dialect) : []),
    ...Object.entries(PASSED_OVER).flatMap(([member, message]) =>
      blocks.some((block) => saysSomething(block[member])) ? [{ member, message }] : [],
    ),
    ...(sent['segment_uid'] === null && segment_id !== null ? [{ member: 'segment_uid', message: KEEPS_SEGMENT }] : []),
  ];
}

/** Whether a member has a value: the empty member of a form and the number 0 have none. */
function saysSomething(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && value !== 0 && value !== '0';
}
