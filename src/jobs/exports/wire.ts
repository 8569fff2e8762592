// Reads what is to be exported, and shows how an export stands.
import { z } from 'zod';
import type { FormObject } from '../../http/form/decode.ts';
import * as declare from '../../http/members/declare.ts';
import { count, uid } from '../../http/members/described.ts';
import { keysetPage } from '../../http/members/keyset.ts';
import { optional } from '../../http/members/member.ts';
import { readMembers, recordOf } from '../../http/members/schema.ts';
import { isoOrNull } from '../../kernel/clock.ts';
import { throwFaults } from '../../kernel/errors.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import { filterMembers, filterOf, toWireFilter } from '../../segments/people/members.ts';
import type { Job, List } from '../../storage/tables.ts';
import { FILES_KEPT_MS } from '../remove-old.ts';
import { JOB_TIMES, REASON, reasonOf, timesOf } from '../wire.ts';
import { exportParameters, exportProgress, FORMATS, percentOfExport } from './parameters.ts';
import { EXPORT_STATES, stateOfExport } from './rules.ts';

const FORMAT_ABOUT =
  '`csv`: UTF-8 with a byte order mark, safe to open in a spreadsheet. `jsonl`: one JSON object per line.';

const members = {
  ...filterMembers,
  ...optional({ format: declare.oneOf(FORMAT_ABOUT, FORMATS, { fold: declare.lower, default: 'csv' }) }),
};
export const exportBody = whenNeeded(() =>
  z
    .object(members)
    .meta({ id: 'NewExport', description: 'Whom to export, and how. Without a filter: everyone on the list.' }),
);

/** What is to be exported. @throws AppError `invalid` */
export function readExport(body: FormObject) {
  const { values, faults } = readMembers(members, body);
  const filter = filterOf(values, faults);
  throwFaults(faults);
  return { filter, format: values.format ?? 'csv' };
}

const record = whenNeeded(() =>
  z
    .strictObject({
      export_uid: uid('Its id.'),
      list_uid: uid('Id of the list.'),
      state: z
        .enum(EXPORT_STATES)
        .describe(
          '`exporting`: in progress, or waiting. `ready`: the file can be downloaded. `removed`: the file no longer exists, because it was a day old or contained someone who was erased. `failed`: see the reason. `cancelled`.',
        ),
      format: z.enum(FORMATS).describe(FORMAT_ABOUT),
      filter: z.record(z.string(), z.string()).describe('Its filter, as in the request; without members: everyone.'),
      ...JOB_TIMES(),
      ...REASON(),
      people: count('People in the file so far.'),
      size: count('Bytes of the file so far.'),
      percent: count('Progress, 0 to 100.'),
      kept_until: z
        .string()
        .nullable()
        .describe('How long the file is kept. ISO 8601 in UTC; null if there is no file.'),
    })
    .meta({ id: 'Export', description: 'An export of people of a list.' }),
);

export const recordAnswer = recordOf(record);
export const pageAnswer = keysetPage(record);
export const fileAnswer = whenNeeded(() =>
  z
    .string()
    .describe(
      'As CSV: one column per field, named by its tag, followed by SUBSCRIBER_UID, STATUS, SOURCE, IP_ADDRESS, ADDED_AT, CONFIRMED_AT, UNSUBSCRIBED_AT. As JSON Lines: one object per line with the same members.',
    ),
);

/** The record of an export. */
export function toWireExport(job: Job, list: Pick<List, 'uid'>): z.output<ReturnType<typeof record>> {
  const { people, format } = exportParameters(job);
  const { rows, bytes } = exportProgress(job);
  const state = stateOfExport(job);
  return {
    export_uid: job.uid,
    list_uid: list.uid,
    state,
    format,
    filter: toWireFilter(people.filter),
    ...(timesOf(job) as Pick<z.output<ReturnType<typeof record>>, 'created_at' | 'started_at' | 'ended_at'>),
    ...reasonOf(job),
    people: rows,
    size: bytes,
    percent: percentOfExport(job),
    kept_until: isoOrNull(state === 'ready' ? job.updated_at + FILES_KEPT_MS : null),
  };
}
