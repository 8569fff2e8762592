// What can be said of a campaign by what is written in it. Pure; linear in the length of the page.
import { parsedOptions } from '../../campaigns/options.ts';
import type { ToldWarning } from '../../campaigns/warnings/warning.ts';
import { inEnglish, type Sentence, textOf } from '../../kernel/sentences/sentence.ts';
import { visiblePart } from '../../mail/html/hidden-html.ts';
import { parseHtml } from '../../mail/html/tags.ts';
import { isBlank } from '../../mail/plain-text/blank.ts';
import type { Campaign } from '../../storage/tables.ts';
import { needsFooter } from '../footer.ts';
import type { Preview } from '../preview.ts';
import { advice, blocking, type CheckResult, fine } from './check.ts';
import { sampleTextsCheck } from './sample-texts.ts';

/** Gmail clips HTML after this many bytes. */
const CLIPPED_BEHIND = 102 * 1024;
/** Characters of a subject that phones show. */
const LONG_SUBJECT = 70;

/**
 * @param preview the mail as an invented person gets it
 * @param warnings of campaigns/warnings
 */
export function writtenChecks(campaign: Campaign, preview: Preview, warnings: readonly ToldWarning[]): CheckResult[] {
  const of = (kind: Kind) => warnings.flatMap(({ why }) => (why?.code.startsWith(`${kind}-`) ? [why] : []));
  const feeds = of('feeds');
  return [
    subjectCheck(campaign, of('subject')),
    preheaderCheck(campaign, preview.html),
    campaign.content === '' ? blocking('content', 'There is no content yet.') : fine('content', 'There is content.'),
    sampleTextsCheck(campaign),
    unsubscribeCheck(campaign),
    listed('tags', of('merge'), 'Every merge tag is known.'),
    altCheck(preview.html),
    listed('html', of('html'), 'Mail programs show the page as it is written.'),
    sizeCheck(preview.html),
    textCheck(campaign, preview),
    ...(feeds.length > 0 ? [listed('feeds', feeds, '')] : []),
  ];
}

/** What a warning is about. Of sizes and alt texts there are checks with numbers. */
type Kind = 'merge' | 'subject' | 'feeds' | 'html';

function listed(id: CheckResult['id'], sentences: readonly Sentence[], otherwise: string): CheckResult {
  if (sentences.length === 0) return fine(id, otherwise);
  return advice(id, textOf(sentences), { messages: sentences.map(inEnglish), sentences });
}

function subjectCheck({ subject }: Campaign, sentences: readonly Sentence[]): CheckResult {
  const length = [...subject].length;
  if (subject === '') return blocking('subject', 'There is no subject yet.');
  if (sentences.length > 0) return advice('subject', textOf(sentences), { length, sentences });
  if (length > LONG_SUBJECT)
    return advice('subject', `The subject has ${length} characters; phones show some ${LONG_SUBJECT} at most.`, {
      length,
    });
  return fine('subject', `The subject has ${length} characters.`, { length });
}

/** What stands first in the page and is hidden is shown beside the subject. */
function preheaderCheck({ content }: Campaign, html: string): CheckResult {
  if (content === '') return advice('preheader', 'There is no content yet.');
  const first = firstText(html);
  const hasOwn = first !== '' && first !== firstText(visiblePart(html));
  if (hasOwn) return fine('preheader', 'The page begins with a preheader.', { preheader: first });
  return advice('preheader', 'The page has no preheader: inboxes show its first words beside the subject.', {
    preheader: first,
  });
}

/** The first text of the body, at most 150 characters. */
function firstText(html: string): string {
  let text = '';
  let isHead = /<head[\s>]/i.test(html);
  let silent = 0;
  parseHtml(html, {
    onOpen({ name }) {
      if (name === 'body') isHead = false;
      if (name === 'style' || name === 'script' || name === 'title') silent += 1;
    },
    onClose(name) {
      if (name === 'head') isHead = false;
      if (name === 'style' || name === 'script' || name === 'title') silent -= 1;
    },
    onText(piece) {
      if (!isHead && silent === 0 && text === '' && !isBlank(piece))
        text = piece.replace(/\s+/g, ' ').trim().slice(0, 150);
    },
  });
  return text.toWellFormed();
}

function unsubscribeCheck({ content, plain_text }: Campaign): CheckResult {
  if (!needsFooter(content, plain_text))
    return fine('unsubscribe-link', 'The mail has an unsubscribe link and the postal address.');
  return advice(
    'unsubscribe-link',
    'The content has no unsubscribe link, or no postal address: a plain footer with both is added.',
  );
}

function altCheck(html: string): CheckResult {
  let pictures = 0;
  let missing = 0;
  parseHtml(html, {
    onOpen({ name, attributes }) {
      if (name !== 'img') return;
      pictures += 1;
      if (!attributes.some((attribute) => attribute.name === 'alt')) missing += 1;
    },
  });
  const data = { pictures, missing };
  if (missing === 0) return fine('alt-texts', 'Every image has an alt text.', data);
  return advice('alt-texts', `${missing} of ${pictures} images have no alt text.`, data);
}

function sizeCheck(html: string): CheckResult {
  const bytes = Buffer.byteLength(html);
  const data = { bytes, limit: CLIPPED_BEHIND };
  const size = `The HTML is ${Math.ceil(bytes / 1024)} KB`;
  if (bytes <= CLIPPED_BEHIND) return fine('size', `${size}.`, data);
  return advice('size', `${size}: Gmail cuts messages off after 102 KB.`, data);
}

function textCheck(campaign: Campaign, { plainText, warnings }: Preview): CheckResult {
  const source = campaign.plain_text === null || campaign.plain_text.trim() === '' ? 'made' : 'own';
  if (parsedOptions(campaign).plain_text_email !== 'yes' || plainText === null)
    return advice('text-part', 'The mail has no plain-text version.', { source: 'none' });
  const [fallback] = warnings;
  if (fallback) return advice('text-part', inEnglish(fallback.why), { source, sentences: [fallback.why] });
  return fine(
    'text-part',
    source === 'made' ? 'The plain-text version is made from the HTML.' : 'The mail has its own plain-text version.',
    { source },
  );
}
