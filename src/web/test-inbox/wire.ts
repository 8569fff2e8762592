// Mails of the test inbox, as the API shows them.
import type { Attachment } from 'postal-mime';
import { z } from 'zod';
import type { FormObject } from '../../http/form/decode.ts';
import * as declare from '../../http/members/declare.ts';
import { count, numberText, said } from '../../http/members/described.ts';
import { type KeysetRequest, keysetPage, keysetQuery, readKeyset } from '../../http/members/keyset.ts';
import { optional, required } from '../../http/members/member.ts';
import { readMembers, recordOf, successAnswer } from '../../http/members/schema.ts';
import { reasonsLike } from '../../http/members/sentences.ts';
import { isoOrNull } from '../../kernel/clock.ts';
import { throwFaults } from '../../kernel/errors.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import type { MailHead, ParsedMail } from '../../mail/inbox/queries.ts';
import { releaseOf } from '../../mail/inbox/release.ts';
import { mime } from '../../mail/mime/reader.ts';
import type { InboxMail } from '../../storage/tables.ts';
import { asBytes, idOf, withEmbedded } from '../inbox-content.ts';

const MAX_SEARCH = 255;
const members = {
  ...optional({
    search: declare.text('Only emails with all of these words in sender, recipients or subject.', { max: MAX_SEARCH }),
  }),
  ...keysetQuery({ most: 200 }),
};
export const inboxQuery = whenNeeded(() => z.object(members));

/** Which mails are asked for. @throws AppError `invalid` */
export function readInbox(query: FormObject): { search: string | undefined; request: KeysetRequest } {
  const { values, faults } = readMembers(members, query);
  const request = readKeyset(values, ['number'], faults);
  throwFaults(faults);
  return { search: values.search, request };
}

const head = whenNeeded(() => ({
  mail_id: numberText('Id of the email.'),
  received_at: said('When it arrived, ISO 8601 in UTC.'),
  from: said('Envelope sender.'),
  to: said('Recipients.'),
  subject: said('Subject.'),
  size: count('Bytes.'),
  released_at: said('When it was passed to a delivery server, ISO 8601 in UTC; null if it was not.').nullable(),
  release: z
    .enum(['going', 'accepted', 'deferred', 'rejected', 'uncertain'])
    .nullable()
    .describe(
      'Result of the release: `going`: in progress; `accepted`, `deferred` and `rejected`: the server’s answer; `uncertain`: the server may have accepted it. Null if it was not released.',
    ),
}));
const mail = whenNeeded(() =>
  z.strictObject(head()).meta({ id: 'TestMail', description: 'An email in the test inbox.' }),
);
export const inboxAnswer = keysetPage(mail);

const whole = whenNeeded(() =>
  z
    .strictObject({
      ...head(),
      from_header: said('Sender given in the email; empty if none.'),
      reply_to: said('Reply-to address given in the email; empty if none.'),
      has_html: z.boolean().describe('Whether it has HTML, which is then available as a page.'),
      text: said('Its plain text; null if none.').nullable(),
      released_by: said('Name of the delivery server that it was passed to; null if none.').nullable(),
      release_reply: said('Answer of that server; null if none yet.').nullable(),
      attachments: z
        .array(
          z.strictObject({
            name: said('Name of the file.'),
            media_type: said('Its media type.'),
            size: count('Bytes.'),
          }),
        )
        .describe('Its attachments.'),
    })
    .meta({ id: 'WholeTestMail', description: 'An email in the test inbox, with its content.' }),
);
export const mailAnswer = recordOf(whole);
export const clearedAnswer = recordOf(() =>
  z.strictObject({ removed: count('Number of emails deleted.') }).describe('The result.'),
);
export const removedAnswer = recordOf(() =>
  z.strictObject({ mail_id: head().mail_id }).describe('The deleted emails.'),
);
const link = whenNeeded(() =>
  z
    .strictObject({
      href: said('Address of the link, as in the email.'),
      leads_to: said('Its destination: for a tracked link, the address behind it.'),
      state: z
        .enum(['answers', 'fails', 'own', 'not-asked', 'no-page'])
        .describe(
          '`answers`, or `fails` with the reason in `why`; `own`: a page of this server; `not-asked`: only 20 are requested, within 5 seconds; `no-page`: not a web address, such as a mailto link.',
        ),
      why: said('Why it fails.').nullable(),
      sentences: reasonsLike('Why it fails'),
    })
    .meta({ id: 'TestMailLink', description: 'A link of an email in the test inbox.' }),
);
export const linksAnswer = successAnswer(() => ({
  data: z.strictObject({
    records: z.array(link()).describe('Its links, each address once, in order; at most 200.'),
  }),
}));

