// Warnings about members of a request that are understood and ignored, so that nothing is ignored
// in silence.

import type { Dialect } from '../../http/dialect.ts';
import { type FormObject, isFormObject, scalarText } from '../../http/form/decode.ts';
import type { Warning } from '../../kernel/errors.ts';
import type { Campaign } from '../../storage/tables.ts';
import { SETTABLE } from '../rules.ts';
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
  campaign: Pick<Campaign, 'segment_id' | 'status' | 'uid'>,
  dialect: Dialect,
): Warning[] {
  const { segment_id } = campaign;
  const template = sent['template'];
  const options = sent['options'];
  const blocks = [sent, ...(options !== undefined && isFormObject(options) ? [options] : [])];
  return [
    ...(template !== undefined && isFormObject(template) ? ignoredSources(template, dialect) : []),
    ...Object.entries(PASSED_OVER).flatMap(([member, message]) =>
      blocks.some((block) => saysSomething(block[member])) ? [{ member, message }] : [],
    ),
    ...(sent['segment_uid'] === null && segment_id !== null ? [{ member: 'segment_uid', message: KEEPS_SEGMENT }] : []),
    ...ignoredStatus(sent, campaign),
  ];
}

/**
 * A word that sets no status, unless it is the one that the campaign has: a record that was read
 * may be sent back, and that of another campaign (it names its uid) makes a new one.
 */
function ignoredStatus(sent: FormObject, { status, uid }: Pick<Campaign, 'status' | 'uid'>): Warning[] {
  const word = scalarText(sent['status'])?.trim().toLowerCase() ?? '';
  const isOfAnother = saysSomething(sent['campaign_uid']) && sent['campaign_uid'] !== uid;
  if (word === '' || word === status || isOfAnother || SETTABLE.some((one) => one === word)) return [];
  const message = `A request can set ${SETTABLE.join(', ')}: this was passed over, and the campaign is ${status}. PUT /campaigns/${uid}/pause-unpause and PUT /campaigns/${uid}/mark-sent change it in other ways.`;
  return [{ member: 'status', message }];
}

/** Whether a member has a value: the empty member of a form and the number 0 have none. */
function saysSomething(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && value !== 0 && value !== '0';
}
