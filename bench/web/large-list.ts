// A server with one very large list, made by the API as far as that is quick.
import { sql } from 'kysely';
import { freePort } from '../../src/network/free-port.ts';
import { addManyPeople } from '../../test/support/many-people.ts';
import { type Call, caller, makeList } from '../support/api.ts';
import { startWatched, type WatchedProcess } from '../support/process.ts';
import type { Place } from './place.ts';

export type LargeList = { server: WatchedProcess; call: Call; listUid: string };

/** Starts a server on a place whose list has this many people. */
export async function serveLargeList(place: Place, people: number): Promise<LargeList> {
  let server = await startWatched(await freePort(), place.settings);
  const call: Call = (...of) => caller(server.baseUrl, place.apiKey)(...of); // of the one that runs
  const listUid = await makeList(call);
  const { db } = place.store;
  const found = db.selectFrom('list').select(['id', 'customer_id']).where('uid', '=', listUid);
  const { id: listId, customer_id: customerId } = await found.executeTakeFirstOrThrow();
  const rows = await db.selectFrom('list_field').select(['id', 'tag']).where('list_id', '=', listId).execute();
  const idOf = (wanted: string) => rows.find(({ tag }) => tag === wanted)?.id ?? 0;
  const fields = { EMAIL: idOf('EMAIL'), FNAME: idOf('FNAME') };
  await server.end(); // it would wait for the store in vain meanwhile
  await addManyPeople(db, { customerId, listId, fields, until: Date.now() }, people);
  if (place.store.engine !== 'sqlite') await sql`analyze`.execute(db); // as autovacuum would within a minute
  server = await startWatched(await freePort(), place.settings);
  return { server, call, listUid };
}
