// The audience before a campaign begins, on both engines: the same numbers as when it is frozen.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertStatus } from '../../../test/support/app.ts';
import { type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { inTransaction } from '../../storage/db.ts';
import { suppress } from '../../suppression/suppress.ts';

const STATUSES = ['confirmed', 'unconfirmed', 'unsubscribed', 'blacklisted', 'disabled'] as const;

eachEngine('an audience before the beginning', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });
  let segment = '';
  const list = () => `/lists/${app.listUid}`;
  const get = async (path: string, status = 200) => {
    const answer = await app.call('GET', `${list()}/audience${path}`);
    assertStatus(answer, status);
    return answer.json.data ?? answer.json.error;
  };

  before(async () => {
    const add = (json: object) => app.call('POST', `${list()}/subscribers`, { json });
    for (let n = 0; n < 10; n++) {
      const details = { status: n < 6 ? 'confirmed' : STATUSES[n - 5] };
      assertStatus(await add({ EMAIL: `p${n}@example.test`, FNAME: n % 2 === 0 ? 'Ann' : 'Bob', details }), 201);
    }
    const fields = (await app.call('GET', `${list()}/fields`)).json.data.records;
    const made = await app.call('POST', `${list()}/segments`, {
      json: { name: 'Anns', conditions: [{ field_id: fields[1].field_id, operator_id: 1, value: 'Ann' }] },
    });
    segment = made.json.data.record.segment_uid;
    for (const email of ['p0@example.test', 'p1@example.test', 'p6@example.test', 'nobody@example.test'])
      assertStatus(await app.call('POST', '/suppressions', { json: { email } }), 201);
    const everybody = { customerId: 0, reason: 'complaint', detail: '' } as const;
    const emails = ['p2@example.test', 'p0@example.test'];
    const entries = emails.map((email) => ({ ...everybody, email }));
    await inTransaction(app.db, (tx) => suppress(tx, entries, app.clock.now()));
  });

  test('says who gets it, and why others do not', async () => {
    const { record } = await get('');
    const { counted_at, ...shown } = record;
    const left = { unconfirmed: 1, unsubscribed: 1, blacklisted: 1, unapproved: 0, disabled: 1, moved: 0 };
    const suppressed = { hard_bounce: 0, soft_bounces: 0, complaint: 1, manual: 2, import: 0 };
    assert.deepEqual(shown, {
      list_uid: app.listUid,
      segment_uid: null,
      total: 10,
      gets: 3,
      left_out: { ...left, suppressed: 3, segment: 0 },
      suppressed,
    });
    assert.notEqual(counted_at, null);
    const part = (await get(`?segment_uid=${segment}`)).record;
    assert.deepEqual(
      [part.gets, part.left_out.segment, part.left_out.suppressed, part.segment_uid],
      [1, 2, 3, segment],
    );
  });

  test('shows the people behind each number, page by page', async () => {
    for (const within of ['', `segment_uid=${segment}`]) {
      const { record } = await get(`?${within}`);
      const counts = { gets: record.gets, ...record.left_out };
      for (const [reason, count] of Object.entries(counts)) {
        const people: string[] = [];
        for (let after = ''; ; ) {
          const page = await get(`/people?reason=${reason}&per_page=1&${within}${after && `&after=${after}`}`);
          people.push(...page.records.map(({ email }: { email: string }) => email));
          if (page.next === null) break;
          after = page.next;
        }
        if (reason === 'segment' && within === '') continue;
        assert.equal(new Set(people).size, count, `${reason} ${within}: ${people}`);
        assert.equal(people.length, count, `${reason} ${within}: ${people}`);
      }
    }
    const { records } = await get('/people?reason=suppressed');
    const shown = records.map(({ email, suppression }: { email: string; suppression: { reason: string } }) => [
      email,
      suppression.reason,
    ]);
    assert.deepEqual(shown, [
      ['p0@example.test', 'manual'],
      ['p1@example.test', 'manual'],
      ['p2@example.test', 'complaint'],
    ]);
    assert.deepEqual((await get(`/people?reason=gets&segment_uid=${segment}`)).records[0].email, 'p4@example.test');
  });

  test('what does not fit is named, and what is another’s does not exist', async () => {
    const wrong = await get('/people?reason=mood&after=x', 422);
    assert.match(wrong.reason, /^Reason must be one of: gets, unconfirmed, /);
    assert.deepEqual(Object.keys(wrong), ['reason', 'after']);
    assert.deepEqual(await get('/people', 422), { reason: 'Reason cannot be blank.' });
    await get('?segment_uid=aa00000000000', 404);
    const { key } = await app.addCustomer();
    for (const path of ['/audience', '/audience/people?reason=gets']) {
      assertStatus(await app.call('GET', list() + path, { key }), 404);
    }
  });
});
