// The archive of a list and its feed, for customers who enable it: the public versions of campaigns
// sent to the whole list, newest first. Also the page of one campaign, which its mails link to with
// or without an archive.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { trackingLinks } from '../../content/links.ts';
import { publicSubject, publicVersion } from '../../content/public-version.ts';
import { campaignContext } from '../../content/queries.ts';
import { queryOf } from '../../http/address.ts';
import { matchesEtag, strongEtag } from '../../http/requests/etag.ts';
import type { Services } from '../../http/route.ts';
import { AppError } from '../../kernel/errors.ts';
import { sendMail } from '../../tracking/pages.ts';
import { frameOf, sendFramed, sendFramedError } from '../frame.ts';
import { type TokenRequest, tokenOf } from '../request.ts';
import { archiveFeed } from './feed.ts';
import {
  type Archive,
  type ArchivedCampaign,
  type ArchiveMark,
  archivedCampaigns,
  findArchive,
  isArchived,
  isOpen,
} from './queries.ts';
import { type ArchiveEntry, archivePage } from './views.ts';

const PER_PAGE = 20;

type ListRequest = FastifyRequest<{ Params: { list_uid: string } }>;

/** Mounts archives, their feeds and the pages of campaigns. */
export function archivePages(app: FastifyInstance, services: Services): void {
  const { db, secret } = services;
  const options = { errorHandler: sendFramedError };
  const links = trackingLinks(services);
  const archiveOf = async (request: ListRequest): Promise<Archive> => {
    const archive = await findArchive(db, request.params.list_uid);
    if (!archive) throw new AppError('not_found', 'There is no archive here.');
    return archive;
  };
  const entryOf = async (campaign: ArchivedCampaign): Promise<ArchiveEntry> => {
    // Only subjects with tags need the campaign's context.
    const context = campaign.subject.includes('[') ? await campaignContext(db, campaign.id) : undefined;
    const subject = context ? publicSubject(services, context) : campaign.subject;
    return { uid: campaign.uid, subject, at: campaign.started_at, url: links.campaignUrl(campaign.id) };
  };

  app.get('/archive/:list_uid', options, async (request: ListRequest, reply) => {
    const { list, customer } = await archiveOf(request);
    const frame = frameOf(list, request);
    const after = markOf(request);
    const campaigns = await archivedCampaigns(db, list, { after, limit: PER_PAGE + 1 });
    const shown = campaigns.slice(0, PER_PAGE);
    const last = campaigns.length > PER_PAGE ? shown.at(-1) : undefined;
    const page = archivePage(frame, {
      entries: await Promise.all(shown.map(entryOf)),
      timeZone: customer.time_zone,
      feedUrl: `${links.archiveUrl(list.uid)}/feed.xml`,
      subscribeUrl: links.subscribeUrl(list.uid),
      newest: after && links.archiveUrl(list.uid),
      older: last && `${links.archiveUrl(list.uid)}?before=${last.started_at}-${last.number}`,
    });
    return sendFramed(reply, 200, frame, page);
  });

  app.get('/archive/:list_uid/feed.xml', options, async (request: ListRequest, reply) => {
    const { list } = await archiveOf(request);
    // All readers share a feed: its language is the list's, not the reader's.
    const frame = frameOf(list, { headers: {} });
    const campaigns = await archivedCampaigns(db, list, { limit: PER_PAGE });
    const changedAt = Math.max(list.updated_at, ...campaigns.map((one) => one.finished_at ?? one.started_at));
    const entries = await Promise.all(campaigns.map(entryOf));
    const feed = archiveFeed(frame, { entries, changedAt, url: links.archiveUrl(list.uid) });
    const etag = strongEtag(feed);
    reply.headers({
      'content-type': 'application/rss+xml; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'x-content-type-options': 'nosniff',
      'last-modified': new Date(changedAt).toUTCString(),
      etag,
    });
    return isFresh(request, etag, changedAt) ? reply.code(304).send() : reply.send(feed);
  });

  app.get('/v/:token', options, async (request: TokenRequest, reply) => {
    const version = await publicVersion(services, tokenOf(secret, 'campaign', request).number);
    if (!version) throw new AppError('not_found', 'This mail is not kept any more.');
    const { campaign, list, html } = version;
    return sendMail(reply, html, isOpen(list) && (await isArchived(db, list, campaign)));
  });
}

/**
 * Reads the position after which the page begins; an invalid one is the beginning, as is what other
 * programs append to a link that was posted somewhere.
 */
function markOf(request: FastifyRequest): ArchiveMark | undefined {
  const before = new URLSearchParams(queryOf(request.url)).get('before') ?? '';
  const [, startedAt, number] = /^(\d{1,15})-(\d{1,15})$/.exec(before) ?? [];
  if (startedAt === undefined || number === undefined) return undefined;
  return { startedAt: Number(startedAt), number: Number(number) };
}

/**
 * Whether the client's copy is current: the ETag decides when there is one, else the date (RFC
 * 9110, section 13.2.2).
 */
function isFresh({ headers }: FastifyRequest, etag: string, changedAt: number): boolean {
  if (headers['if-none-match'] !== undefined) return matchesEtag(headers['if-none-match'], etag);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return Math.floor(changedAt / 1000) * 1000 <= since; // a date has whole seconds; NaN is never fresh
}
