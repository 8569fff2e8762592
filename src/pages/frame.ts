// The frame of public pages: the list's title, colors and logo around one card, in the visitor's
// language. No scripts; nothing from other hosts except the list's logo.
import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Html, html, trustedHtml } from '../http/html.ts';
import { errorAnswer, tellWhenAgain } from '../http/reply.ts';
import { asError } from '../kernel/errors.ts';
import { type PageSettings, pageOrigin, pageSettingsOf, pageTitleOf } from '../lists/pages/settings.ts';
import type { List } from '../storage/tables.ts';
import type { CaptchaFiles } from './captcha/files.ts';
import { styleOf } from './style.ts';
import type { Texts } from './texts/en.ts';
import { textsFor } from './texts/languages.ts';

export type FramedList = Pick<List, 'pages' | 'display_name' | 'name'>;

/** Shared by all pages of one response: the list's settings and the visitor's language. */
export type Frame = { title: string; settings: PageSettings; texts: Texts };

/** One page. `body` begins with its `h1`. */
export type FramedPage = {
  title: string;
  body: Html;
  /** Any site may embed the page in a frame. */
  isEmbeddable?: boolean;
  /** Anybody may see the page: search engines index it, and caches keep it for some minutes. */
  isPublic?: boolean;
  /** The feed that belongs to the page. */
  feedUrl?: string;
  /** The response to the page's form may redirect to another site. */
  leadsAway?: boolean;
  /** The captcha that the page has: the only script and style sheet that a page loads. */
  captcha?: CaptchaFiles | undefined;
};

/** The frame of a list's pages; a neutral one when the list is gone or unknown. */
export function frameOf(list: FramedList | undefined, request: Pick<FastifyRequest, 'headers'>): Frame {
  const settings = pageSettingsOf(list ?? { pages: '{}' });
  const texts = textsFor(settings.language, request.headers['accept-language']);
  return { title: list ? pageTitleOf(list) : '', settings, texts };
}

/** Sends a page in its frame. */
export function sendFramed(reply: FastifyReply, status: number, frame: Frame, page: FramedPage): FastifyReply {
  const style = styleOf(frame.settings.colors);
  const nonce = page.captcha ? randomBytes(16).toString('base64url') : '';
  return reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyOf({ style, nonce }, frame, page),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': page.isPublic ? 'public, max-age=300' : 'no-store',
      'content-language': frame.texts.language,
      vary: 'Accept-Language',
      ...(!page.isEmbeddable && { 'x-frame-options': 'DENY' }),
    })
    .send(String(framed({ style, nonce }, frame, page)));
}

/** A page as it would be, for a frame of ours. */
export function previewed(frame: Frame, page: FramedPage): { page: string; headers: Record<string, string> } {
  const style = styleOf(frame.settings.colors);
  const policy = policyOf({ style, nonce: '' }, frame, page);
  return {
    page: String(framed({ style, nonce: '' }, frame, page)),
    headers: { 'content-security-policy': policy.replace(/frame-ancestors .*$/, "frame-ancestors 'self'") },
  };
}

/** The error handler of public pages: explains the error in plain words. */
export function sendFramedError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendFault({ error, request, reply, isEmbeddable: false });
}

/**
 * The error handler of pages that other sites embed: without it, a browser would show a blank frame
 * there instead of the explanation.
 */
export function sendEmbeddedError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendFault({ error, request, reply, isEmbeddable: true });
}

type Fault = { error: unknown; request: FastifyRequest; reply: FastifyReply; isEmbeddable: boolean };

function sendFault({ error, request, reply, isEmbeddable }: Fault): FastifyReply {
  const { status, fault, retryAfter } = errorAnswer(error);
  if (fault) request.log.error({ event: 'http.fault', id: request.id, err: asError(error) });
  if (retryAfter !== undefined) tellWhenAgain(error, request, reply, retryAfter);
  const frame = frameOf(undefined, request);
  const { common } = frame.texts;
  if (status >= 500)
    return sendMessage(reply, status, frame, { title: common.wentWrong, text: common.tryAgain, isEmbeddable });
  if (status === 404)
    return sendMessage(reply, 404, frame, { title: common.notFound, text: common.unknownLink, isEmbeddable });
  return sendMessage(reply, status, frame, { title: common.notUnderstood, text: common.badRequest, isEmbeddable });
}

/** Sends a page with a single message. */
export function sendMessage(
  reply: FastifyReply,
  status: number,
  frame: Frame,
  { title, text, ...more }: Omit<FramedPage, 'body'> & { text: string | Html },
): FastifyReply {
  return sendFramed(reply, status, frame, { title, body: html`<h1>${title}</h1><p>${text}</p>`, ...more });
}

/** The style sheet within a page, and what marks the captcha's files as ours (`""`: none). */
type Own = { style: string; nonce: string };

function policyOf({ style, nonce }: Own, { settings }: Frame, { isEmbeddable, leadsAway }: FramedPage): string {
  const hash = createHash('sha256').update(style).digest('base64');
  const own = nonce === '' ? '' : ` 'nonce-${nonce}'`;
  return [
    "default-src 'none'",
    `style-src 'sha256-${hash}'${own}`,
    // Workers have no nonces.
    ...(own === '' ? [] : [`script-src${own}`, "worker-src 'self'", "connect-src 'self'"]),
    `img-src ${pageOrigin(settings.logoUrl) ?? "'none'"}`,
    // Browsers check every redirect that follows a form against this, also those that the other
    // site makes (to its name with www, say): naming its origin alone would stop people there.
    `form-action 'self'${leadsAway ? ' http: https:' : ''}`,
    "base-uri 'none'",
    `frame-ancestors ${isEmbeddable ? '*' : "'none'"}`,
  ].join('; ');
}

function framed({ style, nonce }: Own, { title, settings, texts }: Frame, page: FramedPage): Html {
  const logo = pageOrigin(settings.logoUrl) !== undefined && html`<img src="${settings.logoUrl}" alt="${title}">`;
  const brand = logo || (title !== '' && html`<p>${title}</p>`);
  const named = title === '' || page.title.includes(title) ? page.title : `${page.title} – ${title}`;
  const robots = !page.isPublic && html`<meta name="robots" content="noindex">`;
  const feed = page.feedUrl && html`<link rel="alternate" type="application/rss+xml" href="${page.feedUrl}">`;
  const captcha =
    page.captcha &&
    html`<link rel="stylesheet" href="${page.captcha.style}" nonce="${nonce}"><script type="module" src="${page.captcha.script}" nonce="${nonce}"></script>`;
  return html`<!doctype html>
<html lang="${texts.language}" dir="${texts.dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${robots}${feed}<title>${named}</title>${captcha}<style>${trustedHtml(style)}</style></head>
<body>${brand && html`<header>${brand}</header>`}<main>${page.body}</main></body></html>
`;
}
