// Reads templates of requests, and describes these (wire contract, section 8).
import { z } from 'zod';
import { type MakePage, readBlocksPage } from '../blocks/compile/for-customer.ts';
import { blocksMember } from '../blocks/document/member.ts';
import { isLiteral } from '../http/dialect.ts';
import { base64Bytes, base64Text } from '../http/form/base64.ts';
import { type FormObject, isFormObject } from '../http/form/decode.ts';
import { isGiven } from '../http/form/value.ts';
import * as declare from '../http/members/declare.ts';
import { optional, required } from '../http/members/member.ts';
import { readFilter, readMembers } from '../http/members/schema.ts';
import { AppError, type Faults, throwFaults } from '../kernel/errors.ts';
import { say } from '../kernel/sentences/sentence.ts';
import { whenNeeded } from '../kernel/when-needed.ts';
import type { PageLanguage } from '../lists/pages/settings.ts';
import { withFileMarkers } from '../mail/html/file-addresses.ts';
import { inlineApart } from '../mail/html/inline-apart.ts';
import type { Template } from '../storage/tables.ts';
import { parseArchive } from './archive.ts';
import type { PageSource } from './create.ts';
import { FORMATS, htmlOfContent, MAX_CONTENT, MAX_NAME, writtenFault } from './rules.ts';
import { STARTING_IDS, STARTING_TEMPLATES, startingArchive, startingDocument } from './starting/starting.ts';
import { translated } from './starting/texts/translate.ts';

const SOURCES = ['content', 'archive', 'blocks'] as const;
const NAME = { name: declare.text('Name of the template.', { max: MAX_NAME }) };
const { name } = required(NAME);
const { name: maybeName } = optional(NAME);
const { subject } = optional({
  subject: declare.clearable(
    declare.headerLine('Subject of transactional emails made from it, with merge tags; null or empty if none.', {
      max: 255,
    }),
  ),
});
const STARTING = {
  starting: declare.oneOf('A template that comes with the server, instead of content or archive.', STARTING_IDS, {
    fold: declare.lower,
  }),
};
const { starting, made_of: madeOf } = optional({
  ...STARTING,
  made_of: declare.oneOf('The template that comes with the server to start from.', ['html', 'blocks'], {
    fold: declare.lower,
    default: 'html',
  }),
});
const { format } = optional({
  format: declare.oneOf(
    'What `content` is written in; `markdown` is converted to HTML in a plain frame when it is saved.',
    FORMATS,
    { fold: declare.lower, default: 'html' },
  ),
});
const flags = optional({
  inline_css: declare.yesNo(
    'yes: style sheets are inlined into the elements when it is saved, including those of existing content.',
    { default: 'no' },
  ),
});

/** A template in a request; a page without an archive is an archive without files. */
export type TemplateInput = {
  name?: string | undefined;
  subject?: string | null | undefined;
  source?: PageSource | undefined;
};

type SourceAround = { customerId: number; baseUrl: string; pageOfBlocks: MakePage };
/** What requests are read with. `baseUrl`: no slash at its end. `language`: the customer's. */
export type TemplateAround = SourceAround & { language: PageLanguage };

/** Reads a new template. @throws AppError `invalid` with every faulty member at once */
export async function readNewTemplate(
  sent: FormObject,
  around: TemplateAround,
): Promise<TemplateInput & { name: string; source: PageSource }> {
  const begun = await readStarting(sent, around);
  // Of a template that comes with the server the name is known too.
  const { values, faults } = readMembers({ name, subject, ...flags }, { ...begun.named, ...withoutBlank(sent) });
  Object.assign(faults, begun.faults);
  const source = await inlined(begun.archive ?? (await readSource(sent, around, faults)), values.inline_css, around);
  if (!source && Object.keys(faults).every((member) => member === 'name')) {
    faults['content'] = say('template-no-content');
  }
  throwFaults(faults);
  return { name: values.name ?? '', subject: values.subject, source: source ?? { html: '', files: [] } };
}

/** The template that comes with the server which a request begins with. */
async function readStarting(
  sent: FormObject,
  { pageOfBlocks, language }: TemplateAround,
): Promise<{ archive?: PageSource; named?: { name: string }; faults?: Faults }> {
  const { values, faults } = readMembers({ starting, made_of: madeOf }, sent);
  const found = STARTING_TEMPLATES.find(({ id }) => id === values.starting);
  if (!found) return { faults, ...(Object.keys(faults).length > 0 && { archive: { html: '', files: [] } }) };
  const archive =
    values.made_of === 'blocks'
      ? { ...(await pageOfBlocks(startingDocument(found.id, language))), files: startingArchive(found.id).files }
      : startingArchive(found.id, language);
  const named = { name: translated(found.name, language) };
  if (!SOURCES.some((name) => isGiven(sent[name]))) return { archive, named, faults };
  return { archive, named, faults: { starting: say('template-sources') } };
}

/** The members of a request without an empty name. */
function withoutBlank(sent: FormObject): FormObject {
  const { name: text, ...others } = sent;
  return isGiven(text) && text !== undefined ? { ...others, name: text } : others;
}

/**
 * Reads changes to a template; unsent members are absent. @throws AppError `invalid` as
 * readNewTemplate
 */
