// Tags of a server of the same interface: they are ours, so only unknown ones are named.
import { FIXED_TAGS } from '../../campaigns/merge/tags.ts';
import { isReservedTag } from '../../lists/fields/reserved-tags.ts';
import { replaceTags, type Translate } from './translation.ts';

/** Two letters at least: [A] and [X] are footnotes and boxes to tick. */
const TAG = /\[([A-Z][A-Z0-9_]{1,63})(\]|:filter:|[\s:])/g;
const OPENERS = new Set(['RANDOM_CONTENT', 'REMOTE_CONTENT', 'XML_FEED_BEGIN', 'JSON_FEED_BEGIN']);

/** Style sheets and scripts have brackets of their own, as comments of old mail programs have. */
const CODE = /<(style|script)\b[\s\S]*?<\/\1|<!--[\s\S]*?-->/gi;

/** A field whose tag is another one here has ours. */
export const translateOwn: Translate = (text, fields) => {
  const code = [...text.matchAll(CODE)].map(({ 0: part, index }) => [index, index + part.length] as const);
  return replaceTags(text, TAG, (match) => {
    const [whole, tag = '', end = ''] = match;
    if (code.some(([from, to]) => match.index >= from && match.index < to)) return { text: whole };
    const ours = fields.get(tag);
    if (ours !== undefined && end !== ' ') return { text: `[${ours}${end}` };
    if (FIXED_TAGS.has(tag) || isReservedTag(tag) || OPENERS.has(tag)) return { text: whole };
    if (/\s/.test(end) || (end === ':' && !KNOWN_ELSEWHERE.test(tag))) return { text: whole };
    return { why: 'is no merge tag here and no field of a list' };
  });
};

/** With a colon after them; other words before a colon are text. */
const KNOWN_ELSEWHERE = /^(IF|ELSE|ENDIF|DATETIME|RANDOM|CUSTOMER|SURVEY)/;
