// The page of the link in a confirmation mail: a question and a button. Link scanners follow links
// in mails, so opening the page changes nothing.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { trackingLinks } from '../content/links.ts';
import { subscriberAddress } from '../http/address.ts';
import { html } from '../http/html.ts';
import type { Services } from '../http/route.ts';
import { pageOrigin } from '../lists/pages/settings.ts';
import { type ConfirmationState, confirmationState, confirmSubscriber } from '../subscribers/confirmation/confirm.ts';
import { confirmedPage, questionPage } from './confirm-views.ts';
import { frameOf, sendFramed, sendFramedError, sendMessage } from './frame.ts';
import { findMember, type Person } from './queries-people.ts';
import { FORM_LIMIT, type TokenRequest, tokenOf } from './request.ts';

/** Mounts the confirmation page. */
export function confirmPages(app: FastifyInstance, services: Services): void {
  const { db, clock, secret } = services;
  const options = { errorHandler: sendFramedError, bodyLimit: FORM_LIMIT };
  const personOf = (request: TokenRequest) => findMember(db, tokenOf(secret, 'confirm', request).number);

  app.get('/k/:token', options, async (request: TokenRequest, reply) => {
    const person = await personOf(request);
    if (!person) return sendGone(request, reply);
    const state = await confirmationState(db, person.subscriber);
    if (state !== 'asked') return sendState(services, { request, reply, person, state });
    const frame = frameOf(person.list, request);
    return sendFramed(reply, 200, frame, questionPage(frame, person.subscriber.email));
  });

  app.post('/k/:token', options, async (request: TokenRequest, reply) => {
    const person = await personOf(request);
    const by = { ipAddress: subscriberAddress({}, request.ip), at: clock.now() };
    const state = person && (await confirmSubscriber(db, person, by));
    if (!person || !state) return sendGone(request, reply);
    const { redirectUrl } = frameOf(person.list, request).settings;
    if (state === 'confirmed' && pageOrigin(redirectUrl) !== undefined) {
      const headers = {
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        location: new URL(redirectUrl).href,
      };
      return reply.code(303).headers(headers).send();
    }
    return sendState(services, { request, reply, person, state });
  });
}

function sendGone(request: TokenRequest, reply: FastifyReply): FastifyReply {
  const frame = frameOf(undefined, request);
  const { confirm, common } = frame.texts;
  return sendMessage(reply, 200, frame, { title: confirm.closedTitle, text: common.gone });
}

type Answer = { request: TokenRequest; reply: FastifyReply; person: Person; state: ConfirmationState };

function sendState(services: Services, { request, reply, person, state }: Answer): FastifyReply {
  const { list, subscriber } = person;
  const frame = frameOf(list, request);
  const { confirm } = frame.texts;
  const links = trackingLinks(services);
  if (state === 'confirmed')
    return sendFramed(reply, 200, frame, confirmedPage(frame, subscriber.email, links.profileUrl(subscriber.id)));
  const again =
    list.visibility === 'public' && html`<p><a href="${links.subscribeUrl(list.uid)}">${confirm.subscribe}</a></p>`;
  const body = html`<h1>${confirm.closedTitle}</h1><p>${confirm.closedText}</p>${again}`;
  return sendFramed(reply, 200, frame, { title: confirm.closedTitle, body });
}
