// Schemas of list fields for the API reference: what may be sent, and what every answer is.
import { z } from 'zod';
import {
  maybeInteger,
  maybeOne,
  maybeText,
  maybeWarnings,
  numberText,
  said,
  text,
  uid,
  yesNo,
} from '../../http/described.ts';
import { pageOf, recordOf, successAnswer } from '../../http/schema.ts';
import { VISIBILITIES } from './input.ts';
import { CONTENT_RULES, MAX_OPTIONS, SCHEMES } from './rules.ts';
import { FIELD_TYPES, type FieldType } from './types.ts';

const TYPES = FIELD_TYPES.map((type) => type.identifier) as [FieldType, ...FieldType[]];
const type = z
  .strictObject({
    name: said('Name of the type, for people.'),
    identifier: z.enum(TYPES).describe('Name of the type, for programs.'),
    description: said('The name once more.'),
  })
  .meta({ id: 'FieldType', description: 'A type of fields.' });

/** With `full=1`, of fields of some types. */
const rule = (schema: z.ZodType, about: string) =>
  schema.nullable().optional().describe(`With \`full=1\`. ${about}; null: the default of the type stands.`);
const storedOption = z.strictObject({ name: said('What people see.'), value: said('What is stored.') });

const record = z
  .strictObject({
    field_id: numberText('Id of the field.'),
    tag: said('The name that values and merge tags use; unique in the list.'),
    label: said('What people see.'),
    required: yesNo('Whether a subscriber must have a value.'),
    help_text: z.string().nullable().describe('Shown beside the field; null: none.'),
    description: said('Shown below the field; empty: none.'),
    default_value: said('Fills an absent value; empty: none.'),
    visibility: z.enum(VISIBILITIES).describe('Whether forms show it.'),
    sort_order: numberText('Its place in forms and listings: the lowest comes first.'),
    type,
    list: z
      .strictObject({ list_uid: uid('Id of the list.'), display_name: said('Name that subscribers see.') })
      .describe('The list that it belongs to.'),
    options: z
      .union([z.record(z.string(), z.string()), z.array(storedOption)])
      .optional()
      .describe(
        'Option value → option name; for dropdown, multiselect, checkboxlist and radiolist. With `full=1` the options in their order, as a request gives them.',
      ),
    min_length: rule(z.int(), 'text, textarea: fewest characters'),
    max_length: rule(z.int(), 'text, textarea: most characters'),
    content_rule: rule(z.enum(CONTENT_RULES), 'text, textarea: which characters'),
    content_regex: rule(z.string(), 'text, textarea: regular expression'),
    allowed_scheme: rule(z.enum(SCHEMES), 'url: which schemes'),
    whitelist_domains: rule(z.string(), 'url: only these domains, with commas between them'),
    blacklist_domains: rule(z.string(), 'url: none of these domains, with commas between them'),
    max_stars: rule(z.int(), 'rating: most stars'),
    default_country: rule(z.string(), 'phonenumber, country: ISO 3166 alpha-2 code'),
    check_value: rule(z.string(), 'checkbox: the value when ticked'),
    consent_text: rule(z.string(), 'consentcheckbox: what is consented to'),
    year_start: rule(z.int(), 'yearsrange: first year'),
    year_end: rule(z.int(), 'yearsrange: last year'),
    date_added_iso: said('With `full=1`: when it was made, ISO 8601 in UTC.').optional(),
  })
  .meta({ id: 'Field', description: 'A field of a list: one thing that is known of its subscribers.' });

export const fieldsAnswer = pageOf(record);
export const fieldAnswer = recordOf(record);
export const newFieldAnswer = successAnswer({
  data: z.strictObject({ record }),
  warnings: maybeWarnings,
});
export const doneAnswer = successAnswer({});
export const typesAnswer = successAnswer({
  data: z.strictObject({
    count: numberText('How many types there are.'),
    records: z.array(type).describe('All types.'),
  }),
});

const option = z
  .object({
    name: text('What people see.', { max: 100 }),
    value: text('What is stored; unique in the field.', { max: 255 }),
  })
  .meta({ id: 'FieldOption', description: 'Something to choose.' });

