// What is told goes into what is kept of the API's answers: figures at once, the rest by asking
// anew. A query says what it has to do with: its key names the uid of a campaign, list or job. When
// a campaign's state changes, or a job's, every query with its uid is asked anew; while only figures
// move, those whose `meta` has `moves` (ms): at most so often.

import type { components } from '@mailwright/client/schema';
import type { Query, QueryClient } from '@tanstack/react-query';
import { figuresOf, RUNNING } from './figures.ts';
import type { CampaignNow, DomainNow, InboxNow, JobNow, ListNow, Told } from './messages.ts';
import { noteProgress, paceOf } from './pace.ts';
import { patchedTest } from './whole.ts';

type Overview = components['schemas']['CampaignOverview'];
type Overviews = { pages: { records: Overview[] }[] };

/** Lists and the test inbox are asked anew at most so often while people and mails come. */
const LISTS_MS = 2_000;
const INBOX_MS = 1_000;

/** What puts events into a cache; it knows what was told before. */
export function newApplier(client: QueryClient): { tell(told: Told): void; beat(): void } {
  const states = new Map<string, string>();
  const running = new Set<string>();
  let isFirst = true; // nothing has been told yet: what is kept was asked a moment ago
  const askSoon = newLimiter(client);

  const campaign = (now: CampaignNow) => {
    const { campaign_uid: uid, status, notice } = now;
    noteProgress(now);
    if (RUNNING.includes(status)) running.add(uid);
    else running.delete(uid);
    patchOverviews(client, now);
    const [before, state] = [states.get(uid), `${status} ${notice}`];
    states.set(uid, state);
    if (before === state) return askSoon(uid);
    const kept = statusesOf(client, uid);
    if (before === undefined && (kept.length === 0 ? isFirst : kept.every((one) => one === status))) return;
    void client.invalidateQueries({ predicate: ({ queryKey }) => has(queryKey, uid) });
    void client.invalidateQueries({ queryKey: ['campaigns'] });
  };
  const list = ({ list_uid: uid, ...counts }: ListNow) => {
    const [before, state] = [states.get(uid), JSON.stringify(counts)];
    states.set(uid, state);
    if (before === state || (before === undefined && isFirst)) return;
    askSoon(uid);
    askSoon('lists', LISTS_MS);
  };
  const job = (now: JobNow) => {
    const { job_uid: uid, list_uid, state } = now;
    const [before, told] = [states.get(uid), JSON.stringify(now)];
    states.set(uid, told);
    if (before === told) return;
    void client.invalidateQueries({ predicate: ({ queryKey }) => has(queryKey, uid) || queryKey[0] === 'jobs' });
    if (list_uid !== null && state === 'done') askSoon(list_uid);
  };
  const domain = (now: DomainNow) => {
    const [before, told] = [states.get(now.domain_uid), JSON.stringify(now)];
    states.set(now.domain_uid, told);
    if (before === told || (before === undefined && isFirst)) return;
    for (const name of ['sending-domains', 'broken-dns-records', 'checklist'])
      void client.invalidateQueries({ queryKey: [name] });
  };
  const inbox = ({ newest_mail_id: newest }: InboxNow) => {
    const [before, now] = [states.get('inbox'), String(newest)];
    states.set('inbox', now);
    if (before === now || (before === undefined && isFirst)) return;
    askSoon('mails', INBOX_MS);
  };
  return {
    tell(told) {
      for (const one of told.campaigns) campaign(one);
      for (const one of told.lists) list(one);
      for (const one of told.jobs) job(one);
      for (const one of told.domains) domain(one);
      for (const one of told.inbox) inbox(one);
      isFirst = false;
    },
    // What waits has no figure that moves: it is looked at when the stream says that it is there.
    beat() {
      for (const uid of running) askSoon(uid);
    },
  };
}

const has = (key: readonly unknown[], uid: string) => key.includes(uid);

/** Asks queries anew, each at most as often as it says; the last change is never left out. */
function newLimiter(client: QueryClient) {
  const waiting = new Set<string>();
  const ask = ({ queryHash, queryKey, state }: Query, everyMs: number) => {
    if (waiting.has(queryHash)) return;
    waiting.add(queryHash);
    const wait = Math.max(state.dataUpdatedAt + everyMs - Date.now(), 0);
    setTimeout(() => {
      waiting.delete(queryHash);
      void client.invalidateQueries({ queryKey, exact: true });
    }, wait);
  };
  return (uid: string, otherwise?: number): void => {
    for (const query of client.getQueryCache().findAll({ predicate: ({ queryKey }) => has(queryKey, uid) })) {
      const everyMs = Number(query.meta?.['moves'] ?? otherwise);
      if (Number.isFinite(everyMs)) ask(query, everyMs);
    }
  };
}

/** The statuses that a campaign has in what is kept of it. */
function statusesOf(client: QueryClient, uid: string): string[] {
  const records = client
    .getQueriesData<Overviews>({ queryKey: ['campaigns', 'overview'] })
    .flatMap(([, data]) => data?.pages.flatMap((page) => page.records) ?? []);
  const kept = client.getQueryData<{ status: string }>(['campaign', uid]);
  const shown = records
    .flatMap((one): Pick<Overview, 'campaign_uid' | 'status'>[] => one.ab_test?.parts ?? [one])
    .filter(({ campaign_uid }) => campaign_uid === uid);
  return [...shown, ...(kept ? [kept] : [])].map((one) => one.status);
}

function patchOverviews(client: QueryClient, now: CampaignNow): void {
  const uid = now.campaign_uid;
  client.setQueryData<Overview>(['campaign', uid, 'overview'], (record) => record && patched(record, now));
  client.setQueriesData<Overviews>({ queryKey: ['campaigns', 'overview'] }, (data) => {
    if (!data?.pages.some(({ records }) => records.some((one) => isOf(one, uid)))) return data;
    const told = (one: Overview) => (one.ab_test?.parts ? patchedTest(one, now) : patched(one, now));
    const records = (all: Overview[]) => all.map((one) => (isOf(one, uid) ? told(one) : one));
    return { ...data, pages: data.pages.map((page) => ({ ...page, records: records(page.records) })) };
  });
}

/** A campaign, or the A/B test that has it as a part. */
const isOf = (record: Overview, uid: string) =>
  record.campaign_uid === uid || record.ab_test?.parts?.some((part) => part.campaign_uid === uid) === true;

/** A record with the figures that were told. */
function patched(record: Overview, now: CampaignNow): Overview {
  const { audience, accepted, rejected, uncertain, skipped, deferred, notice, sentences } = now;
  const done = accepted + rejected + uncertain + skipped;
  const left = Math.max(0, audience - done);
  const perSecond = paceOf(now.campaign_uid) ?? record.progress?.per_second ?? 0;
  const isOnce = record.type === 'regular' && !record.is_recurring;
  const isRunning = isOnce && RUNNING.includes(now.status) && audience > 0;
  const status = now.status as Overview['status'];
  return {
    ...record,
    status,
    notice,
    sentences,
    ...figuresOf(now),
    progress: isRunning
      ? {
          done,
          left,
          deferred,
          failed: rejected,
          per_second: perSecond,
          seconds_left: perSecond > 0 && status !== 'paused' ? Math.ceil(left / perSecond) : null,
        }
      : null,
  };
}
