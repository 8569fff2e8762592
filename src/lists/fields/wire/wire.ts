// Reads list fields from requests and shows them in answers (wire contract, section 7).
import type { Dialect } from '../../../http/dialect.ts';
import { type FormObject, type FormValue, isFormObject } from '../../../http/form/decode.ts';
import { optional, required } from '../../../http/members/member.ts';
import { readMembers } from '../../../http/members/schema.ts';
import { formatInstant } from '../../../kernel/clock.ts';
import { type Faults, throwFaults } from '../../../kernel/errors.ts';
import { DEFAULT_PER_PAGE } from '../../../kernel/page.ts';
import { say } from '../../../kernel/sentences/sentence.ts';
import type { List, ListField } from '../../../storage/tables.ts';
import { definitionOfInput, type FieldInput, inputOf } from '../input.ts';
import { EMAIL_TAG, TAG_TAKEN, tagFault } from '../rules.ts';
import type { FieldOption } from '../type.ts';
import { FIELD_TYPES, getFieldType, type KnownFieldType } from '../types.ts';
import { defaultValueFault } from '../values.ts';
import { inOrder, readOptions } from './options.ts';
import { readRules, toWireRules } from './rules.ts';
import { OPTIONAL, REQUIRED } from './schema.ts';

const MEMBERS = optional({ ...REQUIRED, ...OPTIONAL });
const NEW_MEMBERS = { ...MEMBERS, ...required(REQUIRED) };
/** The others have defaults in the lenient dialect. */
const NEEDED = { ...NEW_MEMBERS, ...optional({ required: REQUIRED.required, visibility: REQUIRED.visibility }) };
const LAST_PLACE = 100;

/**
 * What a field in a request is checked against: the list's fields, the field that is changed
 * (absent for a new one), the time.
 */
export type FieldContext = {
  fields: readonly ListField[];
  before?: ListField | undefined;
  dialect: Dialect;
  at: number;
};

const BLANK: Omit<FieldInput, 'type'> = {
  label: '',
  tag: '',
  required: false,
  visibility: 'visible',
  sortOrder: 0,
  helpText: '',
  description: '',
  defaultValue: '',
  rules: {},
  options: [],
};

/**
 * Reads a field from a request; in a change, absent members stay as they are.
 * @throws AppError `invalid` with every faulty member at once
 */
export function readField(body: FormObject, { fields, before, dialect, at }: FieldContext): FieldInput {
  const sent = membersOf(body);
  const ofNew = dialect.defaultsOfFields ? NEEDED : NEW_MEMBERS;
  const { values, faults } = readMembers(before ? MEMBERS : ofNew, sent);
  const stays = before ? inputOf(before) : undefined;
  if (stays && values.type !== undefined && values.type !== stays.type) {
    faults['type'] = say('field-type-stays', { type: stays.type });
  }
  const named = stays?.type ?? values.type;
  const type = named && getFieldType(named);
  const tag = values.tag?.toUpperCase();
  const base = { ...BLANK, ...stays };
  const textOf = (name: 'help_text' | 'description' | 'default_value', old: string) =>
    values[name] ?? (sent[name] === '' ? '' : old);
  const input: FieldInput = {
    type: named ?? 'text',
    label: values.label ?? base.label,
    tag: tag ?? base.tag,
    required: values.required === undefined ? base.required : values.required === 'yes',
    visibility: values.visibility ?? base.visibility,
    sortOrder: values.sort_order ?? (before ? base.sortOrder : placeAtEnd(fields)),
    helpText: textOf('help_text', base.helpText),
    description: textOf('description', base.description),
    defaultValue: textOf('default_value', base.defaultValue),
    rules: type ? readRules(type, sent, base.rules, faults) : {},
    options: readSet(type, { sent: sent['options'], stands: base.options }, faults),
  };
  if (tag !== undefined) checkTag(tag, { fields, before }, faults);
  if (before?.tag === EMAIL_TAG) checkEmailField(input, faults);
  if (type) checkDefaultValue(input, at, faults);
  throwFaults(faults);
  return input;
}

