// Previews of a list's pages: what is asked for, and how it is answered.
import { z } from 'zod';
import { decodeBody, type FormObject } from '../../http/form/decode.ts';
import * as declare from '../../http/members/declare.ts';
import { said } from '../../http/members/described.ts';
import { optional } from '../../http/members/member.ts';
import { readMembers, successAnswer } from '../../http/members/schema.ts';
import { throwFaults } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import { PAGE_LANGUAGES, type PageLanguage } from '../../lists/pages/settings.ts';

export const SHOWN_PAGES = [
  ...(['form', 'done', 'confirm', 'confirmed', 'profile'] as const),
  ...(['unsubscribe', 'unsubscribed', 'preferences', 'forward', 'archive'] as const),
] as const;
const MOST_TEXT = 12_000;

const json = (about: string) =>
  declare.text(`${about} An object as JSON.`, {
    max: MOST_TEXT,
    json: { pattern: '^\\s*(\\{[\\s\\S]*\\}\\s*)?$' },
    check: (sent, label) => (objectIn(sent) ? undefined : say('member-object-as-json', { label })),
  });

const language = declare.oneOf('The language to use if the list has `auto`.', PAGE_LANGUAGES, {
  fold: declare.lower,
  default: 'en',
});

const previewMembers = optional({
  page: declare.oneOf('`form`; `done`: what is shown after submitting it; or another page of the list.', SHOWN_PAGES, {
    fold: declare.lower,
    default: 'form',
  }),
  language,
  pages: json('Settings of the pages to preview, as accepted by PUT `/lists/{list_uid}/pages`.'),
  field: json(
    'A field to preview, as accepted by POST `/lists/{list_uid}/fields`; with the `field_id` of an existing one, changes to it.',
  ),
});
export const previewQuery = whenNeeded(() => z.object(previewMembers));
export const pageAnswer = whenNeeded(() => z.string().describe('The HTML of the page.'));

function objectIn(text: string): FormObject | undefined {
  try {
    return decodeBody(Buffer.from(text), 'application/json');
  } catch {
    return undefined;
  }
}

/** What is to be shown, and as if what had been saved. @throws AppError `invalid` */
export function readPreview(query: FormObject) {
  const { values, faults } = readMembers(previewMembers, query);
  throwFaults(faults);
  const { field: sent, pages } = values;
  return {
    page: values.page ?? 'form',
    language: values.language ?? ('en' satisfies PageLanguage),
    pages: pages === undefined ? undefined : objectIn(pages),
    field: sent === undefined ? undefined : objectIn(sent),
  };
}

const codeMembers = optional({ language });
export const codeQuery = whenNeeded(() => z.object(codeMembers));

/** @throws AppError `invalid` */
export function readCode(query: FormObject): PageLanguage {
  const { values, faults } = readMembers(codeMembers, query);
  throwFaults(faults);
  return values.language ?? 'en';
}

export const codeAnswer = successAnswer(() => ({
  data: z
    .strictObject({
      url: said('Address of the form.'),
      frame: said('HTML that shows it in a frame.'),
      html: said('The form itself as HTML without styles; it leads to our form, filled in.'),
    })
    .describe('Code for adding the form to another site.'),
}));
