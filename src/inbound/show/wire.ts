// Returned mail as the interface answers it: where it comes from, and what was not understood.
import { z } from 'zod';
import { count, said, yesNo } from '../../http/members/described.ts';
import { recordOf, successAnswer } from '../../http/members/schema.ts';
import { saidIn, sentencesLike, toWireSentences } from '../../http/members/sentences.ts';
import { formatInstant } from '../../kernel/clock.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { parseSentences, storedFault, storedText, textOf } from '../../kernel/sentences/sentence.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import type { Mailbox, ProviderRow, ReturnedMail } from '../../storage/tables/delivery.ts';
import type { ReturnedLine } from '../queries-returned.ts';

type Counts = ReadonlyMap<string, { understood: number; unknown: number; day: number }>;
type Around = {
  returnAddress: string | undefined;
  mailboxes: readonly Mailbox[];
  providers: readonly ProviderRow[];
  counts: Counts;
};

export function toWireReturnPath({ returnAddress, mailboxes, providers, counts }: Around) {
  const of = (origin: string) => {
    const { understood = 0, unknown = 0 } = counts.get(origin) ?? {};
    return { read: understood + unknown, understood, not_understood: unknown };
  };
  const orNull = (at: number | null) => (at === null ? null : formatInstant(at));
  const smtp = counts.get('smtp');
  return {
    return_address: returnAddress ?? null,
    sources: [
      ...mailboxes.map(({ id, name, protocol, host, status, fault, fault_at, polled_at }) => ({
        origin: `mailbox:${id}`,
        kind: protocol === 'pop3' ? ('pop3' as const) : ('imap' as const),
        name,
        host,
        active: status === 'active' ? ('yes' as const) : ('no' as const),
        ...faultOf(fault),
        last_read: orNull(polled_at),
        fault_since: orNull(fault_at),
        ...of(`mailbox:${id}`),
      })),
      ...providers.map(({ id, kind, heard_at, fault, fault_at }) => ({
        origin: `provider:${id}`,
        kind: 'provider' as const,
        name: kind,
        host: null,
        active: 'yes' as const,
        ...faultOf(fault),
        last_read: orNull(heard_at),
        fault_since: orNull(fault_at),
        ...of(`provider:${id}`),
      })),
      ...(smtp
        ? [
            {
              origin: 'smtp',
              kind: 'smtp' as const,
              name: 'SMTP',
              host: null,
              active: 'yes' as const,
              ...faultOf(null),
              last_read: formatInstant(smtp.day * DAY_MS),
              fault_since: null,
              ...of('smtp'),
            },
          ]
        : []),
    ],
  };
}

/** What is stored of a fault, as text and as sentences. */
const faultOf = (stored: string | null) => ({
  fault: storedText(stored),
  sentences: toWireSentences(storedFault(stored)),
});

const instantOrNull = (about: string) => z.string().nullable().describe(about);
const source = whenNeeded(() =>
  z
    .strictObject({
      origin: said('Its id, used in returned emails.'),
      kind: z
        .enum(['imap', 'pop3', 'provider', 'smtp'])
        .describe('A mailbox that is polled, a provider that reports over HTTP, or the SMTP server for returned mail.'),
      name: said('Its name; for a provider its kind.'),
      host: z.string().nullable().describe('The host of a mailbox.'),
      active: yesNo('Whether it is polled.'),
      last_read: instantOrNull(
        'When it was last read or heard from without an error, ISO 8601 in UTC; for SMTP the day. Null if never.',
      ),
      fault: z.string().nullable().describe('Why it cannot be read; null if it can.'),
      sentences: sentencesLike('fault'),
      fault_since: instantOrNull('Since when, ISO 8601 in UTC.'),
      read: count('Emails or reports in the last 30 days.'),
      understood: count('Those that were understood, or that concern nothing.'),
      not_understood: count('Those that were not.'),
    })
    .meta({ id: 'ReturnSource', description: 'A source of returned mail.' }),
);
const path = whenNeeded(() =>
  z
    .strictObject({
      return_address: z.string().nullable().describe('Address for returned mail; null for the sender of each email.'),
      sources: z.array(source()).describe('Where it is read: mailboxes, providers, the SMTP server.'),
    })
    .meta({ id: 'ReturnPath', description: 'How returned mail is received.' }),
);
export const pathAnswer = recordOf(path);

/** A mail that was not understood. */
export function toWireLine({ id, origin, mail_from, rcpt_to, subject, size, received_at, ...line }: ReturnedLine) {
  const sentences = parseSentences(line.sentences);
  return {
    mail_id: String(id),
    origin,
    from: mail_from,
    to: rcpt_to,
    subject,
    size,
    reason: textOf(sentences),
    sentences: toWireSentences(sentences),
    received: formatInstant(received_at),
  };
}

/** Of a text that is shown. */
const MOST_SHOWN = 16_000;

/** The same with the beginning of its source, as text. */
export function toWireMail({ source: bytes, ...mail }: ReturnedMail) {
  const start = Buffer.from(bytes.subarray(0, MOST_SHOWN)).toString('utf8');
  // Line ends and tabs stay; other control characters could do something to a terminal.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are taken out
  const text = start.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, '\ufffd');
  return {
    ...toWireLine(mail),
    excerpt: text,
    is_cut: bytes.byteLength > MOST_SHOWN ? ('yes' as const) : ('no' as const),
  };
}

const line = whenNeeded(() => ({
  mail_id: said('Id of the email.'),
  origin: said('Source: `smtp`, or `mailbox:` with a number.'),
  from: said('Envelope sender; `<>` for automatic mail.'),
  to: said('The address it was sent to, if known.'),
  subject: said('Its subject, decoded.'),
  reason: saidIn('Why it was not understood.'),
  sentences: sentencesLike('reason'),
  size: count('Number of its bytes that are kept.'),
  received: said('When it was read, ISO 8601 in UTC.'),
}));
const mailLine = whenNeeded(() =>
  z.strictObject(line()).meta({ id: 'ReturnedMailLine', description: 'A returned email that was not understood.' }),
);
export const linesAnswer = successAnswer(() => ({
  data: z.strictObject({
    records: z.array(mailLine()).describe('Newest first.'),
    next: z.string().nullable().describe('Value of `before` for the next ones; null if there are none.'),
  }),
}));
export const mailAnswer = recordOf(() =>
  z
    .strictObject({
      ...line(),
      excerpt: said('The beginning of its source, as text; control characters are replaced.'),
      is_cut: yesNo('Whether the source is longer.'),
    })
    .meta({ id: 'ReturnedMail', description: 'A returned email that was not understood, with its source.' }),
);
export const removedAnswer = successAnswer({});
