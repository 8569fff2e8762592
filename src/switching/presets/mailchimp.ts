// Mailchimp's export: a zip with a file for those who are subscribed, unsubscribed and cleaned, of
// one audience or, a folder each, of several; and templates as HTML.
import { readdir, readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { Entry, ZipFile } from 'yauzl';
import { requireFile } from '../../csv/file.ts';
import { AppError, asError } from '../../kernel/errors.ts';
import { readFault } from '../../kernel/files/fault.ts';
import type { FormerServer, FormerTemplate } from '../former.ts';
import { nothing } from '../former.ts';
import { translateMailchimp } from '../tags/mailchimp.ts';
import { editionOf, type PeopleFile, peopleFiles } from './csv/files.ts';

export type MailchimpOptions = {
  /** Of the zip. */
  path: string;
  into?: string | undefined;
  /** Of the list, when the export is of one audience. */
  listName?: string | undefined;
  /** A folder with templates, each exported as HTML. */
  templates?: string | undefined;
};

type Kind = Pick<PeopleFile, 'standing' | 'skipped'>;

/** The files by how their names begin, in the order in which their people are stored. */
const KINDS: readonly [RegExp, Kind][] = [
  [/^unsubscribed[_ -]/i, { standing: { status: 'unsubscribed' } }],
  [/^cleaned[_ -]/i, { standing: { status: 'disabled', suppressed: 'hard-bounce' } }],
  [/^non-?subscribed[_ -]/i, { standing: { status: 'disabled' }, skipped: 'never subscribed there' }],
  [/^archived[_ -]/i, { standing: { status: 'disabled' }, skipped: 'was archived there' }],
  [/^subscribed[_ -]/i, { standing: { status: 'confirmed' } }],
];
/** The audience of an export of one. */
const WHOLE = 'audience';
const MOST_TEMPLATE_BYTES = 10_000_000;

/** @throws AppError `bad_request` when the file is no export */
export async function mailchimpExport(options: MailchimpOptions): Promise<FormerServer> {
  const { zip, entries } = await openZip(options.path);
  const files = KINDS.flatMap(([pattern, kind]) =>
    entries.filter(({ path }) => isCsv(path) && pattern.test(basename(path))).map((entry) => fileOf(zip, entry, kind)),
  );
  if (files.length === 0) {
    zip.close();
    throw new AppError(
      'bad_request',
      `${options.path} is no export of Mailchimp: it has no file like subscribed_….csv.`,
    );
  }
  const audiences = [...new Set(files.map(({ listKey }) => listKey))];
  const { into, listName } = options;
  if (audiences.includes(WHOLE) && into === undefined && listName === undefined) {
    zip.close();
    throw new AppError(
      'bad_request',
      'The export does not tell the name of its audience: give --name, or --list for a list that is there.',
    );
  }
  if (audiences.length > 1 && into !== undefined) {
    zip.close();
    throw new AppError('bad_request', `The export has ${audiences.length} audiences: --list is for an export of one.`);
  }
  const people = peopleFiles(files, {});
  return {
    kind: 'mailchimp',
    name: into ?? listName ?? 'account',
    edition: editionOf(options.path, options.templates),
    suppressions: (position) => people.suppressions(position),
    async lists() {
      const lists = audiences.map(async (key) => {
        const name = audiences.length === 1 && listName !== undefined ? listName : key;
        return { key, settings: { name }, fields: await people.fieldsOf(key), into };
      });
      return Promise.all(lists);
    },
    people: (list, position) => people.people(list, position),
    segments: () => nothing(),
    templates: () => templatesOf(zip, entries, options.templates),
    campaigns: () => nothing(),
    mailings: () => nothing(),
    translate: translateMailchimp,
    notes: people.notes,
    close: async () => zip.close(),
  };
}

type ZipEntry = { path: string; entry: Entry };

async function openZip(path: string): Promise<{ zip: ZipFile; entries: ZipEntry[] }> {
  await requireFile(path);
  const { openPromise } = await import('yauzl'); // few commands ever need it
  try {
    const zip = await openPromise(path, { autoClose: false });
    const entries: ZipEntry[] = [];
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName as unknown as string;
      if (!name.endsWith('/') && !name.startsWith('__MACOSX/')) entries.push({ path: name, entry });
    }
    return { zip, entries };
  } catch (error) {
    throw new AppError(
      'bad_request',
      `${path} cannot be read as a zip: ${asError(error).message.replace(/\.*$/, '.')}`,
    );
  }
}

const isCsv = (path: string) => extname(path).toLowerCase() === '.csv';

/** The folder that the file is in names the audience; folders around it say nothing. */
function fileOf(zip: ZipFile, { path, entry }: ZipEntry, kind: Kind): PeopleFile {
  const folder = path.split('/').at(-2) ?? '';
  const listKey = folder === '' || /^(audiences|lists|members|export)$/i.test(folder) ? WHOLE : folder;
  return { ...kind, name: basename(path), listKey, chunks: () => bytesOf(zip, entry) };
}

async function* bytesOf(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) yield chunk;
  } catch (error) {
    throw new AppError('bad_request', `${entry.fileName} in the zip is damaged: ${asError(error).message}.`);
  }
}

async function* templatesOf(
  zip: ZipFile,
  entries: readonly ZipEntry[],
  folder: string | undefined,
): AsyncGenerator<FormerTemplate> {
  for (const { path, entry } of entries) {
    if (!/(^|\/)templates\//i.test(path) || !/\.html?$/i.test(path)) continue;
    if (entry.uncompressedSize > MOST_TEMPLATE_BYTES) continue;
    const html = Buffer.concat(await Array.fromAsync(bytesOf(zip, entry))).toString('utf8');
    yield { key: path, name: nameIn(path), html };
  }
  if (folder === undefined) return;
  const names = await readdir(folder).catch((error: unknown) => {
    throw readFault(`The folder ${folder} cannot be read`, error);
  });
  for (const name of names.filter((one) => /\.html?$/i.test(one)).sort()) {
    yield { key: `folder/${name}`, name: nameIn(name), html: await readFile(join(folder, name), 'utf8') };
  }
}

const nameIn = (path: string) => basename(path, extname(path)).replace(/[_-]+/g, ' ').trim() || path;
