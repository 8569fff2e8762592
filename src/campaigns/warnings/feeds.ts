// Warns about feed addresses that nothing will be fetched from.
import { say } from '../../kernel/sentences/sentence.ts';
import { scanTags } from '../../mail/merge/merge.ts';
import { hasOwnHost } from '../../mail/merge/own-host.ts';
import { parsedOptions } from '../options.ts';
import type { Check } from './warning.ts';

/**
 * The tag's name, what kind of feed it is, and its address up to a character that none has;
 * bounded, so in linear time.
 */
const ADDRESS =
  /\[((?:(XML|JSON)_FEED_BEGIN|REMOTE_CONTENT))(?:\s|&nbsp;)[^<>]{0,500}?url\s{0,20}=\s{0,20}(?:"|'|&quot;|&#0?39;)((?:(?!&quot;|&#0?39;)[^"'<>]){0,2000})/g;

/** One warning for each member and tag in which a recipient's value would choose the host. */
export const feedWarnings: Check = ({ content, plain_text, options }, isKnownTag) => {
  const { xml_feed, json_feed } = parsedOptions({ options });
  const isActive = (kind: string | undefined) =>
    kind === undefined || (kind === 'XML' ? xml_feed === 'yes' : json_feed === 'yes');
  const texts = Object.entries({ 'template.content': content, 'template.plain_text': plain_text ?? '' });
  return texts.flatMap(([member, text]) => {
    const tags = new Set<string>();
    for (const [, tag = '', kind, url = ''] of text.matchAll(ADDRESS)) {
      const first = scanTags(url, isKnownTag)[0];
      if (isActive(kind) && first && !hasOwnHost(url.slice(0, first.start))) tags.add(tag);
    }
    return [...tags].map((tag) => ({ member, why: say('feeds-host', { tag }) }));
  });
};
