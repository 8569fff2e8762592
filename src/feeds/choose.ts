// Chooses the items of a feed that a section shows. Pure.
import type { FeedItem } from './read/items.ts';
import type { Section } from './sections.ts';

const DAY_MS = 86_400_000;

/**
 * The items to show, in the order of the feed. With `daysBack`, items without a date are left out.
 * @param at when the feed was fetched, ms
 * @param seen hashes of items that were shown before
 */
export function chooseItems(
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
