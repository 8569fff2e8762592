// Schemas of list fields for the API reference: request bodies and answers.
import { z } from 'zod';
import {
  type Declaration,
  type Declarations,
  integer,
  lower,
  oneOf,
  text,
  yesNo as yesNoMember,
} from '../../../http/members/declare.ts';
import { numberText, optionalWarnings, said, uid, yesNo } from '../../../http/members/described.ts';
import { optional, required } from '../../../http/members/member.ts';
import { pageOf, recordOf, successAnswer } from '../../../http/members/schema.ts';
import { whenNeeded } from '../../../kernel/when-needed.ts';
import { VISIBILITIES } from '../input.ts';
import { MAX_OPTIONS, MAX_TAG } from '../rules.ts';
import { FIELD_TYPES, type FieldTypeName } from '../types.ts';
import { optionMembers } from './options.ts';

const TYPES = FIELD_TYPES.map((type) => type.identifier) as [FieldTypeName, ...FieldTypeName[]];
const type = whenNeeded(() =>
  z
    .strictObject({
      name: said('Name of the type, for display.'),
      identifier: z.enum(TYPES).describe('Name of the type, for programs.'),
      description: said('The same name again.'),
    })
    .meta({ id: 'FieldType', description: 'A field type.' }),
);

/**
 * A rule by name: the types that have it, and its declaration in the type with the highest limit.
 */
type Rule = { types: { identifier: string; most?: unknown }[]; declaration: Declaration<unknown> };

const rules = new Map<string, Rule>();
for (const { identifier, rules: own } of FIELD_TYPES) {
  for (const [name, declaration] of Object.entries(own)) {
    const most = declaration.json['maximum'];
    const known = rules.get(name);
    const isLarger = known === undefined || Number(most) > Number(known.declaration.json['maximum']);
    const types = [...(known?.types ?? []), { identifier, most }];
    rules.set(name, { types, declaration: isLarger ? declaration : known.declaration });
  }
}

/** `text (at most 255), textarea: most characters.` */
function aboutRule({ types, declaration: { about, json } }: Rule): string {
  const named = types.map(({ identifier, most }) =>
    most === json['maximum'] ? identifier : `${identifier} (at most ${most})`,
  );
  return `${named.join(', ')}: ${about}`;
}

/** The rules in a request. */
const SENT_RULES: Declarations = Object.fromEntries(
  [...rules].map(([name, rule]) => [name, { ...rule.declaration, about: aboutRule(rule) }]),
);

/** The rules in an answer, present for the types that have them. */
const toldRules = Object.fromEntries(
  [...rules].map(([name, rule]) => {
    const { type, enum: words } = rule.declaration.json;
    const schema = type === 'integer' ? z.int() : words ? z.enum(words as [string, ...string[]]) : z.string();
    const about = `With \`full=1\`. ${aboutRule(rule).replace(/\.$/, '')}; null if the type’s default applies.`;
    return [name, schema.nullable().optional().describe(about)];
  }),
);

const storedOption = whenNeeded(() => z.strictObject({ name: said('Displayed name.'), value: said('Stored value.') }));

const record = whenNeeded(() =>
  z
    .strictObject({
      field_id: numberText('Id of the field.'),
      tag: said('The name used by values and merge tags, unique in the list.'),
      label: said('Displayed name.'),
      required: yesNo('Whether a subscriber must have a value.'),
      help_text: z.string().nullable().describe('Shown beside the field; null if none.'),
      description: said('Shown below the field; empty if none.'),
      default_value: said('Used for an absent value; empty if none.'),
      visibility: z.enum(VISIBILITIES).describe('Whether forms show it.'),
      sort_order: numberText('Position in forms and lists, lowest first.'),
      type: type(),
      list: z
        .strictObject({ list_uid: uid('Id of the list.'), display_name: said('Name that subscribers see.') })
        .describe('The list it belongs to.'),
      options: z
        .union([z.record(z.string(), z.string()), z.array(storedOption())])
        .optional()
        .describe(
          'Option value → option name; for dropdown, multiselect, checkboxlist and radiolist. With `full=1`, the options in order, as in requests.',
        ),
      ...toldRules,
      date_added_iso: said('With `full=1`: when it was created, ISO 8601 in UTC.').optional(),
    })
    .meta({ id: 'Field', description: 'A field of a list, which holds one value per subscriber.' }),
);

export const fieldsAnswer = pageOf(record);
export const fieldAnswer = recordOf(record);
export const newFieldAnswer = successAnswer(() => ({
  data: z.strictObject({ record: record() }),
  warnings: optionalWarnings,
}));
export const doneAnswer = successAnswer({});
export const typesAnswer = successAnswer(() => ({
  data: z.strictObject({
    count: numberText('Number of types.'),
    records: z.array(type()).describe('All types.'),
  }),
}));

const PATTERN_OF_TAG = '^\\s*[A-Za-z](?:[A-Za-z0-9_]*[A-Za-z0-9])?\\s*$';

/** What a new field must have; in the lenient dialect the last two have defaults. */
export const REQUIRED = {
  type: oneOf('Type of its values; cannot be changed.', TYPES, { fold: lower }),
  label: text('Displayed name.', { max: 255 }),
  tag: text(
    'The name used by values and merge tags: a letter, followed by letters, digits and underscores. Unique in the list; stored in upper case.',
    { max: MAX_TAG, json: { pattern: PATTERN_OF_TAG } },
  ),
  required: yesNoMember('Whether a subscriber must have a value.'),
  visibility: oneOf('Whether forms show it; `none`: hidden even from the customer.', VISIBILITIES, { fold: lower }),
};

export const OPTIONAL = {
  default_value: text(
    'Used for an absent value; may contain [DATE], [DATETIME], [SUBSCRIBER_IP] and similar tags. Must be a valid value.',
    { max: 255 },
  ),
  sort_order: integer('Position in forms and lists, lowest first. A new field without one goes to the end.', {
    min: -100,
    max: 100,
  }),
  help_text: text('Shown beside the field.', { max: 255 }),
  description: text('Shown below the field.', { max: 255 }),
};

const option = whenNeeded(() => z.object(optionMembers).meta({ id: 'FieldOption', description: 'An option.' }));

const rest = whenNeeded(() => ({
  ...optional(OPTIONAL),
  ...optional(SENT_RULES),
  options: z
    .union([z.array(option()).max(MAX_OPTIONS), z.record(z.string(), z.string())])
    .nullish()
    .describe(
      'dropdown, multiselect, checkboxlist and radiolist: replaces the whole set; objects, or a map value → name.',
    ),
}));

/** The body of a request: the members directly, or in the block `data` or `field`. */
export const newFieldBody = whenNeeded(() =>
  z.object({ ...required(REQUIRED), ...rest() }).meta({
    id: 'NewField',
    description:
      'A new field; send the members at the top level, or under `data` or `field`. Members for other types have no effect.',
  }),
);
/** A field that was read and is sent back has its type as an object. */
export const fieldWithType = whenNeeded(() => z.object({ type: type() }));
export const fieldBody = whenNeeded(() =>
  z.object({ ...optional(REQUIRED), ...rest() }).meta({
    id: 'FieldChanges',
    description:
      'Changes to a field; send the members at the top level, or under `data` or `field`. Absent members stay unchanged.',
  }),
);
