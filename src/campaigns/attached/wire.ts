// Tags, headers and files of a campaign in requests and answers.
import { z } from 'zod';
import { base64File } from '../../http/form/base64.ts';
import { type FormObject, type FormValue, isFormObject } from '../../http/form/decode.ts';
import { isGiven, listByNumber } from '../../http/form/value.ts';
import * as declare from '../../http/members/declare.ts';
import { said } from '../../http/members/described.ts';
import { optional, required } from '../../http/members/member.ts';
import { readMembers } from '../../http/members/schema.ts';
import { tagsColumn, tagsIn } from '../../http/members/stored-tags.ts';
import { tags as declareTags, tagsShown } from '../../http/members/tags.ts';
import type { Faults } from '../../kernel/errors.ts';
import { sha256 } from '../../kernel/ids.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import { fileNameOf, mediaTypeOf } from '../../mail/mime/file-names.ts';
import type { Campaign } from '../../storage/tables.ts';
import type { FileToAttach } from './files.ts';
import * as rules from './rules.ts';

const header = required({
  name: declare.text('Its name.', {
    max: rules.MAX_HEADER_NAME,
    check: (name) => rules.headerNameFault(name),
    json: { pattern: '^\\s*[!-9;-~]+\\s*$' },
  }),
  value: declare.headerLine('Its value, one line; may contain merge tags.', { max: rules.MAX_HEADER_VALUE }),
});
const file = {
  ...required({ name: declare.text('Name of the file.') }),
  ...optional({
    type: declare.text('Media type. Defaults to application/octet-stream.'),
    file: declare.text('SHA-256 of a file that one of your campaigns already has, instead of `data`.', {
      max: 64,
      json: { pattern: '^\\s*[0-9a-f]{64}\\s*$' },
      check: (hash, label) => (/^[0-9a-f]{64}$/.test(hash) ? undefined : say('member-hash', { label })),
    }),
  }),
};

const { tags } = optional({
  tags: declareTags('Tags for sorting campaigns: at most 20, of up to 50 characters each.'),
});

type Before = Pick<Campaign, 'headers' | 'attachments' | 'tags'> | undefined;
type Attached = Pick<Campaign, 'headers' | 'attachments' | 'tags'> & { files: FileToAttach[] };

/** @param findFile a file that a campaign of the customer has, by the hash of its bytes */
export async function readAttached(
  sent: FormObject,
  before: Before,
  findFile: (hash: string) => Promise<{ size: number } | undefined>,
  faults: Faults,
): Promise<Attached> {
  const headers = readList(sent, 'headers', rules.MOST_HEADERS, faults)?.map((one, i) => readHeader(one, i, faults));
  noteRepeated(headers ?? [], faults);
  const list = readList(sent, 'attachments', rules.MOST_FILES, faults);
  const files: FileToAttach[] = [];
  for (const [i, one] of (list ?? []).entries()) files.push(await readFile(one, `attachments[${i}]`, findFile, faults));
  const together = files.reduce((sum, { size }) => sum + size, 0);
  if (together > rules.MAX_FILES_TOGETHER)
    faults['attachments'] ??= say('campaign-attachments-large', {
      size: megabytes(together),
      most: megabytes(rules.MAX_FILES_TOGETHER),
    });
  const sorted = readMembers({ tags }, sent);
  Object.assign(faults, sorted.faults);
  const tagged = Object.hasOwn(sent, 'tags') ? tagsColumn(sorted.values.tags ?? []) : before?.tags;
  const stored = files.map(({ content: _, ...one }) => one);
  return {
    headers: headers ? listColumn(headers) : (before?.headers ?? null),
    attachments: list ? listColumn(stored) : (before?.attachments ?? null),
    tags: tagged ?? null,
    files,
  };
}

const listColumn = (list: readonly object[]) => (list.length > 0 ? JSON.stringify(list) : null);

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

/** The entries of a list; undefined: it was not sent. */
function readList(sent: FormObject, member: string, most: number, faults: Faults): FormValue[] | undefined {
  const value = sent[member];
  if (value === undefined) return undefined;
  if (value === null || value === '') return [];
  const list = listByNumber(value);
  const label = member === 'headers' ? 'Headers' : 'Attachments';
  if (list && list.length <= most) return list;
  faults[member] = list ? say('member-too-many', { label, most }) : say('member-objects', { label });
  return [];
}

