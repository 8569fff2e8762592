// The two dialects of the interface, chosen by the API key of a request. The strict one follows the
// interface document to the letter; the lenient one accepts what existing client programs send
// (wire contract, section 13). Every difference is a switch here, and code that reads or answers
// asks the caller's dialect.
import { AppError, type Faults, isTold } from '../kernel/errors.ts';
import { type FormObject, type FormValue, isFormObject } from './form/decode.ts';

export const DIALECTS = ['strict', 'lenient'] as const;
export type DialectName = (typeof DIALECTS)[number];

export type Dialect = Readonly<{
  name: DialectName;
  /** All fields of a list are listed when no usable `page` or `per_page` is given. */
  listsAllFields: boolean;
  /** A new field is by default visible and not required; else a request must give both. */
  defaultsOfFields: boolean;
  /**
   * With `template_uid` and `content`, the content is taken, with a warning; else only one source
   * is allowed.
   */
  contentWins: boolean;
  /** The texts `undefined` and `null` count as absent where they would be refused. */
  literalsAreAbsent: boolean;
  /** Numeric names are ignored in the search by field values. */
  passesOverNumbers: boolean;
  /**
   * The numbers of countries and zones: those of ISO 3166, or those of the old tables (223 = United
   * States) first.
   */
  countryNumbers: 'iso' | 'classic';
  /** PUT of a campaign answers with its uid; segments have theirs beside `data` too. */
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

/** The dialect of a stored name; the strict one for an unknown name. */
export function dialectNamed(name: string): Dialect {
  return name === 'lenient' ? LENIENT : STRICT;
}

/** Whether a value is one that programs send for a variable that was never set. */
export function isLiteral(value: unknown): boolean {
  return typeof value === 'string' && /^\s*(?:undefined|null)\s*$/.test(value);
}

/** The body and query of a request. */
type Said = { body: FormObject; query: FormObject };

/** One refused member may hide the fault of another, so a few rounds. */
const ATTEMPTS = 5;

/**
 * Handles a request. Where the dialect allows it, refused members whose value is literally
 * `undefined` or `null` are removed, and the request is handled again; that is safe because a
 * refused request has changed nothing.
 */
export async function handledIn<T>(dialect: Dialect, said: Said, handle: (said: Said) => Promise<T>): Promise<T> {
  for (let attempt = 1, now = said; ; attempt += 1) {
    try {
      return await handle(now);
    } catch (error) {
      if (!dialect.literalsAreAbsent || attempt === ATTEMPTS || !(error instanceof AppError) || !error.faults)
        throw error;
      const less = withoutLiterals(now, error.faults);
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
    // faults name field tags in upper case
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
  /** Finds a member directly or in one wrapper. */
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

/** Fault paths such as `conditions[0].value`, also nested ones, as steps. */
function pathsOf(faults: Faults, above: readonly string[] = []): string[][] {
  return Object.entries(faults).flatMap(([member, fault]) => {
    const steps = member.split(/[.[\]]+/).filter((step) => step !== '');
    const path = [...above, ...steps];
    return isTold(fault) ? [path] : pathsOf(fault, path);
  });
}
