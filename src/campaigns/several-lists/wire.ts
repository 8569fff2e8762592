// The lists of a campaign in requests: `list_uid` is the first one, `list_uids` are all, in an
// array, a form's map, or a text with commas.
import { z } from 'zod';
import { type FormObject, type FormValue, isFormObject } from '../../http/form/decode.ts';
import * as declare from '../../http/members/declare.ts';
import { optional } from '../../http/members/member.ts';
import type { Faults } from '../../kernel/errors.ts';
import { say, type Told } from '../../kernel/sentences/sentence.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import type { Campaign, List, Segment } from '../../storage/tables.ts';
import { NO_LIST } from '../create.ts';
import type { References } from '../references.ts';
import { type CampaignType, hasAudience, keepsList } from '../rules.ts';
import { MOST_LISTS, SEGMENT_OF_ONE, toColumn } from './lists.ts';

const { uid: uidSchema } = optional({ uid: declare.text('An id.') });

type Request = {
  sent: FormObject;
  around: References;
  before: Campaign | undefined;
  faults: Faults;
  isDraft: boolean;
};

/** The first list, and the column of the others. */
export type ReadLists = { list: List | undefined; further_lists: string | null };

/** Reads both members; `list_uid` alone names the only list, unless it is the first one already. */
export async function readLists(request: Request): Promise<ReadLists> {
  const { sent, before, faults } = request;
  const uids = [...new Set(uidsIn(sent['list_uids']))];
  const [first] = uids;
  if (first === undefined) {
    const list = await readList(request);
    const stays = before !== undefined && list?.id === before.list_id;
    return { list, further_lists: stays ? before.further_lists : null };
  }
  const named = typeof sent['list_uid'] === 'string' ? sent['list_uid'].trim() : '';
  if (named !== '' && named !== first) faults['list_uids'] = say('campaign-list-first');
  else if (named === '' && !(await request.around.findList(first))) faults['list_uids'] = noSuchList(first);
  if (faults['list_uids'] !== undefined) return { list: undefined, further_lists: null };
  if (uids.length > MOST_LISTS) faults['list_uids'] = say('campaign-lists-many', { most: MOST_LISTS });
  const list = await readList({ ...request, sent: { ...sent, list_uid: first } });
  const further_lists = toColumn(faults['list_uids'] === undefined ? await idsOf(uids.slice(1), request) : []);
  const why = before && further_lists !== before.further_lists ? whyKept(before) : undefined;
  if (why !== undefined) faults['list_uids'] ??= why;
  return { list, further_lists };
}

async function idsOf(uids: readonly string[], { around, faults }: Request): Promise<number[]> {
  const ids: number[] = [];
  for (const uid of uids) {
    const list = await around.findList(uid);
    if (list) ids.push(list.id);
    else faults['list_uids'] = noSuchList(uid);
  }
  return ids;
}

const noSuchList = (uid: string) => say('campaign-list-unknown', { uid: uid.slice(0, 40) });

function uidsIn(value: FormValue | undefined): string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value) || isFormObject(value)) return Object.values(value).flatMap(uidsIn);
  return String(value)
    .split(',')
    .map((uid) => uid.trim())
    .filter((uid) => uid !== '');
}

/** What goes to one list only is refused, with what would be right. */
export function checkLists(
  { sent, faults }: Pick<Request, 'sent' | 'faults'>,
  {
    further_lists,
    segment,
    type,
  }: Pick<ReadLists, 'further_lists'> & { segment: Segment | undefined; type: CampaignType },
): void {
  if (further_lists === null) return;
  if (type === 'autoresponder') faults['list_uids'] ??= FOLLOWS_ONE;
  const asks = typeof sent['segment_uid'] === 'string' && sent['segment_uid'] !== '';
  if (segment) faults[asks ? 'segment_uid' : 'list_uids'] ??= SEGMENT_OF_ONE;
}

async function readList({ sent, around, before, faults, isDraft }: Request): Promise<List | undefined> {
  const result = uidSchema.safeParse(sent['list_uid']);
  if (!result.success || result.data !== undefined) {
    const list = result.data === undefined ? undefined : await around.findList(result.data);
    const why = before && list?.id !== before.list_id ? whyKept(before) : undefined;
    if (!list) faults['list_uid'] = UNKNOWN_LIST;
    else if (why !== undefined) faults['list_uid'] = why;
    return list;
  }
  if (!before || before.list_id === NO_LIST) {
    if (!isDraft) faults['list_uid'] = say('member-blank', { label: 'List uid' });
    return undefined;
  }
  const list = await around.listById(before.list_id);
  if (!list) faults['list_uid'] = UNKNOWN_LIST; // deleted meanwhile
  return list;
}

/** Why the campaign cannot go to other lists; undefined: it can. */
function whyKept(before: Campaign): Told | undefined {
  if (before.test_of !== null) return VARIANT;
  if (before.not_opened_of !== null) return AGAIN;
  if (!keepsList(before)) return undefined;
  return hasAudience(before) ? FROZEN : KEPT;
}

const UNKNOWN_LIST = say('campaign-list-provided');
// The audience was decided when the freeze began, and messages that were sent cannot be called
// back. Content, subject and sender may still change: they apply to the messages still to be sent.
export const FROZEN = say('campaign-list-segment-changed');
const VARIANT = say('campaign-list-of-variant');
const AGAIN = say('campaign-list-of-again');
// An autoresponder may change its segment: it decides at each event who is in it.
const KEPT = say('campaign-list-changed');
const FOLLOWS_ONE = say('campaign-list-one-for-autoresponder');

/** The member for the API reference. */
export const listsMember = whenNeeded(() =>
  z
    .union([z.array(z.string()).max(MOST_LISTS), z.string()])
    .nullish()
    .describe(
      `Ids of all its lists, at most ${MOST_LISTS}, as an array or separated by commas; \`list_uid\` is the first. Each address gets it once, through the first list that allows it. If absent or empty: only \`list_uid\`, or unchanged on update.`,
    ),
);
