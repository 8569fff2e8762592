// One connection to a PostgreSQL server: what it is asked first, how it is set up, and statements
// that stay prepared where the connection has a session of its own.
import type { Socket } from 'node:net';
import pg from 'pg';
import type { Machines } from '../spread/machines.ts';
import { nameOfStatement } from '../statement.ts';
import { withLiterals } from './literals.ts';

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

/**
 * A plan fits the table's size when it was made; a campaign's start adds a million rows in seconds.
 */
const PLANS_MS = 2_000;
/** Where no plan reads a whole table. */
export const LASTING_PLANS_MS = 10_000;

/** A statement that takes longer on a store that is spread perhaps waits for a machine. */
const LONG_MS = 3_000;

const READ_ONLY = '25006';
/** After these the server closes the connection: it stops, or the session is over its limits. */
const CLOSING: readonly unknown[] = ['57P01', '57P02', '57P03', '57P04', '57P05', '25P03', '25P04'];
const BEGIN = 'begin';

/** Private members of pg: the socket, which changes when TLS begins; statements the server has. */
type Connection = { stream: Socket; parsedStatements: Record<string, string> };

function connectionOf(client: pg.ClientBase): Connection {
  return (client as unknown as { connection: Connection }).connection;
}

/** The connection's socket. */
export const streamOf = (client: pg.ClientBase): Socket => connectionOf(client).stream;

/** What a server tells of itself when a connection begins. */
export type Introduction = {
  isStandby: boolean;
  isReadOnly: boolean;
  /** Grows each time that a standby is promoted; undefined on a standby. */
  timeline: number | undefined;
  /**
   * Whether a pooler (PgBouncer) is between: the process that runs our statements is not the one
   * that let us in. Each transaction may then have another session, so nothing is kept in one.
   */
  isPooled: boolean;
  /** Whether the database has the extension Citus (spread.ts). */
  isSpread: boolean;
};

const QUESTION = `select pg_backend_pid() as pid, pg_is_in_recovery() as standby,
  current_setting('transaction_read_only') = 'on' as read_only,
  exists (select 1 from pg_extension where extname = 'citus') as spread,
  case when pg_is_in_recovery() then null else left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`;

type Answer = { pid: number; standby: boolean; read_only: boolean; spread: boolean; timeline: string | null };

/**
 * Asks the server who it is, and sets the session up, in one round trip. Behind a pooler no session
 * is ours, and nothing is set.
 * @param settings by name; absent: none
 */
export async function introduce(
  client: pg.Client,
  settings: Readonly<Record<string, string | number>> = {},
): Promise<Introduction> {
  const own = (client as unknown as { processID: number }).processID;
  // Two statements, two results; pg's types know of one.
  const told = (await client.query(
    `${QUESTION}; ${settingText(own, settings)}`,
  )) as unknown as pg.QueryResult<Answer>[];
  const answer = told[0]?.rows[0];
  if (!answer) throw new TypeError('the server does not say who it is');
  return {
    isStandby: answer.standby,
    isReadOnly: answer.read_only,
    timeline: answer.timeline === null ? undefined : Number.parseInt(answer.timeline, 16),
    isPooled: answer.pid !== own,
    isSpread: answer.spread,
  };
}

/** How a server is to treat connections. */
export type Treatment = {
  /**
   * How long it works for us, or waits for us, before it aborts by itself, ms; absent: its own
   * settings, but for an idle transaction.
   */
  limitMs?: number | undefined;
  /**
   * Prepared statements are planned once for all values: for who runs a few of them again and
   * again, each of which probes indexes. Else the server plans the first runs of each one by one.
   */
  plansOnce?: boolean | undefined;
  /**
   * All statements look rows up by their keys: no plan reads a whole table, however small it is at
   * the moment, and so plans fit for longer.
   */
  looksUp?: boolean | undefined;
};

/**
 * What a connection is told. Limits, so that the server does not continue work that was aborted
 * here; and statements are not compiled (`jit`): with the costs that it guesses for a turn that
 * takes longer than running a thousand of them.
 */
export function sessionSettings({
  limitMs,
  plansOnce = false,
  looksUp = false,
}: Treatment): Record<string, string | number> {
  const idle = {
    jit: 'off',
    ...(looksUp && { enable_seqscan: 'off' }),
    plan_cache_mode: plansOnce ? 'force_generic_plan' : 'auto',
    idle_in_transaction_session_timeout: limitMs ?? IDLE_TRANSACTION_MS,
  };
  if (limitMs === undefined) return idle;
  const interval = Math.ceil(limitMs / 3);
  return { ...idle, statement_timeout: limitMs, tcp_user_timeout: limitMs, client_connection_check_interval: interval };
}

