// The two dialects of the interface, chosen by the API key that a request comes with. The strict
// one is the interface document to the letter; the lenient one has the patience that programs in
// the field expect (wire contract, section 13). Everything in which they differ is a switch here,
// and whoever reads or answers asks the caller's dialect.
import { AppError, type Faults } from '../kernel/errors.ts';
import { type FormObject, type FormValue, isFormObject } from './form/decode.ts';

export const DIALECTS = ['strict', 'lenient'] as const;
export type DialectName = (typeof DIALECTS)[number];

export type Dialect = Readonly<{
  name: DialectName;
  /** The fields of a list come all at once when no usable `page` or `per_page` is given. */
  listsAllFields: boolean;
  /** A new field is not required and visible unless it says otherwise; else both must be said. */
  defaultsOfFields: boolean;
  /**
   * `template_uid` beside `content`: the content is taken, with a warning; else exactly one source
   * may be given.
   */
  contentWins: boolean;
  /** `undefined` and `null` as texts are absent where they would be refused. */
  literalsAreAbsent: boolean;
  /** Names that are numbers are passed over in the search by field values. */
  passesOverNumbers: boolean;
  /**
   * Which numbers countries and zones have: those of ISO 3166, or the old tables' (223 = United
   * States) before these.
   */
  countryNumbers: 'iso' | 'classic';
  /** PUT of a campaign answers its uid; segments have theirs beside `data` too. */
  repeatsUids: boolean;
  /** Status of the answer to a copied list. */
  listCopyStatus: 200 | 201;
}>;

export const STRICT: Dialect = {
  name: 'strict',
  listsAllFields: false,
  defaultsOfFields: false,
  contentWins: false,
  literalsAreAbsent: false,
  passesOverNumbers: false,
  countryNumbers: 'iso',
  repeatsUids: false,
  listCopyStatus: 201,
};

export const LENIENT: Dialect = {
  name: 'lenient',
  listsAllFields: true,
  defaultsOfFields: true,
  contentWins: true,
  literalsAreAbsent: true,
  passesOverNumbers: true,
  countryNumbers: 'classic',
  repeatsUids: true,
  listCopyStatus: 200,
};

/** The dialect of a stored key; a name that is not known is the strict one. */
export function dialectNamed(name: string): Dialect {
  return name === 'lenient' ? LENIENT : STRICT;
}

/** Whether a value is what programs send that write out a variable which they never set. */
export function isLiteral(value: unknown): boolean {
  return typeof value === 'string' && /^\s*(?:undefined|null)\s*$/.test(value);
}

/** What a request says. */
type Said = { body: FormObject; query: FormObject };

/** A member that is refused may hide the fault of another one. */
const ATTEMPTS = 5;

/**
 * Handles a request; where the dialect wants it, members that were refused and are literally
 * `undefined` or `null` are taken out, and it is handled again. A request that is refused has
 * changed nothing, so that it can be.
 */
export async function handledIn<T>(dialect: Dialect, said: Said, handle: (said: Said) => Promise<T>): Promise<T> {
  for (let attempt = 1, now = said; ; attempt += 1) {
    try {
      return await handle(now);
    } catch (error) {
      if (!dialect.literalsAreAbsent || attempt === ATTEMPTS || !(error instanceof AppError) || !error.fields)
        throw error;
      const less = withoutLiterals(now, error.fields);
      if (!less) throw error;
      now = less;
    }
  }
}

/** The request without its refused literals; undefined when it has none. */
function withoutLiterals(said: Said, faults: Faults): Said | undefined {
  let found = false;
  const less = (value: FormObject, path: readonly string[]): FormObject => {
    const [step = '', ...rest] = path;
    // field tags stand in upper case in faults
    const name = Object.hasOwn(value, step) ? step : Object.keys(value).find((key) => key.toUpperCase() === step);
    if (name === undefined) return value;
    if (rest.length === 0 && !isLiteral(value[name])) return value;
    const copy: FormObject = Object.assign(Object.create(null), value);
    if (rest.length === 0) {
      found = true;
      delete copy[name];
    } else copy[name] = lessOf(value[name], rest);
    return copy;
  };
  const lessOf = (value: FormValue | undefined, path: readonly string[]): FormValue => {
    if (Array.isArray(value)) return value.map((one, i) => (String(i) === path[0] ? lessOf(one, path.slice(1)) : one));
    return value !== undefined && isFormObject(value) ? less(value, path) : (value ?? null);
  };
  /** A member may stand directly, or below one wrapper. */
  const anywhere = (value: FormObject, path: readonly string[]): FormObject => {
    const direct = less(value, path);
    if (direct !== value) return direct;
    const wrapped = Object.entries(value).map(([name, inner]) => [
      name,
      isFormObject(inner) ? less(inner, path) : inner,
    ]);
    return Object.assign(Object.create(null), Object.fromEntries(wrapped));
  };
  let now = said;
  for (const path of pathsOf(faults)) {
    now = { body: anywhere(now.body, path), query: anywhere(now.query, path) };
  }
  return found ? now : undefined;
}

/** `conditions[0].value`, and blocks that nest, as steps. */
function pathsOf(faults: Faults, above: readonly string[] = []): string[][] {
  return Object.entries(faults).flatMap(([member, fault]) => {
    const steps = member.split(/[.[\]]+/).filter((step) => step !== '');
    const path = [...above, ...steps];
    return typeof fault === 'string' ? [path] : pathsOf(fault, path);
  });
}
