// Nested segments over the API, with dates and links, and how many people they have, on both
// engines.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertStatus } from '../../../test/support/app.ts';
import { type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import { addManyPeople } from '../../../test/support/many-people.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { sha1, sha256 } from '../../kernel/ids.ts';

const URL_A = 'https://example.com/a';

eachEngine('segments with groups, dates and links', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });
  let path = '';
  const field: Record<string, string> = {};
  let campaign = 0;
  const post = async (to: string, json: unknown, status: number) => {
    const answer = await app.call('POST', to, { json });
    assertStatus(answer, status);
    return answer.json.data ?? answer.json.error;
  };
  const estimate = (json: unknown) => post(`${path}/estimate`, json, 200);
  const is = (tag: string, value: string) => ({ field_id: field[tag], operator_id: 1, value });

  before(async () => {
    path = `/lists/${app.listUid}/segments`;
    const born = { type: 'date', tag: 'BORN', label: 'Born', required: 'no', visibility: 'visible' };
    assertStatus(await app.call('POST', `/lists/${app.listUid}/fields`, { json: born }), 201);
    for (const { tag, field_id } of (await app.call('GET', `/lists/${app.listUid}/fields`)).json.data.records) {
      field[tag] = field_id;
    }
    const people = [
      { EMAIL: 'ann@example.com', FNAME: 'Ann', LNAME: 'Lee', BORN: '1990-11-25' },
      { EMAIL: 'ben@example.com', FNAME: 'Ben', BORN: '1980-11-20' },
      { EMAIL: 'cid@example.com', FNAME: 'Cid' },
    ];
    for (const person of people) {
      const json = { ...person, details: { status: 'confirmed' } };
      assertStatus(await app.call('POST', `/lists/${app.listUid}/subscribers`, { json }), 201);
    }
    const row = await app.row(await app.make());
    campaign = row.number;
    const of = { customer_id: row.customer_id, campaign_id: row.id };
    const link = { ...of, hash: sha256(URL_A), sha1: sha1(URL_A), url: URL_A };
    const { id } = await app.db.insertInto('campaign_link').values(link).returning('id').executeTakeFirstOrThrow();
    const ann = await app.db.selectFrom('subscriber').select('id').where('email', '=', 'ann@example.com').execute();
    const click = { ...of, subscriber_id: ann[0]?.id ?? 0, ip_address: null, user_agent: null, at: app.clock.now() };
    await app.db
      .insertInto('click')
      .values([
        { ...click, link_id: id },
        { ...click, link_id: id + 1 },
      ])
      .execute();
  });

  const nested = () => ({
    name: 'Nested',
    operator_match: 'all',
    conditions: [is('LNAME', 'lee')],
    groups: [
      {
        operator_match: 'any',
        conditions: [is('FNAME', 'Ann')],
        campaign_conditions: [{ action: 'click', campaign_id: campaign, link_hash: sha1(URL_A).toUpperCase() }],
        groups: [{ operator_match: 'none', date_conditions: [{ date: 'joined', time_value: 1, time_unit: 'week' }] }],
      },
    ],
    date_conditions: [
      { date: 'field', field_id: field['BORN'], time_direction: 'ahead', time_value: 7, every_year: 'yes' },
    ],
  });

  test('are stored and shown as they were sent, and changed set by set', async () => {
    const { record } = await post(path, nested(), 201);
    assert.equal(record.subscribers_count, 1);
    assert.deepEqual(record.date_conditions, [
      {
        date: 'field',
        field_id: field['BORN'],
        time_direction: 'ahead',
        time_comparison_operator: 'lte',
        time_value: '7',
        time_unit: 'day',
        every_year: 'yes',
      },
    ]);
    const [group] = record.groups;
    assert.equal(group.operator_match, 'any');
    assert.equal(group.campaign_conditions[0].link_hash, sha1(URL_A));
    assert.deepEqual(group.groups, [
      {
        operator_match: 'none',
        conditions: [],
        campaign_conditions: [],
        date_conditions: [
          {
            date: 'joined',
            time_direction: 'ago',
            time_comparison_operator: 'lte',
            time_value: '1',
            time_unit: 'week',
            every_year: 'no',
          },
        ],
      },
    ]);
    const one = `${path}/${record.segment_uid}`;
    const kept = await app.call('PUT', one, { json: { conditions: [is('FNAME', 'Ben')] } });
    assert.deepEqual(kept.json.data.record.groups, record.groups);
    const changed = await app.call('PUT', one, { json: { groups: [], date_conditions: [] } });
    assert.equal(changed.json.data.record.groups, undefined, 'a segment without groups is shown as ever');
    assert.equal(changed.json.data.record.date_conditions, undefined);
    assert.equal(changed.json.data.record.subscribers_count, 1);
    const copy = (await app.call('POST', `/lists/${app.listUid}/copy`)).json.list_uid;
    assertStatus(await app.call('GET', `/lists/${copy}/segments`), 200);
  });

  test('are counted, in all and row by row, with people who are in it', async () => {
    const { samples, ...told } = await estimate({ ...nested(), name: undefined });
    assert.deepEqual(told, {
      people: 1,
      is_exact: true,
      margin: 0,
      of: 3,
      looked_at: 3,
      rows: [
        { path: 'conditions[0]', people: 1 },
        { path: 'date_conditions[0]', people: 1 },
        { path: 'groups[0]', people: 1 },
        { path: 'groups[0].conditions[0]', people: 1 },
        { path: 'groups[0].campaign_conditions[0]', people: 1 },
        { path: 'groups[0].groups[0]', people: 0 },
        { path: 'groups[0].groups[0].date_conditions[0]', people: 3 },
      ],
    });
    assert.deepEqual(
      samples.map(({ email, name }: { email: string; name: string }) => [email, name]),
      [['ann@example.com', 'Ann Lee']],
    );
    const preview = await post(`${path}/preview`, { conditions: [is('FNAME', 'Ben')] }, 200);
    assert.deepEqual([preview.people, preview.samples[0].name], [1, 'Ben']);
  });

  test('what is wrong is named by its place, at any depth', async () => {
    const faults = await post(
      `${path}/estimate`,
      {
        conditions: [{ field_id: 999, operator_id: 1, value: 'x' }],
        date_conditions: [
          { date: 'field', field_id: 999 },
          { date: 'joined', every_year: 'yes' },
          { date: 'field', field_id: field['BORN'], every_year: 'yes', time_comparison_operator: 'gt' },
        ],
        groups: [
          { operator_match: 'some', conditions: [is('FNAME', 'x')] },
          { campaign_conditions: [{ action: 'open', link_hash: sha1(URL_A) }] },
          { campaign_conditions: [{ action: 'click', link_hash: sha1(URL_A) }] },
          { campaign_conditions: [{ action: 'click', campaign_id: campaign, link_hash: sha1('nowhere') }] },
          { groups: [{ groups: [{ conditions: [is('FNAME', 'x')] }] }] },
          {},
        ],
      },
      422,
    );
    assert.deepEqual(faults, {
      'conditions[0].field_id': 'Provided list field does not exist.',
      'date_conditions[0].field_id': 'Provided list field does not exist.',
      'date_conditions[1].every_year': 'Every year can only be used with a date field.',
      'date_conditions[2].every_year': 'Every year can only be used with lte, lt and eq: an anniversary comes again.',
      'groups[0].operator_match': 'Operator match must be one of: any, all, none.',
      'groups[1].campaign_conditions[0].link_hash': 'A link can only be used with clicks.',
      'groups[2].campaign_conditions[0].link_hash': 'A link needs a campaign_id.',
      'groups[3].campaign_conditions[0].link_hash': 'The campaign has no such link.',
      'groups[4].groups[0].groups[0]': 'Groups can be nested at most 2 levels deep.',
      'groups[5]': 'A group must have at least one condition.',
    });
    assert.deepEqual(await post(`${path}/estimate`, {}, 422), {
      conditions: 'Please provide at least one condition.',
    });
  });

  test('a long list is looked at in parts, and how far that may be off is said', async () => {
    const { listUid, db } = app;
    const list = await db.selectFrom('list').selectAll().where('uid', '=', listUid).executeTakeFirstOrThrow();
    const fields = await db.selectFrom('list_field').select(['id', 'tag']).where('list_id', '=', list.id).execute();
    const idOf = (tag: string) => fields.find((one) => one.tag === tag)?.id ?? 0;
    const names = { EMAIL: idOf('EMAIL'), FNAME: idOf('FNAME') };
    await addManyPeople(
      db,
      { customerId: list.customer_id, listId: list.id, fields: names, until: app.clock.now() },
      12_000,
    );
    const ends = { field_id: field['EMAIL'], operator_id: 6, value: 'gmail.com' };
    // The more it asks, the shorter are the lists that are counted.
    const many = ['X', 'Y', 'Z'].map((name) => is('FNAME', name));
    const { is_exact, people, margin, of, looked_at, samples, rows } = await estimate({ conditions: [ends, ...many] });
    const { rows: found } = await countOf(list.id);
    assert.deepEqual([is_exact, samples.length], [false, 5]);
    assert.ok(of > 10_000 && looked_at < of && looked_at >= 400, `${looked_at} of ${of}`);
    assert.ok(margin > 0 && margin < of / 5, String(margin));
    assert.ok(Math.abs(people - found) <= 3 * margin, `${people} ± ${margin}, in truth ${found}`);
    assert.equal(rows[0].people, people);
    const nobody = await estimate({ conditions: [is('FNAME', 'nobody'), ...many] });
    assert.deepEqual([nobody.people, nobody.samples], [0, []]);
    assert.ok(nobody.margin > 0 && nobody.margin < of / 5, 'perhaps there is somebody elsewhere');
  });

  async function countOf(listId: number): Promise<{ rows: number }> {
    const row = await app.db
      .selectFrom('subscriber')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('list_id', '=', listId)
      .where('status', '=', 'confirmed')
      .where('email', 'like', '%gmail.com')
      .executeTakeFirstOrThrow();
    return { rows: Number(row.n) };
  }
});
