// The unsubscribe link of a mail (wire contract, section 10): GET asks, POST acts; the one-click
// request of mail programs (RFC 8058) is a POST like that of the button. The link works after its
// campaign and its messages are gone.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { trackingLinks } from '../content/links.ts';
import { subscriberAddress } from '../http/address.ts';
import type { FormObject } from '../http/form/decode.ts';
import type { Services } from '../http/route.ts';
import { DAY_MS } from '../kernel/durations.ts';
import { inTransaction } from '../storage/db.ts';
import { resubscribe } from '../subscribers/memberships/memberships.ts';
import { canComeBack, canUnsubscribe } from '../subscribers/rules.ts';
import { visitorOf } from '../tracking/pages.ts';
import { openRecorder } from '../tracking/recorder/recorder.ts';
import { type Limit, withinLimits } from './form/guard.ts';
import { type Frame, frameOf, sendFramed, sendFramedError, sendMessage } from './frame.ts';
import { findPerson, type Person } from './queries-people.ts';
import { FORM_LIMIT, formOf, type TokenRequest, textOf, tokenOf } from './request.ts';
import { en } from './texts/en.ts';
import { donePage, NOTE_MAX, questionPage, welcomePage } from './unsubscribe-views.ts';

/** Mounts the page of the unsubscribe link. */
export function unsubscribePages(app: FastifyInstance, services: Services): void {
  const recorder = openRecorder(services.db, services.clock);
  app.addHook('onClose', () => recorder.close());
  const options = { errorHandler: sendFramedError, bodyLimit: FORM_LIMIT };
  const links = trackingLinks(services);
  const leavingOf = ({ subscriber, list }: Person) => ({
    listName: list.display_name || list.name,
    email: subscriber.email,
    preferencesUrl: links.preferencesUrl(subscriber.id),
  });

  app.get('/u/:token', options, async (request: TokenRequest, reply) => {
    const person = await findPerson(services.db, tokenOf(services.secret, 'unsubscribe', request).subscriberId);
    const frame = frameOf(person?.list, request);
    if (!person) return sendGone(reply, frame);
    const { status } = person.subscriber;
    const page = canUnsubscribe(status)
      ? questionPage(frame.texts, leavingOf(person), { inFocus: request.url.endsWith('?direct') })
      : donePage(frame.texts, leavingOf(person), { canComeBack: mayComeBack(person) });
    return sendFramed(reply, 200, frame, page);
  });

  app.post('/u/:token', options, async (request: TokenRequest, reply) => {
    const { campaignId, subscriberId } = tokenOf(services.secret, 'unsubscribe', request);
    const form = soundForm(request);
    if (form['back'] === 'yes') return takeBack(request, reply, subscriberId);
    const visitor = { ...visitorOf(request), reason: reasonOf(form), note: textOf(form, 'note', NOTE_MAX) };
    await recorder.record({ kind: 'unsubscribe', message: { campaignId, subscriberId }, linkId: 0, visitor });
    const person = await findPerson(services.db, subscriberId);
    const frame = frameOf(person?.list, request);
    if (!person) return sendGone(reply, frame);
    return sendFramed(
      reply,
      200,
      frame,
      donePage(frame.texts, leavingOf(person), { canComeBack: mayComeBack(person) }),
    );
  });

  async function takeBack(request: TokenRequest, reply: FastifyReply, subscriberId: number): Promise<FastifyReply> {
    const person = await findPerson(services.db, subscriberId);
    const frame = frameOf(person?.list, request);
    if (!person) return sendGone(reply, frame);
    const { guard } = frame.texts;
    if (!(await withinLimits(services, [{ ...COMING_BACK, name: `come back ${subscriberId}` }]))) {
      return sendMessage(reply, 429, frame, { title: guard.tooMany, text: guard.tooManyText });
    }
    if (mayComeBack(person)) {
      const ip = subscriberAddress({}, request.ip);
      await inTransaction(services.db, (tx) =>
        resubscribe(tx, person.subscriber, services.clock.now(), { way: 'page', ip }),
      );
    }
    const now = await findPerson(services.db, subscriberId);
    const page = now?.subscriber.status === 'confirmed' ? welcomePage : donePage;
    return sendFramed(reply, 200, frame, page(frame.texts, leavingOf(person), { canComeBack: false }));
  }
}

const COMING_BACK: Omit<Limit, 'name'> = { most: 20, windowMs: DAY_MS };

function mayComeBack({ subscriber, list }: Person): boolean {
  return list.status === 'active' && canComeBack(subscriber);
}

/**
 * The form of a POST. Whatever the body is, a POST unsubscribes: an unreadable one counts as empty.
 */
function soundForm(request: TokenRequest): FormObject {
  try {
    return formOf(request);
  } catch {
    return Object.create(null);
  }
}

/** The stored reason in English, whatever the language of the page: programs read it. */
function reasonOf(form: FormObject): string {
  const reasons: Readonly<Record<string, string>> = en.unsubscribe.reasons;
  const key = textOf(form, 'reason', 50);
  return Object.hasOwn(reasons, key) ? (reasons[key] ?? '') : '';
}

function sendGone(reply: FastifyReply, frame: Frame): FastifyReply {
  const { common, unsubscribe } = frame.texts;
  return sendMessage(reply, 200, frame, { title: unsubscribe.done, text: common.gone });
}
