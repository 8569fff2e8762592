// The page where subscribers see and change their data on a list. The address cannot be changed: a
// new one needs a confirmation, which is what subscribing does; and somebody who got a forwarded
// mail must not move the subscription to another address.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { html } from '../http/html.ts';
import type { Services } from '../http/route.ts';
import { AppError, type Faults } from '../kernel/errors.ts';
import { fieldsOf } from '../lists/fields/queries.ts';
import { isShown } from '../subscribers/confirmation/sign-up.ts';
import { changeSubscriber } from '../subscribers/update.ts';
import { EMAIL_TAG } from '../subscribers/values/values.ts';
import { faultText } from './form/field-faults.ts';
import { fieldControl, fieldFaults, type ShownField } from './form/fields.ts';
import { type EnteredValue, enteredValue, type FormField, formField, storedValue } from './form/values.ts';
import { type Frame, type FramedPage, frameOf, sendFramed, sendFramedError, sendMessage } from './frame.ts';
import { maskedAddress } from './parts.ts';
import { findMember, type Person } from './queries-people.ts';
import { formOf, type TokenRequest, tokenOf } from './request.ts';

const BODY_LIMIT = 2 * 1024 * 1024;

/** Mounts the profile page. */
export function profilePages(app: FastifyInstance, services: Services): void {
  const { db, secret } = services;
  const options = { errorHandler: sendFramedError };
  const personOf = (request: TokenRequest) => findMember(db, tokenOf(secret, 'profile', request).number);
  const shownFields = async ({ list }: Person) =>
    (await fieldsOf(db, list.customer_id, list.id))
      .filter((field) => isShown(field) && field.tag !== EMAIL_TAG)
      .map(formField);

  app.get('/p/:token', options, async (request: TokenRequest, reply) => {
    const person = await personOf(request);
    if (!person) return sendGone(request, reply);
    const fields = await shownFields(person);
    const shown = fields.map((field) => ({ field, given: storedValue(field, person.subscriber) }));
    return sendProfile(reply, 200, { frame: frameOf(person.list, request), person, shown });
  });

  app.post('/p/:token', { ...options, bodyLimit: BODY_LIMIT }, async (request: TokenRequest, reply) => {
    const person = await personOf(request);
    if (!person) return sendGone(request, reply);
    const frame = frameOf(person.list, request);
    const fields = await shownFields(person);
    const body = formOf(request);
    const given = new Map(fields.map((field) => [field.tag, enteredValue(field, body)]));
    const faults = await change(services, person, given);
    if (faults === undefined) return sendGone(request, reply);
    const shown = fields.map((field) => shownAgain(field, given.get(field.tag) ?? '', faults, frame));
    const isSaved = Object.keys(faults).length === 0;
    return sendProfile(reply, isSaved ? 200 : 422, { frame, person, shown, isSaved });
  });
}

/**
 * Stores the values. @returns the faults by tag; undefined when the subscriber was removed
 * meanwhile
 */
async function change(
  { db, clock }: Services,
  { list, subscriber }: Person,
  given: ReadonlyMap<string, EnteredValue>,
): Promise<Faults | undefined> {
  const changes = {
    email: undefined,
    sent: Object.fromEntries(given),
    status: undefined,
    source: undefined,
    ipAddress: undefined,
  };
  try {
    await changeSubscriber(db, list, subscriber.uid, changes, clock.now());
    return {};
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'not_found') return undefined;
    if (error.code !== 'invalid' || error.fields === undefined) throw error;
    return error.fields;
  }
}

function shownAgain(field: FormField, given: EnteredValue, faults: Faults, { texts }: Frame): ShownField {
  const isFaulty = Object.hasOwn(faults, field.tag);
  return { field, given, fault: isFaulty ? faultText(field.definition, given, texts) : undefined };
}

function sendGone(request: TokenRequest, reply: FastifyReply): FastifyReply {
  const frame = frameOf(undefined, request);
  const { profile, common } = frame.texts;
  return sendMessage(reply, 200, frame, { title: profile.heading, text: common.gone });
}

type Content = { frame: Frame; person: Person; shown: readonly ShownField[]; isSaved?: boolean };

function sendProfile(reply: FastifyReply, status: number, { frame, person, shown, isSaved }: Content): FastifyReply {
  return sendFramed(reply, status, frame, profilePage(frame, person.subscriber.email, { shown, isSaved }));
}

/** The form with what is known of somebody. */
export function profilePage(
  { texts, title }: Frame,
  email: string,
  { shown, isSaved }: Pick<Content, 'shown'> & { isSaved?: boolean | undefined },
): FramedPage {
  const { profile, common } = texts;
  const summary = fieldFaults(shown, texts);
  const body = html`<h1>${profile.heading}</h1><p>${profile.text(title)}</p>
${isSaved && html`<p class="notice" role="status">${profile.saved}</p>`}${summary}<form method="post" accept-charset="utf-8">
<p><strong>${profile.address}</strong><br>${maskedAddress(email)}</p><p class="help">${profile.addressHelp}</p>
${shown.map((one) => fieldControl(one, texts))}<p><button type="submit">${profile.button}</button></p></form>`;
  return { title: summary ? `${common.error}: ${profile.heading}` : profile.heading, body };
}
