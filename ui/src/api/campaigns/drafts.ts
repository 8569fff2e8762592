// A campaign that is being written: loaded and saved with the tag of its revision, so that nobody
// overwrites what somebody else saved; its versions, and who has it open.

import type { components } from '@mailwright/client/schema';
import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../client.ts';
import { tagAfter, tagged } from '../shared/tagged.ts';
import type { Campaign, CampaignChanges } from './campaigns.ts';

/** `tag`: names the revision of the record. */
export type Stored = { record: DraftRecord; tag: string };
/** A campaign with the JSON of its blocks; null: its content is HTML. */
export type DraftRecord = Omit<Campaign, 'template'> & {
  template?: (NonNullable<Campaign['template']> & { blocks: string | null }) | undefined;
};
export type Version = components['schemas']['CampaignVersion'];
export type OtherEditor = components['schemas']['Editors']['others'][number];

/** Whether people may have got it: what is in the editor is paused then. */
export const hasBegun = ({ started_at_iso: at }: Pick<Campaign, 'started_at_iso'>) => typeof at === 'string';

/** Whether the editor may save it. */
export const isChangeable = (record: DraftRecord) =>
  record.status === 'draft' || (record.status === 'paused' && hasBegun(record));

const ofUid = (uid: string) => ({ path: { campaign_uid: uid } });

export const draftQuery = (uid: string) =>
  queryOptions({ queryKey: ['campaign', uid, 'draft'], queryFn: () => loadDraft(uid) });

/** The campaign with its blocks, both of one revision. */
export async function loadDraft(uid: string): Promise<Stored> {
  for (let tries = 0; ; tries += 1) {
    const [page, made] = await Promise.all([
      tagged(api.GET('/campaigns/{campaign_uid}', { params: { ...ofUid(uid), query: { full: '1' } } })),
      tagged(api.GET('/campaigns/{campaign_uid}/blocks', { params: ofUid(uid) })),
    ]);
    if (page.tag !== made.tag && tries < 3) continue; // somebody saved in between
    const { record } = page.data.data;
    const { blocks } = made.data.data.record;
    const json = blocks === null ? null : JSON.stringify(blocks);
    const { template, ...rest } = record;
    return { record: { ...rest, ...(template && { template: { ...template, blocks: json } }) }, tag: page.tag };
  }
}

type Saved = {
  /** Of the revision that the changes were made for. */
  tag: string;
  /** What stands keeps a version of its own. */
  keepsBefore?: boolean;
  /** The page is going away: the request outlives it when it is small enough. */
  isLeaving?: boolean;
};

/**
 * Saves what was changed.
 * @returns the tag of the new revision
 * @throws StaleRecord when somebody saved in between, else ApiError
 */
export async function saveDraft(uid: string, body: CampaignChanges, { tag, keepsBefore, isLeaving }: Saved) {
  const asked = api.PUT('/campaigns/{campaign_uid}', {
    params: {
      ...ofUid(uid),
      query: keepsBefore ? { keep_before: 'yes' as const } : {},
      header: { 'If-Match': tag },
    },
    body,
    keepalive: isLeaving === true && JSON.stringify(body).length < MOST_OF_LEAVING,
  });
  return tagAfter(asked);
}

/** Browsers send at most 64 kB for a page that went away. */
const MOST_OF_LEAVING = 60_000;

export const versionsQuery = (uid: string) =>
  queryOptions({
    queryKey: ['campaign', uid, 'versions'],
    queryFn: async () =>
      (await answerOf(api.GET('/campaigns/{campaign_uid}/versions', { params: ofUid(uid) }))).data.records,
  });

/** Brings a version back. @returns the tag of the new revision @throws as saveDraft */
export async function restoreVersion(uid: string, revision: number, tag: string): Promise<string> {
  const path = { campaign_uid: uid, revision: String(revision) };
  return tagAfter(
    api.POST('/campaigns/{campaign_uid}/versions/{revision}/restore', {
      params: { path, header: { 'If-Match': tag } },
    }),
  );
}

/** @returns the uid of the copy, a draft */
export async function copyCampaign(uid: string): Promise<string> {
  return (await answerOf(api.POST('/campaigns/{campaign_uid}/copy', { params: ofUid(uid) }))).campaign_uid;
}

/** Says that this tab has the campaign open. @returns who else has */
export async function noteEditing(uid: string, tab: string): Promise<readonly OtherEditor[]> {
  const { data } = await answerOf(api.PUT('/campaigns/{campaign_uid}/editing', { params: ofUid(uid), body: { tab } }));
  return data.record.others;
}

/** Says that this tab has closed it; also while the page goes away. */
export async function endEditing(uid: string, tab: string): Promise<void> {
  const params = { ...ofUid(uid), query: { tab } };
  await api.DELETE('/campaigns/{campaign_uid}/editing', { params, keepalive: true }).catch(() => undefined);
}
