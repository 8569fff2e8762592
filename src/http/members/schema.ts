// Building blocks for the schemas in wire.ts files: reading all members, the forms of answers,
// common query parameters. declare.ts says what a member of a request is.
import { z } from 'zod';
import { type Faults, throwFaults } from '../../kernel/errors.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import { isLiteral } from '../dialect.ts';
import { text, yesNo } from './declare.ts';
import { optionalWarnings } from './described.ts';
import { mayBeAbsent, optional, toldIn } from './member.ts';

type Shape = Record<string, z.ZodType>;
/** The valid members; one at fault is absent. */
export type ReadMembers<S extends Shape> = { [K in keyof S]?: z.output<S[K]> };

/**
 * Reads each member of `shape` by itself, so that all faults are found at once and valid members
 * can still be checked against the store.
 * @param prefix path before the member names in `faults`, e.g. `"template."`
 */
export function readMembers<S extends Shape>(
  shape: S,
  input: Record<string, unknown>,
  prefix = '',
): { values: ReadMembers<S>; faults: Faults } {
  const values: Record<string, unknown> = {};
  const faults: Faults = {};
  for (const [name, schema] of Object.entries(shape)) {
    const sent = Object.hasOwn(input, name) ? input[name] : undefined;
    if (sent === undefined && mayBeAbsent(schema)) continue;
    const result = schema.safeParse(sent);
    if (result.success) {
      if (result.data !== undefined) values[name] = result.data;
    } else {
      for (const issue of result.error.issues) {
        const path = prefix + name + pathText(issue.path);
        faults[path] ??= toldIn(issue);
      }
    }
  }
  return { values: values as ReadMembers<S>, faults };
}

function pathText(path: PropertyKey[]): string {
  return path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
}

/**
 * A schema, or what makes it: answers are described for the API reference alone, bodies and queries
 * are needed with the first request of their route.
 */
export type Described<S> = S | (() => S);

/** The schema, made when it is not yet. */
export const madeOf = <S extends object>(described: Described<S>): S =>
  typeof described === 'function' ? (described as () => S)() : described;

const ALWAYS = {
  status: z.literal('success').register(z.globalRegistry, { description: 'Always `success`.' }),
  warnings: optionalWarnings,
};
const done = whenNeeded(() => z.looseObject(ALWAYS).meta({ id: 'Done', description: 'Success.' }));

/** Schema of a success answer with more members: `{"status":"success", …}`. */
export function successAnswer(described: Described<Shape>): () => z.ZodType {
  return whenNeeded(() => {
    const { data, ...others } = madeOf(described);
    if (data === undefined && Object.keys(others).length === 0) return done();
    const told = data?.description === undefined ? data?.describe('The requested data.') : data;
    return z.looseObject({ ...ALWAYS, ...others, ...(told && { data: told }) });
  });
}

const paging = whenNeeded(() =>
  z
    .looseObject({
      count: z.string().describe('Number of records on all pages, as a string.'),
      total_pages: z.int().describe('Number of pages, at least 1.'),
      current_page: z.int().describe('The current page.'),
      next_page: z.int().nullable().describe('The next page; null if none.'),
      prev_page: z.int().nullable().describe('The previous page; null if none.'),
    })
    .meta({ id: 'Paging', description: 'Position of a page in a collection.' }),
);

/** Schema of a listing's answer. */
export const pageOf = (record: Described<z.ZodType>): (() => z.ZodType) =>
  successAnswer(() => {
    const records = z.array(madeOf(record)).describe('The records of this page.');
    return {
      data: z.intersection(paging(), z.looseObject({ records })).describe('One page of the collection.'),
      warnings: warningsOfQuery(),
    };
  });

/** Warnings of a listing's answer. */
export const warningsOfQuery = () =>
  optionalWarnings.describe('Unknown query parameters, which were ignored; absent if there are none.');

/** Schema of an answer with one record. */
export const recordOf = (described: Described<z.ZodType>): (() => z.ZodType) =>
  successAnswer(() => {
    const record = madeOf(described);
    const told = record.description === undefined ? record.describe('The record.') : record;
    return { data: z.looseObject({ record: told }).describe('The requested data.') };
  });

/** Query of a listing. */
export const pageQuery = {
  page: z
    .int()
    .optional()
    .describe('The page, from 1. Anything that is not a page number counts as 1.')
    .meta({ default: 1 }),
  per_page: z
    .int()
    .optional()
    .describe('Records per page, 1 to 500. More counts as 500, anything that is not a number as 10.')
    .meta({ default: 10 }),
};

/** Query of a listing of things that have names. */
export const searchQuery = optional({
  search: text('Only those whose name contains this text, case-insensitive.'),
});

/**
 * What narrows a listing; undefined for an empty text, and for what programs write for none.
 * @throws AppError `invalid` where it is no text: everything would be taken for what was asked for
 */
export function readFilter<N extends string>(
  filter: Record<N, z.ZodType<string | undefined>>,
  name: N,
  query: Record<string, unknown>,
): string | undefined {
  const { values, faults } = readMembers({ [name]: filter[name] }, query);
  throwFaults(faults);
  return isLiteral(values[name]) ? undefined : values[name];
}

/** The text to search for. @throws AppError `invalid` */
export const readSearch = (query: Record<string, unknown>) => readFilter(searchQuery, 'search', query);

/** Query of a record that can be read in full. */
export const fullQuery = {
  full: z
    .string()
    .optional()
    .describe(
      '`1`: returns everything that can be set, including long content, so that the record can be changed and sent back.',
    ),
};

/** Whether `full` asks for the full record; anything but a yes is no. */
export function wantsFull(query: Record<string, unknown>): boolean {
  const sent = query['full'];
  return sent !== undefined && yesNo('').read(sent) === 'yes'; // most do not say
}
