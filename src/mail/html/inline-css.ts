// Writes the styles of <style> elements into the elements they apply to, for mail clients that read
// nothing else.
import type juice from 'juice';
import { whenNeeded } from '../../kernel/when-needed.ts';
import { withinTime } from './time-box.ts';

const inliner = whenNeeded((take) => (take('juice') as { default: typeof juice }).default);

/** Longest time for one message. A usual newsletter takes 20 to 200 ms. */
const PATIENCE_MS = 2000;

const OPTIONS = {
  // Rules that match no element now stay: media queries, dark mode, and rules for the markup that
  // mail programs add (`[data-ogsc] p`, `#outlook a`).
  removeStyleTags: false,
  removeInlinedSelectors: true,
  preservePseudos: true,
  preservedSelectors: [':root'],
  preserveImportant: false, // as an inline style it would override the media queries
  applyWidthAttributes: false,
  applyHeightAttributes: false,
  applyAttributesTableElements: false,
  resolveCSSVariables: false, // variables that name each other twice double thirty times over: 4 GB from 1 KB
};

/** States and parts of elements, which a style attribute cannot express: their rules stay. */
const NOT_INLINED =
  'hover active focus visited link checked before after first-letter first-line marker selection placeholder'.split(
    ' ',
  );

/**
 * A style sheet for some media only, which the inliner would apply to all: `data-embed` makes it
 * leave it alone.
 */
const FOR_SOME_MEDIA = /<style(?=[^>]{0,1000}?\smedia\s{0,20}=\s{0,20}(?!["'\s]{0,20}(?:all|screen)["'\s>]))/gi;

/**
 * Inlines styles; media queries and whatever can't be inlined stay in their <style> elements.
 * Nothing is fetched: the inliner's synchronous form has no loader. Some style sheets make the
 * inliner slow without bound or fail: then the HTML stays unchanged, and is still a valid message.
 */
export function inlineStyles(html: string): string {
  if (!/<style/i.test(html) || hasNestedRules(html)) return html;
  const inline = inliner();
  for (const name of Object.keys(inline.codeBlocks)) delete inline.codeBlocks[name]; // `{{…}}` and the like are plain text here
  inline.ignoredPseudos = NOT_INLINED;
  const marked = html.replace(FOR_SOME_MEDIA, '<style data-embed');
  return withinTime(PATIENCE_MS, () => inline(marked, OPTIONS)) ?? html;
}

/**
 * Whether a rule is nested in a rule. The inliner would multiply their selectors: `a,b{` thirty
 * times makes a thousand million.
 */
function hasNestedRules(html: string): boolean {
  for (const css of styleSheets(html)) {
    const bare = css.replace(/\/\*[\s\S]*?(?:\*\/|$)|\\[\s\S]|"[^"\n]*"|'[^'\n]*'/g, '');
    let isInRule = false;
    let prelude = '';
    for (const part of bare.split(/([{};])/)) {
      if (part === '}') isInRule = false;
      else if (part !== '{') prelude = part;
      else if (isInRule) return true;
      else isInRule = !prelude.trimStart().startsWith('@');
    }
  }
  return false;
}

/** The content of each <style> element; an unclosed one extends to the end. */
function* styleSheets(html: string): Generator<string> {
  const opening = /<style[^>]{0,1000}>/gi;
  const closing = /<\/style/gi;
  while (opening.exec(html)) {
    closing.lastIndex = opening.lastIndex;
    const end = closing.exec(html)?.index ?? html.length;
    yield html.slice(opening.lastIndex, end);
    opening.lastIndex = end;
  }
}
