// The test inbox at `/inbox`, for people, and at `/inbox.json`, for programs. Mails are untrusted:
// their HTML is shown in a sandboxed frame without script, everything else as text or as a
// download.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { queryOf } from '../http/address.ts';
import { isOwnRequest } from '../http/admission.ts';
import { sendErrorPage, sendPage } from '../http/layout.ts';
import { type Right, requireRight } from '../http/rights.ts';
import { AppError } from '../kernel/errors.ts';
import { say } from '../kernel/sentences/sentence.ts';
import { clearInbox, countInbox, findMail, listInbox, type ParsedMail, parseMail } from '../mail/inbox/queries.ts';
import type { Db } from '../storage/db.ts';
import type { InboxMail } from '../storage/tables.ts';
import type { Guard } from './guard.ts';
import type { Viewer } from './inbox-access.ts';
import { asBytes, framedMail, safeFileName } from './inbox-content.ts';
import { listingView, mailView, type Tab } from './inbox-views.ts';
import { navOf } from './start-page.ts';

type MailRequest = FastifyRequest<{ Params: { id: string; index: string } }>;

const A_PAGE = 50;
const LIMIT_MAX = 1000;
const NAV = navOf({ testInbox: true });
const RAW_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};
// The frame shows a mail like a mail program: remote pictures are loaded, so its pixel counts an
// open.
const FRAME_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src http: https: data:; " +
  "style-src 'unsafe-inline' http: https:; font-src http: https: data:; form-action 'none'; frame-ancestors 'self'";

const viewers = new WeakMap<FastifyRequest, Viewer>();

function viewerOf(request: FastifyRequest): Viewer {
  const viewer = viewers.get(request);
  if (viewer === undefined) throw new AppError('internal', 'The inbox was reached without its viewer.');
  return viewer;
}

/** @throws AppError `forbidden` */
function requireFor(request: FastifyRequest, right: Right): void {
  const viewer = viewerOf(request);
  if (viewer !== 'everything') requireRight(viewer, right);
}

/** The customer whose mails a visitor may see; undefined: everybody's. */
function ownerOf(request: FastifyRequest): number | undefined {
  const viewer = viewerOf(request);
  return viewer === 'everything' ? undefined : viewer.customerId;
}

/**
 * Mounts the inbox: a key shows its customer's mails; the operator's key, and this machine, show
 * everybody's.
 */
export function inboxPages(app: FastifyInstance, { db }: { db: Db }, guard: Guard): void {
  const options: PageOptions = {
    errorHandler: sendErrorPage,
    onRequest: async (request, reply) => {
      viewers.set(request, await guard.viewerOf(request, reply));
    },
  };
  mountListing(app, db, options);
  mountMail(app, db, options);
  mountParts(app, db, options);
}

type PageOptions = {
  errorHandler: typeof sendErrorPage;
  onRequest(request: FastifyRequest, reply: FastifyReply): Promise<void>;
};

function mountListing(app: FastifyInstance, db: Db, options: PageOptions): void {
  app.get('/inbox', options, async (request, reply) => {
    const { search, beforeId } = readQuery(request.url);
    const customerId = ownerOf(request);
    const [mails, count] = await Promise.all([
      listInbox(db, { customerId, search, beforeId, limit: A_PAGE + 1 }),
      countInbox(db, { customerId, search }),
    ]);
    const shown = mails.slice(0, A_PAGE);
    const nextBefore = mails.length > A_PAGE ? shown.at(-1)?.id : undefined;
    const body = listingView({
      mails: shown,
      count,
      search,
      isFirst: beforeId === undefined,
      nextBefore,
      isAll: customerId === undefined,
    });
    return sendPage(reply, 200, { title: 'Test inbox', body, room: 'wide', nav: NAV });
  });

  app.get('/inbox.json', options, async (request, reply) => {
    const { search, beforeId, limit } = readQuery(request.url);
    const customerId = ownerOf(request);
    const [mails, count] = await Promise.all([
      listInbox(db, { customerId, search, beforeId, limit }),
      countInbox(db, { customerId, search }),
    ]);
    return reply.headers(RAW_HEADERS).send({
      count,
      mails: mails.map(({ id, received_at, mail_from, rcpt_to, subject, size }) => ({
        id,
        received_at: new Date(received_at).toISOString(),
        from: mail_from,
        to: rcpt_to,
        subject,
        size,
      })),
      next_before: mails.length === limit ? (mails.at(-1)?.id ?? null) : null,
    });
  });

  app.post('/inbox/clear', options, async (request, reply) => {
    if (!isOwnRequest(request.headers)) throw new AppError('forbidden', 'This request came from another site.');
    requireFor(request, 'own');
    await clearInbox(db, ownerOf(request));
    return reply.redirect('/inbox', 303);
  });
}

