// Creates fields for those columns of a file that the list has no field for.
import { isAboutTheExport, plainName } from '../../csv/header.ts';
import { AppError } from '../../kernel/errors.ts';
import { createField } from '../../lists/fields/create.ts';
import type { FieldInput } from '../../lists/fields/input.ts';
import { tagFault } from '../../lists/fields/rules.ts';
import type { Db, List, ListField } from '../../storage/tables.ts';
import { type NewField, rulesOfNew } from './guess.ts';

const MAX_TAG = 50;
const MAX_LABEL = 255;
const LAST_PLACE = 100;

/**
 * Text fields for column names; columns about the export itself (a rating, a time zone …) get none.
 */
export function fieldsFor(names: readonly string[], fields: readonly ListField[]): FieldInput[] {
  const taken = new Set(fields.map(({ tag }) => tag));
  const last = Math.max(0, ...fields.map(({ sort_order }) => sort_order));
  const plain = names.map(plainName);
  return names
    .filter((name, i) => plain[i] !== '' && plain.indexOf(plain[i] ?? '') === i && !isAboutTheExport(name))
    .map((name, i) => {
      const label = name.slice(0, MAX_LABEL).toWellFormed();
      return inputFor({ label, type: 'text' }, freeTag(name, taken), last + 1 + i);
    });
}

/** Fields as columns ask for them, each with a tag of its own. */
export function newFieldInputs(wanted: readonly NewField[], fields: readonly ListField[]): FieldInput[] {
  const taken = new Set(fields.map(({ tag }) => tag));
  const last = Math.max(0, ...fields.map(({ sort_order }) => sort_order));
  return wanted.map((field, i) => inputFor(field, freeTag(field.label, taken), last + 1 + i));
}

/** Not shown in the public form, which would ask every visitor for what a file had of customers. */
function inputFor({ label, type }: NewField, tag: string, place: number): FieldInput {
  return {
    type,
    label,
    tag,
    required: false,
    visibility: 'hidden',
    sortOrder: Math.min(place, LAST_PLACE),
    helpText: '',
    description: '',
    defaultValue: '',
    rules: rulesOfNew(type),
    options: [],
  };
}

/** A tag made from the name, with a number added when a field or every campaign has that tag. */
export function freeTag(name: string, taken: Set<string>): string {
  const plain = plainName(name)
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^[_\d]+|_+$/g, '');
  const stem = plain === '' ? 'FIELD' : plain.slice(0, MAX_TAG - 4);
  for (let n = 1; ; n += 1) {
    const tag = n === 1 ? stem : `${stem}_${n}`;
    if (taken.has(tag) || tagFault(tag) !== undefined) continue;
    taken.add(tag);
    return tag;
  }
}

/** Creates the fields. */
export async function createFields(
  db: Db,
  list: List,
  inputs: readonly FieldInput[],
  at: number,
): Promise<ListField[]> {
  const made: ListField[] = [];
  for (const input of inputs) made.push(await createField(db, list, input, at));
  return made;
}

/**
 * Parses `--map Name=TAG` into tags by column name; an empty tag leaves the column out.
 * @throws AppError `bad_request` for a tag that the list does not have
 */
export function mapOf(asked: readonly string[], fields: readonly ListField[]): Map<string, string> {
  const map = new Map<string, string>();
  for (const one of asked) {
    const at = one.lastIndexOf('=');
    const [name, tag] = [
      one.slice(0, at).trim(),
      one
        .slice(at + 1)
        .trim()
        .toUpperCase(),
    ];
    if (at === -1 || name === '') {
      throw new AppError(
        'bad_request',
        `--map takes 'name of the column=TAG of the field', not ${JSON.stringify(one)}.`,
      );
    }
    if (tag !== '' && !fields.some((field) => field.tag === tag)) {
      const tags = fields.map((field) => field.tag).join(', ');
      throw new AppError(
        'bad_request',
        `The list has no field ${tag} for the column ${JSON.stringify(name)}. It has ${tags}.`,
      );
    }
    map.set(name, tag);
  }
  return map;
}
