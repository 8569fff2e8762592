// Reads transactional emails from requests and shows them in answers (wire contract, section 9).

import { z } from 'zod';
import { canGiveAddress } from '../campaigns/addresses.ts';
import { messageIdOf } from '../campaigns/message-id.ts';
import { base64File, base64PlainText, base64Text } from '../http/form/base64.ts';
import { type FormObject, type FormValue, isFormObject } from '../http/form/decode.ts';
import { isGiven } from '../http/form/value.ts';
import * as declare from '../http/members/declare.ts';
import { numberText, said, time, uid } from '../http/members/described.ts';
import { optional, required } from '../http/members/member.ts';
import { pageOf, pageQuery, readMembers, recordOf, successAnswer } from '../http/members/schema.ts';
import { isMailAddress } from '../kernel/address.ts';
import { formatCalendarTime, parseCalendarTime } from '../kernel/clock.ts';
import { type Faults, throwFaults } from '../kernel/errors.ts';
import { wordsOf } from '../messages/reasons.ts';
import { contentFault, MAX_CONTENT } from '../templates/rules.ts';
import type { Attachment } from './attachments.ts';
import type { EmailEntry, EmailView } from './listing.ts';
import type { MailToQueue } from './queue.ts';
import { type EmailStatus, fileNameOf, MAX_ATTACHMENTS, MAX_NAME, mediaTypeOf, STATUSES, statusOf } from './rules.ts';

const MAX_ADDRESS = 254;

const isSender = (text: string) => canGiveAddress(text, () => false);
const SENDER = { max: MAX_ADDRESS, isAddress: isSender };

const REQUIRED = {
  to_name: declare.headerLine('Name of the recipient. One line.', { max: MAX_NAME }),
  to_email: declare.address('Address of the recipient.', { max: MAX_ADDRESS, isAddress: isMailAddress }),
  from_name: declare.headerLine('Sender name. One line.', { max: MAX_NAME }),
  subject: declare.headerLine('Subject. One line.', { max: 255 }),
  send_at: declare.time('When it leaves, `Y-m-d H:i:s`, UTC; a time that is past means: at once.'),
};
const FROM = { from_email: declare.address('Sender address. Default: the address of the customer.', SENDER) };
const OPTIONAL = {
  reply_to_name: declare.headerLine('Reply-to name. One line.', { max: MAX_NAME }),
  reply_to_email: declare.address('Reply-to address.', SENDER),
};
const members = { ...required(REQUIRED), ...optional(OPTIONAL) };

/**
 * Reads a new email of a customer.
 * @param ownAddress the customer's address, the sender of an email without a from_email
 * @throws AppError `invalid` with every faulty member at once
 */
export function readEmail(sent: FormObject, customerId: number, ownAddress: string): MailToQueue {
  const hasOwn = isSender(ownAddress);
  const { values, faults } = readMembers({ ...members, ...(hasOwn ? optional(FROM) : required(FROM)) }, sent);
  const {
    to_name = '',
    to_email = '',
    from_name = '',
    from_email = ownAddress,
    reply_to_name = '',
    subject = '',
  } = values;
  const sendAt = values.send_at === undefined ? undefined : parseCalendarTime(values.send_at, 'UTC');
  if (values.send_at !== undefined && sendAt === undefined) {
    faults['send_at'] = 'Send at must be a real date and time in the format Y-m-d H:i:s.';
  }
  const html = readText('Body', sent['body'], base64Text, faults);
  if (html === undefined) faults['body'] ??= 'Body cannot be blank.';
  const asPlainText = (value: unknown) => base64PlainText(value, [sent['body']]);
  const plainText = readText('Plain text', sent['plain_text'], asPlainText, faults);
  const attachments = readAttachments(sent['attachments'], faults);
  throwFaults(faults);
  return {
    customerId,
    kind: 'transactional',
    to: { name: to_name, email: to_email },
    from: { name: from_name, email: from_email },
    ...(values.reply_to_email !== undefined && { replyTo: { name: reply_to_name, email: values.reply_to_email } }),
    ...(sendAt !== undefined && { sendAt }),
    ...{ subject, html: html ?? '', plainText: plainText ?? null, attachments },
  };
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
  const fault = text === undefined ? `${label} must be a text.` : contentFault(label, text);
  if (fault !== undefined) faults[label.toLowerCase().replace(' ', '_')] = fault;
  return text;
}

const attachment = {
  ...required({ name: declare.text('Name of the file.') }),
  ...optional({ type: declare.text('Media type; absent or none: application/octet-stream.') }),
};

/** Forms may number them in any way: an object with any keys counts as a list. */
function readAttachments(value: FormValue | undefined, faults: Faults): Attachment[] {
  if (!isGiven(value)) return [];
  const list = Array.isArray(value)
    ? value
    : value !== undefined && isFormObject(value)
      ? Object.values(value)
      : undefined;
  if (list === undefined) {
    faults['attachments'] = 'Attachments must be a list of objects with name, type and data.';
    return [];
  }
  if (list.length > MAX_ATTACHMENTS) {
    faults['attachments'] = `Attachments are too many (maximum is ${MAX_ATTACHMENTS}).`;
    return [];
  }
  return list.map((one, i) => readAttachment(one, `attachments[${i}]`, faults));
}