const releaseMembers = required({
  server_id: declare.text('Id of the delivery server that sends it.', { max: 20 }),
});
export const releaseBody = whenNeeded(() =>
  z.object(releaseMembers).meta({ id: 'TestMailHandover', description: 'Where to pass an email in the test inbox.' }),
);

/** Through which delivery server a mail is to leave. @throws AppError `invalid` */
export function readRelease(body: FormObject): string {
  const { values, faults } = readMembers(releaseMembers, body);
  throwFaults(faults);
  return values.server_id ?? '';
}
export const pageAnswer = whenNeeded(() => z.string().describe('The HTML of the email.'));

/** The head of a mail. */
export function toWireHead(mail: MailHead | InboxMail, now: number) {
  const { id, received_at, mail_from, rcpt_to, subject, size, released_at } = mail;
  return {
    mail_id: String(id),
    received_at: isoOrNull(received_at) ?? '',
    from: mail_from,
    to: rcpt_to,
    subject,
    size,
    released_at: isoOrNull(released_at),
    release: releaseOf(mail, now),
  };
}

/** @param parsed undefined: nothing but its source can be read */
export function toWireMail(row: InboxMail, parsed: ParsedMail | undefined, now: number) {
  const header = (name: string) => mime().decodeWords(parsed?.headers.find(({ key }) => key === name)?.value ?? '');
  return {
    ...toWireHead(row, now),
    from_header: header('from'),
    reply_to: header('reply-to'),
    has_html: parsed?.html !== undefined,
    text: parsed?.text ?? null,
    released_by: row.released_by,
    release_reply: row.release_reply,
    attachments: (parsed?.attachments ?? []).map(({ filename, mimeType, content }) => ({
      name: filename ?? '',
      media_type: mimeType,
      size: asBytes(content).length,
    })),
  };
}

/** Bytes of pictures in a page: a mail may name each many times. */
const MOST_EMBEDDED = 50_000_000;

/**
 * The HTML of a mail for its frame: links open in a new tab. Embedded pictures (`cid:`, RFC 2392)
 * stand in it, since the frame has no session to fetch them with.
 */
export function pageOf(html: string, attachments: readonly Attachment[]): string {
  const pictures = new Map(
    attachments
      .filter(({ mimeType }) => /^image\/(?:png|jpeg|gif|webp)$/.test(mimeType))
      .map((one) => [idOf(one.contentId), one]),
  );
  let left = MOST_EMBEDDED;
  const page = withEmbedded(html, (id) => {
    const picture = pictures.get(id);
    if (!picture) return undefined;
    const bytes = asBytes(picture.content);
    left -= bytes.length;
    return left < 0 ? undefined : `data:${picture.mimeType};base64,${bytes.toString('base64')}`;
  });
  // In front of a doctype it would cause quirks mode; browsers accept it at the start of the head.
  const doctype = /^\s*<!doctype[^>]*>/i.exec(page)?.[0] ?? '';
  return `${doctype}<base target="_blank">${page.slice(doctype.length)}`;
}

/** Of the page: it runs no script, and only pages of ours may frame it. */
export const PAGE_HEADERS = {
  'content-security-policy':
    "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src http: https: data:; " +
    "style-src 'unsafe-inline' http: https:; font-src http: https: data:; form-action 'none'; frame-ancestors 'self'",
  'referrer-policy': 'no-referrer',
};
