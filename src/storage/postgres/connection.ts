// The way to a PostgreSQL server: connections that a vanished server cannot hold up, and plans that are kept for a while.
import type { Socket } from 'node:net';
import { type Dialect, PostgresDialect } from 'kysely';
import pg from 'pg';
import { nameOfStatement } from '../statement.ts';

const INT8 = 20; // type oid: ids, counts and instants stay far below 2^53, so numbers hold them
const NUMERIC = 1700;
/** How values are read. */
export const VALUE_TYPES = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format),
} as pg.CustomTypesConfig;

/** Shorter than a lease: a node that stopped in the middle of a transaction keeps nobody from its rows for longer. */
const IDLE_TRANSACTION_MS = 8_000;

/** The way to a server, and the hand on it. */
export type Postgres = {
  dialect: Dialect;
  /** From now on a connection in use may be silent for so long; 0: for ever. */
  allowSilence(ms: number): void;
  /** Ends every connection at once and opens no more: who waits for the server is told that it does not answer. */
  cut(): void;
};

/** A connection's socket, which pg keeps to itself; another one from the moment TLS begins. */
function streamOf(client: pg.ClientBase): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream;
}

/** Opening a connection takes no longer. */
const CONNECT_MS = 5_000;

const noAnswer = () => new Error('The database does not answer.');

/** A plan was good for the table's size when it was made; a campaign's start adds a million rows in seconds. */
const PLANS_MS = 5_000;

/** Statements of the hot paths are parsed and planned once in a while: planning one takes as long as running it. */
class PreparingClient extends pg.Client {
  #plannedAt = 0;

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
    super.query('discard plans').catch(() => undefined); // the statement behind it says what is wrong
  }
}

/**
 * A server that vanishes (a cut network, a frozen host) must not hold anybody up: what it leaves open is given up by both
 * sides. TCP alone would wait for a quarter of an hour.
 * @param limitMs how long the server works for us, or waits for us, before it gives up by itself; absent: as it is set up
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
  // An idle connection that the server closes is no fault of a request: the pool opens the next one.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined); // while it is in use: the statement under way fails and says so
    if (limitMs !== undefined) client.query(limits(limitMs)).catch(() => undefined);
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
 * The server's own limits for a connection, so that it does not go on with what was given up here. Each by itself: a server
 * before version 14 does not look whether its client is still there, nor does one on every system, and some refuse.
 */
function limits(ms: number): string {
  const wanted = {
    statement_timeout: ms,
    idle_in_transaction_session_timeout: ms,
    tcp_user_timeout: ms,
    client_connection_check_interval: Math.ceil(ms / 3),
  };
  const tries = Object.entries(wanted).map(
    ([name, value]) => `begin perform set_config('${name}', '${value}', false); exception when others then null; end;`,
  );
  return `do $$ begin ${tries.join(' ')} end $$`;
}
