// What can be changed of a draft, as one flat record: `subject`, `template.content`,
// `options.cronjob`, named as the API names what is at fault. So two people's changes can be
// compared member by member.
import { type Campaign, type CampaignChanges, segmentOf } from '../../../api/campaigns/campaigns.ts';
import type { DraftRecord } from '../../../api/campaigns/drafts.ts';
import { asTyped } from '../../../api/shared/as-typed.ts';

type Options = NonNullable<CampaignChanges['options']>;
type Template = NonNullable<DraftRecord['template']>;
type Delivery = NonNullable<Campaign['delivery']>;

/** Objects of `delivery`: kept as JSON, so that two of them can be compared. */
const OBJECTS = ['delivery.sending_window', 'delivery.recipient_time_zone'] as const;
type ObjectName = (typeof OBJECTS)[number];
const isObject = (name: string) => OBJECTS.some((one) => one === name);

export type Members = Pick<Campaign, 'name' | 'subject' | 'from_name' | 'from_email' | 'reply_to' | 'type'> & {
  list_uid: string;
  /** All lists, the first one first, with commas between them. */
  list_uids: string;
  segment_uid: string | null;
  send_at_iso: string | null;
  /** With commas between them. */
  tags: string;
} & { [Name in keyof Template as `template.${Name}`]: Template[Name] } & {
  [Name in keyof Options as `options.${Name}`]: Options[Name];
} & { [Name in keyof Delivery as Exclude<`delivery.${Name}`, ObjectName>]: Delivery[Name] } & {
  [Name in ObjectName]: string | null;
};
export type Name = keyof Members & string;

/** The value of a member as the campaign is stored. */
export function storedValue<N extends Name>(record: DraftRecord, name: N): Members[N] {
  if (name === 'segment_uid') return (segmentOf(record)?.segment_uid ?? null) as Members[N];
  if (name === 'tags' || name === 'list_uids') {
    const several: unknown = record[name as 'tags'] ?? [];
    return (Array.isArray(several) ? several.join(name === 'tags' ? ', ' : ',') : several) as Members[N];
  }
  if (name === 'list_uid' || name === 'send_at_iso') {
    const value = record[name as 'list_uid'];
    return (value ?? (name === 'list_uid' ? '' : null)) as Members[N];
  }
  const [block, inner] = name.split('.') as [keyof Campaign, string | undefined];
  if (inner === undefined) return record[block] as Members[N];
  const found = record[block] as Record<string, unknown> | undefined;
  if (isObject(name)) return (found?.[inner] ? JSON.stringify(found[inner]) : null) as Members[N];
  return (found?.[inner] ?? (name === 'template.content' ? '' : null)) as Members[N];
}

/** What a field shows of a member: see `api/shared/as-typed.ts`. */
export const shownValue = <N extends Name>(name: N, typed: Members[N] | undefined, stored: Members[N]): Members[N] =>
  asTyped(typed, stored, (text) => (name === 'tags' ? text.replace(/[\s,]+$/, '') : text).trim());

/** Content takes the place of the blocks, and blocks that of the content. */
export function ofOneContent(changes: Partial<Members>): Partial<Members> {
  return 'template.content' in changes && !('template.blocks' in changes)
    ? { ...changes, 'template.blocks': null }
    : changes;
}

/**
 * The request that saves these members, the content by its blocks where there are any. In a draft
 * an empty text takes a value away, which only a request that says `draft` does.
 */
export function toRequest(changes: Partial<Members>, { isDraft }: { isDraft: boolean }): CampaignChanges {
  const body: Record<string, unknown> = isDraft ? { status: 'draft' } : {};
  const isOfBlocks = typeof changes['template.blocks'] === 'string';
  for (const [name, value] of Object.entries(changes)) {
    const [block = '', inner] = name.split('.');
    if (name === (isOfBlocks ? 'template.content' : 'template.blocks')) continue;
    if (inner === undefined) body[block] = name === 'segment_uid' ? (value ?? 'none') : value;
    else body[block] = { ...(body[block] as object | undefined), [inner]: asSent(name, value) };
  }
  return body as CampaignChanges;
}

const asSent = (name: string, value: unknown): unknown =>
  isObject(name) && typeof value === 'string' ? JSON.parse(value) : value;

/** The changes that say something else than what is stored. */
export function differing(changes: Partial<Members>, record: DraftRecord): Partial<Members> {
  return pick(changes, (name) => changes[name] !== storedValue(record, name));
}

/** Some of the changes. */
export function pick(changes: Partial<Members>, isWanted: (name: Name) => boolean): Partial<Members> {
  return Object.fromEntries(Object.entries(changes).filter(([name]) => isWanted(name as Name))) as Partial<Members>;
}

/** The record with these members. */
export function withMembers(record: DraftRecord, changes: Partial<Members>): DraftRecord {
  const { segment_uid: segment, ...others } = changes;
  const patched: Record<string, unknown> = { ...record };
  for (const [name, value] of Object.entries(others)) {
    const [block = '', inner] = name.split('.');
    if (inner === undefined) patched[block] = value;
    else patched[block] = { ...(patched[block] as object | undefined), [inner]: asSent(name, value) };
  }
  if (segment === null) patched['segment'] = [];
  if (segment) patched['segment'] = { segment_uid: segment, name: '', subscribers_count: 0 };
  return patched as DraftRecord;
}

/** Names in their order of `changes`. */
export const namesOf = (changes: Partial<Members>) => Object.keys(changes) as Name[];
