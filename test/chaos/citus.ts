// A store that is spread for the chaos test: a coordinator and two machines, each a PostgreSQL of
// its own with the extension Citus. What stops and starts is one of the machines with customers.
import { join } from 'node:path';
import { type Network, openNetwork } from './network.ts';
import { type PostgresServer, startPostgres } from './postgres.ts';

const MACHINES = 2;
const SETTINGS = [
  ['shared_preload_libraries', 'citus'],
  ['max_prepared_transactions', '200'],
  ['wal_level', 'logical'],
  ['citus.shard_count', '4'],
  ['citus.node_conninfo', 'sslmode=disable'],
];

/** @property ways the networks through which the machines are reached, when there are any */
export type Citus = PostgresServer & { readonly ways: readonly Network[] };

/**
 * Starts them in folders below `folder`. The answer stands for the coordinator.
 * @param isFar the machines are reached through networks, which can fail
 */
export async function startCitus(bin: string, folder: string, { isFar = false } = {}): Promise<Citus> {
  const settings = SETTINGS.map(([name, value]) => `-c ${name}=${value}`).join(' ');
  const servers: PostgresServer[] = [];
  for (let n = 0; n <= MACHINES; n += 1) {
    servers.push(await startPostgres(bin, join(folder, String(n)), { more: settings }));
  }
  const [coordinator, ...machines] = servers as [PostgresServer, ...PostgresServer[]];
  const ways = isFar ? await Promise.all(machines.map(({ port }) => openNetwork(port))) : [];
  let struck = 0; // the machines fail in turn
  return {
    ways,
    get port() {
      return coordinator.port;
    },
    get frontPort() {
      return coordinator.frontPort;
    },
    logFile: coordinator.logFile,
    url: coordinator.url,
    query: coordinator.query,
    async createDatabase(name, template) {
      for (const server of servers) {
        if (template !== undefined) await freeTemplate(server, template);
        await server.createDatabase(name, template);
        if (template === undefined) await server.query('create extension citus', name);
      }
      if (template !== undefined) return; // who the machines are is a part of it
      const at = ({ port }: { port: number }) => `'127.0.0.1', ${port}`;
      await coordinator.query(`select citus_set_coordinator_host(${at(coordinator)})`, name);
      for (const way of isFar ? ways : machines) await coordinator.query(`select citus_add_node(${at(way)})`, name);
    },
    async dropDatabase(name) {
      for (const server of servers) await server.dropDatabase(name);
    },
    async stop(mode) {
      struck = (struck + 1) % machines.length;
      await machines[struck]?.stop(mode);
    },
    async start() {
      await machines[struck]?.start();
    },
    async follow() {
      throw new Error('No standby follows a store that is spread here.');
    },
    stopNow() {
      for (const way of ways) way.close();
      for (const server of servers) server.stopNow();
    },
  };
}

/** Citus has a process in each database, which nobody can copy while somebody is in it. */
async function freeTemplate(server: PostgresServer, template: string): Promise<void> {
  await server.query(`update pg_database set datallowconn = false where datname = '${template}'`);
  await server.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${template}'`);
}
