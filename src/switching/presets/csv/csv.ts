// People of any program, from one file of comma-separated values.
import { basename } from 'node:path';
import { chunksOf, inspectText } from '../../../csv/file.ts';
import type { FormerServer } from '../../former.ts';
import { nothing } from '../../former.ts';
import { translateOwn } from '../../tags/own.ts';
import { editionOf, type FileOptions, type PeopleFile, peopleFiles } from './files.ts';

export type CsvOptions = FileOptions & {
  path: string;
  standing: PeopleFile['standing'];
  /** The list that people are added to; else one of this name is made. */
  into?: string | undefined;
  listName: string;
};

/** @throws AppError `bad_request` when the file cannot be read */
export async function csvServer({ path, standing, into, listName, ...options }: CsvOptions): Promise<FormerServer> {
  await inspectText(path);
  const file: PeopleFile = { name: basename(path), listKey: 'list', standing, chunks: () => chunksOf({ path }) };
  const files = peopleFiles([file], options);
  return {
    kind: 'csv',
    name: into ?? listName,
    edition: editionOf(path, [standing, options.delimiter, [...(options.map ?? [])]]),
    suppressions: (position) => files.suppressions(position),
    async lists() {
      return [{ key: 'list', settings: { name: listName }, fields: await files.fieldsOf('list'), into }];
    },
    people: (list, position) => files.people(list, position),
    segments: () => nothing(),
    templates: () => nothing(),
    campaigns: () => nothing(),
    mailings: () => nothing(),
    translate: translateOwn,
    notes: () => files.notes(),
    close: async () => undefined,
  };
}
