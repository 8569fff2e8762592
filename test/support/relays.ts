// Shared by tests of relays: creating and reading them over the interface and with the operator's
// command.
import assert from 'node:assert/strict';
import { createRelay } from '../../src/relays/create.ts';
import { insertRelay, listRelays } from '../../src/relays/queries.ts';
import { readRelay } from '../../src/relays/wire.ts';
import { type Db, inTransaction } from '../../src/storage/db.ts';
import { takeNumbers } from '../../src/storage/numbers.ts';
import type { NewRelayRow, RelayRow } from '../../src/storage/tables/delivery.ts';
import { assertStatus, type TestApp } from './app.ts';

export type RelayColumns = Omit<NewRelayRow, 'number'>;

/** Inserts a relay directly. */
export function addRelayRow(db: Db, columns: RelayColumns): Promise<RelayRow> {
  return inTransaction(db, async (tx) =>
    insertRelay(tx, { ...columns, number: await takeNumbers(tx, 'relay', columns.customer_id ?? null) }),
  );
}

/** Creates a delivery server over the interface. @returns its number */
export async function postRelay(app: TestApp, json: object, key?: string): Promise<string> {
  const answer = await app.call('POST', '/delivery-servers', { json, ...(key !== undefined && { key }) });
  assertStatus(answer, 201);
  return answer.json.server_id;
}

/**
 * Creates a relay with the operator's command: of a customer, or (null) shared. @returns its number
 */
export async function relayByCommand(
  app: TestApp,
  customerId: number | null,
  members: Parameters<typeof readRelay>[0],
): Promise<string> {
  const at = app.clock.now();
  const settings = readRelay(members, { isFromOutside: false, now: at });
  return String((await createRelay(app.db, customerId, settings, { secret: app.secret, at })).number);
}

/** A delivery server as the interface shows it. */
export async function relayRecord(app: TestApp, id: string) {
  const answer = await app.call('GET', `/delivery-servers/${id}`);
  assertStatus(answer, 200);
  return answer.json.data.record;
}

/** The row of the relay with that number: the customer's own or a shared one. */
export async function relayRow(app: TestApp, number: string, customerId = app.customer.id): Promise<RelayRow> {
  const rows = await listRelays(app.db);
  const found = rows.find((row) => row.number === Number(number) && (row.customer_id ?? customerId) === customerId);
  return found ?? assert.fail(`There is no relay ${number}.`);
}

/** Sends invalid members; asserts that nothing has changed. @returns the faults */
export async function relayFaults(app: TestApp, method: string, path: string, json: object) {
  const rows = await listRelays(app.db);
  const answer = await app.call(method, path, { json });
  assertStatus(answer, 422);
  assert.deepEqual(await listRelays(app.db), rows, 'nothing has changed');
  return answer.json.error;
}