const year = { min: 1000, max: 9999 };
const TAG = '^\\s*[A-Za-z](?:[A-Za-z0-9_]*[A-Za-z0-9])?\\s*$';
const ABOUT = {
  label: 'What people see.',
  tag: 'The name that values and merge tags use: a letter, then letters, digits and underscores. Unique in the list; stored in upper case.',
  required: 'Whether a subscriber must have a value.',
  visibility: 'Whether forms show it; `none`: not even the customer sees it.',
};

const rest = {
  default_value: maybeText(
    'Fills an absent value; may hold [DATE], [DATETIME], [SUBSCRIBER_IP] and the like. Must be a sound value.',
    { max: 255 },
  ),
  sort_order: maybeInteger(
    'Its place in forms and listings: the lowest comes first. A new field without one goes to the end.',
    {
      min: -100,
      max: 100,
    },
  ),
  help_text: maybeText('Shown beside the field.', { max: 255 }),
  description: maybeText('Shown below the field.', { max: 255 }),
  min_length: maybeInteger('text (at most 255) and textarea: fewest characters. Default 1.', { min: 1, max: 65_535 }),
  max_length: maybeInteger('text (at most 255) and textarea: most characters. Default 255.', { min: 1, max: 65_535 }),
  content_rule: maybeOne(
    'text and textarea: what characters a value may hold; `ci`: in any case, `ext`: also space, `-`, `_`, `.`.',
    CONTENT_RULES,
  ),
  content_regex: maybeText('text and textarea: regular expression (RE2 syntax), bare or as `/…/i`.', { max: 500 }),
  allowed_scheme: maybeOne('url: what addresses may begin with. Default both.', SCHEMES),
  whitelist_domains: maybeText('url: only these domains and their subdomains, with commas between them.', {
    max: 2000,
  }),
  blacklist_domains: maybeText('url: none of these domains and their subdomains.', { max: 2000 }),
  max_stars: maybeInteger('rating: how many stars there are. Default 5.', { min: 3, max: 10 }),
  default_country: z
    .string()
    .regex(/^[A-Za-z]{2}$/)
    .nullish()
    .describe('phonenumber and country: ISO 3166-1 alpha-2 code.'),
  check_value: maybeText('checkbox: the value when it is ticked. Default yes. One line.', { max: 255 }),
  consent_text: maybeText('consentcheckbox: what is consented to. Default the label. One line.', { max: 255 }),
  year_start: maybeInteger('yearsrange: first year. Default 1900.', year),
  year_end: maybeInteger('yearsrange: last year. Default 2100.', year),
  options: z
    .union([z.array(option).max(MAX_OPTIONS), z.record(z.string(), z.string())])
    .nullish()
    .describe(
      'dropdown, multiselect, checkboxlist and radiolist: replaces the whole set; objects, or a map value → name.',
    ),
};

/** The body of a request: the members directly, or under `data` or `field`. */
export const newFieldBody = z
  .object({
    type: z.enum(TYPES).describe('What kind of values it takes; stays as it is.'),
    label: text(ABOUT.label, { max: 255 }),
    tag: z.string().min(1).max(50).regex(new RegExp(TAG)).describe(ABOUT.tag),
    required: z.enum(['yes', 'no']).describe(ABOUT.required),
    visibility: z.enum(VISIBILITIES).describe(ABOUT.visibility),
    ...rest,
  })
  .meta({
    id: 'NewField',
    description:
      'A new field; the members directly, or under `data` or `field`. Members of other types have no effect.',
  });
/** A field that was read and comes back has its type whole. */
export const fieldWithType = z.object({ type });
export const fieldBody = z
  .object({
    type: maybeOne('The type that it has: another is refused.', TYPES),
    label: maybeText(ABOUT.label, { max: 255 }),
    tag: z.string().max(50).regex(new RegExp(TAG)).nullish().describe(ABOUT.tag),
    required: z.enum(['yes', 'no']).nullish().describe(ABOUT.required),
    visibility: z.enum(VISIBILITIES).nullish().describe(ABOUT.visibility),
    ...rest,
  })
  .meta({
    id: 'FieldChanges',
    description: 'Changes to a field; the members directly, or under `data` or `field`. What is not sent stays.',
  });
