// A page for a mail from Markdown (CommonMark, with tables and bare links as on GitHub). Merge tags
// stay as they are, also where they are addresses; HTML in the text stays HTML. Pure.
import type MarkdownIt from 'markdown-it';
import { newUid } from '../../kernel/ids.ts';
import { escapeHtml } from '../../kernel/text/escape-html.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';

/** Longest text in characters: what is longer is no letter, and would keep everybody waiting. */
export const MAX_MARKDOWN = 100_000;

const markdownIt = whenNeeded((take) => {
  const Markdown = take('markdown-it') as typeof MarkdownIt;
  return new Markdown({ html: true, linkify: true, maxNesting: 20 });
});

/** Merge tags, tags of feeds, choices: not where they are the text of a link. */
const TAG = /\[[A-Z][A-Z0-9_]{1,63}(?:[ :][^\]\n]{0,1000})?\](?![([])/g;

/** The page. @param markdown at most MAX_MARKDOWN characters */
export function pageOfMarkdown(markdown: string): string {
  const tags: string[] = [];
  const mark = freeMark(markdown);
  // Markdown would read brackets and underscores, and encode them in addresses.
  const marks = markdown.replace(TAG, (tag) => `${mark}${tags.push(tag) - 1}x`);
  const html = markdownIt().render(marks);
  const put = (text: string) =>
    text.replace(new RegExp(`${mark}(\\d+)x`, 'g'), (_, i: string) => tags[Number(i)] ?? '');
  return framed(put(html), escapeHtml(put(titleOf(marks))));
}

/** A word that is not in the text. Drawn, as a text may hold any that can be told beforehand. */
function freeMark(text: string): string {
  let mark: string;
  do mark = `mergetag${newUid()}q`;
  while (text.includes(mark));
  return mark;
}

/** The first heading. */
function titleOf(markdown: string): string {
  return (
    /^#{1,6}[ \t]+(.{1,200})/m
      .exec(markdown)?.[1]
      ?.replace(/[*_`#]+/g, '')
      .trim() ?? ''
  );
}

/** A plain frame: readable on a phone and in the dark, without pictures and colors of its own. */
function framed(content: string, title: string): string {
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>
:root { color-scheme: light dark; }
body { margin: 0; padding: 24px; font: 16px/1.6 -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; }
.letter { max-width: 600px; margin: 0 auto; overflow-wrap: anywhere; }
h1, h2, h3 { line-height: 1.3; }
img { max-width: 100%; height: auto; }
blockquote { margin-left: 0; padding-left: 16px; border-left: 3px solid #999; }
pre { white-space: pre-wrap; }
td, th { padding: 4px 12px 4px 0; text-align: left; vertical-align: top; }
</style>
</head>
<body>
<div class="letter">
${content}</div>
</body>
</html>
`;
}
