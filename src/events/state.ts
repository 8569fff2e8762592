// What streams of events tell about customers: read for all customers with an open stream at once,
// so that the cost depends neither on how many streams there are nor on customers that nobody looks
// at.
import { sql } from 'kysely';
import { percentOf } from '../jobs/kinds.ts';
import { DAY_MS } from '../kernel/durations.ts';
import { storedFault, storedText } from '../kernel/sentences/sentence.ts';
import { numberSet } from '../storage/dialect.ts';
import type { Db } from '../storage/tables.ts';
import { readInboxes } from './inbox.ts';
import type { Thing } from './thing.ts';

/**
 * Campaigns are followed for this long after their end, jobs and domains after their last change,
 * ms.
 */
const CAMPAIGN_MS = DAY_MS;
const JOB_MS = 600_000;

/** What was counted of lists, by their ids; counts of others are read. */
export type KnownLists = Map<number, { revision: number; thing: Thing }>;

/**
 * Reads everything that may be told of some customers, each kind in the order of ids.
 * @param at now, ms
 */
export async function readThings(db: Db, customerIds: readonly number[], known: KnownLists, at: number) {
  const [campaigns, lists, jobs, domains, inboxes] = await Promise.all([
    readCampaigns(db, customerIds, at),
    readLists(db, customerIds, known),
    readJobs(db, customerIds, at),
    readDomains(db, customerIds, at),
    readInboxes(db, customerIds),
  ]);
  return [...campaigns, ...lists, ...jobs, ...domains, ...inboxes];
}

const SUMS = ['audience', 'accepted', 'rejected', 'uncertain', 'skipped'] as const;
const ANSWERS = ['unique_opens', 'unique_clicks', 'filtered_unique_opens', 'filtered_unique_clicks'] as const;
const RETURNED = ['hard_bounces', 'soft_bounces', 'internal_bounces'] as const;
const COUNTED = [...SUMS, ...ANSWERS, 'unsubscribes', ...RETURNED] as const;
/** Deferred messages of a campaign are counted up to this number. */
const MOST_DEFERRED = 10_000;

async function readCampaigns(db: Db, customerIds: readonly number[], at: number): Promise<Thing[]> {
  const columns = ['customer_id', 'id', 'uid', 'status', 'notice'] as const;
  const of = () =>
    db
      .selectFrom('campaign')
      .select(columns)
      .where('customer_id', 'in', numberSet(db, customerIds))
      .where('type', '<>', 'transactional'); // nobody can find that one
  // Two statements, each answered from an index: what is under way, and what ended lately.
  const live = await of()
    .where(sql<boolean>`status in ('pending-sending', 'processing', 'sending', 'paused')`)
    .execute();
  const ended = await of()
    .where('finished_at', '>', at - CAMPAIGN_MS)
    .execute();
  const rows = [...new Map([...live, ...ended].map((row) => [row.id, row])).values()].sort((a, b) => a.id - b.id);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const counters = await db
    .selectFrom('campaign_counter')
    .select('campaign_id')
    .select(({ fn }) => COUNTED.map((name) => fn.sum<number>(name).as(name)))
    .where('customer_id', 'in', numberSet(db, customerIds))
    .where('campaign_id', 'in', numberSet(db, ids))
    .groupBy('campaign_id')
    .execute();
  const byId = new Map(counters.map((row) => [row.campaign_id, row]));
  const deferred = await deferredOf(
    db,
    live.filter(({ status }) => status !== 'pending-sending'),
  );
  return rows.map(({ customer_id, id, uid, status, notice }) => {
    const sums = byId.get(id);
    const of = (names: readonly (typeof COUNTED)[number][]) =>
      Object.fromEntries(names.map((name) => [name, Number(sums?.[name] ?? 0)]));
    const bounces = Object.values(of(RETURNED)).reduce((sum, n) => sum + n, 0);
    const counts = { ...of(SUMS), deferred: deferred.get(id) ?? 0, ...of(ANSWERS), ...of(['unsubscribes']), bounces };
    const told = { notice: storedText(notice), sentences: storedFault(notice) };
    const text = JSON.stringify({ campaign_uid: uid, status, ...counts, ...told });
    return { customerId: customer_id, kind: 'campaigns', uid, text };
  });
}

