// The preference page: every list of the customer that an address is on or has left, with a choice
// for each. The link identifies one subscriber; whoever has it reads that address's mail.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { subscriberAddress } from '../http/address.ts';
import { html } from '../http/html.ts';
import type { Services } from '../http/route.ts';
import { DAY_MS } from '../kernel/durations.ts';
import { changeMemberships, type Membership, membershipsOf } from '../subscribers/memberships/memberships.ts';
import { unsubscribeEverywhere } from '../subscribers/memberships/unsubscribe-everywhere.ts';
import { type Limit, withinLimits } from './form/guard.ts';
import { type Frame, type FramedPage, frameOf, sendFramed, sendFramedError, sendMessage } from './frame.ts';
import { withAddress } from './parts.ts';
import { findPerson } from './queries-people.ts';
import { choicesOf, FORM_LIMIT, formOf, type TokenRequest, tokenOf } from './request.ts';
import type { Texts } from './texts/en.ts';

const CHANGES: Omit<Limit, 'name'> = { most: 50, windowMs: DAY_MS };

/** Mounts the preference page. */
export function preferencesPages(app: FastifyInstance, services: Services): void {
  const { db, clock, secret } = services;
  const options = { errorHandler: sendFramedError, bodyLimit: FORM_LIMIT };
  const subscriberOf = (request: TokenRequest) => tokenOf(secret, 'preferences', request).number;

  app.get('/m/:token', options, async (request: TokenRequest, reply) => {
    const person = await findPerson(db, subscriberOf(request));
    const frame = frameOf(person?.list, request);
    if (!person) return sendGone(reply, frame);
    const memberships = await membershipsOf(db, person.subscriber);
    return sendFramed(reply, 200, frame, choicePage(frame.texts, person.subscriber.email, memberships));
  });

  app.post('/m/:token', options, async (request: TokenRequest, reply) => {
    const id = subscriberOf(request);
    const form = formOf(request);
    const person = await findPerson(db, id);
    const frame = frameOf(person?.list, request);
    if (!person) return sendGone(reply, frame);
    const { guard, preferences } = frame.texts;
    const { subscriber } = person;
    const all = form['all'] === 'no';
    const ip = subscriberAddress({}, request.ip);
    if (all)
      await unsubscribeEverywhere(db, subscriber.customer_id, subscriber.email, clock.now(), { way: 'page', ip });
    else if (await withinLimits(services, [{ ...CHANGES, name: `choose ${id}` }])) {
      const wish = { shown: choicesOf(form, 'shown'), wanted: choicesOf(form, 'wanted') };
      await changeMemberships(db, subscriber, wish, clock.now(), ip);
    } else return sendMessage(reply, 429, frame, { title: guard.tooMany, text: guard.tooManyText });
    const said = all ? preferences.allGone : preferences.saved;
    const memberships = await membershipsOf(db, subscriber);
    return sendFramed(reply, 200, frame, choicePage(frame.texts, subscriber.email, memberships, said));
  });
}

/** The lists that somebody is on, to choose from. */
export function choicePage(
  { preferences: texts }: Texts,
  email: string,
  memberships: readonly Pick<Membership, 'listUid' | 'listName' | 'isOn'>[],
  said?: string,
): FramedPage {
  const boxes = memberships.map(
    ({ listUid, listName, isOn }) =>
      html`<input type="hidden" name="shown[]" value="${listUid}">
<label><input type="checkbox" name="wanted[]" value="${listUid}"${isOn && html` checked`}><span>${listName}</span></label>`,
  );
  const choice = html`<form method="post"><fieldset class="choices"><legend>${texts.lists}</legend>
${boxes}</fieldset>
<p><button type="submit">${texts.save}</button></p>
<p><button type="submit" class="plain" name="all" value="no">${texts.all}</button></p></form>`;
  return {
    title: texts.title,
    body: html`<h1>${texts.title}</h1>${said !== undefined && html`<div class="notice" role="status"><p>${said}</p></div>`}
${memberships.length > 0 ? html`<p>${withAddress(texts.lead, email)}</p>${choice}` : html`<p>${texts.none}</p>`}`,
  };
}

function sendGone(reply: FastifyReply, frame: Frame): FastifyReply {
  const { preferences } = frame.texts;
  return sendMessage(reply, 200, frame, { title: preferences.title, text: preferences.none });
}
