// Views of the test inbox: its listing, and one mail in tabs.

import { type Html, html } from '../http/html.ts';
import { counted } from '../kernel/text/counted.ts';
import type { MailHead, ParsedMail } from '../mail/inbox/queries.ts';
import type { InboxMail } from '../storage/tables.ts';

export type Listing = {
  mails: MailHead[];
  count: number;
  search: string;
  isFirst: boolean;
  nextBefore: number | undefined;
  /** Shows everybody's mails, not one customer's. */
  isAll: boolean;
};

/** Newest mails, with search and a button to clear the inbox. */
export function listingView({ mails, count, search, isFirst, nextBefore, isAll }: Listing): Html {
  const found = search === '' ? counted(count, 'mail') : `${counted(count, 'mail')} found`;
  return html`<h1>Test inbox</h1>
<p class="quiet">Mail that left here went no further. The last 10,000 are kept. ${isAll ? 'You see the mail of every customer.' : 'You see your own mail.'}</p>
<div class="bar"><form method="get" action="/inbox" class="grow" role="search"><input type="search" name="q" value="${search}" aria-label="Search sender, recipient and subject" placeholder="Search sender, recipient, subject"><button type="submit">Search</button></form>
<form method="post" action="/inbox/clear"><button type="submit" class="plain"${count === 0 && html` disabled`}>Clear inbox</button></form></div>
<p class="quiet small" role="status">${found}</p>
${mails.length === 0 ? emptyView(search) : html`<ul class="mails">${mails.map(entryView)}</ul>`}
<p class="bar">${!isFirst && html`<a href="${address(search)}">Newest</a>`} ${nextBefore !== undefined && html`<a href="${address(search, nextBefore)}">Older</a>`}</p>`;
}

function emptyView(search: string): Html {
  return search === ''
    ? html`<div class="card"><p>No mail yet. Send a campaign, and it arrives here.</p></div>`
    : html`<div class="card"><p>Nothing found for “${search}”. <a href="/inbox">Show all</a></p></div>`;
}

function entryView(mail: MailHead): Html {
  return html`<li><a href="/inbox/${mail.id}"><span>${mail.rcpt_to}</span><strong>${mail.subject || '(no subject)'}</strong>${timeView(mail.received_at)}</a></li>`;
}

function timeView(at: number): Html {
  const iso = new Date(at).toISOString();
  return html`<time class="quiet small" datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')}</time>`;
}

function address(search: string, before?: number): string {
  const query = new URLSearchParams();
  if (search !== '') query.set('q', search);
  if (before !== undefined) query.set('before', String(before));
  return query.size === 0 ? '/inbox' : `/inbox?${query}`;
}

const TABS = [
  ['html', 'HTML', ''],
  ['text', 'Text', '/text'],
  ['headers', 'Headers', '/headers'],
  ['source', 'Source', '/source'],
] as const;
export type Tab = (typeof TABS)[number][0];

/** Longer sources slow a browser down and are read by nobody. */
const SHOWN_MAX = 500_000;

/** One mail. `parsed` is undefined when it could not be parsed: then only its source is shown. */
export function mailView(mail: InboxMail, parsed: ParsedMail | undefined, tab: Tab): Html {
  const header = (name: string) => parsed?.headers.find(({ key }) => key === name)?.value;
  const attachments = parsed?.attachments ?? [];
  return html`<p class="small"><a href="/inbox">← All mails</a></p>
<h1>${mail.subject || '(no subject)'}</h1>
<div class="card"><dl class="facts">
<dt>From</dt><dd>${header('from') ?? mail.mail_from}</dd>
<dt>To</dt><dd>${mail.rcpt_to}</dd>
<dt>Received</dt><dd>${timeView(mail.received_at)} UTC, ${counted(mail.size, 'byte')}</dd>
${attachments.length > 0 && html`<dt>Attachments</dt><dd>${attachments.map((attachment, index) => html`<a href="/inbox/${mail.id}/attachments/${index}">${attachment.filename || `attachment ${index + 1}`}</a> `)}</dd>`}
</dl></div>
<ul class="tabs">${TABS.map(([name, label, path]) => html`<li><a href="/inbox/${mail.id}${path}"${name === tab && html` aria-current="page"`}>${label}</a></li>`)}</ul>
${tabView(mail, parsed, tab)}`;
}

function tabView(mail: InboxMail, parsed: ParsedMail | undefined, tab: Tab): Html {
  if (tab === 'source' || !parsed) {
    const shown = Buffer.from(mail.source.subarray(0, SHOWN_MAX)).toString('latin1');
    return html`<p class="small"><a href="/inbox/${mail.id}/raw">Download as .eml</a>${mail.size > SHOWN_MAX && html` (only the beginning is shown)`}</p><pre>${shown}</pre>`;
  }
  if (tab === 'headers') {
    return html`<pre class="wrap">${parsed.headers.map(({ originalKey, value }) => html`<strong>${originalKey}</strong>: ${value}\n`)}</pre>`;
  }
  if (tab === 'text') {
    return parsed.text === undefined
      ? html`<p class="quiet">This mail has no plain text.</p>`
      : html`<pre class="wrap">${parsed.text}</pre>`;
  }
  if (parsed.html === undefined) return html`<p class="quiet">This email has no HTML.</p>`;
  return html`<iframe src="/inbox/${mail.id}/html" title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`;
}