function readAttachment(value: FormValue, path: string, faults: Faults): Attachment {
  if (!isFormObject(value)) {
    faults[path] = 'An attachment must be an object with name, type and data.';
    return { name: '', mediaType: '', content: Buffer.alloc(0) };
  }
  const { values, faults: found } = readMembers(attachment, value, `${path}.`);
  Object.assign(faults, found);
  const content = isGiven(value['data']) ? base64File(value['data']) : undefined;
  if (content === undefined) {
    faults[`${path}.data`] = isGiven(value['data']) ? 'Data must be a file as base64.' : 'Data cannot be blank.';
  }
  return {
    name: fileNameOf(values.name ?? ''),
    mediaType: mediaTypeOf(values.type ?? ''),
    content: content ?? Buffer.alloc(0),
  };
}

const filters = optional({ status: declare.oneOf('Only those of this status.', STATUSES) });

/** Reads the filter of a listing. @throws AppError `invalid` for an unknown status */
export function readFilter(query: FormObject): { status?: EmailStatus | undefined } {
  const { values, faults } = readMembers(filters, query);
  throwFaults(faults);
  return values;
}

/** An email in a listing; `baseUrl` as in Message-ID. Times in UTC. */
export function toWireEntry(email: EmailEntry, baseUrl: string) {
  return {
    email_uid: email.uid,
    to_name: email.to_name,
    to_email: email.to_email,
    from_name: email.from_name,
    from_email: email.from_email,
    reply_to_name: email.reply_to_name ?? '',
    reply_to_email: email.reply_to_email ?? '',
    subject: email.subject,
    send_at: formatCalendarTime(email.send_at),
    status: statusOf(email.state),
    date_added: formatCalendarTime(email.created_at),
    delivery_state: email.state,
    message: wordsOf(email) ?? '',
    retries: String(email.attempts),
    bounce_type: email.bounce_type ?? '',
    email_message_id: messageIdOf(email.campaign_uid, email.uid, new URL(baseUrl).hostname),
  };
}

/** An email by itself, with its content. */
export function toWireRecord(email: EmailView, baseUrl: string) {
  return { ...toWireEntry(email, baseUrl), body: email.html, plain_text: email.plain_text ?? '' };
}

const shared = {
  email_uid: uid('Id of the email.'),
  to_name: said('Name of the recipient.'),
  to_email: said('Address of the recipient.'),
  from_name: said('Sender name.'),
  from_email: said('Sender address.'),
  reply_to_name: said('Reply-to name; empty: none.'),
  reply_to_email: said('Reply-to address; empty: none.'),
  subject: said('Subject.'),
  send_at: time('When it leaves, `Y-m-d H:i:s`, UTC.'),
  status: z.enum(STATUSES).describe('Whether it has left.'),
  date_added: time('When it came, `Y-m-d H:i:s`, UTC.'),
  delivery_state: said(
    'More exact than status: pending, claimed, in_flight, deferred, accepted, rejected, uncertain, skipped.',
  ),
  message: said('What the mail server answered last, or why the email was not sent.'),
  retries: numberText('How often it was tried.'),
  bounce_type: said('hard, soft or internal when it came back, else empty.'),
  email_message_id: said('Its Message-ID, without angle brackets.'),
};
const entry = z
  .strictObject(shared)
  .meta({ id: 'TransactionalEmailEntry', description: 'A transactional email in a listing.' });
const record = z
  .strictObject({ ...shared, body: said('Its HTML.'), plain_text: said('Its plain text; empty: made from the HTML.') })
  .meta({ id: 'TransactionalEmail', description: 'An email to one person.' });

export const listingQuery = z.object({ ...pageQuery, ...filters });
export const entriesAnswer = pageOf(entry);
export const recordAnswer = recordOf(record);
export const createdAnswer = successAnswer({ email_uid: uid('Id of the new email.') });
export const doneAnswer = successAnswer({});

/** The body of a new email: these members directly, or in the block `email`. */
export const newEmailBody = z
  .object({
    ...members,
    ...optional(FROM),
    ...required({ body: declare.text('HTML, as it is or as base64.', { max: MAX_CONTENT }) }),
    ...optional({
      plain_text: declare.text('Plain text, as it is or as base64; absent: made from the HTML.', { max: MAX_CONTENT }),
    }),
    attachments: z
      .array(
        z
          .object({
            ...attachment,
            data: z.string().min(1).meta({ contentEncoding: 'base64' }).describe('The file as base64, or a file part.'),
          })
          .meta({ id: 'Attachment', description: 'A file that goes along.' }),
      )
      .max(MAX_ATTACHMENTS)
      .nullish()
      .describe('Files that go along.'),
  })
  .meta({ id: 'NewTransactionalEmail', description: 'A new email; the members directly, or under `email`.' });
