// Connections to PostgreSQL: all are opened here. They go to the server that takes changes, and do
// not hang when it vanishes.
import { hostname } from 'node:os';
import { type Dialect, PostgresDialect } from 'kysely';
import pg from 'pg';
import { listenOn, tellOn } from '../listening/by-server.ts';
import type { Listener, ListenHandlers } from '../listening/listener.ts';
import { type Machines, openMachines } from '../spread/machines.ts';
import { type DatabaseServer, parseDatabaseUrl } from './address.ts';
import {
  type Introduction,
  introduce,
  LASTING_PLANS_MS,
  limitedBegin,
  PreparingClient,
  sessionSettings,
  streamOf,
  type Treatment,
  VALUE_TYPES,
} from './client.ts';
import { watchGrowth } from './growth.ts';
import { ANSWER_MS, openServers, type Servers } from './servers.ts';
import { machinesNotAnswering, setUpSession } from './spread.ts';

/** Connections to a server, and control over them. */
export type Postgres = {
  dialect: Dialect;
  /** A further connection, for what is run again and again: its statements stay planned there. */
  dedicated: Dialect;
  /** From now on a connection in use may be silent for this long; 0: forever. */
  allowSilence(ms: number): void;
  /** Closes every connection at once and opens no more: pending queries fail as unanswered. */
  cut(): void;
  /** Tells those that listen that something has changed. */
  tell(): Promise<void>;
  listen(handlers: ListenHandlers): Listener;
  /** Those of a store that is spread. */
  machines: Machines;
};

/** Limit for opening a connection. */
const CONNECT_MS = 5_000;
/** For asking the machines, each of which may take some seconds. */
const ASK_MACHINES_MS = 30_000;
/** Connections of the pool. */
const MOST = 10;
/** And of those for one purpose: groups of hits (tracking/recorder/recorder.ts); turns need one. */
const MOST_DEDICATED = 2;

/**
 * By it the connections of this process are known at the server, unless the URL names them.
 */
const NAME = `mailwright ${process.pid} ${hostname()}`.slice(0, 63);

const noAnswer = () => new Error('The database does not answer.');

/**
 * Opens a pool, and a connection beside it. A vanished server (a cut network, a frozen host) must
 * not block anybody: both sides abort what it leaves open. TCP alone would wait for a quarter of an
 * hour.
 */
export function openPostgres(databaseUrl: string, treatment: Treatment = {}): Postgres {
  const address = parseDatabaseUrl(databaseUrl);
  const inUse = new Set<pg.ClientBase>();
  let connectMs = address.connectMs ?? CONNECT_MS;
  const answerMs = Math.min(connectMs, address.servers.length > 1 ? ANSWER_MS : connectMs);
  const opened: Opened = { all: new Set(), isCut: false };
  let silenceMs = 0;

  const servers = openServers({
    ...address,
    ask: askServer,
    onChange(server) {
      // The former one may have vanished without a word, or take changes that nobody will see.
      for (const client of opened.all) if (client.server !== server) streamOf(client).destroy(noAnswer());
    },
  });

  const { machines, onLong } = watchMachines(databaseUrl, opened);
  const pools: pg.Pool[] = [];
  const onRows = watchGrowth(() => connect(pool));

  function openPool(max: number, more: Treatment = {}): pg.Pool {
    const Client = clientTo(servers, opened, { ...treatment, ...more, answerMs, onRows, machines, onLong });
    const options = {
      max,
      Client,
      types: VALUE_TYPES,
      fallback_application_name: NAME,
      connectionTimeoutMillis: connectMs,
      keepAlive: true,
    };
    const pool = new pg.Pool(options);
    pools.push(pool);
    // An idle connection closed by the server is no request's fault: the pool opens the next one.
    pool.on('error', () => undefined);
    pool.on('connect', (client) => {
      client.on('error', () => undefined); // while in use: the running statement fails and reports it
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
      const { isReadOnly, isClosing, server } = client as unknown as ServerClient;
      if (!isReadOnly && !isClosing) return;
      if (isReadOnly) servers.lose(server);
      // The next one is asked who it is. A stream that is destroyed alone would be given out again.
      void client.end().catch(() => undefined);
    });
    return pool;
  }

  /** With several servers the next one is tried, until the time is over. */
  async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
    const until = performance.now() + connectMs;
    for (;;) {
      if (opened.isCut) throw noAnswer();
      await servers.find(until);
      const server = servers.current();
      try {
        return await pool.connect();
      } catch (error) {
        servers.lose(server);
        if (address.servers.length === 1 || pool.ending || performance.now() >= until) throw error;
      }
    }
  }

  const dialectOf = (pool: pg.Pool) =>
    new PostgresDialect({ pool: { connect: () => connect(pool), end: () => pool.end(), options: pool.options } });
  const pool = openPool(MOST);
  return {
    dialect: dialectOf(pool),
    dedicated: dialectOf(openPool(MOST_DEDICATED, { looksUp: true, plansOnce: true })),
    allowSilence(ms) {
      silenceMs = ms;
      if (ms > 0) connectMs = Math.min(connectMs, ms);
      for (const { options } of pools) options.connectionTimeoutMillis = connectMs;
      for (const client of inUse) streamOf(client).setTimeout(ms);
    },
    cut() {
      opened.isCut = true;
      for (const client of opened.all) streamOf(client).destroy(noAnswer());
    },
    machines,
    tell: () => tellOn(pool),
    listen: (handlers) =>
      listenOn(pool, handlers, (client) => {
        inUse.delete(client); // it is silent for as long as nothing changes
        streamOf(client).setTimeout(0);
      }),
  };
}