export async function readTemplateChanges(
  sent: FormObject,
  around: SourceAround,
  before: Template,
): Promise<TemplateInput> {
  const { values, faults } = readMembers({ subject, name: maybeName }, sent);
  const { values: wanted, faults: found } = readMembers(flags, sent);
  Object.assign(faults, found);
  const given = ofBefore(await readSource(sent, around, faults), before);
  const stands = wanted.inline_css === 'yes' ? { html: before.content, files: [], blocks: before.blocks } : undefined;
  const source = await inlined(given ?? stands, wanted.inline_css, around);
  throwFaults(faults);
  return { name: values.name as string | undefined, subject: values.subject, source };
}

/** Inlines the styles of a template when it is saved, because campaigns are made from it. */
async function inlined(
  source: PageSource | undefined,
  flag: 'yes' | 'no' | undefined,
  { customerId }: SourceAround,
): Promise<PageSource | undefined> {
  return source && flag === 'yes' ? { ...source, html: await inlineApart(source.html, customerId) } : source;
}

/** The page that was made of the blocks and is sent back leaves these as they are. */
function ofBefore(source: PageSource | undefined, before: Template): PageSource | undefined {
  const isSame = before.blocks !== null && source?.blocks === undefined && source?.html === before.content;
  return isSame ? undefined : source;
}

async function readSource(
  sent: FormObject,
  { baseUrl, pageOfBlocks }: SourceAround,
  faults: Faults,
): Promise<PageSource | undefined> {
  const written = readMembers({ format }, sent);
  Object.assign(faults, written.faults);
  const { format: wanted = 'html' } = written.values;
  const content = isGiven(sent['content']) ? base64Text(sent['content']) : undefined;
  const archive = isGiven(sent['archive']) ? base64Bytes(sent['archive']) : undefined;
  if (isGiven(sent['content'])) {
    const fault =
      content === undefined ? say('member-text', { label: 'Content' }) : writtenFault('Content', content, wanted);
    if (fault !== undefined) faults['content'] = fault;
  }
  if (isGiven(sent['archive']) && archive === undefined) faults['archive'] = say('template-archive-form');
  if (isGiven(sent['content']) && isGiven(sent['archive'])) {
    faults['content'] ??= say('template-archive-and-content');
  }
  if (isGiven(sent['blocks'])) {
    const other = ['archive', 'content'].find((name) => isGiven(sent[name]));
    if (other) faults['blocks'] = say('template-and-blocks', { other });
    const localized = (json: string) => withFileMarkers(json, baseUrl);
    const page = other
      ? undefined
      : await readBlocksPage(sent['blocks'], { path: 'blocks', localized, make: pageOfBlocks }, faults);
    return page && { ...page, files: [] };
  }
  if (['content', 'archive', 'format'].some((name) => Object.hasOwn(faults, name))) return undefined;
  if (content !== undefined) return { html: withFileMarkers(htmlOfContent(content, wanted), baseUrl), files: [] };
  return archive && (await parseArchive(archive).catch((error: unknown) => noteRefusal(error, faults)));
}

function noteRefusal(error: unknown, faults: Faults): undefined {
  if (!(error instanceof AppError) || error.code !== 'invalid') throw error;
  faults['archive'] = error.sentence ?? error.message;
}

const NAME_HELD = declare.text('Only templates whose name contains this text.');
const nameFilters = optional({ name: NAME_HELD, search: NAME_HELD });

/**
 * The `filter[name]`, `name` or `search` of a listing, if it says anything.
 * @throws AppError `invalid` for one that is no text: all templates would be taken for those that
 * were asked for
 */
export function readNameFilter(query: FormObject): string | undefined {
  const filter = query['filter'] ?? '';
  const inFilter = isFormObject(filter) ? filter : {};
  if (isGiven(filter) && !isLiteral(filter) && !Object.hasOwn(inFilter, 'name'))
    throwFaults({ filter: say('member-block', { block: 'filter', member: 'name' }) });
  return (
    readFilter(nameFilters, 'name', inFilter) ??
    readFilter(nameFilters, 'name', query) ??
    readFilter(nameFilters, 'search', query)
  );
}

const source = whenNeeded(() => ({
  ...optional({
    content: declare.text('HTML, plain or as base64. Either this or `archive`.', { max: MAX_CONTENT }),
    archive: declare.text(
      'A ZIP archive with an HTML page and images: a file part of a multipart body, or base64. Either this or `content`.',
      { json: { contentEncoding: 'base64', contentMediaType: 'application/zip' } },
    ),
  }),
  blocks: blocksMember(),
  format,
  ...flags,
}));

/** The body of a new template: these members directly, or under `template`. */
export const newTemplateBody = whenNeeded(() =>
  z.union([
    z.object({ name, subject, ...source() }).meta({
      id: 'NewTemplate',
      description: 'A new template; send the members at the top level or under `template`.',
    }),
    z.object({ ...optional(NAME), subject, ...required(STARTING), made_of: madeOf, ...flags }).meta({
      id: 'BegunTemplate',
      description: 'A new template like one of `GET /starting-templates`. Its name is the default.',
    }),
  ]),
);
/** The body of an update: what is not sent stays. */
export const changedTemplateBody = whenNeeded(() =>
  z.object({ name: maybeName, subject, ...source() }).meta({
    id: 'TemplateChanges',
    description:
      'Changes to a template; send the members at the top level or under `template`. Absent members stay unchanged.',
  }),
);

/** Query parameters besides those of paging. */
export const filterQuery = {
  filter: z
    .object({ name: z.string().optional().describe('Only templates whose name contains this text.') })
    .optional()
    .describe('Search: `filter[name]`, text that the name contains.'),
  name: z.string().optional().describe('The same as `filter[name]`.'),
  search: z.string().optional().describe('The same as `filter[name]`.'),
};
