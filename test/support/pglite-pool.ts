// The in-process PostgreSQL as a pool of one connection for Kysely's PostgreSQL dialect. PGlite's
// own functions send four messages a statement and have each parsed and planned again; here a
// statement is one message, and its plan is kept: a third of the processor time, which is most of
// what the tests on it cost.
import { type PGlite, protocol } from '@electric-sql/pglite';
import type { PostgresPool } from 'kysely';
import { VALUE_TYPES } from '../../src/storage/postgres/client.ts';

const { serialize } = protocol;

/** After this many statements plans are discarded: one fits the table's size when it was made. */
const STATEMENTS_A_PLAN = 1_000;

// PGlite parses what it answers too, and keeps every row of it until its own functions are used.
const { parse } = protocol.Parser.prototype;
let isReadHere = false;
protocol.Parser.prototype.parse = function parseUnlessRead(...given) {
  if (!isReadHere) parse.apply(this, given);
};

const CHANGES_SCHEMA = /\b(create|alter|drop)\b|\b(into|from|update) "?migration\b/i;

/**
 * The session of an instance, shared by one store after the other: its parsed statements are kept.
 */
export class PGliteSession {
  /** Set by any statement that may have changed tables, or which migrations ran. */
  mayHaveChangedSchema = true;
  readonly #instance: PGlite;
  readonly #names = new Map<string, string>();
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;
  #ran = 0;

  constructor(instance: PGlite) {
    this.#instance = instance;
  }

  /** A caller waits until the session is free. Ending the pool leaves the instance open. */
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
    return pool as unknown as PostgresPool; // the dialect uses the pool's other members for features not used here
  }

  #run(text: string, values: readonly unknown[]): Result {
    this.#ran += 1;
    // Before a transaction: within one that has failed it would be refused.
    if (this.#ran >= STATEMENTS_A_PLAN && /^(begin|start transaction)/.test(text)) {
      this.#send([serialize.query('discard plans')]);
      this.#ran = 0;
    }
    const known = this.#names.get(text);
    this.mayHaveChangedSchema ||= CHANGES_SCHEMA.test(text);
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
    const answer = this.#answerTo(Buffer.concat(sent));
    let columns: Column[] = [];
    let tag = '';
    const rows: Record<string, unknown>[] = [];
    // A message is a letter, its length including these four bytes, and the content (PostgreSQL,
    // section 55.7).
    for (let at = 0; at < answer.length; at += 1 + answer.readInt32BE(at + 1)) {
      const letter = String.fromCharCode(answer[at] ?? 0);
      if (letter === 'D') rows.push(rowOf(columns, answer, at + 5));
      else if (letter === 'T') columns = columnsOf(answer, at + 5);
      else if (letter === 'C') tag = textTo0(answer, at + 5);
      else if (letter === '1') onParsed?.();
      else if (letter === 'E') throw faultOf(answer.subarray(at, at + 1 + answer.readInt32BE(at + 1)));
    }
    return { command: tag.split(' ')[0] ?? '', rowCount: Number(/\d+$/.exec(tag)?.[0] ?? 0), rows };
  }

  #answerTo(message: Uint8Array): Buffer {
    isReadHere = true;
    try {
      return Buffer.from(this.#instance.execProtocolRawSync(message).buffer);
    } finally {
      isReadHere = false;
    }
  }
}

type Result = { command: string; rowCount: number; rows: Record<string, unknown>[] };
type Column = { name: string; parse: (text: string) => unknown };

/** A value in the form that pg sends. */
function parameter(value: unknown): string | Uint8Array | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Uint8Array || typeof value === 'string') return value;
  if (Array.isArray(value)) return `{${value.map((item) => JSON.stringify(parameter(item))).join(',')}}`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function textTo0(bytes: Buffer, at: number): string {
  return bytes.toString('utf8', at, bytes.indexOf(0, at));
}

function columnsOf(bytes: Buffer, start: number): Column[] {
  let at = start + 2;
  return Array.from({ length: bytes.readInt16BE(start) }, () => {
    const name = textTo0(bytes, at);
    const type = bytes.readInt32BE(bytes.indexOf(0, at) + 7); // after the table's id and the column number
    at = bytes.indexOf(0, at) + 19;
    return { name, parse: VALUE_TYPES.getTypeParser(type) };
  });
}

function rowOf(columns: readonly Column[], bytes: Buffer, start: number): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  let at = start + 2;
  for (const { name, parse } of columns) {
    const length = bytes.readInt32BE(at);
    at += 4;
    row[name] = length < 0 ? null : parse(bytes.toString('utf8', at, at + length));
    at += Math.max(0, length);
  }
  return row;
}

function faultOf(bytes: Buffer): Error {
  let fault: Error | undefined;
  new protocol.Parser().parse(new Uint8Array(bytes), (message) => {
    if (message instanceof protocol.messages.DatabaseError) fault = message;
  });
  return fault ?? new Error('The database failed without a word.');
}
