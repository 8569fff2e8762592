// Reads new transactional emails (wire contract, section 9): what is said, and the data that is
// filled in.

import { z } from 'zod';
import { canGiveAddress } from '../campaigns/addresses.ts';
import { valuesWithoutCampaign } from '../campaigns/merge/without-campaign.ts';
import { base64File, base64PlainText, base64Text } from '../http/form/base64.ts';
import { type FormObject, type FormValue, isFormObject } from '../http/form/decode.ts';
import { isGiven, listByNumber } from '../http/form/value.ts';
import * as declare from '../http/members/declare.ts';
import { optional, required } from '../http/members/member.ts';
import { readMembers } from '../http/members/schema.ts';
import { isMailAddress } from '../kernel/address.ts';
import { parseCalendarTime } from '../kernel/clock.ts';
import { type Faults, throwFaults, type Warning } from '../kernel/errors.ts';
import { inEnglish, say } from '../kernel/sentences/sentence.ts';
import { oneLine } from '../kernel/text/one-line.ts';
import { whenNeeded } from '../kernel/when-needed.ts';
import { withFileAddresses } from '../mail/html/file-addresses.ts';
import { fileNameOf, mediaTypeOf } from '../mail/mime/file-names.ts';
import type { Customer, Template } from '../storage/tables.ts';
import { contentFault, MAX_CONTENT } from '../templates/rules.ts';
import type { Attachment } from './attachments.ts';
import { isTooLong, personalise, type Texts, tagsWithoutValue, withoutValue } from './personalise.ts';
import type { MailToQueue } from './queue.ts';
import { MAX_ATTACHMENTS, MAX_NAME } from './rules.ts';
import { dataBody, readData } from './wire-data.ts';

/** Of a subject with its values, in characters. */
const MAX_SUBJECT = 1_000;
const MAX_ADDRESS = 254;

const isSender = (text: string) => canGiveAddress(text, () => false);
const SENDER = { max: MAX_ADDRESS, isAddress: isSender };

const REQUIRED = {
  to_name: declare.headerLine('Name of the recipient. One line.', { max: MAX_NAME }),
  to_email: declare.address('Address of the recipient.', { max: MAX_ADDRESS, isAddress: isMailAddress }),
  from_name: declare.headerLine('From name. One line.', { max: MAX_NAME }),
  send_at: declare.time('When it leaves, `Y-m-d H:i:s`, UTC; a past time means immediately.'),
};
const SUBJECT = {
  subject: declare.headerLine('Subject. One line. With `template_uid`, defaults to the template’s.', { max: 255 }),
};
const FROM = { from_email: declare.address('From email. Defaults to the customer’s address.', SENDER) };
const OPTIONAL = {
  reply_to_name: declare.headerLine('Reply-to name. One line.', { max: MAX_NAME }),
  reply_to_email: declare.address('Reply-to address.', SENDER),
};
const TEMPLATE = {
  template_uid: declare.uid('A template of yours, whose merge tags are filled in with `data`.'),
};
const FILLING = {
  missing_data: declare.oneOf(
    'What to do if merge tags have neither a value nor a default: refuse the email, or send it with nothing in their place and a warning.',
    ['refuse', 'empty'],
    { default: 'refuse', fold: declare.lower },
  ),
};
const members = { ...required(REQUIRED), ...optional({ ...OPTIONAL, ...FILLING }) };
const { template_uid } = optional(TEMPLATE);

/** What a new email is read with. */
export type Around = {
  customer: Pick<Customer, 'id' | 'company' | 'time_zone' | 'email'>;
  baseUrl: string;
  /** Now, ms. */
  at: number;
  /** The customer's template of that uid. */
  findTemplate(uid: string): Promise<Pick<Template, 'content' | 'subject'> | undefined>;
};

/**
 * Reads a new email of a customer, whose address is the sender of one without a from_email.
 * @throws AppError `invalid` with every faulty member at once
 */
export async function readEmail(sent: FormObject, around: Around) {
  const { customer } = around;
  const hasOwn = isSender(customer.email);
  const from = hasOwn ? optional(FROM) : required(FROM);
  const { values, faults } = readMembers({ ...members, template_uid, ...from }, sent);
  const { to_name = '', to_email = '', from_name = '', from_email = customer.email, reply_to_name = '' } = values;
  const sendAt = values.send_at === undefined ? undefined : parseCalendarTime(values.send_at, 'UTC');
  if (values.send_at !== undefined && sendAt === undefined) {
    faults['send_at'] = say('campaign-send-at');
  }
  const texts = await readTexts(sent, values.template_uid, around, faults);
  const attachments = readAttachments(sent['attachments'], faults);
  const moment = Math.max(sendAt ?? around.at, around.at);
  const filling = { customer, email: to_email, at: moment, missing: values.missing_data ?? 'refuse' };
  const filled = filledTexts(texts, sent, filling, faults);
  throwFaults(faults);
  const mail: MailToQueue = {
    customerId: customer.id,
    kind: 'transactional',
    to: { name: to_name, email: to_email },
    from: { name: from_name, email: from_email },
    ...(values.reply_to_email !== undefined && { replyTo: { name: reply_to_name, email: values.reply_to_email } }),
    ...(sendAt !== undefined && { sendAt }),
    ...filled.texts,
    attachments,
  };
  return { mail, warnings: filled.warnings };
}

