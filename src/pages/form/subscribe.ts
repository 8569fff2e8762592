// The subscribe form of a list: made from its visible fields; shown here, in a frame of another
// site, or written by hand on another site. The response reveals nothing about an address
// (subscribers/confirmation/sign-up.ts).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findCustomer } from '../../accounts/queries.ts';
import { networkOf, subscriberAddress } from '../../http/address.ts';
import type { FormObject } from '../../http/form/decode.ts';
import type { Services } from '../../http/route.ts';
import { AppError, type Faults } from '../../kernel/errors.ts';
import { fieldsOf } from '../../lists/fields/queries.ts';
import type { List } from '../../storage/tables.ts';
import { isShown, signUp } from '../../subscribers/confirmation/sign-up.ts';
import { findListByUid } from '../../subscribers/queries.ts';
import { EMAIL_TAG } from '../../subscribers/values/values.ts';
import { newChallenge, takeCaptcha } from '../captcha/challenge.ts';
import { captchaFiles } from '../captcha/files.ts';
import { CAPTCHA, captchaWidget } from '../captcha/widget.ts';
import { type Frame, frameOf, sendEmbeddedError, sendFramed, sendMessage } from '../frame.ts';
import { formOf } from '../request.ts';
import { faultText } from './field-faults.ts';
import type { ShownField } from './fields.ts';
import { asAddress, donePage, formPage, introOf } from './form-page.ts';
import { guardFields, judgeForm, withinLimits } from './guard.ts';
import { type EnteredValue, enteredValue, type FormField, formField, initialValue } from './values.ts';

type ListRequest = FastifyRequest<{ Params: { list_uid: string } }>;

/** A textarea may hold 65,535 characters, and a character may take nine bytes when encoded. */
const BODY_LIMIT = 2 * 1024 * 1024;

/** Below a form's address: what its captcha asks for. */
const CHALLENGE = 'challenge';

const TEN_MINUTES_MS = 600_000;
/** Offices and schools share one network; so do visitors of a fair who sign up at one tablet. */
const FROM_ONE_NETWORK = 60;
/**
 * A list mentioned on television gets fewer sign-ups; more than this is a flood from many networks.
 */
const FOR_ONE_LIST = 3_000;

/** A form: the list's frame, and its fields with their values. */
type Form = { list: List; frame: Frame; fields: FormField[]; timeZone: string };

/** Mounts the subscribe form. */
export function subscribePages(app: FastifyInstance, services: Services): void {
  const options = { errorHandler: sendEmbeddedError };

  app.get('/subscribe/:list_uid', options, async (request: ListRequest, reply) => {
    const form = await getForm(services, request);
    const context = { at: services.clock.now(), timeZone: form.timeZone, ipAddress: addressOf(request) };
    const shown = form.fields.map((field) => ({ field, given: initialValue(field, context) }));
    return sendForm(reply, 200, services, form, { shown });
  });

  app.get(`/subscribe/:list_uid/${CHALLENGE}`, options, async (request: ListRequest, reply) => {
    const { list, frame } = await getForm(services, request);
    if (!frame.settings.captcha) throw new AppError('not_found', 'This form has no captcha.');
    return reply.header('cache-control', 'no-store').send(await newChallenge(services, list));
  });

  app.post('/subscribe/:list_uid', { ...options, bodyLimit: BODY_LIMIT }, async (request: ListRequest, reply) => {
    const form = await getForm(services, request);
    const { list, frame, fields } = form;
    const { guard, captcha } = frame.texts;
    const limits = [
      { name: `subscribe from ${networkOf(request.ip)}`, most: FROM_ONE_NETWORK, windowMs: TEN_MINUTES_MS },
      { name: `subscribe to ${list.uid}`, most: FOR_ONE_LIST, windowMs: TEN_MINUTES_MS },
    ];
    if (!(await withinLimits(services, limits))) {
      const tooMany = { title: guard.tooMany, text: guard.tooManyText, isEmbeddable: true };
      return sendMessage(reply.header('retry-after', TEN_MINUTES_MS / 1000), 429, frame, tooMany);
    }
    const body = formOf(request);
    const verdict = judgeForm(services, formName(list), body);
    if (verdict === 'trapped') return sendDone(reply, form);
    const given = new Map(fields.map((field) => [field.tag, enteredValue(field, body)]));
    if (verdict !== 'pass') {
      const context = { at: services.clock.now(), timeZone: form.timeZone, ipAddress: addressOf(request) };
      const shown = fields.map((field) => ({ field, given: sentOrInitial(field, given, body, context) }));
      return sendForm(reply, 200, services, form, { shown, body, notice: guard[verdict] });
    }
    if (frame.settings.captcha && !(await takeCaptcha(services, list, body[CAPTCHA])))
      return sendForm(reply, 422, services, form, { shown: withFaults(form, given, {}), body, notice: captcha.again });
    services.mailSoon?.();
    const faults = await takeForm(services, form, given, addressOf(request));
    if (Object.keys(faults).length === 0) return sendDone(reply, form);
    return sendForm(reply, 422, services, form, { shown: withFaults(form, given, faults), body });
  });
}

