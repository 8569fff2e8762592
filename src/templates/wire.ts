// Templates in answers, and how these are described (wire contract, section 8).
import { z } from 'zod';
import { blocksAnswered } from '../blocks/document/member.ts';
import { asSent } from '../http/form/base64.ts';
import { optionalWarnings, said } from '../http/members/described.ts';
import { pageOf, recordOf, successAnswer } from '../http/members/schema.ts';
import { formatInstant } from '../kernel/clock.ts';
import { inEnglish } from '../kernel/sentences/sentence.ts';
import { inSlices } from '../kernel/slices.ts';
import { whenNeeded } from '../kernel/when-needed.ts';
import { withFileAddresses } from '../mail/html/file-addresses.ts';
import { htmlWarningSteps } from '../mail/html/html-warnings.ts';
import type { Template } from '../storage/tables.ts';
import type { PageSource } from './create.ts';

/** A template in a listing. */
export function toWireEntry(template: Pick<Template, 'uid' | 'name'>) {
  return { template_uid: template.uid, name: template.name, screenshot: null };
}

/**
 * A single template, its pictures at their public addresses.
 * @param isFull so that it can be sent back: content that looks like base64 is returned as base64
 */
export function toWireRecord(template: Template, baseUrl: string, isFull = false) {
  const content = withFileAddresses(template.content, baseUrl);
  return {
    template_uid: template.uid,
    name: template.name,
    content: isFull ? asSent(content) : content,
    screenshot: null,
    ...(isFull && { date_added_iso: formatInstant(template.created_at), subject: template.subject ?? '' }),
  };
}

/** Its blocks, with pictures at their public addresses; null where there are none. */
export function toWireBlocks(blocks: string | null, baseUrl: string): unknown {
  return blocks === null ? null : JSON.parse(withFileAddresses(blocks, baseUrl));
}

/** Warnings for the author of saved content; undefined without any. */
export async function toWireWarnings(source: PageSource | undefined) {
  const found = source === undefined ? [] : await inSlices(htmlWarningSteps(source.html));
  return found.length > 0 ? { warnings: found.map((why) => ({ member: 'content', message: inEnglish(why) })) } : {};
}

const uid = whenNeeded(() => z.string().describe('Id of the template.'));
const shared = whenNeeded(() => ({
  template_uid: uid(),
  name: said('Name of the template.'),
  screenshot: z.string().nullable().describe('Always null; `GET /templates/{template_uid}/picture` returns an image.'),
}));
const entry = whenNeeded(() =>
  z.strictObject(shared()).meta({ id: 'TemplateEntry', description: 'A template in a list.' }),
);
const record = whenNeeded(() =>
  z
    .strictObject({
      ...shared(),
      content: said(
        'Its HTML, with images at their public addresses. With `full=1`, text that would be taken for base64 is returned as base64.',
      ),
      date_added_iso: said('With `full=1`: when it was created, ISO 8601 in UTC.').optional(),
      subject: said('With `full=1`: subject of transactional emails made from it; empty if none.').optional(),
    })
    .meta({ id: 'Template', description: 'A page that campaigns are made from.' }),
);

export const entriesAnswer = pageOf(entry);
export const recordAnswer = recordOf(record);
export const blocksAnswer = recordOf(() =>
  z
    .strictObject({ template_uid: uid(), blocks: blocksAnswered() })
    .meta({ id: 'TemplateBlocks', description: 'The blocks of a template.' }),
);
export const createdAnswer = successAnswer(() => ({ template_uid: uid(), warnings: optionalWarnings }));
export const changedAnswer = successAnswer(() => ({ warnings: optionalWarnings }));
export const doneAnswer = successAnswer({});