/** What the email says, before data is filled in: of the request, or of a template. */
async function readTexts(
  sent: FormObject,
  templateUid: string | undefined,
  { baseUrl, findTemplate }: Around,
  faults: Faults,
): Promise<Texts> {
  const found = readMembers(optional(SUBJECT), sent);
  Object.assign(faults, found.faults);
  const body = readText('Body', sent['body'], base64Text, faults);
  const template = templateUid === undefined ? undefined : await findTemplate(templateUid);
  if (templateUid === undefined) {
    if (body === undefined) faults['body'] ??= say('member-blank', { label: 'Body' });
  } else if (isGiven(sent['body'])) faults['template_uid'] = say('mail-body-or-template');
  else if (!template) faults['template_uid'] = say('template-missing');
  const subject = found.values.subject ?? template?.subject ?? '';
  if (subject === '' && (template !== undefined || templateUid === undefined)) {
    faults['subject'] ??= template ? say('mail-subject-template') : say('member-blank', { label: 'Subject' });
  }
  const asPlainText = (value: unknown) => base64PlainText(value, [sent['body']]);
  const plainText = readText('Plain text', sent['plain_text'], asPlainText, faults) ?? null;
  return { subject, html: template ? withFileAddresses(template.content, baseUrl) : (body ?? ''), plainText };
}

type Filling = Parameters<typeof valuesWithoutCampaign>[0] & { missing: 'refuse' | 'empty' };

/** The texts with the data; as they were sent where neither data nor a template was sent. */
function filledTexts(texts: Texts, sent: FormObject, filling: Filling, faults: Faults) {
  const hasData = sent['data'] !== undefined && sent['data'] !== null && sent['data'] !== '';
  if (!hasData && !isGiven(sent['template_uid'])) return { texts, warnings: [] };
  const data = readData(hasData ? sent['data'] : undefined, faults);
  if (Object.keys(faults).length > 0) return { texts, warnings: [] };
  const others = valuesWithoutCampaign(filling);
  const lookup = (tag: string) => data.get(tag) ?? others(tag);
  const missing = tagsWithoutValue(texts, lookup);
  if (missing.length > 0 && filling.missing === 'refuse') faults['data'] = withoutValue(missing);
  else if (isTooLong(texts, lookup)) faults['data'] = say('mail-data-long');
  if (faults['data'] !== undefined) return { texts, warnings: [] };
  const filled = personalise(texts, lookup);
  const subject = oneLine(filled.subject, MAX_SUBJECT);
  if (subject === '') faults['subject'] = say('mail-data-subject');
  const message = `${inEnglish(withoutValue(missing))} Nothing stands in their place.`;
  const warnings: Warning[] = missing.length > 0 ? [{ member: 'data', message }] : [];
  return { texts: { ...filled, subject }, warnings };
}

/**
 * Reads a text, plain or as base64. @returns undefined when it is absent or at fault; then `faults`
 * may say why
 */
function readText(
  label: string,
  value: FormValue | undefined,
  decode: (value: unknown) => string | undefined,
  faults: Faults,
) {
  if (!isGiven(value)) return undefined;
  const text = decode(value);
  const fault = text === undefined ? say('member-text', { label }) : contentFault(label, text);
  if (fault !== undefined) faults[label.toLowerCase().replace(' ', '_')] = fault;
  return text;
}

const attachment = {
  ...required({ name: declare.text('Name of the file.') }),
  ...optional({ type: declare.text('Media type. Defaults to application/octet-stream.') }),
};

function readAttachments(value: FormValue | undefined, faults: Faults): Attachment[] {
  if (!isGiven(value)) return [];
  const list = listByNumber(value);
  if (list === undefined) {
    faults['attachments'] = say('mail-attachments-list');
    return [];
  }
  if (list.length > MAX_ATTACHMENTS) {
    faults['attachments'] = say('member-too-many', { label: 'Attachments', most: MAX_ATTACHMENTS });
    return [];
  }
  return list.map((one, i) => readAttachment(one, `attachments[${i}]`, faults));
}

function readAttachment(value: FormValue, path: string, faults: Faults): Attachment {
  if (!isFormObject(value)) {
    faults[path] = say('campaign-attachment-form');
    return { name: '', mediaType: '', content: Buffer.alloc(0) };
  }
  const { values, faults: found } = readMembers(attachment, value, `${path}.`);
  Object.assign(faults, found);
  const content = isGiven(value['data']) ? base64File(value['data']) : undefined;
  if (content === undefined) {
    faults[`${path}.data`] = isGiven(value['data'])
      ? say('campaign-attachment-base64')
      : say('member-blank', { label: 'Data' });
  }
  return {
    name: fileNameOf(values.name ?? ''),
    mediaType: mediaTypeOf(values.type ?? ''),
    content: content ?? Buffer.alloc(0),
  };
}

const others = whenNeeded(() => ({
  ...members,
  ...optional(FROM),
  ...optional({
    plain_text: declare.text('Plain text, plain or as base64. If absent, made from the HTML.', { max: MAX_CONTENT }),
  }),
  data: dataBody().nullish(),
  attachments: z
    .array(
      z
        .object({
          ...attachment,
          data: z.string().min(1).meta({ contentEncoding: 'base64' }).describe('The file as base64, or a file part.'),
        })
        .meta({ id: 'Attachment', description: 'An attachment.' }),
    )
    .max(MAX_ATTACHMENTS)
    .nullish()
    .describe('Attachments.'),
}));

/** The body of a new email: these members directly, or in the block `email`. */
export const newEmailBody = whenNeeded(() =>
  z.union([
    z
      .object({
        ...others(),
        ...required(SUBJECT),
        ...required({ body: declare.text('HTML, plain or as base64.', { max: MAX_CONTENT }) }),
      })
      .meta({
        id: 'NewTransactionalEmail',
        description: 'A new email; send the members at the top level or under `email`.',
      }),
    z
      .object({ ...others(), ...optional(SUBJECT), ...required(TEMPLATE) })
      .meta({ id: 'TransactionalEmailFromTemplate', description: 'A new email with the content of a template.' }),
  ]),
);
