// Who gets it: what is told before a campaign, or a single mail, is sent.
import { parseAddress } from '../../mail/address/addresses.ts';
import type { Answer, Door } from '../door.ts';

/**
 * What the check found, with what must be the same when it is sent; or why it cannot be. `warning`:
 * that nobody gets it now.
 */
export type Found =
  | { told: Record<string, unknown>; audience: unknown; etag?: string | undefined; warning?: string | undefined }
  | { fault: string };

/** Asks an operation by its name. */
export type Ask = (name: string, given: Parameters<Door>[1]) => Promise<Answer>;

const SHOWN = 3;
const COUNT_TRIES = 20;
const COUNT_PAUSE_MS = 250;
export const MOST_ADDRESSES = 20;

// biome-ignore lint/suspicious/noExplicitAny: answers as the wire has them
type Wire = any;

/** Who would get a campaign now, and why others would not. */
export async function audienceOfCampaign(ask: Ask, campaignUid: string): Promise<Found> {
  const shown = await ask('getCampaign', { campaign_uid: campaignUid, full: '1' });
  if (shown.status !== 200) return { fault: wordsOf(shown) };
  const campaign: Wire = (shown.body as Wire).data.record;
  const head = { campaign_uid: campaignUid, name: campaign.name, subject: campaign.subject, status: campaign.status };
  if (campaign.status === 'paused') {
    const left = await whoIsLeft(ask, campaignUid, head);
    if (left) return { etag: shown.etag, ...left };
  } else if (campaign.status !== 'draft')
    return { fault: `The campaign is ${campaign.status}, so there is no decision to make about who gets it.` };
  if (campaign.not_opened_of !== undefined) return audienceOfAgain(ask, campaign, { head, etag: shown.etag });
  const list_uid: string | undefined = campaign.list?.list_uid;
  if (!list_uid) return { fault: 'The draft has no list yet.' };
  const segment_uid: string | undefined = Array.isArray(campaign.segment) ? undefined : campaign.segment?.segment_uid;
  const further: Wire[] = campaign.further_lists ?? [];
  const further_list_uids = further.map((list) => list.list_uid).join(',') || undefined;
  const counted = await countedAudience(ask, { list_uid, segment_uid, further_list_uids });
  if ('fault' in counted) return counted;
  const { gets, left_out, suppressed, total } = counted.audience;
  const some = await ask('listAudiencePeople', { list_uid, segment_uid, reason: 'gets', per_page: SHOWN });
  if (some.status !== 200) return { fault: wordsOf(some) };
  const people: Wire[] = (some.body as Wire).data.records;
  const warning = gets === 0 && campaign.type !== 'autoresponder' ? NOBODY : undefined;
  return {
    told: {
      ...head,
      ...(warning && { warning }),
      list: [campaign.list?.name, ...further.map(({ name }) => name)].join(', '),
      segment: Array.isArray(campaign.segment) ? 'none: the whole list' : campaign.segment?.name,
      gets_it: gets,
      does_not: { ...left_out, suppressed_by_reason: suppressed },
      of: total,
      for_example: people.map(({ email }) => email),
      ...(campaign.type === 'autoresponder' && {
        note: 'An autoresponder: people who meet its condition later get it too.',
      }),
      ...(campaign.type !== 'autoresponder' && {
        note: 'Counted now. If the send time is later, the people on the list at that time count.',
      }),
    },
    audience: [
      campaignUid,
      ...[shown.etag, list_uid, further_list_uids, segment_uid, gets, left_out, suppressed],
      people.map(({ subscriber_uid }) => subscriber_uid),
    ],
    etag: shown.etag,
    warning,
  };
}

