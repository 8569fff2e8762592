// The layout of every page for people: one style sheet, no script, nothing from other hosts; and
// the headers that enforce this.
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { asError } from '../kernel/errors.ts';
import { type Html, html, trustedHtml } from './html.ts';
import { errorAnswer, tellWhenAgain } from './reply.ts';

const STYLE = `
:root{color-scheme:light dark;--ground:#f6f7f9;--card:#fff;--text:#1b1f27;--quiet:#5c6572;--line:#e1e4ea;--accent:#0b62c4;--on-accent:#fff;--good:#13794a;--bad:#b3261e;--code:#f0f2f6}
@media (prefers-color-scheme:dark){:root{--ground:#12151b;--card:#1b1f27;--text:#e8eaee;--quiet:#a0a8b5;--line:#313743;--accent:#7db4ff;--on-accent:#0c1420;--good:#62cf97;--bad:#ff9c94;--code:#12151b}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif;overflow-wrap:anywhere}
header{border-bottom:1px solid var(--line);background:var(--card)}
header>div,main{max-width:46rem;margin:0 auto;padding:0 1.25rem}
.wide header>div,.wide main{max-width:68rem}
header>div{display:flex;align-items:center;gap:1.25rem;min-height:3.5rem;flex-wrap:wrap}
header nav{display:flex;gap:1rem;margin-left:auto}
.brand{font-weight:650;color:var(--text);text-decoration:none;display:flex;gap:.55rem;align-items:center}
.brand svg{width:1.5rem;height:1.5rem;display:block}
main{padding-top:2rem;padding-bottom:4rem}
h1{font-size:1.7rem;line-height:1.25;letter-spacing:-.015em;margin:0 0 .5rem}
h2{font-size:1.1rem;margin:2rem 0 .6rem}
p{margin:.6rem 0}
a{color:var(--accent);text-underline-offset:.15em}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:4px}
.quiet{color:var(--quiet)}.small{font-size:.875rem}.good{color:var(--good)}.bad{color:var(--bad)}
.card{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:1.25rem 1.4rem;margin:1.25rem 0}
.card>:first-child{margin-top:0}.card>:last-child{margin-bottom:0}
.narrow main{max-width:34rem;padding-top:12vh}.narrow button{margin:.4rem 0}
button,.button{font:inherit;font-weight:600;border:1px solid var(--accent);background:var(--accent);color:var(--on-accent);border-radius:8px;padding:.55rem 1.1rem;cursor:pointer;text-decoration:none;display:inline-block;white-space:nowrap;flex:none}
button:disabled{opacity:.5;cursor:default}
button.plain,.button.plain{background:transparent;color:var(--accent)}
input[type=search],input[type=text]{font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:8px;padding:.5rem .8rem;min-width:0;width:100%}
pre,code{font:.86em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
pre{background:var(--code);border:1px solid var(--line);border-radius:8px;padding:.9rem 1rem;overflow-x:auto;white-space:pre;overflow-wrap:normal}
pre.wrap{white-space:pre-wrap;overflow-wrap:anywhere}
dl.facts{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.35rem 1.1rem;margin:0}
dl.facts dt{color:var(--quiet)}dl.facts dd{margin:0}
.bar{display:flex;gap:.6rem;align-items:center;flex-wrap:wrap;margin:1rem 0}
.bar form{display:flex;gap:.6rem}.bar .grow{flex:1 1 16rem}
ul.mails{list-style:none;margin:0;padding:0;background:var(--card);border:1px solid var(--line);border-radius:12px;overflow:hidden}
ul.mails li+li{border-top:1px solid var(--line)}
ul.mails a{display:grid;grid-template-columns:minmax(0,15rem) minmax(0,1fr) max-content;gap:.15rem 1.2rem;padding:.7rem 1.2rem;color:inherit;text-decoration:none}
ul.mails a:hover{background:var(--code)}
ul.mails strong,ul.mails span{white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.tabs{display:flex;gap:.35rem;flex-wrap:wrap;margin:1.4rem 0 0;padding:0;list-style:none;border-bottom:1px solid var(--line)}
.tabs a{display:block;padding:.5rem .9rem;text-decoration:none;border-bottom:3px solid transparent;margin-bottom:-1px}
.tabs a[aria-current]{border-color:var(--accent);color:var(--text);font-weight:600}
iframe{width:100%;height:70vh;border:1px solid var(--line);border-radius:8px;background:#fff;margin-top:1rem;display:block}
@media (max-width:40rem){header>div{gap:.75rem}header nav{gap:.75rem;font-size:.9rem}.tabs{gap:0}.tabs a{padding:.5rem .65rem}pre{white-space:pre-wrap;overflow-wrap:anywhere}ul.mails span{white-space:normal}main{padding-top:1.25rem}h1{font-size:1.4rem}ul.mails a{grid-template-columns:minmax(0,1fr) max-content}ul.mails strong{grid-column:1/-1;grid-row:2}dl.facts{grid-template-columns:1fr;gap:0}dl.facts dd{margin-bottom:.5rem}.card{padding:1rem}}
`;

/** The logo, which is also the favicon. */
export const MARK =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#0b62c4"/><path d="M6 11.5 16 18l10-6.5" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/><rect x="6" y="9" width="20" height="14.5" rx="2.6" fill="none" stroke="#fff" stroke-width="2.4"/></svg>';

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/**
 * A page. `room` sets its width: `narrow` for one question, `wide` for tables. `nav` is at the
 * right of the header.
 */
function page(content: { title: string; body: Html; room?: 'narrow' | 'wide'; nav?: Html }): Html {
  const { title, body, room, nav } = content;
  // Narrow pages are for recipients, who need not know the name of the software.
  const head =
    room !== 'narrow' &&
    html`<header><div><a class="brand" href="/">${trustedHtml(MARK)} Mailwright</a>${nav && html`<nav>${nav}</nav>`}</div></header>`;
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"><style>${trustedHtml(STYLE)}</style></head>
<body class="${room}">${head}<main>${body}</main></body></html>
`;
}

/** Headers of every page: no script runs, no other host is asked, no other site can frame it. */
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

/** Sends a page with its headers. */
export function sendPage(reply: FastifyReply, status: number, content: Parameters<typeof page>[0]): FastifyReply {
  return reply
    .code(status)
    .headers(PAGE_HEADERS)
    .send(String(page(content)));
}

/** Sends an error as a page in plain words; internal errors are logged under the request's id. */
export function sendErrorPage(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body, fault, retryAfter } = errorAnswer(error);
  if (fault) request.log.error({ event: 'http.fault', id: request.id, err: asError(error) });
  if (retryAfter !== undefined) tellWhenAgain(error, request, reply, retryAfter);
  const said = typeof body.error === 'string' ? body.error : 'The request could not be understood.';
  const title = status === 404 ? 'Not found' : fault ? 'Something went wrong' : 'That did not work';
  const text = fault ? 'Please try again in a moment.' : said;
  return sendPage(reply, status, {
    title,
    room: 'narrow',
    body: html`<div class="card"><h1>${title}</h1><p>${text}</p></div>`,
  });
}
