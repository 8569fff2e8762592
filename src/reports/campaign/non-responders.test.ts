// Who did not open or click a campaign, on both engines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { assertStatus, getData } from '../../../test/support/app.ts';
import { type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import { type Person, seedDelivery } from '../../../test/support/message-rows.ts';
import { eachEngine } from '../../../test/support/stores.ts';

const BEGAN = Date.UTC(2026, 10, 1, 10);
const accepted = (did: Person['message'] = {}): Person => ({
  message: { state: 'accepted', finished_at: BEGAN, ...did },
});
/** Read by a machine and then a person, by a person, by a machine, by nobody; refused, put off. */
const PEOPLE: Person[] = [
  accepted({ opened_at: BEGAN, filtered_opened_at: BEGAN + 60_000, clicked_at: BEGAN }),
  accepted({ opened_at: BEGAN, filtered_opened_at: BEGAN }),
  accepted({ opened_at: BEGAN }),
  accepted(),
  { message: { state: 'rejected', reason: 'refused', reply: '550 no', finished_at: BEGAN } },
  { message: { state: 'deferred', reason: 'answered', reply: '451 later' } },
];

eachEngine('people who did not open or click', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });
  const get = (path: string) => getData(app, path);

  test('are those who got it less those who did, a page at a time', async () => {
    const { uid, people } = await seedDelivery(app, PEOPLE);
    const path = `/campaigns/${uid}/non-responders`;
    const [one, two, three, four] = people.map((person) => person.uid);
    const all = async (query: string) => {
      const uids: string[] = [];
      for (let place: string | null = ''; place !== null; ) {
        const data = await get(`${path}?per_page=1&${query}${place && `&after=${place}`}`);
        uids.push(...data.records.map((some: { subscriber_uid: string }) => some.subscriber_uid));
        place = data.next;
      }
      return uids;
    };
    assert.deepEqual(await all('counts=raw'), [four]);
    assert.deepEqual(await all('counts=filtered'), [three, four]);
    assert.deepEqual(await all('did_not=click&counts=raw'), [two, three, four]);
    assert.deepEqual(await all('did_not=click&counts=filtered'), [one, two, three, four]);
    assert.deepEqual(await get(path), {
      counts: 'raw',
      records: [{ subscriber_uid: four, email: people[3]?.email, accepted_at: '2026-11-01T10:00:00.000Z' }],
      next: null,
    });
    assertStatus(await app.call('GET', `${path}?did_not=reply&after=x`), 422);
    const inFile = async (query: string) => {
      const { text } = await app.call('GET', `${path}.csv?${query}`);
      const rows = parse(text, { columns: true, bom: true }) as { subscriber_uid: string }[];
      return rows.map((row) => row.subscriber_uid);
    };
    for (const query of ['counts=raw', 'counts=filtered', 'did_not=click&counts=raw', 'did_not=click&counts=filtered'])
      assert.deepEqual(await inFile(query), await all(query), query);
    assert.deepEqual(await inFile(''), await all(''));
    assertStatus(await app.call('GET', `${path}.csv?did_not=reply`), 422);
  });

  test('are counted also when they were removed, and are nobody of another campaign', async () => {
    const { uid, people } = await seedDelivery(app, [accepted()]);
    const other = await seedDelivery(app, []);
    await app.db
      .deleteFrom('subscriber')
      .where('uid', '=', people[0]?.uid ?? '')
      .execute();
    const { records } = await get(`/campaigns/${uid}/non-responders`);
    assert.deepEqual([records.length, records[0].subscriber_uid, records[0].email], [1, null, null]);
    assert.deepEqual((await get(`/campaigns/${other.uid}/non-responders`)).records, []);
  });
});
