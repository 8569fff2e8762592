// Records for a statement of a server, where most members say the same of many records: each such
// combination is sent once. To read JSON with a name before each member costs the server more than
// to look the records up.
import { type RawBuilder, sql } from 'kysely';

type Columns = Readonly<Record<string, 'number' | 'text'>>;
type Packable = Readonly<Record<string, unknown>>;

/** Which columns a packed set has, and which of them differ from record to record. */
export type PackedShape = { columns: Columns; own: readonly string[] };

/** Values of a packed set, as texts of arrays. */
type Packed = {
  /** By combination: all of its numbers, all of its texts. */
  numbers: string;
  texts: string;
  /** By record: which combination it has, and its own members. */
  of: string;
  own: readonly string[];
};

/** One of the parameters of a packed set; a number: the index of a member in `own`. */
export type PackedPart = 'numbers' | 'texts' | 'of' | number;

/** How sets of one shape are packed. */
export type Packing = {
  /** A parameter of the set for some records. */
  part(records: readonly Packable[], part: PackedPart): string;
  /**
   * For a `from` clause: the records. As `recordSetOf`, it is expected to have one record, so that
   * tables are probed and not read.
   */
  set(parameter: (part: PackedPart) => RawBuilder<unknown>): RawBuilder<unknown>;
};

export function packingOf(shape: PackedShape): Packing {
  const packed = new WeakMap<readonly Packable[], Packed>(); // all parameters are made together
  return {
    part(records, part) {
      const known = packed.get(records) ?? pack(shape, records);
      packed.set(records, known);
      return typeof part === 'number' ? (known.own[part] ?? '{}') : known[part];
    },
    set: (parameter) => setOf(shape, parameter),
  };
}

function pack({ columns, own }: PackedShape, records: readonly Packable[]): Packed {
  const shared = sharedOf({ columns, own });
  const names = [...shared.numbers, ...shared.texts];
  const places = new Map<string, number>();
  const firsts: Packable[] = [];
  const of: number[] = [];
  let place = -1;
  let last: Packable | undefined;
  for (const record of records) {
    if (!last || !saysTheSame(names, last, record)) {
      const key = JSON.stringify(names.map((name) => record[name] ?? null));
      place = places.get(key) ?? places.size;
      if (place === places.size) {
        places.set(key, place);
        firsts.push(record);
      }
      last = record;
    }
    of.push(place);
  }
  const all = (some: readonly string[]) => firsts.flatMap((record) => some.map((name) => record[name] ?? null));
  return {
    numbers: arrayOf(all(shared.numbers)),
    texts: arrayOf(all(shared.texts)),
    of: arrayOf(of),
    own: own.map((name) => arrayOf(records.map((record) => record[name] ?? null))),
  };
}

function saysTheSame(names: readonly string[], a: Packable, b: Packable): boolean {
  for (const name of names) if (a[name] !== b[name]) return false;
  return true;
}

/** An array as a text: as JSON, but that a backslash there only makes the next character plain. */
function arrayOf(elements: readonly unknown[]): string {
  const text = JSON.stringify(elements);
  if (!text.includes('\\')) return `{${text.slice(1, -1)}}`;
  const plain = elements.map((one) => (typeof one === 'string' ? `"${one.replaceAll(/["\\]/g, '\\$&')}"` : one));
  return `{${plain.map(String).join()}}`;
}

function sharedOf({ columns, own }: PackedShape): { numbers: string[]; texts: string[] } {
  const names = Object.keys(columns).filter((name) => !own.includes(name));
  return {
    numbers: names.filter((name) => columns[name] === 'number'),
    texts: names.filter((name) => columns[name] === 'text'),
  };
}

function setOf(shape: PackedShape, parameter: (part: PackedPart) => RawBuilder<unknown>): RawBuilder<unknown> {
  const { columns, own } = shape;
  const shared = sharedOf(shape);
  const typeOf = (name: string) => sql.raw(columns[name] === 'number' ? 'bigint' : 'text');
  const member = (name: string) => {
    if (own.includes(name)) return sql.ref(`own.${name}`);
    const kind = columns[name] === 'number' ? 'numbers' : 'texts';
    const [count, place] = [sql.lit(shared[kind].length), sql.lit(shared[kind].indexOf(name) + 1)];
    return sql`shared.${sql.raw(kind)}[own.of_shared * ${count} + ${place}] as ${sql.ref(name)}`;
  };
  const arrays = own.map((name, i) => sql`${parameter(i)}::${typeOf(name)}[]`);
  return sql`(select ${sql.join(Object.keys(columns).map(member))}
    from (select ${parameter('numbers')}::bigint[] as numbers, ${parameter('texts')}::text[] as texts) as shared,
      unnest(${sql.join([sql`${parameter('of')}::int[]`, ...arrays])})
        as own(${sql.join(['of_shared', ...own].map((name) => sql.ref(name)))})
    where own.of_shared is not distinct from own.of_shared)`;
}