/** Of a draft that goes to those who did not open another campaign. */
async function audienceOfAgain(
  ask: Ask,
  { campaign_uid, not_opened_of }: Wire,
  { head, etag }: { head: Record<string, unknown>; etag: string | undefined },
): Promise<Found> {
  if (not_opened_of === '') return { fault: 'The campaign that its recipients did not open was deleted.' };
  for (let tries = 0; tries < COUNT_TRIES; tries += 1) {
    const answer = await ask('countNotOpened', { campaign_uid: not_opened_of });
    if (answer.status !== 200) return { fault: wordsOf(answer) };
    const { recipients_count, refusal }: Wire = (answer.body as Wire).data;
    if (refusal !== null) return { fault: String(refusal) };
    if (recipients_count === null) await new Promise((resolve) => setTimeout(resolve, COUNT_PAUSE_MS));
    else {
      const some = await ask('listPreviewPeople', { campaign_uid });
      const people: Wire[] = some.status === 200 ? (some.body as Wire).data.records.slice(0, SHOWN) : [];
      const warning = recipients_count === 0 ? NOBODY : undefined;
      const told = { gets_it: recipients_count, of: `those who got ${not_opened_of} and did not open it` };
      return {
        told: { ...head, ...told, ...(warning && { warning }), for_example: people.map(({ email }) => email) },
        audience: [campaign_uid, etag, told],
        etag,
        warning,
      };
    }
  }
  return { fault: BEING_COUNTED };
}

const NOBODY =
  'No one gets it now: no email will leave, unless someone who may get it is on the list when it begins. Tell the person you act for.';
const BEING_COUNTED = 'The recipients are still being counted. Please ask again in a minute.';

type Counted = { audience: Wire } | { fault: string };

/** The first time a large list is asked about, counting takes a moment. */
async function countedAudience(
  ask: Ask,
  whose: { list_uid: string; segment_uid: string | undefined; further_list_uids: string | undefined },
): Promise<Counted> {
  for (let tries = 0; tries < COUNT_TRIES; tries += 1) {
    const answer = await ask('getAudience', whose);
    if (answer.status !== 200) return { fault: wordsOf(answer) };
    const audience: Wire = (answer.body as Wire).data.record;
    if (audience.gets !== null && audience.suppressed !== null) return { audience };
    await new Promise((resolve) => setTimeout(resolve, COUNT_PAUSE_MS));
  }
  return { fault: BEING_COUNTED };
}

/**
 * Who is left of a paused campaign; undefined: it has not begun. Its audience was written down when
 * it began.
 */
async function whoIsLeft(ask: Ask, campaignUid: string, head: Record<string, unknown>): Promise<Found | undefined> {
  const answer = await ask('getCampaignStats', { campaign_uid: campaignUid, full: '1' });
  if (answer.status !== 200) return { fault: wordsOf(answer) };
  const stats: Wire = (answer.body as Wire).data;
  if (stats.subscribers_count === 0) return undefined;
  const left = stats.waiting_count + stats.deferred_count;
  const told = { audience: stats.subscribers_count, had_it: stats.processed_count, would_get_it_when_resumed: left };
  return { told: { ...head, ...told }, audience: [campaignUid, 'paused', ...Object.values(told)] };
}

/** What is known of addresses that a single mail is to go to. */
export async function audienceOfAddresses(ask: Ask, addresses: readonly string[]): Promise<Found> {
  const told: Record<string, unknown> = {};
  for (const email of addresses) {
    if (parseAddress(email) === undefined) {
      told[email] = 'does not: it is not a valid email address';
      continue;
    }
    const answer = await ask('getSuppression', { email });
    if (answer.status !== 200 && answer.status !== 404) return { fault: wordsOf(answer) };
    told[email] = answer.status === 404 ? 'gets it' : `does not: ${(answer.body as Wire).data.record.reason}`;
  }
  return { told: { addresses: told }, audience: told };
}

/** The words of a refusal. */
export function wordsOf({ status, body }: Answer): string {
  const error = (body as { error?: unknown } | null)?.error;
  return `${status}: ${typeof error === 'string' ? error : JSON.stringify(error ?? body)}`;
}
