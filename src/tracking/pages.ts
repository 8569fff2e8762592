// The public addresses in a mail (wire contract, section 10): pixel, click, web version. Nothing
// but their signed token opens them. Outside of http/, only this file and web/ know HTTP.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Purpose, parseToken, type TokenContent } from '../content/links.ts';
import { webVersion } from '../content/web-version.ts';
import { atMostEvery } from '../coordination/at-most-every.ts';
import { subscriberAddress } from '../http/address.ts';
import { sendBytes } from '../http/answer.ts';
import type { Services } from '../http/route.ts';
import { AppError } from '../kernel/errors.ts';
import { type Destination, findDestination, rememberedLinks } from './destination.ts';
import type { Hit, Visitor } from './hits.ts';
import { openRecorder } from './recorder/recorder.ts';

type TokenRequest = FastifyRequest<{ Params: { token: string } }>;

/** A screen that reloads its figures costs more than recording a hundred hits. */
const NOTIFY_EVERY_MS = 1_000;

/** Answers with a page that explains the error to whoever followed a link. */
type Explain = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** Mounts the public pages of mails. */
export function trackingPages(app: FastifyInstance, services: Services, explain: Explain): void {
  const recorder = openRecorder(services.dedicated ?? services.db, services.clock);
  // Autoresponders and webhooks may follow a hit.
  const notify = atMostEvery(NOTIFY_EVERY_MS, () => services.changed?.());
  const record = async (hit: Hit): Promise<boolean> => {
    const isKnown = await recorder.record(hit);
    notify.call();
    return isKnown;
  };
  const links = rememberedLinks(services.clock);
  app.addHook('onClose', async () => {
    await recorder.close();
    notify.stop();
  });
  const options = { errorHandler: explain };
  const tokenOf = (request: TokenRequest, purpose: Purpose) => read(services.secret, purpose, request.params.token);

  app.get('/o/:token', options, async (request: TokenRequest, reply) => {
    const named = PIXEL_NAME.exec(request.params.token)?.[1] ?? '';
    const message = read(services.secret, 'open', named);
    if (request.method === 'GET') await record({ kind: 'open', message, linkId: 0, visitor: visitorOf(request) });
    return sendBytes({ request, reply }, 200, PIXEL_HEAD, PIXEL);
  });

  app.get('/c/:token', options, async (request: TokenRequest, reply) => {
    const { subscriberId, number: linkId, part = 0 } = tokenOf(request, 'click');
    const lead = (address: string) => sendBytes({ request, reply }, 302, [...PRIVATE_HEAD, 'location', address]);
    const click = ({ campaignId }: Destination): Hit => {
      return { kind: 'click', message: { campaignId, subscriberId }, linkId, visitor: visitorOf(request) };
    };
    const isGet = request.method === 'GET';
    // Recording looks for the message, too.
    const known = isGet ? links.find(linkId) : undefined;
    if (known && (await record(click(known)))) return lead(known.address);
    const destination = await findDestination(services, { subscriberId, linkId, part });
    if (destination === undefined) throw new AppError('not_found', UNKNOWN);
    links.note(linkId, destination);
    if (isGet) await record(click(destination));
    return lead(destination.address);
  });

  app.get('/w/:token', options, async (request: TokenRequest, reply) => {
    const content = await webVersion(services, tokenOf(request, 'web'));
    if (content === undefined) throw new AppError('not_found', 'This mail is not kept any more.');
    return sendMail(reply, content);
  });
}

const UNKNOWN = 'This link is not known here.';
const PIXEL_NAME = /^(.{22})\.gif$/;
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64').toString('latin1');
const PRIVATE = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' };
const PRIVATE_HEAD = ['cache-control', 'no-store', 'referrer-policy', 'no-referrer'];
const PIXEL_HEAD = [...PRIVATE_HEAD, 'content-type', 'image/gif', 'cross-origin-resource-policy', 'cross-origin'];

// A mail is an author's HTML: pictures, styles and links work; scripts, forms and frames do not,
// and in the sandbox it belongs to no origin.
const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src http: https: data:; " +
  "style-src 'unsafe-inline' http: https:; font-src http: https: data:; media-src http: https:; base-uri 'none'; form-action 'none'";

/** Answers with a mail's own HTML. `isPublic`: search engines may keep it. */
export function sendMail(reply: FastifyReply, content: string, isPublic = false): FastifyReply {
  return reply
    .headers({ ...PRIVATE, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': MAIL_POLICY })
    .headers(isPublic ? {} : { 'x-robots-tag': 'noindex' })
    .send(content);
}

function read(secret: string, purpose: Purpose, token: string): TokenContent {
  const content = parseToken(secret, purpose, token);
  if (!content) throw new AppError('not_found', UNKNOWN);
  return content;
}

/** Who made the request. */
export function visitorOf(request: FastifyRequest): Visitor {
  const agent = request.headers['user-agent']?.replace(/\p{Cc}/gu, '').slice(0, 255);
  const ahead = `${request.headers['sec-purpose'] ?? ''} ${request.headers['purpose'] ?? ''}`;
  const isAhead = /prefetch|prerender/i.test(ahead);
  return { ipAddress: subscriberAddress({}, request.ip), userAgent: agent || null, isAhead };
}
