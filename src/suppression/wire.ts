// The interface's members of suppressions, both ways (wire contract, section 9).
import { z } from 'zod';
import type { BadRow } from '../csv/bad-row.ts';
import { type FormObject, isFormObject } from '../http/form/decode.ts';
import { listAsSent } from '../http/form/value.ts';
import * as declare from '../http/members/declare.ts';
import { count, said, time } from '../http/members/described.ts';
import { optional, required } from '../http/members/member.ts';
import { pageOf, pageQuery, readMembers, recordOf, successAnswer } from '../http/members/schema.ts';
import { sentencesLike, toWireSentences } from '../http/members/sentences.ts';
import { isMailAddress } from '../kernel/address.ts';
import { formatCalendarTime } from '../kernel/clock.ts';
import { AppError, type Faults, textsOf, throwFaults } from '../kernel/errors.ts';
import { say, textOf } from '../kernel/sentences/sentence.ts';
import { newPause } from '../kernel/slices.ts';
import { whenNeeded } from '../kernel/when-needed.ts';
import type { Suppression } from '../storage/tables/delivery.ts';
import type { ImportCounts } from './import.ts';
import type { Filter } from './listing.ts';
import { BULK_LIMIT, DETAIL_LENGTH, REASONS, type SuppressionReason, TEXTS } from './rules.ts';

const REASON = { fold: declare.lower };
const members = {
  ...required({ email: declare.address('The address.', { max: 254, isAddress: isMailAddress }) }),
  ...optional({
    reason: declare.oneOf('Why it gets no email.', REASONS, { ...REASON, default: 'manual' }),
    detail: declare.text('What it is based on.', { max: DETAIL_LENGTH }),
  }),
};
const filters = optional({
  email: declare.text('Only this address.'),
  reason: declare.oneOf('Only those with this reason.', REASONS, REASON),
});

/** An address to suppress. */
export type SuppressionInput = { email: string; reason: SuppressionReason; detail: string };

/** Reads one suppression. @throws AppError `invalid` with all faults */
export function readSuppression(body: FormObject): SuppressionInput {
  const read = readOne(body);
  if ('faults' in read) throwFaults(read.faults);
  return read as SuppressionInput;
}

function readOne(sent: FormObject): SuppressionInput | { faults: Faults } {
  const { values, faults } = readMembers(members, sent);
  if (Object.keys(faults).length > 0) return { faults };
  return { email: values.email ?? '', reason: values.reason ?? 'manual', detail: values.detail ?? 'added by API' };
}

/** One of many: as sent, and its values or its faults. */
type ReadEntry = { sent: FormObject; read: SuppressionInput | { faults: Faults } };

/**
 * Reads a bulk request: each entry is an object, or a text that is the address.
 * @returns the entries as sent, each with its result
 * @throws AppError `invalid` when there are none or too many
 */
export async function readBulk(body: FormObject): Promise<ReadEntry[]> {
  const given = body['suppressions'];
  const list = listAsSent(given) ?? [];
  if (list.length === 0) throw new AppError('invalid', TEXTS.none);
  if (list.length > BULK_LIMIT) throw new AppError('invalid', TEXTS.tooMany);
  const sent = list.map((entry): FormObject => {
    if (isFormObject(entry)) return entry;
    const text = typeof entry === 'string' ? entry : '';
    return Object.assign(Object.create(null), { email: text });
  });
  const pause = newPause();
  const read: ReadEntry[] = [];
  for (const entry of sent) {
    read.push({ sent: entry, read: readOne(entry) });
    await pause();
  }
  return read;
}

/** The uploaded file. @throws AppError `invalid` when there is none */
export function readFile(body: FormObject): Uint8Array {
  const file = body['file'];
  if (file instanceof Uint8Array) return file;
  if (typeof file === 'string' && file !== '') return Buffer.from(file);
  throw new AppError('invalid', 'Validation failed: file', {
    faults: {
      file: say('suppression-file'),
    },
  });
}

