// Everything that is stored about one person as a page that explains itself, for whoever asked.
import { type Html, html } from '../../http/html.ts';
import { iso } from '../wire.ts';

type Row = Readonly<Record<string, unknown>>;

/**
 * The page.
 * @param found what is stored, as the interface tells it
 * @param at now, ms
 */
export function personPage(email: string, found: object, at: number): string {
  const sections = Object.entries(found).map(([name, value]) => section(wordsOf(name), value));
  return `<!doctype html>${html`<html lang="en"><head><meta charset="utf-8"><title>What is stored about ${email}</title>
<style>body{font:14px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;color:#222}
h1{font-size:1.4rem}h2{font-size:1.1rem;margin-top:2rem}table{border-collapse:collapse;width:100%}
th,td{border:1px solid #ccc;padding:.3rem .5rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}
th{background:#f4f4f4}pre{white-space:pre-wrap;margin:0;font:inherit}</style></head>
<body><h1>What is stored about ${email}</h1><p>On all lists, as of ${iso(at)}. Times are in UTC.</p>${sections}</body></html>`}\n`;
}

function section(title: string, value: unknown): Html {
  const rows = Array.isArray(value) ? value : isRow(value) ? [value] : undefined;
  if (!rows) return html`<h2>${title}</h2><p>${cell(value)}</p>`;
  if (rows.length === 0) return html`<h2>${title}</h2><p>Nothing.</p>`;
  const names = Object.keys(rows[0] as Row);
  return html`<h2>${title}</h2><table><thead><tr>${names.map((name) => html`<th>${wordsOf(name)}</th>`)}</tr></thead>
<tbody>${(rows as Row[]).map((row) => html`<tr>${names.map((name) => html`<td>${cell(row[name])}</td>`)}</tr>`)}</tbody></table>`;
}

function cell(value: unknown): Html | string {
  if (value === null || value === undefined || value === '') return '–';
  if (isRow(value)) {
    return html`${Object.entries(value).map(([name, one]) => html`<div><b>${name}</b> ${cell(one)}</div>`)}`;
  }
  return html`<pre>${String(value)}</pre>`;
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

/** `ip_address` → `Ip address`. */
const wordsOf = (name: string) => name.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase());
