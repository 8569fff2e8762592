// A former server of which there are files of people: one file, or those of Mailchimp's export.
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { plainName, shownNames } from '../../../csv/header.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { FieldInput } from '../../../lists/fields/input.ts';
import type { FormerList, FormerPerson, FormerSuppression, NoPerson, Slice } from '../../former.ts';
import { type Columns, columnsOf } from './columns.ts';
import { personOf, suppressionOf } from './people.ts';
import { type CsvBytes, type Inspected, inspectRecords, recordsOf } from './records.ts';

type Standing = Parameters<typeof suppressionOf>[0]['standing'];

/** A file of people of one list. `skipped`: why none of them is taken. */
export type PeopleFile = CsvBytes & { listKey: string; standing: Standing; skipped?: string };

export type FileOptions = { delimiter?: string | undefined; map?: ReadonlyMap<string, string> };

type Read = { file: PeopleFile; inspected: Inspected; columns: Columns };

export type PeopleFiles = {
  /** The fields of a list: those of all of its files. */
  fieldsOf(listKey: string): Promise<FieldInput[]>;
  suppressions(position: string): AsyncIterable<Slice<FormerSuppression>>;
  people(list: FormerList, position: string): AsyncIterable<Slice<FormerPerson | NoPerson>>;
  /** Columns that are left out. */
  notes(): string[];
};

/** What is read of a file, and how: another one of the same name differs. */
export function editionOf(path: string, how: unknown): string {
  const { size, mtimeMs } = statSync(path);
  return JSON.stringify([resolve(path), size, mtimeMs, how]);
}

/** @param files in the order in which their people are stored */
export function peopleFiles(files: readonly PeopleFile[], { delimiter, map = new Map() }: FileOptions): PeopleFiles {
  const plain = new Map([...map].map(([name, tag]) => [plainName(name), tag.toUpperCase()]));
  const read = new Map<PeopleFile, Promise<Read>>();
  const inspected = (file: PeopleFile) => {
    const known = read.get(file) ?? inspect(file, delimiter, plain);
    read.set(file, known);
    return known;
  };
  const left = new Set<string>();
  return {
    async fieldsOf(listKey) {
      const fields = new Map<string, FieldInput>();
      for (const file of files.filter((one) => one.listKey === listKey)) {
        const { columns } = await inspected(file);
        for (const name of columns.left) left.add(name);
        for (const field of columns.fields) {
          const known = fields.get(field.tag);
          if (!known || known.type === 'text') fields.set(field.tag, field);
        }
      }
      return [...fields.values()];
    },
    suppressions: (position) =>
      slicesOf(files, inspected, position, (one, records) =>
        records.flatMap((record) =>
          suppressionOf({ ...one, standing: one.file.standing }, record, `from ${one.file.name}`),
        ),
      ),
    people: (list, position) =>
      slicesOf(
        files.filter(({ listKey }) => listKey === list.key),
        inspected,
        position,
        (one, records) =>
          records.map((record) => {
            const person = personOf({ ...one, standing: one.file.standing }, record);
            return one.file.skipped === undefined ? person : { email: person.email, skipped: one.file.skipped };
          }),
      ),
    notes: () => (left.size === 0 ? [] : [`Columns about the export itself are left out: ${[...left].join(', ')}.`]),
  };
}

async function inspect(
  file: PeopleFile,
  delimiter: string | undefined,
  map: ReadonlyMap<string, string>,
): Promise<Read> {
  const inspected = await inspectRecords(file, delimiter);
  const columns = columnsOf(inspected.names, map, inspected.longest);
  if (columns.email !== -1) return { file, inspected, columns };
  throw new AppError(
    'bad_request',
    `No column of ${file.name} holds the addresses: the first line has ${shownNames(inspected.names)}. Name it with --map 'Name of the column=EMAIL'.`,
  );
}

/** A position is `<file> <line>`. */
async function* slicesOf<T>(
  files: readonly PeopleFile[],
  inspected: (file: PeopleFile) => Promise<Read>,
  position: string,
  take: (read: Read, records: Parameters<typeof personOf>[1][]) => T[],
): AsyncGenerator<Slice<T>> {
  const [first = '0', line = '0'] = position === '' ? [] : position.split(' ');
  let total = 0;
  for (const file of files) total += (await inspected(file)).inspected.rows;
  for (const [n, file] of files.entries()) {
    if (n < Number(first)) continue;
    const one = await inspected(file);
    const after = n === Number(first) ? Number(line) : 0;
    for await (const records of recordsOf(file, one.inspected, after)) {
      yield { rows: take(one, records), position: `${n} ${records.at(-1)?.line ?? after}`, total };
    }
  }
}