function readHeader(value: FormValue, i: number, faults: Faults): rules.OwnHeader {
  const path = `headers[${i}]`;
  if (!isFormObject(value)) faults[path] = say('campaign-header-form');
  else {
    const { values, faults: found } = readMembers(header, value, `${path}.`);
    Object.assign(faults, found);
    return { name: values.name ?? '', value: values.value ?? '' };
  }
  return { name: '', value: '' };
}

function noteRepeated(headers: readonly rules.OwnHeader[], faults: Faults): void {
  const names = new Set<string>();
  for (const [i, { name }] of headers.entries()) {
    const lower = name.toLowerCase();
    if (lower !== '' && names.has(lower)) faults[`headers[${i}].name`] ??= say('campaign-header-twice', { name });
    names.add(lower);
  }
}

const NOTHING: FileToAttach = { hash: '', name: '', mediaType: '', size: 0 };

async function readFile(
  value: FormValue,
  path: string,
  findFile: (hash: string) => Promise<{ size: number } | undefined>,
  faults: Faults,
): Promise<FileToAttach> {
  if (!isFormObject(value)) {
    faults[path] = say('campaign-attachment-form');
    return NOTHING;
  }
  const { values, faults: found } = readMembers(file, value, `${path}.`);
  Object.assign(faults, found);
  const named = { name: fileNameOf(values.name ?? ''), mediaType: mediaTypeOf(values.type ?? '') };
  if (values.file !== undefined && !isGiven(value['data'])) {
    const known = await findFile(values.file);
    if (!known) faults[`${path}.file`] = say('campaign-attachment-unknown');
    return { ...named, hash: values.file, size: known?.size ?? 0 };
  }
  const content = isGiven(value['data']) ? base64File(value['data']) : undefined;
  if (content === undefined)
    faults[`${path}.data`] ??= isGiven(value['data'])
      ? say('campaign-attachment-base64')
      : say('member-blank', { label: 'Data' });
  else if (content.length > rules.MAX_FILE)
    faults[`${path}.data`] = say('campaign-attachment-large', {
      size: megabytes(content.length),
      most: megabytes(rules.MAX_FILE),
    });
  if (content === undefined) return NOTHING;
  return { ...named, hash: sha256(content), size: content.length, content };
}

/** The members of the full record. */
export function toWireAttached(campaign: Pick<Campaign, 'headers' | 'attachments' | 'tags'>) {
  return {
    tags: tagsIn(campaign.tags),
    headers: rules.headersOf(campaign),
    attachments: rules
      .attachedTo(campaign)
      .map(({ hash, name, mediaType, size }) => ({ name, type: mediaType, file: hash, size })),
  };
}

const ABOUT = {
  headers: 'Custom header fields, added to each message. Those that the server sets itself are refused.',
  attachments: 'Files attached to each message: at most 5 MB each and 10 MB together. Replaces all existing ones.',
};

/** For the API reference: of requests. */
export const attachedBody = whenNeeded(() => ({
  tags,
  headers: z
    .array(z.object(header).meta({ id: 'CampaignHeader', description: 'A custom header field.' }))
    .max(rules.MOST_HEADERS)
    .nullish()
    .describe(ABOUT.headers),
  attachments: z
    .array(
      z
        .object({
          ...file,
          data: z
            .string()
            .nullish()
            .meta({ contentEncoding: 'base64' })
            .describe('The file as base64, or a file part.'),
          size: z.unknown().optional().describe('From a record that was read; ignored.'),
        })
        .meta({ id: 'CampaignAttachment', description: 'An attachment; either `data` or `file`.' }),
    )
    .max(rules.MOST_FILES)
    .nullish()
    .describe(ABOUT.attachments),
}));

/** Of the full record. */
export const attachedMembers = whenNeeded(() => ({
  tags: tagsShown('With `full=1`: tags for sorting campaigns.').optional(),
  headers: z
    .array(z.strictObject({ name: said('Its name.'), value: said('Its value, as written.') }))
    .optional()
    .describe('With `full=1`: custom header fields.'),
  attachments: z
    .array(
      z.strictObject({
        name: said('Name of the file.'),
        type: said('Media type.'),
        file: said('SHA-256 of its contents, which can be used in requests instead of `data`.'),
        size: z.int().describe('Bytes.'),
      }),
    )
    .optional()
    .describe('With `full=1`: files attached to each message.'),
}));