/** Reads the filters of a listing. @throws AppError `invalid` for an unknown reason */
export function readFilter(query: FormObject): Filter {
  const { values, faults } = readMembers(filters, query);
  throwFaults(faults);
  return values;
}

const record = whenNeeded(() =>
  z
    .looseObject({
      email: said('The address.'),
      reason: z.enum(REASONS).describe('Why it gets no email.'),
      detail: said('What it is based on: an answer, a report, or who asked for it.'),
      date_added: time('When, `Y-m-d H:i:s`, UTC.'),
    })
    .meta({ id: 'Suppression', description: 'An address that gets no email from you.' }),
);
const input = whenNeeded(() =>
  z.object(members).meta({ id: 'NewSuppression', description: 'An address to suppress.' }),
);

export const filterQuery = whenNeeded(() => z.object({ ...pageQuery, ...filters }));
export const oneBody = whenNeeded(() => input());
export const bulkBody = whenNeeded(() =>
  z
    .object({
      suppressions: z
        .array(z.union([input(), members.email]))
        .min(1)
        .max(BULK_LIMIT)
        .describe('The addresses, each an object or just the address.'),
    })
    .meta({ id: 'NewSuppressions', description: 'Many addresses to suppress at once.' }),
);
export const fileBody = whenNeeded(() =>
  z
    .object({
      file: z
        .string()
        .meta({ contentMediaType: 'text/csv' })
        .describe(
          'A CSV file with a column `email`, and optionally `reason` and `detail`: its text, or a file part of a multipart body.',
        ),
    })
    .meta({ id: 'SuppressionFile', description: 'A file of addresses.' }),
);

export const pageAnswerSchema = pageOf(record);
export const recordAnswer = recordOf(record);
export const doneAnswer = successAnswer({});
export const bulkAnswer = successAnswer(() => ({
  data: z.looseObject({
    added: count('Number of addresses that were not on the list before.'),
    records: z
      .array(
        z
          .looseObject({
            data: z.record(z.string(), z.unknown()).describe('The entry as sent.'),
            errors: z
              .union([z.array(z.never()).max(0), z.record(z.string(), z.string())])
              .describe('Faults by member; an empty array if it is on the list now.'),
          })
          .meta({ id: 'SuppressionResult', description: 'Result for one of many.' }),
      )
      .describe('In the order of the request.'),
  }),
}));
export const csvAnswer = whenNeeded(() => z.string().describe('CSV with a header line.'));
export const importAnswer = successAnswer(() => ({
  data: z.looseObject({
    added: count('Number of addresses that were not on the list before.'),
    present: count('Number of rows whose address was already on the list.'),
    bad: count('Number of rows that could not be read.'),
    bad_rows: z
      .array(
        z
          .looseObject({
            line: count('Line in the file.'),
            email: said('The value in place of the address.'),
            reason: said('What is wrong.'),
            sentences: sentencesLike('reason'),
          })
          .meta({ id: 'BadRow', description: 'A row that could not be read.' }),
      )
      .describe('The first hundred of them.'),
  }),
}));

/** A suppression as the interface shows it. */
export function toWireRecord({ email, reason: why, detail, created_at }: Suppression) {
  return { email, reason: why, detail, date_added: formatCalendarTime(created_at) };
}

/**
 * The result for each of many, in the order sent. No faults is an empty array, as with subscribers.
 */
export function toWireBulk(read: readonly ReadEntry[], added: number) {
  const records = read.map(({ sent, read: one }) => ({
    data: sent,
    errors: 'faults' in one ? textsOf(one.faults) : [],
  }));
  return { added, records };
}

/** The result of an import. */
export function toWireImport({ added, present, bad, badRows }: ImportCounts & { badRows: BadRow[] }) {
  const bad_rows = badRows.map(({ line, email, reasons }) => ({
    line,
    email,
    reason: textOf(reasons),
    sentences: toWireSentences(reasons),
  }));
  return { added, present, bad, bad_rows };
}
