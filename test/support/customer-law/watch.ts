// Holds every statement that the program makes while it is tested: what it says of the tables of
// customers must be held to one. A statement that is not fails, and names itself. What tests ask by
// themselves is theirs.
import { type CompiledQuery, DefaultQueryExecutor } from 'kysely';
import { isSpread } from '../../../src/storage/dialect/spread.ts';
import { isPostgres } from '../../../src/storage/dialect.ts';
import { SqliteDriver } from '../../../src/storage/sqlite/driver.ts';
import { EXCEPTIONS, placeName, WHERE_SPREAD } from './exceptions.ts';
import { unheldTables } from './held.ts';
import { OWNED } from './tables.ts';
import { planLater } from './tasks.ts';
import { isNoted, planOnClosing } from './walks.ts';

/** Statements that are about no rows of anybody, and that a parser of one engine need not know. */
const NO_QUERY = /^\s*(create|drop|alter|truncate|pragma|begin|commit|rollback|savepoint|release|set|do|discard)\b/i;
/** Builds or runs the statements of others. */
const CARRIES =
  /\/(test\/support\/customer-law\/.*|src\/storage\/(statement|db|paging|sqlite\/dialect|dialect\/insert-rows)\.ts)$/;
const SRC = new URL('../../../src/', import.meta.url).pathname;

const excepted = new Set([...EXCEPTIONS, ...WHERE_SPREAD].flatMap(({ of }) => of));
const unheldOf = new Map<string, readonly string[]>();
const used = new Set<string>();

/** Told to `test/run.ts`, so that an exception that nothing needs any more is found. */
export type UsedException = { kind: 'exception'; name: string };

type Executor = Pick<DefaultQueryExecutor, 'executeQuery' | 'stream'>;
const { executeQuery, stream } = DefaultQueryExecutor.prototype as Executor;
Object.assign(DefaultQueryExecutor.prototype, {
  executeQuery(this: Executor, query: CompiledQuery, ...options: []) {
    hold(query.sql);
    const isQuery = !NO_QUERY.test(query.sql);
    const db = { getExecutor: () => this as DefaultQueryExecutor };
    if (isQuery && isSpread(db)) planLater(query, placeOfCall());
    if (isQuery && !isPostgres(db) && !isNoted(query.sql)) planOnClosing(query.sql, placeOfCall());
    return executeQuery.call(this, query, ...options);
  },
  stream(this: Executor, query: CompiledQuery, size: number) {
    hold(query.sql);
    return stream.call(this, query, size);
  },
});

const { query: prepare } = SqliteDriver.prototype;
SqliteDriver.prototype.query = function query(text) {
  const run = prepare.call(this, text);
  return (parameters) => {
    hold(text);
    if (!isNoted(text)) planOnClosing(text, placeOfCall());
    return run(parameters);
  };
};

const { runInTransaction } = SqliteDriver.prototype;
SqliteDriver.prototype.runInTransaction = function run(text, parameters) {
  hold(text);
  if (!isNoted(text)) planOnClosing(text, placeOfCall());
  return runInTransaction.call(this, text, parameters);
};

/** @throws when the program runs a statement that is not held and no exception */
function hold(text: string): void {
  const unheld = unheldOf.get(text) ?? (NO_QUERY.test(text) ? [] : read(text));
  unheldOf.set(text, unheld);
  if (unheld.length === 0) return;
  const place = placeOfCall();
  if (place === undefined) return;
  const name = placeName(place);
  if (!excepted.has(name)) {
    const which = `${unheld.join(', ')}, held to no customer (test/support/customer-law)`;
    const broken = `src/${place.file}:${place.line} (${place.name}) names ${which}: ${text}`;
    if (!used.has(broken)) console.error(broken); // a server answers 500 for it, and a loop tries again
    used.add(broken);
    throw new Error(broken);
  }
  if (!used.has(name)) process.send?.({ kind: 'exception', name } satisfies UsedException);
  used.add(name);
}

function read(text: string): string[] {
  try {
    return unheldTables(text, OWNED);
  } catch (error) {
    return [`something that cannot be read (${String(error)})`];
  }
}

/** The function of the program that the statement is in; undefined where a test asks. */
function placeOfCall(): { file: string; name: string; line: string } | undefined {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 50;
  const frames = (new Error().stack ?? '').split('\n').slice(1);
  Error.stackTraceLimit = limit;
  let place: { file: string; name: string; line: string } | undefined;
  for (const frame of frames) {
    const [, named = '', path = '', line = ''] =
      /at (?:async )?(?:(\S+) .*?\()?(?:file:\/\/)?(\/[^:]+):(\d+)/.exec(frame) ?? [];
    if (path === '' || path.includes('/node_modules/') || CARRIES.test(path)) continue;
    const isProgram = path.startsWith(SRC) && !path.endsWith('.test.ts');
    const file = path.slice(SRC.length);
    // Of a function without a name: the next one around it that has one.
    if (!isProgram || (place && place.file !== file)) return place;
    place ??= { file, name: '', line };
    place.name = named.replace(/^.*\./, '').replace('<anonymous>', '');
    if (place.name !== '') return place;
  }
  return place;
}
