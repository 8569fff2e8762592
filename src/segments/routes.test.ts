import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus, formText, openTestApp } from '../../test/support/app.ts';
import { addCampaign, addPlace, fieldId, segmentsOf } from '../../test/support/segment-rows.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { takeNumbers } from '../storage/numbers.ts';
import { getSegment } from './queries.ts';

eachEngine('segments', (engine) => {
  test('the endpoints', async (t) => {
    const app = await openTestApp(t, engine);
    const place = await addPlace(app);
    const { is, make, read } = segmentsOf(app, place);

    await t.test('the operators', async () => {
      const { data } = (await app.call('GET', '/lists/segments/condition-operators')).json;
      assert.equal(data.count, '10');
      assert.deepEqual(
        data.records.map((operator: { operator_id: string; slug: string }) => [operator.operator_id, operator.slug]),
        ['is', 'is-not', 'contains', 'not-contains', 'starts', 'ends', 'greater', 'less', 'not-starts', 'not-ends'].map(
          (slug, index) => [String(index + 1), slug],
        ),
      );
      assert.equal(data.records[1].name, 'is-not');
    });

    await t.test('made in every encoding, read, changed, removed', async () => {
      const campaign = await addCampaign(app, place);
      const input = {
        name: ' Anns ',
        operator_match: 'ALL',
        conditions: [is('ann'), is('', 'LIKES', 2)],
        campaign_conditions: [
          {
            action: 'not-open',
            campaign_id: campaign.number,
            time_comparison_operator: 'lte',
            time_value: 3,
            time_unit: 'day',
          },
          { action: 'sent' },
        ],
      };
      const record = {
        name: 'Anns',
        operator_match: 'all',
        date_added: '2026-11-21 12:00:00',
        subscribers_count: 0,
        conditions: [
          { field_id: fieldId(place, 'NAME'), operator_id: '1', value: 'ann' },
          { field_id: fieldId(place, 'LIKES'), operator_id: '2', value: '' },
        ],
        campaign_conditions: [
          {
            action: 'not-open',
            campaign_id: String(campaign.number),
            time_comparison_operator: 'lte',
            time_value: '3',
            time_unit: 'day',
          },
          { action: 'sent', campaign_id: '', time_comparison_operator: 'gte', time_value: '0', time_unit: 'day' },
        ],
      };
      const bodies = [
        { json: input },
        { json: { segment: input } },
        { form: formText({ segment: input }) },
        { form: formText(input) },
      ];
      for (const body of bodies) {
        const answer = await app.call('POST', place.path, body);
        assertStatus(answer, 201);
        const { segment_uid, segment_id, ...rest } = answer.json.data.record;
        assert.match(segment_uid, /^[a-z]{2}[a-z0-9]{11}$/);
        assert.match(segment_id, /^\d+$/);
        assert.deepEqual(rest, record);
        assert.deepEqual(await read(segment_uid), answer.json.data.record);
        const same = await app.call('PUT', `${place.path}/${segment_uid}`, { json: answer.json.data.record });
        assertStatus(same, 200);
        assert.deepEqual(same.json.data.record, answer.json.data.record, 'what was read can be sent again');
        assert.deepEqual((await app.call('DELETE', `${place.path}/${segment_uid}`)).json, { status: 'success' });
        const gone = await app.call('GET', `${place.path}/${segment_uid}`);
        assertStatus(gone, 404);
        assert.equal(gone.json.error, 'The segment does not exist.');
      }
      assert.equal((await app.call('GET', place.path)).json.data.count, '0');
    });

    await t.test('a change replaces what is sent and leaves the rest', async () => {
      const { segment_uid: uid } = await make({ name: 'S', operator_match: 'all', conditions: [is('a'), is('b')] });
      const change = async (json: Record<string, unknown>) => {
        const answer = await app.call('PUT', `${place.path}/${uid}`, { json });
        assertStatus(answer, 200);
        const { name, operator_match, conditions, campaign_conditions } = answer.json.data.record;
        return [name, operator_match, conditions.length, campaign_conditions.length];
      };
      assert.deepEqual(await change({}), ['S', 'all', 2, 0]);
      assert.deepEqual(await change({ name: 'T', operator_match: 'any' }), ['T', 'any', 2, 0]);
      assert.deepEqual(await change({ name: null, operator_match: '' }), ['T', 'any', 2, 0]);
      assert.deepEqual(await change({ conditions: { 3: is('c') } }), ['T', 'any', 1, 0]);
      assert.deepEqual(await change({ campaign_conditions: [{ action: 'click' }] }), ['T', 'any', 1, 1]);
      assert.deepEqual(await change({ conditions: [] }), ['T', 'any', 0, 1]);
      await app.call('DELETE', `${place.path}/${uid}`);
    });

    await t.test('faults, all at once, and nothing changes', async () => {
      const { customer: other } = await app.addCustomer();
      for (const kind of ['list_field', 'campaign'] as const) await takeNumbers(app.db, kind, other.id, 1000); // none are ours
      const foreign = await addPlace(app, other.id);
      const foreignCampaign = await addCampaign(app, foreign);
      const none = 'Please provide at least one condition.';
      const condition = { field_id: fieldId(place, 'NAME'), operator_id: '1', value: 'x' };
      const cases: [Record<string, unknown>, Record<string, string>][] = [
        [{}, { name: 'Name cannot be blank.', conditions: none }],
        [{ name: 'x'.repeat(256), conditions: [condition] }, { name: 'Name is too long (maximum is 255 characters).' }],
        [
          { name: 'x', operator_match: 'some', conditions: [condition] },
          { operator_match: 'Operator match must be one of: any, all.' },
        ],
        [{ name: 'x', conditions: 'x' }, { conditions: 'Each condition must be an object.' }],
        [{ name: 'x', conditions: [condition, []] }, { 'conditions[1]': 'Each condition must be an object.' }],
        [
          { name: 'x', conditions: Array(101).fill(condition) },
          { conditions: 'Please provide at most 100 conditions.' },
        ],
        [
          { name: 'x', conditions: [condition, {}, { field_id: fieldId(foreign, 'NAME'), operator_id: 11 }] },
          {
            'conditions[1].field_id': 'Field cannot be blank.',
            'conditions[1].operator_id': 'Operator cannot be blank.',
            'conditions[2].field_id': 'Provided list field does not exist.',
            'conditions[2].operator_id': 'Operator must be a whole number from 1 to 10.',
          },
        ],
        [
          {
            name: 'x',
            conditions: [
              { ...condition, operator_id: 3, value: ' ' },
              { ...condition, value: 'x'.repeat(1001) },
            ],
          },
          {
            'conditions[0].value': 'Value cannot be blank.',
            'conditions[1].value': 'Value is too long (maximum is 1000 characters).',
          },
        ],
        [
          { name: 'x', conditions: [is('1', 'LIKES', 7)] },
          { 'conditions[0].operator_id': 'A field with several values cannot be compared with greater.' },
        ],
        [
          {
            name: 'x',
            campaign_conditions: [
              { action: 'read', campaign_id: 'x', time_comparison_operator: 'ne', time_value: -1, time_unit: 'moon' },
              { action: 'open', campaign_id: foreignCampaign.number },
            ],
          },
          {
            'campaign_conditions[0].action': 'Action must be one of: open, not-open, click, not-click, sent, not-sent.',
            'campaign_conditions[0].campaign_id': 'Campaign must be a whole number from 0 to 1000000000000000.',
            'campaign_conditions[0].time_comparison_operator':
              'Time comparison operator must be one of: lte, lt, gte, gt, eq.',
            'campaign_conditions[0].time_value': 'Time value must be a whole number from 0 to 3650.',
            'campaign_conditions[0].time_unit': 'Time unit must be one of: minute, hour, day, week, month, year.',
            'campaign_conditions[1].campaign_id': 'Provided campaign does not exist.',
          },
        ],
      ];
      const kept = await make({ name: 'Kept', conditions: [condition] });
      for (const [json, faults] of cases) {
        const answer = await app.call('POST', place.path, { json });
        assertStatus(answer, 422);
        assert.deepEqual(answer.json, { status: 'error', error: faults });
        if (faults['conditions'] === none) continue;
        assertStatus(
          await app.call('PUT', `${place.path}/${kept.segment_uid}`, {
            json: { ...json, operator_match: json['operator_match'] ?? 'all' },
          }),
          422,
        );
        assert.deepEqual(await read(kept.segment_uid), kept);
      }
      const emptied = await app.call('PUT', `${place.path}/${kept.segment_uid}`, { json: { conditions: [] } });
      assert.deepEqual(emptied.json.error, { conditions: none });
      await app.call('DELETE', `${place.path}/${kept.segment_uid}`);
    });

    await t.test('what it would be is told before it is stored', async () => {
      const json = { operator_match: 'all', conditions: [is('a')] };
      const stored = await make({ name: 'Stored', ...json });
      const answer = await app.call('POST', `${place.path}/preview`, { json });
      assertStatus(answer, 200);
      const { people, next, samples } = answer.json.data;
      assert.deepEqual([people, next], [Number(stored.subscribers_count), null]);
      assert.equal(samples.length, Math.min(people, 5));
      const again = await app.call('POST', `${place.path}/preview?after=${Buffer.from('[0]').toString('base64url')}`, {
        json,
      });
      assert.deepEqual(again.json.data, { people, next: null, samples: [] });
      const refused = await app.call('POST', `${place.path}/preview?after=x`, { json: {} });
      assertStatus(refused, 422);
      await app.call('DELETE', `${place.path}/${stored.segment_uid}`);
    });

    await t.test('in use it cannot be removed', async () => {
      const { segment_uid: uid } = await make({ name: 'Used', conditions: [is('a')] });
      const used = await getSegment(app.db, app.customer.id, place.list.id, uid);
      const campaign = await addCampaign(app, place, { segmentId: used.id });
      for (const status of ['draft', 'pending-sending', 'sending', 'processing', 'paused', 'blocked']) {
        await app.db.updateTable('campaign').set({ status }).where('id', '=', campaign.id).execute();
        const answer = await app.call('DELETE', `${place.path}/${uid}`);
        assertStatus(answer, 400);
        assert.equal(answer.json.error, 'The segment cannot be removed while an unfinished campaign uses it.');
      }
      await app.db.updateTable('campaign').set({ status: 'sent' }).where('id', '=', campaign.id).execute();
      assertStatus(await app.call('DELETE', `${place.path}/${uid}`), 200);
    });
  });
});
