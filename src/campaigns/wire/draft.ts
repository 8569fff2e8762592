// Drafts in requests: they may be incomplete.
import type { FormObject } from '../../http/form/decode.ts';
import type { Campaign, List } from '../../storage/tables.ts';

/**
 * How much a request may leave open. `isDraft`: the campaign may be incomplete, because the request
 * says `draft`, or does not say that a draft becomes anything else. `clears`: an empty text takes a
 * value away, which it does only in a request that says `draft`; elsewhere forms send empty texts
 * for what stays.
 */
export function openness(
  sent: FormObject,
  { before, status }: { before: Pick<Campaign, 'status'> | undefined; status: string },
): { isDraft: boolean; clears: boolean } {
  const word = sent['status'];
  const clears = typeof word === 'string' && word.trim().toLowerCase() === 'draft';
  return { isDraft: status === 'draft' && (clears || before !== undefined), clears };
}

const CLEARABLE = ['from_name', 'from_email', 'reply_to', 'subject', 'to_name'] as const;

/** The members that an empty text takes away. */
export function emptyIn(sent: FormObject): FormObject {
  const empty = CLEARABLE.filter((name) => typeof sent[name] === 'string' && sent[name].trim() === '');
  return Object.fromEntries(empty.map((name) => [name, '']));
}

/** Whether there is no content yet: a new campaign, or a draft that was saved without. */
export function isWithoutPage(before: Pick<Campaign, 'status' | 'content'> | undefined): boolean {
  return before === undefined || (before.status === 'draft' && before.content === '');
}

/** The sender that the list names for its campaigns. */
export function senderOf(list: List | undefined): { from_name?: string; from_email?: string; reply_to?: string } {
  if (!list) return {};
  const { from_name, from_email, reply_to } = JSON.parse(list.defaults) as Record<string, string | undefined>;
  return { ...(from_name && { from_name }), ...(from_email && { from_email }), ...(reply_to && { reply_to }) };
}
