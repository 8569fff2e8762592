// The interface's members of previews and test mails.
import { z } from 'zod';
import type { FormObject } from '../http/form/decode.ts';
import * as declare from '../http/members/declare.ts';
import { said, uid, warnings } from '../http/members/described.ts';
import { optional } from '../http/members/member.ts';
import { readMembers, successAnswer } from '../http/members/schema.ts';
import { isMailAddress } from '../kernel/address.ts';
import { type Faults, throwFaults, type Warning } from '../kernel/errors.ts';
import { inEnglish, say } from '../kernel/sentences/sentence.ts';
import { whenNeeded } from '../kernel/when-needed.ts';
import { frameMembers } from './frame/wire.ts';
import { type PreviewPerson, WHYS } from './people/choose.ts';
import type { Preview } from './preview.ts';

const MAX_EMAILS = 10;

const ABOUT_SUBSCRIBER = 'Previews it as this subscriber gets it. If absent, sample values are used.';
const members = optional({ subscriber_uid: declare.text(ABOUT_SUBSCRIBER, { max: 64 }) });

/**
 * Reads the subscriber of a preview; undefined: none. An unusable value counts as none, as in every
 * query.
 */
export function readSubscriber(query: FormObject): string | undefined {
  return readMembers(members, query).values.subscriber_uid;
}

/**
 * Reads the addresses of a test mail, without duplicates, and its subscriber. @throws AppError
 * `invalid` with all faults
 */
export function readTest(body: FormObject): { emails: string[]; subscriberUid: string | undefined } {
  const { values, faults } = readMembers(members, body);
  const emails = [...addressesIn('emails', body, faults), ...addressesIn('email', body, faults)];
  const once = [...new Map(emails.map((email) => [email.toLowerCase(), email])).values()];
  const wrong = once.find((email) => !isMailAddress(email));
  if (once.length === 0) faults['emails'] ??= say('member-blank', { label: 'Emails' });
  else if (wrong !== undefined) faults['emails'] = declare.notAnAddress(wrong.slice(0, 100));
  else if (once.length > MAX_EMAILS) faults['emails'] = say('campaign-emails-many', { max: MAX_EMAILS });
  throwFaults(faults);
  return { emails: once, subscriberUid: values.subscriber_uid };
}

/** One text, with commas between several, or a list of them. */
function addressesIn(member: 'emails' | 'email', body: FormObject, faults: Faults): string[] {
  const values = Object.hasOwn(body, member) && body[member] !== null ? [body[member]].flat() : [];
  const texts = values.filter((text) => typeof text === 'string');
  if (texts.length < values.length) faults[member] = say('campaign-emails-form');
  return texts.flatMap((text) => text.split(',')).flatMap((text) => text.trim() || []);
}

/** A preview as the interface shows it. `warnings`: those of the campaign as it is written. */
export function toWirePreview(preview: Preview, warnings: readonly Warning[]) {
  const { subject, from, to, replyTo, html, plainText } = preview;
  return {
    subject,
    from: mailboxText(from),
    to: mailboxText(to),
    reply_to: replyTo,
    html,
    plain_text: plainText,
    size: Buffer.byteLength(html),
    warnings: [...warnings, ...preview.warnings.map(({ member, why }) => ({ member, message: inEnglish(why) }))],
  };
}

function mailboxText({ name, email }: { name: string; email: string }): string {
  return name === '' || name === email ? email : `${name} <${email}>`;
}

/** The mails of a test as the interface shows them. */
export function toWireTest(mails: readonly { email: string; uid: string }[]) {
  return { emails: mails.map(({ email, uid }) => ({ email, email_uid: uid })) };
}

/** People to look at a mail with. */
export function toWirePeople(people: readonly PreviewPerson[]) {
  return { records: people.map(({ uid, ...person }) => ({ subscriber_uid: uid, ...person })), next: null };
}

export const peopleAnswer = successAnswer(() => ({
  data: z.strictObject({
    records: z
      .array(
        z
          .strictObject({
            subscriber_uid: uid('Id of the subscriber, for previews.'),
            email: said('The address.'),
            name: said('First and last name, if the list has the fields FNAME and LNAME; empty if none.'),
            why: z.enum(WHYS).describe('What is unusual about the person, for whom the email may look wrong.'),
          })
          .meta({ id: 'PreviewPerson', description: 'Someone to preview an email with.' }),
      )
      .describe(
        'At most 12 of the newest 5,000 subscribers of its lists, each with the list through which they would get it; unusual ones first.',
      ),
    next: z.string().nullable().describe('Always null: there are no further records.'),
  }),
}));
export const previewQuery = whenNeeded(() =>
  z.object({ subscriber_uid: z.string().optional().describe(ABOUT_SUBSCRIBER) }),
);
export const frameQuery = whenNeeded(() => previewQuery().extend(frameMembers));

const emails = whenNeeded(() => z.union([z.string(), z.array(z.string())]).nullish());

export const testBody = whenNeeded(() =>
  z
    .object({
      emails: emails().describe(`One address or several separated by commas, or an array; at most ${MAX_EMAILS}.`),
      email: emails().describe('The same; one of the two is required.'),
      ...members,
    })
    .meta({ id: 'TestEmail', description: 'Where a test email is sent.' }),
);

export const previewAnswer = successAnswer(() => ({
  data: z
    .strictObject({
      subject: said('Subject.'),
      from: said('Sender, `Name <address>`.'),
      to: said('Recipient, `Name <address>`.'),
      reply_to: said('Reply-to address.'),
      html: said('The HTML. Links lead directly to their destinations; nothing is counted.'),
      plain_text: z.string().nullable().describe('The plain text; null if the message has none.'),
      size: z.int().describe('Size of the HTML in bytes. Gmail clips messages larger than 102 KB.'),
      warnings,
    })
    .meta({ id: 'Preview', description: 'The message of a campaign as a subscriber gets it.' }),
}));

export const testAnswer = successAnswer(() => ({
  data: z.strictObject({
    emails: z
      .array(
        z.strictObject({ email: said('The address.'), email_uid: uid('Id of the email, as a transactional email.') }),
      )
      .describe('The emails to be sent, each address once.'),
  }),
}));
