// Shows transactional emails in answers (wire contract, section 9); wire-new.ts reads new ones.

import { z } from 'zod';
import { messageIdOf } from '../campaigns/message-id.ts';
import type { FormObject } from '../http/form/decode.ts';
import * as declare from '../http/members/declare.ts';
import { numberText, said, time, uid } from '../http/members/described.ts';
import { optional } from '../http/members/member.ts';
import { pageOf, pageQuery, readMembers, recordOf, successAnswer } from '../http/members/schema.ts';
import { showsMails } from '../http/rights.ts';
import type { Call } from '../http/route.ts';
import { formatCalendarTime } from '../kernel/clock.ts';
import { throwFaults } from '../kernel/errors.ts';
import { whenNeeded } from '../kernel/when-needed.ts';
import { wordsOf } from '../messages/reasons.ts';
import type { EmailEntry, EmailView } from './listing.ts';
import { type EmailStatus, STATUSES, statusOf } from './rules.ts';

const filters = optional({ status: declare.oneOf('Only those with this status.', STATUSES) });

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
    retries: String(Math.max(email.attempts - 1, 0)),
    bounce_type: email.bounce_type ?? '',
    email_message_id: messageIdOf(email.campaign_uid, email.uid, new URL(baseUrl).hostname),
  };
}

/** An email by itself, with its content for who may see that. */
export function toWireRecord(email: EmailView, { caller, baseUrl }: Pick<Call, 'caller' | 'baseUrl'>) {
  const { html: body, plain_text } = showsMails(caller.rights) ? email : { html: '', plain_text: null };
  return { ...toWireEntry(email, baseUrl), body, plain_text: plain_text ?? '' };
}

const shared = whenNeeded(() => ({
  email_uid: uid('Id of the email.'),
  to_name: said('Name of the recipient.'),
  to_email: said('Address of the recipient.'),
  from_name: said('From name.'),
  from_email: said('From email.'),
  reply_to_name: said('Reply-to name; empty if none.'),
  reply_to_email: said('Reply-to address; empty if none.'),
  subject: said('Subject.'),
  send_at: time('When it leaves, `Y-m-d H:i:s`, UTC.'),
  status: z.enum(STATUSES).describe('Whether it has left.'),
  date_added: time('When it was received, `Y-m-d H:i:s`, UTC.'),
  delivery_state: said(
    'More detailed than status: pending, claimed, in_flight, deferred, accepted, rejected, uncertain, skipped.',
  ),
  message: said('Last answer of the mail server, or why the email was not sent.'),
  retries: numberText('Number of retries.'),
  bounce_type: said('hard, soft or internal if it bounced, otherwise empty.'),
  email_message_id: said('Its Message-ID, without angle brackets.'),
}));
const entry = whenNeeded(() =>
  z.strictObject(shared()).meta({ id: 'TransactionalEmailEntry', description: 'A transactional email in a list.' }),
);
const record = whenNeeded(() =>
  z
    .strictObject({
      ...shared(),
      body: said('Its HTML; empty for callers who may neither change nor send.'),
      plain_text: said('Its plain text; empty if made from the HTML, or as above.'),
    })
    .meta({ id: 'TransactionalEmail', description: 'An email to one person.' }),
);

export const listingQuery = whenNeeded(() => z.object({ ...pageQuery, ...filters }));
export const entriesAnswer = pageOf(entry);
export const recordAnswer = recordOf(record);
export const createdAnswer = successAnswer(() => ({ email_uid: uid('Id of the new email.') }));
export const doneAnswer = successAnswer({});
