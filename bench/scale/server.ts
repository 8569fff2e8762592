// What a PostgreSQL server on this machine uses, as seen from outside: processor time, write-ahead
// log, transactions, and what its connections wait for.
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { processorMs, statOf } from '../support/processor-time.ts';

/** Sums since the server began. */
export type ServerUse = { cpuMs: number; walBytes: number; commits: number };
/** How often a connection was seen waiting, by what it waited for, in one look after another. */
export type Waits = { looks: number; seen: Map<string, number> };

export type WatchedServer = {
  /** How many messages of a campaign were accepted; whether it is sent. */
  progress(campaignId: number): Promise<{ accepted: number; isSent: boolean }>;
  use(): Promise<ServerUse>;
  /** Looks at what connections to the database wait for, until stopped. */
  watchWaits(): { stop(): Promise<Waits> };
  end(): Promise<void>;
};

const LOOK_MS = 20;

/** @param database whose transactions and waits are counted */
export async function watchServer(serverUrl: string, database: string): Promise<WatchedServer> {
  const client = new pg.Client({ connectionString: new URL(`/${database}`, serverUrl).href });
  await client.connect();
  let asked = 0; // own statements, which the server counts too
  const ask = (text: string, values: unknown[] = []) => {
    asked += 1;
    return client.query(text, values);
  };
  const one = async (text: string, values: unknown[] = []) => (await ask(text, values)).rows[0];
  const own = Number((await one('select pg_backend_pid() as pid')).pid);
  const main = Number(statOf(own)?.[1]);
  return {
    async progress(id) {
      const sum = 'select coalesce(sum(accepted), 0) as n from campaign_counter where campaign_id = $1';
      const { n, status } = await one(`select (${sum}) as n, status from campaign where id = $1`, [id]);
      return { accepted: Number(n), isSent: status === 'sent' };
    },
    async use() {
      const { wal } = await one("select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as wal");
      const { n } = await one('select xact_commit as n from pg_stat_database where datname = $1', [database]);
      return { cpuMs: cpuMsOf(main, own), walBytes: Number(wal), commits: Number(n) - asked };
    },
    watchWaits() {
      const waits: Waits = { looks: 0, seen: new Map() };
      let stopped = false;
      const running = (async () => {
        for (; !stopped; await sleep(LOOK_MS)) {
          const { rows } = await ask(
            `select wait_event_type || ':' || wait_event as name, count(*) as n from pg_stat_activity
             where datname = $1 and pid <> pg_backend_pid() and state <> 'idle' and wait_event_type in ('Lock', 'LWLock', 'IO', 'Client') group by 1`,
            [database],
          );
          waits.looks += 1;
          for (const { name, n } of rows) waits.seen.set(name, (waits.seen.get(name) ?? 0) + Number(n));
        }
      })();
      return {
        async stop() {
          stopped = true;
          await running;
          return waits;
        },
      };
    },
    end: () => client.end(),
  };
}

/** Of the server and its processes, also those that have ended; without the one that watches. */
function cpuMsOf(main: number, without: number): number {
  let ms = processorMs(statOf(main), { withEnded: true });
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = statOf(Number(name));
    if (stat && Number(stat[1]) === main && Number(name) !== without) ms += processorMs(stat);
  }
  return ms;
}
