// Reads the template block of a campaign (interface, section 2.3).

import { z } from 'zod';
import { type MakePage, readBlocksPage } from '../../blocks/compile/for-customer.ts';
import { blocksMember } from '../../blocks/document/member.ts';
import { type Dialect, isLiteral } from '../../http/dialect.ts';
import { base64Bytes, base64PlainText, base64Text } from '../../http/form/base64.ts';
import type { FormObject, FormValue } from '../../http/form/decode.ts';
import { isGiven } from '../../http/form/value.ts';
import * as declare from '../../http/members/declare.ts';
import { optional } from '../../http/members/member.ts';
import { readMembers } from '../../http/members/schema.ts';
import { AppError, type Faults, type Warning } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import { withFileMarkers } from '../../mail/html/file-addresses.ts';
import { parseArchive } from '../../templates/archive.ts';
import { contentFault, FORMATS, htmlOfContent, MAX_CONTENT, writtenFault } from '../../templates/rules.ts';
import type { CampaignSource } from '../content/source.ts';
import { blockOf } from './options.ts';

/**
 * The template of a request; absent members were not sent. `plain_text` null: made from the HTML.
 */
export type TemplateInput = {
  source?: CampaignSource | undefined;
  inline_css?: 'yes' | 'no' | undefined;
  auto_plain_text?: 'yes' | 'no' | undefined;
  plain_text?: string | null | undefined;
};

export type TemplateAround = {
  baseUrl: string;
  dialect: Dialect;
  /** The customer's template of that uid, as a source. */
  findTemplate(uid: string): Promise<CampaignSource | undefined>;
  /** The page of blocks, in the customer's brand. */
  pageOfBlocks: MakePage;
  /** Whether a source is required because the campaign has none yet. */
  needsSource: boolean;
  /** Whether an empty content takes away the one that stands. */
  clears: boolean;
};

const SOURCES = ['archive', 'template_uid', 'content', 'blocks'] as const;

const { format } = optional({
  format: declare.oneOf(
    'What `content` is written in; `markdown` is converted to HTML in a plain frame when it is saved.',
    FORMATS,
    { fold: declare.lower, default: 'html' },
  ),
});
const flags = optional({
  inline_css: declare.yesNo('Whether style sheets are inlined into the elements.', { default: 'no' }),
  auto_plain_text: declare.yesNo(
    'Whether the plain-text version is generated if none is given; if no, the email has none.',
    { default: 'yes' },
  ),
});
/** Each is read by itself: which one is given, and as what, decides. */
const sources = optional({
  archive: declare.text('A ZIP archive with an HTML page and images: a file part of a multipart body, or base64.', {
    json: { contentEncoding: 'base64', contentMediaType: 'application/zip' },
  }),
  template_uid: declare.uid('A template of yours; the campaign keeps a copy of its content.'),
  content: declare.text('HTML, plain or as base64.', { max: MAX_CONTENT }),
  plain_text: declare.text('Plain-text version, plain or as base64. If null or empty, made from the HTML.', {
    max: MAX_CONTENT,
  }),
});

/** Reads the block; adds to `faults`. */
export async function readTemplate(
  value: FormValue | undefined,
  around: TemplateAround,
  faults: Faults,
): Promise<TemplateInput> {
  const sent = blockOf(value, 'template', 'Template', faults);
  const source = await readSource(sent, around, faults);
  const { values, faults: found } = readMembers({ ...flags, format }, sent, 'template.');
  Object.assign(faults, found);
  const { format: _, ...kept } = values;
  return { source, ...kept, plain_text: readPlainText(sent, faults) };
}

/** Which sources the request gives, as far as its dialect counts them. */
function sourcesIn(sent: FormObject, { literalsAreAbsent, contentWins }: Dialect) {
  const given = SOURCES.filter((name) => isGiven(sent[name]));
  const meant = given.filter((name) => name === 'content' || !(literalsAreAbsent && isLiteral(sent[name])));
  return contentWins && meant.includes('content') ? meant.filter((name) => name !== 'template_uid') : meant;
}

