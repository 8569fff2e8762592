// The report of a campaign, for whoever has its link: figures and links, nothing of people.
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../http/route.ts';
import { AppError } from '../../kernel/errors.ts';
import { findSharedReport } from '../../reports/shared/shared.ts';
import { frameOf, sendFramed, sendFramedError } from '../frame.ts';
import { type TokenRequest, tokenOf } from '../request.ts';
import { reportPage } from './views.ts';

/** Mounts the page. */
export function reportPages(app: FastifyInstance, { db, secret }: Services): void {
  app.get('/report/:token', { errorHandler: sendFramedError }, async (request: TokenRequest, reply) => {
    const { campaignId, number } = tokenOf(secret, 'report', request);
    const report = await findSharedReport(db, campaignId, number);
    if (!report) throw new AppError('not_found', 'This report is not shared any more.');
    const frame = frameOf(report.list, request);
    return sendFramed(reply, 200, frame, reportPage(frame, report));
  });
}