/**
 * Loads a form. @throws AppError `not_found` when there is no such list, or its form is not public
 */
async function getForm({ db }: Services, request: ListRequest): Promise<Form> {
  const list = await findListByUid(db, request.params.list_uid.slice(0, 50).replaceAll('\0', ''));
  const customer = list?.visibility === 'public' ? await findCustomer(db, list.customer_id) : undefined;
  if (!list || customer?.status !== 'active') throw new AppError('not_found', 'There is no such form.');
  const fields = (await fieldsOf(db, list.customer_id, list.id)).filter(isShown).map(formField);
  return { list, frame: frameOf(list, request), fields: fields.map(asAddress), timeZone: customer.time_zone };
}

function formName(list: List): string {
  return `subscribe ${list.uid}`;
}

function addressOf(request: FastifyRequest): string {
  return subscriberAddress({}, request.ip);
}

/** A form on another site may omit fields; those get their initial values. */
function sentOrInitial(
  field: FormField,
  given: ReadonlyMap<string, EnteredValue>,
  body: FormObject,
  context: Parameters<typeof initialValue>[1],
): EnteredValue {
  return body[field.tag] === undefined ? initialValue(field, context) : (given.get(field.tag) ?? '');
}

async function takeForm(
  { db, clock }: Services,
  { list, frame, fields, timeZone }: Form,
  given: ReadonlyMap<string, EnteredValue>,
  ipAddress: string,
): Promise<Faults> {
  const email = given.get(EMAIL_TAG);
  const input = {
    email: typeof email === 'string' ? email : '',
    sent: Object.fromEntries(given),
    ipAddress,
    timeZone,
    language: frame.texts.language,
    text: textOfForm({ list, frame, fields }),
  };
  return signUp(db, list, input, clock.now());
}

function withFaults({ fields, frame }: Form, given: ReadonlyMap<string, EnteredValue>, faults: Faults): ShownField[] {
  return fields.map((field) => {
    const value = given.get(field.tag) ?? '';
    const isFaulty = Object.hasOwn(faults, field.tag);
    return { field, given: value, fault: isFaulty ? faultText(field.definition, value, frame.texts) : undefined };
  });
}

type Content = { shown: readonly ShownField[]; body?: FormObject; notice?: string };

async function sendForm(
  reply: FastifyReply,
  status: number,
  services: Services,
  form: Form,
  content: Content,
): Promise<FastifyReply> {
  const { frame, list } = form;
  const captcha = frame.settings.captcha ? await captchaFiles() : undefined;
  const { shown, body, notice } = content;
  const { texts } = frame;
  const parts = {
    notice,
    guard: guardFields(services, formName(list), texts, body),
    captcha: captcha && captchaWidget(`/subscribe/${list.uid}/${CHALLENGE}`, texts, body !== undefined),
  };
  return sendFramed(reply, status, frame, { ...formPage(frame, list, shown, parts), captcha });
}

/** What a form says, as it is kept with the consent: a line each. */
function textOfForm({ list, frame, fields }: Pick<Form, 'list' | 'frame' | 'fields'>): string {
  const { texts, settings, title } = frame;
  const lines = [texts.subscribe.heading(title), introOf(settings.intro, list)];
  for (const { label, help_text, description, definition } of fields) {
    const { control } = definition.type;
    lines.push(control.kind === 'tick' ? `[ ] ${control.text(definition)}` : label, help_text ?? '', description);
  }
  lines.push(`[${texts.subscribe.button}]`, list.opt_in === 'double' ? texts.subscribe.doneDouble : '');
  return lines.filter((line) => line !== '').join('\n');
}

/** The same response for every address: see the top of the file. */
function sendDone(reply: FastifyReply, { frame, list }: Form): FastifyReply {
  return sendFramed(reply, 200, frame, donePage(frame, list));
}
