// Schemas of list fields for the API reference: what may be sent, and what every answer is.
import { z } from 'zod';
import { pageOf, successAnswer } from '../http/schema.ts';
import { VISIBILITIES } from './field-input.ts';
import { CONTENT_RULES, MAX_OPTIONS, SCHEMES } from './field-rules.ts';
import { FIELD_TYPES, type FieldType } from './field-types.ts';

const identifier = z.enum(FIELD_TYPES.map((type) => type.identifier) as [FieldType, ...FieldType[]]);
const type = z.strictObject({ name: z.string(), identifier, description: z.string() });

/** With `full=1`, of fields of some types. */
const rule = (schema: z.ZodType, about: string) =>
  schema.nullable().optional().describe(`With \`full=1\`. ${about}; null: the default of the type stands.`);

const record = z.strictObject({
  field_id: z.string().regex(/^\d+$/),
  tag: z.string(),
  label: z.string(),
  required: z.enum(['yes', 'no']),
  help_text: z.string().nullable(),
  description: z.string(),
  default_value: z.string(),
  visibility: z.enum(VISIBILITIES),
  sort_order: z.string().regex(/^-?\d+$/),
  type,
  list: z.strictObject({ list_uid: z.string(), display_name: z.string() }),
  options: z
    .union([z.record(z.string(), z.string()), z.array(z.strictObject({ name: z.string(), value: z.string() }))])
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
  date_added_iso: z.string().optional().describe('With `full=1`: when it was made, ISO 8601 in UTC.'),
});

export const fieldsAnswer = pageOf(record);
export const fieldAnswer = successAnswer({ data: z.strictObject({ record }) });
export const newFieldAnswer = successAnswer({
  data: z.strictObject({ record }),
  warnings: z
    .array(z.strictObject({ member: z.string(), message: z.string() }))
    .optional()
    .describe('What the list has more of than a page of its fields shows; absent when there is nothing to tell.'),
});
export const doneAnswer = successAnswer({});
export const typesAnswer = successAnswer({
  data: z.strictObject({ count: z.string(), records: z.array(type) }),
});

const whole = (text: string) => z.union([z.int(), z.string()]).optional().describe(text);
const text = (max: number, about: string) => z.string().max(max).optional().describe(about);

const changes = {
  label: text(255, 'What people see.'),
  tag: text(50, 'Unique in the list; stored in upper case.'),
  required: z.enum(['yes', 'no']).optional().describe('Whether a subscriber must have a value.'),
  visibility: z.enum(VISIBILITIES).optional().describe('Whether forms show it.'),
  default_value: text(255, 'Fills an absent value; may hold [DATE], [DATETIME], [SUBSCRIBER_IP] and the like.'),
  sort_order: whole('-100 to 100; a new field without one goes to the end.'),
  help_text: text(255, 'Shown beside the field.'),
  description: text(255, 'Shown below the field.'),
  min_length: whole('text, textarea: fewest characters, default 1.'),
  max_length: whole('text, textarea: most characters, default 255; at most 255, for textarea 65535.'),
  content_rule: z.enum(CONTENT_RULES).optional().describe('text, textarea.'),
  content_regex: text(500, 'text, textarea: regular expression (RE2 syntax), bare or as `/…/i`.'),
  allowed_scheme: z.enum(SCHEMES).optional().describe('url; default both.'),
  whitelist_domains: text(2000, 'url: only these domains and their subdomains, with commas between them.'),
  blacklist_domains: text(2000, 'url: none of these domains and their subdomains.'),
  max_stars: whole('rating: 3 to 10, default 5.'),
  default_country: text(2, 'phonenumber, country: ISO 3166 alpha-2 code.'),
  check_value: text(255, 'checkbox: the value when ticked, default yes.'),
  consent_text: text(255, 'consentcheckbox: what is consented to, default the label.'),
  year_start: whole('yearsrange: first year, default 1900.'),
  year_end: whole('yearsrange: last year, default 2100.'),
  options: z
    .union([
      z.array(z.object({ name: z.string().max(100), value: z.string().max(255) })).max(MAX_OPTIONS),
      z.record(z.string(), z.string()),
    ])
    .optional()
    .describe(
      'dropdown, multiselect, checkboxlist, radiolist: replaces the whole set; objects, or a map value → name.',
    ),
};

/** The body of a request: the members directly, or under `data` or `field`. */
export const newFieldBody = z
  .object({ type: identifier, ...changes })
  .required({ label: true, tag: true, required: true, visibility: true });
export const fieldBody = z.object(changes);