/** One mail, in its tabs. */
function mountMail(app: FastifyInstance, db: Db, options: PageOptions): void {
  const tabs: [path: string, tab: Tab][] = [
    ['/inbox/:id', 'html'],
    ['/inbox/:id/text', 'text'],
    ['/inbox/:id/headers', 'headers'],
    ['/inbox/:id/source', 'source'],
  ];
  for (const [path, tab] of tabs) {
    app.get(path, options, async (request: MailRequest, reply) => {
      const { mail, parsed } = await read(db, request);
      return sendPage(reply, 200, {
        title: mail.subject || 'Mail',
        body: mailView(mail, parsed, tab),
        room: 'wide',
        nav: NAV,
      });
    });
  }
}

/** What a mail consists of: its HTML for the frame, its source, its attachments. */
function mountParts(app: FastifyInstance, db: Db, options: PageOptions): void {
  app.get('/inbox/:id/html', options, async (request: MailRequest, reply) => {
    const { mail, parsed } = await read(db, request);
    if (parsed?.html === undefined) throw new AppError('not_found', say('mail-no-html'));
    return reply
      .headers({ ...RAW_HEADERS, 'content-security-policy': FRAME_POLICY, 'content-type': 'text/html; charset=utf-8' })
      .send(framedMail(mail.id, parsed.html, parsed.attachments));
  });

  app.get('/inbox/:id/raw', options, async (request: MailRequest, reply) => {
    const { mail } = await read(db, request);
    return reply
      .headers({ ...RAW_HEADERS, 'content-type': 'message/rfc822' })
      .header('content-disposition', `attachment; filename="mail-${mail.id}.eml"`)
      .send(asBytes(mail.source));
  });

  app.get('/inbox/:id/attachments/:index', options, async (request: MailRequest, reply) => {
    const { parsed } = await read(db, request);
    const { index } = request.params;
    const attachment = /^\d{1,4}$/.test(index) ? parsed?.attachments[Number(index)] : undefined;
    if (!attachment) throw new AppError('not_found', 'This mail has no such attachment.');
    const picture = /^image\/(?:png|jpeg|gif|webp)$/.test(attachment.mimeType);
    return reply
      .headers({ ...RAW_HEADERS, 'content-security-policy': "default-src 'none'; sandbox" })
      .header('content-type', picture ? attachment.mimeType : 'application/octet-stream')
      .header('content-disposition', `attachment; filename="${safeFileName(attachment.filename)}"`)
      .send(asBytes(attachment.content));
  });
}

async function read(db: Db, request: MailRequest): Promise<{ mail: InboxMail; parsed: ParsedMail | undefined }> {
  requireFor(request, 'edit'); // its links confirm and unsubscribe the person it is to
  const { id } = request.params;
  const mail = /^\d{1,15}$/.test(id) ? await findMail(db, Number(id), ownerOf(request)) : undefined;
  if (!mail) throw new AppError('not_found', say('mail-gone'));
  // A mail that cannot be parsed is shown as its source.
  return { mail, parsed: await parseMail(mail.source).catch(() => undefined) };
}

function readQuery(url: string): { search: string; beforeId: number | undefined; limit: number } {
  const query = new URLSearchParams(queryOf(url));
  const whole = (name: string) => {
    const text = query.get(name) ?? '';
    return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
  };
  const limit = Math.min(Math.max(whole('limit') ?? A_PAGE, 1), LIMIT_MAX);
  return { search: (query.get('q') ?? '').trim().slice(0, 255), beforeId: whole('before'), limit };
}