/**
 * Where a session is not ours, a transaction brings its limits along, in the same round trip: else
 * one that is left open would keep its locks for as long as the pooler has the connection.
 */
export function limitedBegin(limitMs: number | undefined): string {
  const idle = `set local idle_in_transaction_session_timeout = ${limitMs ?? IDLE_TRANSACTION_MS}`;
  return [BEGIN, idle, ...(limitMs === undefined ? [] : [`set local statement_timeout = ${limitMs}`])].join('; ');
}

/**
 * Each is set separately: servers before version 14, and some systems, do not check whether the
 * client is still connected, and some refuse a setting.
 */
function settingText(own: number, settings: Readonly<Record<string, string | number>>): string {
  const tries = Object.entries(settings).map(
    ([name, value]) => `begin perform set_config('${name}', '${value}', false); exception when others then null; end;`,
  );
  return `do $$ begin if pg_backend_pid() = ${own} then ${tries.join(' ')} end if; end $$`;
}

/**
 * Prepares the statements of the hot paths, and has them planned anew from time to time: planning
 * one takes three times as long as running it. Where plans are not made once for all values,
 * `discard plans` would not do: the server then still compares the common plan's cost with that of
 * the first plans, made while tables were small, and plans hundreds of runs one by one.
 */
export class PreparingClient extends pg.Client {
  /** Whether a pooler is between: no session is ours. */
  isPooled = false;
  /** Whether statements may be prepared: not behind a pooler. */
  prepares = false;
  /** Whether the server plans them once for all values. */
  plansOnce = false;
  /** Whether values are sent within the text of statements (literals.ts). */
  writesValues = false;
  /** How long a plan is used, ms. */
  plansMs = PLANS_MS;
  /** How a transaction begins: behind a pooler with its limits. */
  beginning = BEGIN;
  /** Whether the server said that it takes no changes: it is no primary any more. */
  isReadOnly = false;
  /** Whether the server said that it closes it, which takes a moment. */
  isClosing = false;
  /** Is told how many rows a statement returned or changed. */
  onRows: ((rows: number) => void) | undefined;
  /** Of a store that is spread. */
  machines: Machines | undefined;
  /** Called while a statement on a store that is spread takes long. */
  onLong: (() => void) | undefined;
  #plannedAt = performance.now();
  #running = 0;
  #askedAt = 0;

  // biome-ignore lint/suspicious/noExplicitAny: pg's own overloads
  override query(query: any, values?: any, done?: any): any {
    if (this.writesValues && typeof query === 'string' && Array.isArray(values) && values.length > 0)
      return this.query(withLiterals(query, values), undefined, done);
    const name = this.prepares && typeof query === 'string' ? nameOfStatement(query) : undefined;
    if (name !== undefined) this.#forgetOldPlans();
    const text = query === BEGIN ? this.beginning : query;
    const result: unknown =
      name === undefined ? super.query(text, values, done) : super.query({ name, text, values }, done);
    if (result instanceof Promise) {
      result.then(
        ({ rowCount }) => this.onRows?.(rowCount ?? 0),
        (error) => this.#note(error),
      );
      if (this.machines) this.#watch(result);
    }
    return result;
  }

  /** Whether it waits for the answer to a statement for long. */
  get takesLong(): boolean {
    return this.#running > 0 && performance.now() - this.#askedAt >= LONG_MS;
  }

  #watch(statement: Promise<unknown>): void {
    this.#running += 1;
    this.#askedAt = performance.now();
    const timer = setInterval(() => this.onLong?.(), LONG_MS);
    const over = () => {
      clearInterval(timer);
      this.#running -= 1;
    };
    statement.then(over, over);
  }

  #note(error: unknown): void {
    this.machines?.noteTrouble(error);
    const code = (error as { code?: unknown } | null)?.code;
    if (code === READ_ONLY) this.isReadOnly = true;
    if (CLOSING.includes(code)) this.isClosing = true;
  }

  #forgetOldPlans(): void {
    const now = performance.now();
    if (now - this.#plannedAt < this.plansMs) return;
    this.#plannedAt = now;
    if (this.plansOnce) {
      void super.query('discard plans', () => undefined); // what it cannot do, the next statement reports
      return;
    }
    void super.query('deallocate all', (error: Error | null) => {
      if (!error) connectionOf(this).parsedStatements = {}; // else the statement after it reports the error
    });
  }
}
