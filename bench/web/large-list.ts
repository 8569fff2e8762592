// A server with one very large list, made by the API as far as that is quick.
import { sql } from 'kysely';
import { freePort } from '../../src/network/free-port.ts';
import { addManyPeople } from '../../test/support/many-people.ts';
import { startWatched, type WatchedProcess } from '../support/process.ts';
import type { Place } from './place.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
export type Call = (method: string, path: string, body?: unknown) => Promise<any>;

export type LargeList = { server: WatchedProcess; call: Call; listUid: string };

/** Starts a server on a place whose list has so many people. */
export async function serveLargeList(place: Place, people: number): Promise<LargeList> {
  let server = await startWatched(await freePort(), place.settings);
  const call: Call = async (method, path, body) => {
    const answer = await fetch(`${server.baseUrl}/api${path}`, {
      method,
      headers: { 'x-api-key': place.apiKey, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const defaults = { from_name: 'Ada', from_email: 'ada@example.com', reply_to: 'ada@example.com' };
  const general = { name: 'Everybody', description: 'Everybody', opt_in: 'single' };
  const { list_uid: listUid } = await call('POST', '/lists', { general, defaults });
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
