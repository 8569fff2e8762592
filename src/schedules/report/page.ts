// A report as a mail: HTML that old mail programs can lay out (tables, inline styles), and the same
// as plain text. No text or background color is set, so that it is readable in dark mode too; bars
// have a tone that contrasts with both. The value is written beside each bar, so nothing is lost to
// people who cannot see it.
import { type Html, html } from '../../http/html.ts';
import { oneLine } from '../../kernel/text/one-line.ts';
import type { ReportFigures } from './figures.ts';
import { type Reader, type ReportRow, type ReportSection, sectionsOf, wordsFor } from './rows.ts';

/** Writes the report of a campaign. Customers' texts are escaped. */
export function writeReport(figures: ReportFigures, reader: Reader): { subject: string; html: string; text: string } {
  const { campaign, listName, at } = figures;
  const sections = sectionsOf(figures, reader);
  const { texts, time } = wordsFor(reader);
  const name = oneLine(campaign.name);
  const head: Head = {
    language: texts.language,
    page: texts.page,
    title: texts.title(name),
    lines: [texts.ofSubject(oneLine(campaign.subject)), texts.ofList(oneLine(listName)), texts.taken(time(at))],
  };
  return {
    subject: texts.subject(name),
    html: pageOf(head, sections).toString(),
    text: textOf(head, sections),
  };
}

/** `page`: the page's name; `title`: the campaign's. */
type Head = { language: string; page: string; title: string; lines: string[] };

const FONT = 'font-family:Arial,Helvetica,sans-serif';
const CELL = 'padding:6px 8px 6px 0;border-bottom:1px solid #8a94a6;vertical-align:top';
const BAR = '#2f80c2';

function pageOf({ language, page, title, lines }: Head, sections: readonly ReportSection[]): Html {
  return html`<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${page}</title>
</head>
<body style="margin:0;padding:16px">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0" style="max-width:680px;margin:0 auto">
<tr><td style="${FONT};font-size:15px;line-height:1.5">
<h1 style="font-size:22px;line-height:1.3;margin:0 0 8px;overflow-wrap:anywhere"><bdi>${title}</bdi></h1>
${lines.map((line) => html`<p style="margin:0 0 4px;overflow-wrap:anywhere"><bdi>${line}</bdi></p>\n`)}
${sections.map(sectionHtml)}
</td></tr>
</table>
</body>
</html>
`;
}

function sectionHtml({ title, heads, shareOf, rows, note }: ReportSection): Html {
  const [first = '', ...numbers] = heads;
  const hasShares = shareOf !== undefined;
  return html`<h2 style="font-size:17px;line-height:1.3;margin:24px 0 4px">${title}</h2>
<table width="100%" cellspacing="0" cellpadding="0" border="0" style="border-collapse:collapse;${FONT};font-size:14px;line-height:1.4">
${
  first !== '' &&
  html`<tr><th scope="col" align="left" style="${CELL}">${first}</th>${numbers.map(
    (text) => html`<th scope="col" align="right" style="${CELL}">${text}</th>`,
  )}${hasShares && html`<th scope="col" align="left" width="36%" style="${CELL}">${shareOf}</th>`}</tr>`
}
${rows.map((row) => rowHtml(row, { hasShares, columns: numbers.length }))}
</table>
${note !== undefined && html`<p style="margin:6px 0 0;font-size:13px">${note}</p>`}
`;
}

function rowHtml(
  { name, values, share }: ReportRow,
  { hasShares, columns }: { hasShares: boolean; columns: number },
): Html {
  const cells = Array.from({ length: columns }, (_, n) => values[n]);
  return html`<tr><th scope="row" align="left" style="${CELL};font-weight:normal;overflow-wrap:anywhere"><bdi>${name}</bdi></th>${cells.map(
    (text) => html`<td align="right" style="${CELL}">${text}</td>`,
  )}${hasShares && html`<td style="${CELL}">${share && barHtml(share)}</td>`}</tr>
`;
}

/** A bar as long as the share; without text for screen readers, which read the number beside it. */
function barHtml({ of, text }: NonNullable<ReportRow['share']>): Html {
  const width = Math.round(of * 100);
  const cell = 'height:10px;line-height:10px;font-size:1px';
  return html`<table aria-hidden="true" role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0" style="border:1px solid ${BAR}"><tr>${
    width > 0 && html`<td width="${width}%" bgcolor="${BAR}" style="${cell};background-color:${BAR}">&nbsp;</td>`
  }${width < 100 && html`<td width="${100 - width}%" style="${cell}">&nbsp;</td>`}</tr></table>${text ?? ''}`;
}

function textOf({ title, lines }: Head, sections: readonly ReportSection[]): string {
  return `${[title, '', ...lines, ...sections.flatMap(sectionText)].join('\n')}\n`;
}

function sectionText({ title, heads, rows, note }: ReportSection): string[] {
  const lines = rows.map(({ name, values, share }) => {
    const [first = '', ...others] = values;
    const more = others.map((value, n) => `, ${value} ${within(heads[n + 2])}`);
    return `- ${name}: ${first}${share?.text === undefined ? '' : ` (${share.text})`}${more.join('')}`;
  });
  return ['', title.toUpperCase(), ...lines, ...(note === undefined ? [] : [note])];
}

/** A heading as it is written within a line. */
const within = (head = '') => head.charAt(0).toLowerCase() + head.slice(1);
