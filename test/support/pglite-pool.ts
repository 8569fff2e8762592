// The in-process PostgreSQL as a pool of one connection, as Kysely's dialect for PostgreSQL takes it. PGlite's own functions
// send four messages a statement and let each be parsed and planned anew; here a statement is one message, and its plan is
// kept: a third of the processor time, which is most of what the tests on it cost.
import { type PGlite, protocol } from '@electric-sql/pglite';
import type { PostgresPool } from 'kysely';
import { VALUE_TYPES } from '../../src/storage/postgres/connection.ts';

const { serialize, messages } = protocol;

/** Plans are made anew after so many statements: one was good for the table's size when it was made. */
const STATEMENTS_A_PLAN = 1_000;

/** The one session of an instance, for one store after the other: what it has parsed is kept. */
export class PGliteSession {
  readonly #instance: PGlite;
  readonly #names = new Map<string, string>();
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;
  #ran = 0;

  constructor(instance: PGlite) {
    this.#instance = instance;
  }

  /** Who wants the session waits until it is given back. Ending the pool leaves the instance open. */
  pool(): PostgresPool {
    const client = {
      query: async (text: string, values: readonly unknown[] = []) => this.#run(text, values),
      release: () => {
        const next = this.#waiting.shift();
        if (next) next();
        else this.#isTaken = false;
      },
    };
    const pool = {
      connect: async () => {
        if (this.#isTaken) await new Promise<void>((resolve) => this.#waiting.push(resolve));
        this.#isTaken = true;
        return client;
      },
      end: async () => undefined,
    };
    return pool as unknown as PostgresPool; // what else a pool has, the dialect uses for other things than ours
  }

  #run(text: string, values: readonly unknown[]): Result {
    this.#ran += 1;
    if (this.#ran % STATEMENTS_A_PLAN === 0) this.#send([serialize.query('discard plans')]);
    const known = this.#names.get(text);
    const name = known ?? `statement ${this.#names.size + 1}`;
    return this.#send(
      [
        ...(known === undefined ? [serialize.parse({ name, text })] : []),
        serialize.bind({ statement: name, values: values.map(parameter) }),
        serialize.describe({ type: 'P' }),
        serialize.execute({}),
        serialize.sync(),
      ],
      () => this.#names.set(text, name),
    );
  }

  #send(sent: readonly Uint8Array[], onParsed?: () => void): Result {
    let columns: Column[] = [];
    let tag = '';
    const rows: Record<string, unknown>[] = [];
    let fault: Error | undefined;
    new protocol.Parser().parse(this.#instance.execProtocolRawSync(Buffer.concat(sent)), (message) => {
      if (message instanceof messages.DataRowMessage) rows.push(rowOf(columns, message.fields));
      else if (message instanceof messages.RowDescriptionMessage) columns = message.fields.map(columnOf);
      else if (message instanceof messages.CommandCompleteMessage) tag = message.text;
      else if (message instanceof messages.DatabaseError) fault = message;
      else if (message.name === 'parseComplete') onParsed?.();
    });
    if (fault) throw fault;
    return { command: tag.split(' ')[0] ?? '', rowCount: Number(/\d+$/.exec(tag)?.[0] ?? 0), rows };
  }
}

type Result = { command: string; rowCount: number; rows: Record<string, unknown>[] };
type Column = { name: string; parse: (text: string) => unknown };

/** A value as pg sends it. */
function parameter(value: unknown): string | Uint8Array | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Uint8Array || typeof value === 'string') return value;
  if (Array.isArray(value)) return `{${value.map((item) => JSON.stringify(parameter(item))).join(',')}}`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function columnOf({ name, dataTypeID }: { name: string; dataTypeID: number }): Column {
  return { name, parse: VALUE_TYPES.getTypeParser(dataTypeID) };
}

function rowOf(columns: readonly Column[], fields: readonly (string | null)[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [i, { name, parse }] of columns.entries()) {
    const field = fields[i];
    row[name] = field === null || field === undefined ? null : parse(field);
  }
  return row;
}
