// Connections to a PostgreSQL server: they do not hang when the server vanishes, and plans are kept
// for a while.
import type { Socket } from 'node:net';
import { type Dialect, PostgresDialect } from 'kysely';
import pg from 'pg';
import { nameOfStatement } from '../statement.ts';

const INT8 = 20; // type oid: ids, counts and instants stay far below 2^53, so numbers hold them
const NUMERIC = 1700;
/** How values are parsed. */
export const VALUE_TYPES = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format),
} as pg.CustomTypesConfig;

/**
 * Shorter than a lease: a node that stops in the middle of a transaction does not block others from
 * its rows for longer.
 */
const IDLE_TRANSACTION_MS = 8_000;

/** Connections to a server, and control over them. */
export type Postgres = {
  dialect: Dialect;
  /** From now on a connection in use may be silent for this long; 0: forever. */
  allowSilence(ms: number): void;
  /** Closes every connection at once and opens no more: pending queries fail as unanswered. */
  cut(): void;
};

/** Private members of pg: the socket, which changes when TLS begins; statements the server has. */
type Connection = { stream: Socket; parsedStatements: Record<string, string> };

function connectionOf(client: pg.ClientBase): Connection {
  return (client as unknown as { connection: Connection }).connection;
}

const streamOf = (client: pg.ClientBase): Socket => connectionOf(client).stream;

/** Limit for opening a connection. */
const CONNECT_MS = 5_000;

const noAnswer = () => new Error('The database does not answer.');

/**
 * A plan fits the table's size when it was made; a campaign's start adds a million rows in seconds.
 */
const PLANS_MS = 2_000;

/**
 * Prepares the statements of the hot paths, and prepares them anew from time to time: planning one
 * takes three times as long as running it. `discard plans` would not do: the server then still
 * compares the common plan's cost with that of the first plans, made while tables were small, and
 * plans hundreds of runs one by one.
 */
class PreparingClient extends pg.Client {
  #plannedAt = performance.now();

  // biome-ignore lint/suspicious/noExplicitAny: pg's own overloads
  override query(query: any, values?: any, done?: any): any {
    const name = typeof query === 'string' ? nameOfStatement(query) : undefined;
    if (name === undefined) return super.query(query, values, done);
    this.#forgetOldPlans();
    return super.query({ name, text: query, values }, done);
  }

  #forgetOldPlans(): void {
    const now = performance.now();
    if (now - this.#plannedAt < PLANS_MS) return;
    this.#plannedAt = now;
    void super.query('deallocate all', (error: Error | null) => {
      if (!error) connectionOf(this).parsedStatements = {}; // else the statement after it reports the error
    });
  }
}

/**
 * Opens a pool. A vanished server (a cut network, a frozen host) must not block anybody: both sides
 * abort what it leaves open. TCP alone would wait for a quarter of an hour.
 * @param limitMs how long the server works for us, or waits for us, before it aborts by itself;
 * absent: its own settings
 */
export function openPostgres(databaseUrl: string, limitMs?: number): Postgres {
  const inUse = new Set<pg.ClientBase>();
  const all = new Set<pg.ClientBase>();
  let silenceMs = 0;
  let isCut = false;

  class KnownClient extends PreparingClient {
    // biome-ignore lint/suspicious/noExplicitAny: pg's own overloads
    override connect(done?: any): any {
      if (isCut) return done ? process.nextTick(done, noAnswer()) : Promise.reject(noAnswer());
      all.add(this);
      this.once('end', () => all.delete(this));
      return super.connect(done);
    }
  }

  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 10,
    Client: KnownClient as typeof pg.Client,
    types: VALUE_TYPES,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
  });
  // An idle connection closed by the server is no fault of a request: the pool opens the next one.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined); // while in use: the running statement fails and reports it
    client.query(settings(limitMs)).catch(() => undefined);
    const stream = streamOf(client);
    stream.on('timeout', () => stream.destroy(noAnswer()));
  });
  pool.on('acquire', (client) => {
    inUse.add(client);
    streamOf(client).setTimeout(silenceMs);
  });
  pool.on('release', (_error, client) => {
    inUse.delete(client);
    streamOf(client).setTimeout(0);
  });
  return {
    dialect: new PostgresDialect({ pool }),
    allowSilence(ms) {
      silenceMs = ms;
      if (ms > 0) pool.options.connectionTimeoutMillis = Math.min(CONNECT_MS, ms);
      for (const client of inUse) streamOf(client).setTimeout(ms);
    },
    cut() {
      isCut = true;
      for (const client of all) streamOf(client).destroy(noAnswer());
    },
  };
}

/**
 * How the server treats a connection. Limits, so that it does not continue work that was aborted
 * here; and statements are not compiled (`jit`): with the costs that it guesses for a turn that
 * takes longer than running a thousand of them. Each is set separately: servers before version 14,
 * and some systems, do not check whether the client is still connected, and some refuse a setting.
 */
function settings(limitMs: number | undefined): string {
  const limits = limitMs !== undefined && {
    statement_timeout: limitMs,
    idle_in_transaction_session_timeout: limitMs,
    tcp_user_timeout: limitMs,
    client_connection_check_interval: Math.ceil(limitMs / 3),
  };
  const tries = Object.entries({ jit: 'off', ...limits }).map(
    ([name, value]) => `begin perform set_config('${name}', '${value}', false); exception when others then null; end;`,
  );
  return `do $$ begin ${tries.join(' ')} end $$`;
}