/** How many messages of campaigns are put off. */
async function deferredOf(db: Db, campaigns: readonly { customer_id: number; id: number }[]) {
  if (campaigns.length === 0) return new Map<number, number>();
  const customerIds = [...new Set(campaigns.map(({ customer_id }) => customer_id))];
  const ids = campaigns.map(({ id }) => id);
  const deferred = sql`select 1 from work where work.customer_id = campaign.customer_id
    and work.campaign_id = campaign.id and work.lease_id is null and work.state = 'deferred'
    limit ${sql.lit(MOST_DEFERRED)}`;
  const { rows } = await sql<{
    id: number;
    n: number;
  }>`select campaign.id, (select count(*) from (${deferred}) as part) as n
    from campaign where campaign.customer_id in ${numberSet(db, customerIds)}
      and campaign.id in ${numberSet(db, ids)}`.execute(db);
  return new Map(rows.map(({ id, n }) => [id, Number(n)]));
}

async function readLists(db: Db, customerIds: readonly number[], known: KnownLists): Promise<Thing[]> {
  const lists = await db
    .selectFrom('list')
    .select(['customer_id', 'id', 'uid', 'revision'])
    .where('customer_id', 'in', numberSet(db, customerIds))
    .where('status', '=', 'active')
    .orderBy('id')
    .execute();
  const changed = lists.filter(({ id, revision }) => known.get(id)?.revision !== revision);
  if (changed.length > 0) {
    const counts = await db
      .selectFrom('tally')
      .select(['owner_id', 'scope', 'n'])
      .where('customer_id', 'in', numberSet(db, customerIds))
      .where('scope', 'like', 'subscribers:%')
      .where(
        'owner_id',
        'in',
        numberSet(
          db,
          changed.map(({ id }) => id),
        ),
      )
      .execute();
    const byList = Map.groupBy(counts, ({ owner_id }) => owner_id);
    for (const { customer_id, id, uid, revision } of changed) {
      const rows = byList.get(id) ?? [];
      const subscribers = rows.reduce((sum, { n }) => sum + n, 0);
      const confirmed = rows.find(({ scope }) => scope === 'subscribers:confirmed')?.n ?? 0;
      const text = JSON.stringify({ list_uid: uid, subscribers, confirmed });
      known.set(id, { revision, thing: { customerId: customer_id, kind: 'lists', uid, text } });
    }
  }
  return lists.flatMap(({ id }) => known.get(id)?.thing ?? []);
}

async function readJobs(db: Db, customerIds: readonly number[], at: number): Promise<Thing[]> {
  const jobs = await db
    .selectFrom('job')
    .leftJoin('list', (join) =>
      join.onRef('list.customer_id', '=', 'job.customer_id').onRef('list.id', '=', 'job.list_id'),
    )
    .selectAll('job')
    .select('list.uid as list_uid')
    .where('job.customer_id', 'in', numberSet(db, customerIds))
    .where('job.updated_at', '>', at - JOB_MS)
    .where('job.kind', '!=', 'upload')
    .orderBy('job.id')
    .execute();
  return jobs.map(({ list_uid, ...job }) => {
    const { uid, kind, state, phase } = job;
    const text = JSON.stringify({ job_uid: uid, kind, list_uid, state, phase: phase || null, percent: percentOf(job) });
    return { customerId: job.customer_id, kind: 'jobs', uid, text };
  });
}

/** Sending domains that were looked up lately. */
async function readDomains(db: Db, customerIds: readonly number[], at: number): Promise<Thing[]> {
  const domains = await db
    .selectFrom('sending_domain as domain')
    .select(['domain.customer_id', 'domain.uid', 'domain.name', 'domain.checked_at'])
    .select((is) =>
      is
        .selectFrom('domain_record as record')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('record.customer_id', '=', 'domain.customer_id')
        .whereRef('record.domain_id', '=', 'domain.id')
        .where(sql<boolean>`record.state = 'broken'`)
        .as('broken'),
    )
    .where('domain.customer_id', 'in', numberSet(db, customerIds))
    .where('domain.checked_at', '>', at - JOB_MS)
    .orderBy('domain.id')
    .execute();
  return domains.map(({ customer_id, uid, name, checked_at, broken }) => {
    const text = JSON.stringify({ domain_uid: uid, name, checked_at, broken: Number(broken ?? 0) });
    return { customerId: customer_id, kind: 'domains', uid, text };
  });
}
