// The people behind a figure of a report, a page at a time, whichever endpoint knows them.
import { infiniteQueryOptions } from '@tanstack/react-query';
import { type Campaign, segmentOf } from '../../api/campaigns/campaigns.ts';
import type { Reason } from '../../api/campaigns/reasons.ts';
import type { Counts } from '../../api/campaigns/reports.ts';
import { answerOf, api } from '../../api/client.ts';

export const EVENTS = ['opens', 'clicks'] as const;
const LOGGED = ['rejected', 'skipped', 'uncertain'] as const;
const NOT = { 'not-opened': 'open', 'not-clicked': 'click' } as const;
const LEFT = ['unconfirmed', 'unsubscribed', 'blacklisted', 'suppressed', 'segment'] as const;

/** Whether machines count: with them, without them, or only they. */
export type Machines = 'with' | 'without' | 'only';

/** Somebody, what they did or what became of their mail. `at`: ISO 8601, or a text of local time. */
export type Somebody = {
  uid: string | null;
  /** Of a campaign to several lists: the one through which they got it. */
  list?: string | undefined;
  email: string | null;
  at: string | null;
  client?: string;
  device?: string;
  machine?: string | null;
  /** A link, or words of a mail server or a person. */
  words?: string | null;
  type?: string;
  /** Of a bounce: whether the figures count it. */
  isCounted?: boolean;
  /** Why their address gets no mail. */
  suppressed?: Reason | undefined;
};
type Page = { records: Somebody[]; next: string | undefined };

const PER_PAGE = 50;

type Asked = { kind: string; link: string | undefined; machines: Machines; counts: Counts };

export const peopleQuery = (campaign: Campaign, asked: Asked) =>
  infiniteQueryOptions({
    queryKey: ['campaign', campaign.campaign_uid, 'people', asked],
    queryFn: ({ pageParam }) => pageOf(campaign, asked, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    meta: { moves: 3_000 },
  });

function pageOf(campaign: Campaign, asked: Asked, after: string | undefined): Promise<Page> {
  const { kind } = asked;
  const uid = campaign.campaign_uid;
  if (kind === 'opens' || kind === 'clicks') return events(uid, kind, asked, after);
  if (kind === 'not-opened' || kind === 'not-clicked') return nonResponders(uid, NOT[kind], asked, after);
  if (kind === 'unsubscribed') return unsubscribes(uid, Number(after ?? 1));
  if (kind === 'bounced') return bounces(uid, Number(after ?? 1));
  const reason = LEFT.find((one) => kind === `left-${one}`);
  if (reason) return leftOut(campaign, reason, after);
  return logged(uid, LOGGED.find((one) => one === kind) ?? 'rejected', Number(after ?? 1));
}

async function events(uid: string, kind: 'opens' | 'clicks', { link, machines }: Asked, after: string | undefined) {
  const path = { campaign_uid: uid };
  const query = { machines, per_page: PER_PAGE, after };
  if (kind === 'opens') {
    const { data } = await answerOf(api.GET('/campaigns/{campaign_uid}/opens', { params: { path, query } }));
    return {
      records: data.records.map((one) => ({ ...one, uid: one.subscriber_uid, list: one.list_uid })),
      next: data.next ?? undefined,
    };
  }
  const params = { path, query: { ...query, link } };
  const { data } = await answerOf(api.GET('/campaigns/{campaign_uid}/clicks', { params }));
  return {
    records: data.records.map((one) => ({
      ...one,
      uid: one.subscriber_uid,
      list: one.list_uid,
      words: one.link?.destination ?? null,
    })),
    next: data.next ?? undefined,
  };
}

async function nonResponders(uid: string, didNot: 'open' | 'click', { counts }: Asked, after: string | undefined) {
  const query = { did_not: didNot, counts, per_page: PER_PAGE, after };
  const params = { path: { campaign_uid: uid }, query };
  const { data } = await answerOf(api.GET('/campaigns/{campaign_uid}/non-responders', { params }));
  return {
    records: data.records.map(({ subscriber_uid, list_uid, email, accepted_at }) => ({
      uid: subscriber_uid,
      list: list_uid,
      email,
      at: accepted_at,
    })),
    next: data.next ?? undefined,
  };
}

/** The file of these people, below their campaign; undefined: the whole log has what is known of them. */
export function csvPathOf({ kind, counts }: Asked): string | undefined {
  if (kind === 'not-opened' || kind === 'not-clicked') {
    return `non-responders.csv?did_not=${NOT[kind]}&counts=${counts}`;
  }
  return LOGGED.some((one) => one === kind) ? `delivery-logs.csv?status=${kind}` : undefined;
}

type Numbered = { total_pages: number };

const nextOf = ({ total_pages }: Numbered, page: number) => (page < total_pages ? String(page + 1) : undefined);

async function unsubscribes(uid: string, page: number): Promise<Page> {
  const params = { path: { campaign_uid: uid }, query: { page, per_page: PER_PAGE } };
  const { data } = await answerOf(api.GET('/campaigns/{campaign_uid}/unsubscribes', { params }));
  const records = data.records.map(({ subscriber, date_added, reason, note }) => ({
    uid: subscriber.subscriber_uid || null,
    list: subscriber.list_uid,
    email: subscriber.email || null,
    at: date_added,
    words: [reason, note].filter(Boolean).join(': '),
  }));
  return { records, next: nextOf(data, page) };
}

async function bounces(uid: string, page: number): Promise<Page> {
  const params = { path: { campaign_uid: uid }, query: { page, per_page: PER_PAGE } };
  const { data } = await answerOf(api.GET('/campaigns/{campaign_uid}/bounces', { params }));
  const records = data.records.map(({ subscriber, message, bounce_type: type, counted }) => ({
    uid: subscriber.subscriber_uid || null,
    list: subscriber.list_uid,
    email: subscriber.email || null,
    at: null,
    words: message,
    type,
    isCounted: counted === 'yes',
  }));
  return { records, next: nextOf(data, page) };
}

async function logged(uid: string, status: (typeof LOGGED)[number], page: number): Promise<Page> {
  const params = { path: { campaign_uid: uid }, query: { page, per_page: PER_PAGE, status } };
  const { data } = await answerOf(api.GET('/campaigns/{campaign_uid}/delivery-logs', { params }));
  const records = data.records.map(({ subscriber, date_added, message }) => ({
    uid: subscriber.subscriber_uid || null,
    list: subscriber.list_uid,
    email: subscriber.email || null,
    at: date_added,
    words: message,
  }));
  return { records, next: nextOf(data, page) };
}

async function leftOut(campaign: Campaign, reason: (typeof LEFT)[number], after: string | undefined): Promise<Page> {
  const query = { reason, segment_uid: segmentOf(campaign)?.segment_uid, per_page: PER_PAGE, after };
  const params = { path: { list_uid: campaign.list_uid ?? '' }, query };
  const { data } = await answerOf(api.GET('/lists/{list_uid}/audience/people', { params }));
  const records = data.records.map(({ subscriber_uid: uid, email, added_at: at, suppression }) => ({
    uid,
    email,
    at: suppression?.since ?? at,
    suppressed: suppression?.reason,
  }));
  return { records, next: data.next ?? undefined };
}