/** A warning about a source that was ignored. */
export function ignoredSources(sent: FormObject, dialect: Dialect): Warning[] {
  const isPassedOver = dialect.contentWins && isGiven(sent['content']) && isGiven(sent['template_uid']);
  if (!isPassedOver || isLiteral(sent['template_uid'])) return [];
  const message = 'The content was taken and the template passed over: a campaign has one of them.';
  return [{ member: 'template.template_uid', message }];
}

async function readSource(
  sent: FormObject,
  around: TemplateAround,
  faults: Faults,
): Promise<CampaignSource | undefined> {
  const names = sourcesIn(sent, around.dialect);
  if (names.length > 1) {
    const last = names.at(-1);
    const got = `${names.slice(0, -1).join(', ')} and ${last}`;
    const known = names.includes('blocks')
      ? 'archive, template_uid, content and blocks'
      : 'archive, template_uid and content';
    faults['template'] ??= say('campaign-sources', { known, got });
    return undefined;
  }
  switch (names[0]) {
    case 'archive':
      return readArchiveSource(sent['archive'], faults);
    case 'template_uid':
      return readTemplateUid(sent['template_uid'], around, faults);
    case 'content':
      return readContent(sent, around, faults);
    case 'blocks':
      return readBlocks(sent['blocks'], around, faults);
    default:
      if (around.clears && sent['content'] === '') return { kind: 'content', html: '' };
      if (around.needsSource) faults['template'] ??= say('campaign-no-template');
      return undefined;
  }
}

async function readArchiveSource(value: FormValue | undefined, faults: Faults): Promise<CampaignSource | undefined> {
  const bytes = base64Bytes(value);
  if (bytes === undefined) {
    faults['template.archive'] = say('archive-no-zip');
    return undefined;
  }
  try {
    return { kind: 'archive', archive: await parseArchive(bytes) };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid') throw error;
    faults['template.archive'] = error.sentence ?? error.message;
    return undefined;
  }
}

async function readTemplateUid(value: FormValue | undefined, around: TemplateAround, faults: Faults) {
  const uid = sources.template_uid.safeParse(value).data;
  const source = uid === undefined ? undefined : await around.findTemplate(uid);
  if (!source) faults['template.template_uid'] = say('campaign-template-provided');
  return source;
}

function readContent(sent: FormObject, { baseUrl }: TemplateAround, faults: Faults): CampaignSource | undefined {
  const written = readMembers({ format }, sent, 'template.');
  Object.assign(faults, written.faults);
  const { format: wanted = 'html' } = written.values;
  const text = base64Text(sent['content']);
  const fault = text === undefined ? say('member-text', { label: 'Content' }) : writtenFault('Content', text, wanted);
  if (fault !== undefined) faults['template.content'] = fault;
  return text === undefined || fault !== undefined
    ? undefined
    : { kind: 'content', html: withFileMarkers(htmlOfContent(text, wanted), baseUrl) };
}

async function readBlocks(sent: FormValue | undefined, { baseUrl, pageOfBlocks }: TemplateAround, faults: Faults) {
  const localized = (json: string) => withFileMarkers(json, baseUrl);
  const page = await readBlocksPage(sent, { path: 'template.blocks', localized, make: pageOfBlocks }, faults);
  return page && ({ kind: 'blocks', ...page } as const);
}

/** Null or empty removes it: the plain text is then made from the HTML (interface, section 2.3). */
function readPlainText(sent: FormObject, faults: Faults): string | null | undefined {
  if (!Object.hasOwn(sent, 'plain_text')) return undefined;
  if (!isGiven(sent['plain_text'])) return null;
  const text = base64PlainText(sent['plain_text'], [sent['content'], sent['archive']]);
  const fault = text === undefined ? say('member-text', { label: 'Plain text' }) : contentFault('Plain text', text);
  if (fault !== undefined) faults['template.plain_text'] = fault;
  return text;
}

/** The block for the API reference. */
export const templateBody = whenNeeded(() =>
  z.object({ ...sources, blocks: blocksMember(), format, ...flags }).meta({
    id: 'CampaignTemplate',
    description: 'Content of a campaign. Exactly one of archive, template_uid, content and blocks.',
  }),
);
