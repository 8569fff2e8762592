// Shared by the tests of lists.
import assert from 'node:assert/strict';
import { assertStatus, type TestApp } from './app.ts';

/** A minimal list. */
export const news = {
  general: { name: 'News', description: 'News of the house' },
  defaults: { from_name: 'Ann', from_email: 'ann@example.com', reply_to: 'ann@example.com' },
};
/** A minimal complete company. */
export const company = {
  name: 'Bread & Co',
  country: 'US',
  zone: 'CA',
  address_1: '2 Mill Road',
  city: 'Fresno',
  zip_code: '93650',
  phone: '555',
};
export const nowhere = 'The subscribers list does not exist.';

/** Creates a list by API. @returns its uid */
export async function makeList(app: TestApp, json: unknown = news, key?: string): Promise<string> {
  const answer = await app.call('POST', '/lists', { json, ...(key !== undefined && { key }) });
  assertStatus(answer, 201);
  assert.deepEqual(Object.keys(answer.json), ['status', 'list_uid']);
  return answer.json.list_uid;
}

/** Reads a list by API. */
export async function readList(app: TestApp, uid: string, query = '') {
  const answer = await app.call('GET', `/lists/${uid}${query}`);
  assertStatus(answer, 200);
  return answer.json.data.record;
}