function readSet(
  type: KnownFieldType | undefined,
  { sent, stands }: { sent: FormValue | undefined; stands: readonly FieldOption[] },
  faults: Faults,
): readonly FieldOption[] {
  const read = type?.hasOptions ? readOptions(sent, faults) : undefined;
  return read ? inOrder(read, sent, stands) : stands;
}

/** The place after all others; fields of the same place are in order of creation. */
function placeAtEnd(fields: readonly ListField[]): number {
  const last = Math.max(-1, ...fields.map((field) => field.sort_order));
  return Math.min(last + 1, LAST_PLACE);
}

/**
 * Warns when the list gets a field that is on the second page of the listing: programs that ask for
 * fields without a page never see those.
 */
export function pageWarnings(fields: number, dialect: Dialect) {
  if (dialect.listsAllFields || fields <= DEFAULT_PER_PAGE) return {};
  const message =
    `The list has ${fields} fields now, and their listing gives ${DEFAULT_PER_PAGE} a page: ` +
    'ask for it with per_page=500, or use a key of the lenient dialect, which gets all of them.';
  return { warnings: [{ member: 'per_page', message }] };
}

/** The type may be sent as an object with its identifier. */
function membersOf(body: FormObject): FormObject {
  const { type } = body;
  return isFormObject(type) ? Object.assign(Object.create(null), body, { type: type['identifier'] ?? null }) : body;
}

function checkTag(tag: string, { fields, before }: Pick<FieldContext, 'fields' | 'before'>, faults: Faults): void {
  if (tag === before?.tag) return; // a field may keep a tag that became reserved later
  const fault = tagFault(tag);
  if (fault !== undefined) faults['tag'] ??= fault;
  else if (fields.some((field) => field.tag === tag)) faults['tag'] ??= TAG_TAKEN;
}

function checkEmailField(input: FieldInput, faults: Faults): void {
  if (input.tag !== EMAIL_TAG) faults['tag'] = say('field-email-tag');
  if (!input.required) faults['required'] = say('field-email-required');
}

/** With faulty rules nobody can say which values are valid. */
function checkDefaultValue(input: FieldInput, at: number, faults: Faults): void {
  const sound = new Set(['label', 'tag', 'required', 'visibility', 'sort_order', 'help_text', 'description']);
  if (Object.keys(faults).some((member) => !sound.has(member))) return;
  const fault = defaultValueFault(definitionOfInput(input), at);
  if (fault !== undefined) faults['default_value'] = fault;
}

/**
 * A field by itself and in listings. Sent back it changes nothing.
 * @param isFull with everything that may be set; the options as a request gives them, in order
 */
export function toWireField(field: ListField, list: Pick<List, 'uid' | 'display_name'>, isFull = false) {
  const type = getFieldType(field.type);
  const { options, rules } = inputOf(field);
  return {
    field_id: String(field.number),
    tag: field.tag,
    label: field.label,
    required: field.required === 1 ? 'yes' : 'no',
    help_text: field.help_text,
    description: field.description,
    default_value: field.default_value,
    visibility: field.visibility,
    sort_order: String(field.sort_order),
    type: toWireType(type),
    list: { list_uid: list.uid, display_name: list.display_name },
    ...(type.hasOptions && { options: isFull ? options : optionMap(options) }),
    ...(isFull && { ...toWireRules(type, rules), date_added_iso: formatInstant(field.created_at) }),
  };
}

/** A map from value to name, always an object. */
function optionMap(options: readonly FieldOption[]) {
  return Object.fromEntries(options.map(({ name, value }) => [value, name]));
}

/** A type as people see it; its description is its name. */
function toWireType({ identifier, name }: KnownFieldType) {
  return { name, identifier, description: name };
}

/** All types. */
export function toWireTypes() {
  return { count: String(FIELD_TYPES.length), records: FIELD_TYPES.map(toWireType) };
}
