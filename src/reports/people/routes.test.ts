// The people of a list and one person, on both engines.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { assertStatus } from '../../../test/support/app.ts';
import { addList, type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import { addPerson, seedDelivery } from '../../../test/support/message-rows.ts';
import { indexesOf } from '../../../test/support/plans.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { HOUR_MS } from '../../kernel/durations.ts';
import { getSubscriberOfCustomer } from '../../subscribers/queries.ts';
import { personOf } from './person.ts';
import { pageOfTimeline } from './timeline.ts';

eachEngine('the people of a list', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });
  const list = () => `/lists/${app.listUid}`;
  const get = async (path: string, status = 200) => {
    const answer = await app.call('GET', path);
    assertStatus(answer, status);
    return answer.json.data ?? answer.json.error;
  };
  const emails = async (query: string) =>
    (await get(`${list()}/people?${query}`)).records.map(({ email }: { email: string }) => email.split('@')[0]);

  before(async () => {
    const add = (uid: string, json: object) => app.call('POST', `/lists/${uid}/subscribers`, { json });
    const other = await addList(app);
    for (const [n, name] of ['carl', 'Anna', 'ann', 'bert'].entries()) {
      app.clock.forward(HOUR_MS);
      const details = { status: name === 'bert' ? 'unsubscribed' : 'confirmed' };
      assertStatus(
        await add(app.listUid, { EMAIL: `${name}@example.test`, FNAME: n < 2 ? 'Ünal' : 'Max', details }),
        201,
      );
      assertStatus(await add(other, { EMAIL: `${name}@example.test` }), 201);
    }
  });

  test('are shown with the values of their fields, in two orders', async () => {
    const { records, total, fields, next } = await get(`${list()}/people`);
    assert.deepEqual([total, next, records.length], [4, null, 4]);
    assert.deepEqual(
      [records[3].email, records[3].values.FNAME, records[3].status, records[3].added_at, records[3].active_at],
      ['carl@example.test', 'Ünal', 'confirmed', '2026-11-21T13:00:00.000Z', null],
    );
    assert.deepEqual(fields.map(({ tag }: { tag: string }) => tag).slice(0, 2), ['EMAIL', 'FNAME']);
    assert.deepEqual(await emails('sort=newest'), ['bert', 'ann', 'Anna', 'carl']);
    assert.deepEqual(await emails('sort=address'), ['ann', 'Anna', 'bert', 'carl']);
  });

  test('are searched and filtered', async () => {
    const segment = await app.call('POST', `${list()}/segments`, {
      json: {
        name: 'Max',
        conditions: [{ field_id: (await get(`${list()}/fields`)).records[1].field_id, operator_id: 1, value: 'max' }],
      },
    });
    const { segment_uid } = segment.json.data.record;
    for (const [query, found] of [
      ['search=AN', ['ann', 'Anna']],
      ['search=an&sort=newest', ['ann', 'Anna']],
      ['search=nn&match=contains', ['ann', 'Anna']],
      ['search=NN&match=anywhere', ['ann', 'Anna']],
      [`search=${encodeURIComponent('ÜNA')}&match=anywhere`, ['Anna', 'carl']],
      ['search=MA&match=anywhere', ['bert', 'ann']],
      ['search=ann%40', ['ann']],
      // signs that no value keeps are nobody’s, not everybody’s
      ['search=%1f&match=anywhere', []],
      ['field=fname&value=%1f', []],
      ['search=x', []],
      ['status=unsubscribed', ['bert']],
      [`segment_uid=${segment_uid}`, ['ann']],
      [`field=fname&value=${encodeURIComponent('ÜNAL')}`, ['Anna', 'carl']],
      ['added_from=2026-11-21T15:00:00Z&added_until=2026-11-21T16:00:00Z', ['ann']],
      ['active_since=2026-01-01T00:00:00Z', []],
      ['inactive_since=2026-01-01T00:00:00Z&search=c', ['carl']],
    ] as const) {
      assert.deepEqual(await emails(query), found, query);
      const counted = await get(`${list()}/people/count?${query.replace(/&?sort=newest/, '')}`);
      assert.deepEqual(counted, { people: found.length, next: null }, query);
    }
    assert.match((await get(`${list()}/people/count?field=NOPE&value=1`, 422)).field, /must be one of: EMAIL/);
    for (const query of [
      'sort=newest',
      'sort=address',
      'search=a',
      'search=a&match=contains',
      'search=a&match=anywhere',
    ]) {
      const walked: string[] = [];
      for (let after = ''; ; ) {
        const page = await get(`${list()}/people?per_page=1&${query}${after && `&after=${after}`}`);
        walked.push(...page.records.map(({ email }: { email: string }) => email.split('@')[0]));
        if (page.next === null) break;
        after = page.next;
      }
      assert.deepEqual(walked, await emails(query), query);
    }
  });

  test('few of many are found without a look at all at once', async () => {
    const many = await addList(app);
    const { id } = await app.db.selectFrom('list').select('id').where('uid', '=', many).executeTakeFirstOrThrow();
    await sql`insert into subscriber (uid, customer_id, list_id, email, email_key, status, source, field_values, folded,
        tokens, created_at, updated_at)
      with recursive row (n) as (select 1 union all select n + 1 from row where n < 4500)
      select 'zz' || n, ${app.customer.id}, ${id}, 'm' || n || '@example.test', 'm' || n || '@example.test', 'confirmed',
        'import', '{}', '{}', ' ', 1, 1 from row`.execute(app.db);
    const found: string[] = [];
    for (let after = '', pages = 0; pages < 10; pages++) {
      const page = await get(
        `/lists/${many}/people?search=m1%40&match=contains&per_page=5${after && `&after=${after}`}`,
      );
      found.push(...page.records.map(({ email }: { email: string }) => email));
      if (page.next === null) break;
      after = page.next;
    }
    assert.deepEqual(found, ['m1@example.test']);
  });

  test('one person: all lists, and what happened, newest first', async () => {
    const began = Date.UTC(2026, 10, 22);
    const key = { state: 'accepted', reply: '250 OK', finished_at: began } as const;
    const seeded = await seedDelivery(app, [{ email: 'zoe@example.test', message: key }], { name: 'Sent' });
    const [zoe] = seeded.people;
    const of = { customer_id: app.customer.id, campaign_id: seeded.id, subscriber_id: zoe?.id ?? 0 };
    const event = { ip_address: '192.0.2.1', user_agent: 'Thunderbird/115', machine: null };
    await app.db
      .insertInto('open')
      .values({ ...of, ...event, at: began + 1000 })
      .execute();
    await app.db
      .insertInto('click')
      .values({ ...of, ...event, link_id: 0, at: began + 2000 })
      .execute();
    const came = { type: 'hard', enhanced: null, message: '550 gone', counted: 1, at: began + 3000 } as const;
    await app.db
      .insertInto('bounce')
      .values({ ...of, ...came })
      .execute();
    assertStatus(await app.call('POST', '/suppressions', { json: { email: 'ZOE@example.test' } }), 201);
    const path = `/subscribers/${zoe?.uid}`;
    const { record } = await get(path);
    assert.deepEqual(
      [record.email, record.suppression.reason, record.memberships.length],
      ['zoe@example.test', 'manual', 1],
    );
    assert.deepEqual(record.memberships[0].values, { EMAIL: 'zoe@example.test', FNAME: '', LNAME: '' });
    const { records } = await get(`${path}/timeline`);
    const shown = records.map(({ kind, message }: { kind: string; message: string }) => [kind, message]);
    assert.deepEqual(
      new Set(shown.map(([kind]: string[]) => kind)),
      new Set(['suppressed', 'bounced', 'clicked', 'opened', 'accepted', 'joined']),
    );
    const opened = records.find(({ kind }: { kind: string }) => kind === 'opened');
    assert.deepEqual([opened.client, opened.device, opened.campaign.name], ['Thunderbird', 'desktop', 'Sent']);
    const times = records.map(({ at }: { at: string }) => at);
    assert.deepEqual(times, times.toSorted().reverse());
    const walked: unknown[] = [];
    for (let after = ''; ; ) {
      const page = await get(`${path}/timeline?per_page=2${after && `&after=${after}`}`);
      walked.push(...page.records);
      if (page.next === null) break;
      after = page.next;
    }
    assert.deepEqual(walked, records);
    if (engine.name === 'sqlite') {
      const person = await personOf(app.db, await getSubscriberOfCustomer(app.db, app.customer.id, zoe?.uid ?? ''));
      const steps = await indexesOf(app.db, (db) => pageOfTimeline(db, person, { after: undefined, perPage: 1 }));
      for (const index of ['message_subscriber', 'open_subscriber', 'click_subscriber']) {
        assert.ok(steps.includes(index), steps.join(', '));
      }
    }
    const { id: list_id } = await app.db
      .selectFrom('list')
      .select('id')
      .where('uid', '=', app.listUid)
      .executeTakeFirstOrThrow();
    const nobody = await addPerson(app.db, { customer_id: app.customer.id, list_id }, { email: 'new@example.test' });
    assert.equal((await get(`/subscribers/${nobody.uid}/timeline`)).records.length, 1);
    const { key: foreign } = await app.addCustomer();
    for (const one of [path, `${path}/timeline`, `${list()}/people`]) {
      assertStatus(await app.call('GET', one, { key: foreign }), 404);
    }
  });

  test('what does not fit is named', async () => {
    for (const [query, fault] of [
      [
        'status=x',
        {
          status:
            'Status must be one of: confirmed, unconfirmed, unsubscribed, blacklisted, unapproved, disabled, moved.',
        },
      ],
      ['field=NONE&value=1', { field: 'Field must be one of: EMAIL, FNAME, LNAME.' }],
      ['value=1', { field: 'Field cannot be blank when a value is given.' }],
      [
        'active_since=yesterday&sort=x',
        {
          active_since: 'Active since must be a time like 2026-11-21T15:05:00Z.',
          sort: 'Sort must be one of: newest, address.',
        },
      ],
      ['sort=address&after=WzFd', { after: 'After must be `next` of an answer to the same question.' }],
    ] as const) {
      assert.deepEqual(await get(`${list()}/people?${query}`, 422), fault, query);
    }
    await get(`${list()}/people?segment_uid=aa00000000000`, 404);
  });
});
