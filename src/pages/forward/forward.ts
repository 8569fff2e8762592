// The page where a recipient forwards a mail to friends (wire contract, section 10). The forwarded
// mails link to the campaign's public version, so that no friend gets the recipient's own links.
import type { FastifyInstance } from 'fastify';
import { trackingLinks } from '../../content/links.ts';
import { publicSubject } from '../../content/public-version.ts';
import { campaignContext } from '../../content/queries.ts';
import { networkOf } from '../../http/address.ts';
import type { Services } from '../../http/route.ts';
import { AppError } from '../../kernel/errors.ts';
import { guardFields, judgeForm, withinLimits } from '../form/guard.ts';
import { frameOf, sendFramed, sendFramedError, sendMessage } from '../frame.ts';
import { findSentMail } from '../queries-people.ts';
import { FORM_LIMIT, formOf, type TokenRequest, textOf, tokenOf } from '../request.ts';
import { FORWARD_LIMITS, readForward } from './rules.ts';
import { sendForward } from './send.ts';
import { formPage } from './views.ts';

const TEXT_MAX = 2_000; // characters read of a member, before validation

/** Mounts the page. */
export function forwardPages(app: FastifyInstance, services: Services): void {
  const { db, clock, secret } = services;
  const options = { errorHandler: sendFramedError, bodyLimit: FORM_LIMIT };
  const links = trackingLinks(services);
  const mailOf = async (request: TokenRequest) => {
    const letter = await findSentMail(db, tokenOf(secret, 'forward', request));
    const context = letter?.subscriber && (await campaignContext(db, letter.campaign.id, letter.message));
    if (!letter?.subscriber || !context || letter.campaign.status === 'pending-delete') {
      throw new AppError('not_found', 'This mail is not kept any more.');
    }
    const frame = frameOf(letter.list, request);
    const subject = publicSubject(services, context) || frame.texts.archive.untitled;
    return {
      ...context,
      subscriber: letter.subscriber,
      frame,
      subject,
      name: `forward ${letter.campaign.id} ${letter.message.subscriberId}`,
    };
  };

  app.get('/f/:token', options, async (request: TokenRequest, reply) => {
    const { frame, subject, name } = await mailOf(request);
    const guard = guardFields(services, name, frame.texts);
    return sendFramed(reply, 200, frame, formPage(frame.texts, { subject, guard }));
  });

  app.post('/f/:token', options, async (request: TokenRequest, reply) => {
    const { campaign, list, customer, subscriber, frame, subject, name } = await mailOf(request);
    const { texts } = frame;
    const body = formOf(request);
    const form = {
      to: textOf(body, 'to', TEXT_MAX),
      name: textOf(body, 'name', TEXT_MAX),
      note: textOf(body, 'note', TEXT_MAX),
    };
    const sent = { title: texts.forward.sent, text: texts.forward.sentText };
    const verdict = judgeForm(services, name, body);
    if (verdict === 'trapped') return sendMessage(reply, 200, frame, sent);
    const { friends, faults, ...said } = readForward(form, texts);
    if (verdict !== 'pass' || Object.keys(faults).length > 0) {
      const notice = verdict === 'pass' ? undefined : texts.guard[verdict];
      const guard = guardFields(services, name, texts, body);
      return sendFramed(reply, 422, frame, formPage(texts, { subject, guard, form, faults, notice }));
    }
    const limits = [
      { ...FORWARD_LIMITS.fromNetwork, name: `forward from ${networkOf(request.ip)}` },
      { ...FORWARD_LIMITS.ofCampaign, name: `forward campaign ${campaign.id}` },
    ];
    if (!(await withinLimits(services, limits))) {
      return sendMessage(reply, 429, frame, { title: texts.guard.tooMany, text: texts.guard.tooManyText });
    }
    const what = { list, customer, subject, url: links.campaignUrl(campaign.id) };
    const forwarding = { ...what, ...said, friends, subscriberId: subscriber.id };
    if (await sendForward(db, texts, forwarding, clock.now())) return sendMessage(reply, 200, frame, sent);
    return sendMessage(reply, 429, frame, { title: texts.forward.tooMany, text: texts.forward.tooManyText });
  });
}
