// Reads a round's store from outside, beside the server or after it, without any of the server's
// code.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { MessageRow } from './check.ts';
import type { PostgresServer } from './postgres.ts';

/** The location of a round's store. */
export type Place = { kind: 'sqlite'; folder: string } | { kind: 'postgres'; server: PostgresServer; database: string };

type Row = Record<string, unknown>;

/** Runs one reading statement. */
export async function readStore(place: Place, statement: string): Promise<Row[]> {
  if (place.kind === 'postgres') return place.server.query<Row>(statement, place.database);
  const database = new DatabaseSync(sqliteFile(place.folder), { readOnly: true, timeout: 5_000 });
  try {
    return database.prepare(statement).all();
  } finally {
    database.close();
  }
}

function sqliteFile(folder: string): string {
  return join(folder, 'mailwright.db');
}

/**
 * Every recipient of the ledger once for each place that it is in: a batch in which it is still to
 * do, a worker's list of what is in flight, a row of work, a message. Nobody may be in two.
 */
function ledgerOf({ kind }: Place): string {
  const members = kind === 'postgres' ? 'unnest(ids) as listed(value)' : 'json_each(ids) as listed';
  const without = (table: string) => `not exists (select 1 from ${table} as known
    where known.customer_id = batch.customer_id and known.subscriber_id = listed.value)`;
  const flights =
    kind === 'postgres'
      ? `select customer_id, id::bigint as subscriber_id from worker_turn,
          json_array_elements(in_flight::json) as flight, json_array_elements_text(flight -> 3) as id`
      : `select customer_id, id.value as subscriber_id from worker_turn, json_each(in_flight) as flight,
          json_each(flight.value, '$[3]') as id`;
  return `(select customer_id, subscriber_id, state, attempts from message
    union all select customer_id, subscriber_id, 'in_flight', 0 from (${flights}) as flying
    union all select customer_id, subscriber_id, state, attempts from work
    union all select customer_id, listed.value, case when lease_id is null then 'pending' else 'claimed' end, 0
      from batch, ${members} where ${without('message')} and ${without('work')}
        and (customer_id, listed.value) not in (${flights})) as ledger`;
}

/** Status of the round's campaign, and how many of its messages are in which state. */
export async function readProgress(place: Place): Promise<{ status: string; states: Record<string, number> }> {
  const [campaign] = await readStore(place, 'select status from campaign');
  const states = await readStore(
    place,
    `select state, count(*) as n from ${ledgerOf(place)} group by state order by state`,
  );
  return {
    status: String(campaign?.['status']),
    states: Object.fromEntries(states.map((row) => [String(row['state']), Number(row['n'])])),
  };
}

export async function readMessages(place: Place): Promise<MessageRow[]> {
  const rows = await readStore(
    place,
    `select subscriber.email, subscriber.uid, ledger.state, ledger.attempts from ${ledgerOf(place)}
      join subscriber on subscriber.customer_id = ledger.customer_id and subscriber.id = ledger.subscriber_id`,
  );
  return rows.map((row) => ({
    email: String(row['email']),
    subscriberUid: String(row['uid']),
    state: String(row['state']),
    attempts: Number(row['attempts']),
  }));
}

export async function readCounters(place: Place): Promise<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const row of await readStore(place, 'select * from campaign_counter')) {
    for (const [name, value] of Object.entries(row)) sums[name] = (sums[name] ?? 0) + Number(value);
  }
  return sums;
}

/**
 * The remaining leases of workers; none may be left when everything has stopped. The clock's lease
 * may still have to expire: a node that could not renew it no longer owns it.
 */
export async function readWorkerLeases(place: Place): Promise<string[]> {
  return (await readStore(place, "select name from lease where name like 'worker:%'")).map((row) =>
    String(row['name']),
  );
}

/** Deletes one worker's lease, as somebody might who cleans up by hand. */
export async function loseLease(place: Place): Promise<void> {
  const statement =
    "delete from lease where id in (select id from lease where name like 'worker:%' order by id limit 1)";
  if (place.kind === 'postgres') {
    await place.server.query(statement, place.database);
    return;
  }
  const database = new DatabaseSync(sqliteFile(place.folder), { timeout: 5_000 });
  try {
    database.exec(statement);
  } finally {
    database.close();
  }
}

/** Locks the store for writing for a while, as a backup or repair program does. */
export async function lockStore(place: Place, ms: number, wait: (ms: number) => Promise<unknown>): Promise<void> {
  if (place.kind === 'postgres') {
    const seconds = ms / 1_000;
    await place.server.query(
      `begin; lock table message in access exclusive mode; select pg_sleep(${seconds}); commit`,
      place.database,
    );
    return;
  }
  const database = new DatabaseSync(sqliteFile(place.folder), { timeout: 5_000 });
  try {
    database.exec('begin immediate');
    await wait(ms);
    database.exec('rollback');
  } finally {
    database.close();
  }
}
