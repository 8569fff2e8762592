// Fills a campaign's sections from stored feed content: the same on every node and for the web
// version.
import { DAY_MS } from '../kernel/durations.ts';
import type { Lookup } from '../mail/merge/merge.ts';
import type { Db } from '../storage/db.ts';
import type { CampaignFeed } from '../storage/tables/content.ts';
import type { Campaign } from '../storage/tables.ts';
import type { ContentOf } from './expand.ts';
import { addressFor, fixedAddress, type Plan } from './plan.ts';
import { listAcceptedMessages, listEarlierRunsShowing, listFeeds } from './queries.ts';
import type { FeedItem } from './read/items.ts';
import type { Address, FeedState } from './rules.ts';
import type { Section } from './sections.ts';

/** A recipient of content. */
export type FeedReader = { subscriberId: number; lookup: Lookup };

/** The content of all sections. */
export type FilledSections = {
  fillingOf: ContentOf;
  /** The required addresses, each with its stored state. */
  feeds: { address: Address; state: FeedState | undefined }[];
  /** Hashes of the shown items. */
  shown: string[];
};

/**
 * The content that is the same for everybody; sections whose address has merge tags are left out.
 */
export async function fillFixed(db: Db, campaign: Campaign, plan: Plan): Promise<FilledSections> {
  const [filled] = await fill(db, campaign, plan, [{ addressOf: (section) => fixedAddress(plan, section) }]);
  return filled as FilledSections;
}

/** The content for each of these recipients, in their order. */
export function fillFor(
  db: Db,
  campaign: Campaign,
  plan: Plan,
  readers: readonly FeedReader[],
): Promise<FilledSections[]> {
  const targets = readers.map(({ subscriberId, lookup }) => {
    const addresses = new Map([...plan.tags.keys()].map((one) => [one, addressFor(plan, one, lookup)]));
    return { subscriberId, addressOf: (section: Section) => addresses.get(section) };
  });
  return fill(db, campaign, plan, targets);
}

type Target = { subscriberId?: number; addressOf(section: Section): Address | undefined };

async function fill(db: Db, campaign: Campaign, plan: Plan, targets: readonly Target[]): Promise<FilledSections[]> {
  const sections = [...plan.tags.keys()];
  const hashes = targets.flatMap(({ addressOf }) => sections.flatMap((section) => addressOf(section)?.hash ?? []));
  const rows = await listFeeds(db, campaign, [...new Set(hashes)]);
  const kept = new Map(rows.map((row) => [row.hash, { row, value: contentOf(row) }]));
  const items = [...kept.values()].flatMap(({ value }) => (Array.isArray(value) ? value : []));
  const isUnique = sections.some(({ unique }) => unique !== undefined);
  const seen = isUnique ? await findSeenItems(db, campaign, items, targets) : undefined;
  return targets.map((target) => {
    const shown: string[] = [];
    const fillings = new Map(
      sections.map((section) => {
        const found = kept.get(target.addressOf(section)?.hash ?? '');
        if (!found || !Array.isArray(found.value)) return [section, found?.value] as const;
        const at = found.row.fetched_at ?? 0;
        const chosen = chooseItems(found.value, section, { at, seen: seen?.(section, target) ?? NOTHING });
        shown.push(...chosen.map(({ hash }) => hash));
        return [section, chosen] as const;
      }),
    );
    const feeds = sections.flatMap((section) => {
      const address = target.addressOf(section);
      return address ? [{ address, state: kept.get(address.hash)?.row }] : [];
    });
    return { fillingOf: (section) => fillings.get(section), feeds, shown };
  });
}

const NOTHING: ReadonlySet<string> = new Set();

function contentOf({ content }: CampaignFeed): FeedItem[] | string | undefined {
  return content === null ? undefined : (JSON.parse(content) as FeedItem[] | string);
}

/**
 * Finds which items a subscriber has seen: the runs that showed an item, and who got one of them.
 */
async function findSeenItems(db: Db, campaign: Campaign, items: readonly FeedItem[], targets: readonly Target[]) {
  const rows = await listEarlierRunsShowing(db, campaign, [...new Set(items.map(({ hash }) => hash))]);
  const ofAll = new Set(rows.map(({ hash }) => hash));
  const subscribers = targets.flatMap(({ subscriberId }) => subscriberId ?? []);
  const runs = [...new Set(rows.map((row) => row.campaign_id))];
  const accepted =
    runs.length > 0 && subscribers.length > 0
      ? await listAcceptedMessages(db, campaign.customer_id, runs, subscribers)
      : [];
  const runsOf = Map.groupBy(accepted, ({ subscriber_id }) => subscriber_id);
  return ({ unique }: Section, { subscriberId }: Target): ReadonlySet<string> => {
    if (unique === 'campaign') return ofAll;
    const got = new Set(runsOf.get(subscriberId ?? 0)?.map(({ campaign_id }) => campaign_id));
    return new Set(rows.flatMap((row) => (got.has(row.campaign_id) ? [row.hash] : [])));
  };
}

/**
 * The items to show, in the order of the feed. With `daysBack`, items without a date are left out.
 * @param at when the feed was fetched, ms
 * @param seen hashes of items that were shown before
 */
function chooseItems(
  items: readonly FeedItem[],
  section: Pick<Section, 'count' | 'offset' | 'daysBack' | 'unique'>,
  { at, seen }: { at: number; seen: ReadonlySet<string> },
): FeedItem[] {
  const { count, offset, daysBack, unique } = section;
  const left = items.filter((item) => {
    if (daysBack !== undefined && !(item.at !== null && item.at >= at - daysBack * DAY_MS)) return false;
    return unique === undefined || !seen.has(item.hash);
  });
  return left.slice(offset, offset + count);
}