/** Who is told of what connections do. */
type Watching = { onRows: (rows: number) => void; machines: Machines; onLong: () => void };

type ServerClient = PreparingClient & { readonly server: DatabaseServer };
/** The connections that are open; `isCut`: no more are opened. */
type Opened = { all: Set<ServerClient>; isCut: boolean };

/**
 * The class of connections to the server that fits. They ask it who it is before they are used.
 */
function clientTo(
  servers: Servers,
  opened: Opened,
  { answerMs, onRows, machines, onLong, ...treatment }: Treatment & Watching & { answerMs: number },
): typeof pg.Client {
  class Connecting extends PreparingClient {
    readonly server: DatabaseServer;

    constructor(options: pg.ClientConfig) {
      const server = servers.current();
      super({ ...options, connectionString: server.url, connectionTimeoutMillis: answerMs });
      this.server = server;
      // The pool listens when it is open: until then, too, an error must not be thrown at nobody.
      this.on('error', () => undefined);
    }

    // biome-ignore lint/suspicious/noExplicitAny: pg's own overloads
    override connect(done?: any): any {
      const connected = opened.isCut ? Promise.reject(noAnswer()) : this.#open();
      if (!done) return connected;
      void connected.then(() => done(null, this), done);
    }

    async #open(): Promise<this> {
      opened.all.add(this);
      this.once('end', () => opened.all.delete(this));
      try {
        await super.connect();
        const told = await introduce(this, sessionSettings(treatment));
        servers.check(this.server, told);
        this.isPooled = told.isPooled;
        this.prepares = !told.isPooled && !told.isSpread;
        this.writesValues = told.isSpread;
        if (!told.isSpread)
          this.onRows = onRows; // there its tables are elsewhere
        else Object.assign(this, { machines, onLong });
        if (told.isSpread && !told.isPooled) await setUpSession(this);
        this.plansOnce = treatment.plansOnce ?? false;
        if (this.plansOnce && treatment.looksUp) this.plansMs = LASTING_PLANS_MS;
        if (told.isPooled) this.beginning = limitedBegin(treatment.limitMs);
        return this;
      } catch (error) {
        servers.lose(this.server);
        streamOf(this).destroy();
        throw error;
      }
    }
  }
  return Connecting as unknown as typeof pg.Client;
}

/**
 * One connection of its own, outside of a pool, to the server that fits. Its user closes it.
 * @throws Error that says of each server why it does not fit
 */
export async function connectPostgres(databaseUrl: string): Promise<pg.Client> {
  const address = parseDatabaseUrl(databaseUrl);
  const connectMs = address.connectMs ?? CONNECT_MS;
  const servers = openServers({ ...address, ask: askServer });
  await servers.find(performance.now() + connectMs);
  const server = servers.current();
  const client = new pg.Client({ connectionString: server.url, connectionTimeoutMillis: connectMs, keepAlive: true });
  client.on('error', () => undefined); // the running statement fails and reports it
  try {
    await client.connect();
    servers.check(server, await introduce(client));
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

async function askServer(server: DatabaseServer, limitMs: number): Promise<Introduction> {
  const client = new pg.Client({ connectionString: server.url, connectionTimeoutMillis: limitMs });
  client.on('error', () => undefined);
  const timer = setTimeout(() => streamOf(client).destroy(noAnswer()), limitMs);
  try {
    await client.connect();
    return await introduce(client);
  } finally {
    clearTimeout(timer);
    void client.end().catch(() => undefined);
  }
}

/** Of a store that is spread; nothing is asked where it is not. */
function watchMachines(databaseUrl: string, opened: Opened): Pick<Watching, 'machines' | 'onLong'> {
  const machines = openMachines(() => askMachines(databaseUrl));
  /** What waits for a machine that says nothing would keep others from the connections. */
  const giveUp = (down: readonly number[]) => {
    if (down.length === 0) return;
    for (const client of opened.all) if (client.takesLong) streamOf(client).destroy(noAnswer());
  };
  return { machines, onLong: () => void machines.look().then(giveUp, () => undefined) };
}

/** Asks the machines of a store that is spread over a connection of its own. */
async function askMachines(databaseUrl: string): Promise<number[]> {
  const client = await connectPostgres(databaseUrl);
  const timer = setTimeout(() => streamOf(client).destroy(noAnswer()), ASK_MACHINES_MS);
  try {
    await setUpSession(client);
    return await machinesNotAnswering(client);
  } finally {
    clearTimeout(timer);
    void client.end().catch(() => undefined);
  }
}
