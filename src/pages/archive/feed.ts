// The feed of a list's archive (RSS 2.0).
import type * as feedsmith from 'feedsmith';
import { oneLine } from '../../kernel/text/one-line.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import type { Frame } from '../frame.ts';
import type { ArchiveEntry } from './views.ts';

const feeds = whenNeeded((take) => take('feedsmith') as typeof feedsmith);

const TITLE_MAX = 255;

/**
 * The feed of these campaigns.
 * @param around.changedAt when something in it last changed, ms
 * @param around.url of the archive; the feed's own is below it
 */
export function archiveFeed(
  { title, texts: { archive, language } }: Frame,
  { entries, changedAt, url }: { entries: readonly ArchiveEntry[]; changedAt: number; url: string },
): string {
  const name = oneLine(title, TITLE_MAX); // XML allows no control characters
  return feeds().generateRssFeed({
    title: name,
    link: url,
    description: archive.description(name),
    language,
    lastBuildDate: new Date(changedAt),
    atom: { links: [{ href: `${url}/feed.xml`, rel: 'self', type: 'application/rss+xml' }] },
    items: entries.map((entry) => ({
      title: oneLine(entry.subject, TITLE_MAX) || archive.untitled,
      link: entry.url,
      guid: { value: entry.uid, isPermaLink: false },
      pubDate: new Date(entry.at),
    })),
  });
}
