// What is asked while a campaign is sent, and before it is sent again, on both engines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus, getData } from '../../../test/support/app.ts';
import { type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import { seedDelivery } from '../../../test/support/message-rows.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { STEP_MS, STEPS } from './pace.ts';

const NAMES = ['pace', 'slowed-destinations', 'not-opened'];

eachEngine('a campaign on its way', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });
  const get = (path: string) => getData(app, path);
  const accepted = (finished_at: number, more = {}) => ({
    message: { state: 'accepted', finished_at, ...more } as const,
  });

  test('what was accepted in each step of the last ten minutes, those without anything too', async () => {
    const now = Math.floor(app.clock.now() / STEP_MS) * STEP_MS;
    const ages = [1, 2, STEP_MS, STEP_MS + 1, STEPS * STEP_MS, STEPS * STEP_MS + 1];
    const { uid } = await seedDelivery(app, [
      ...ages.map((age) => accepted(now - age)),
      accepted(now + 1), // in the step that is not over
      { message: { state: 'rejected', finished_at: now - 1 } },
    ]);
    const { records, step_seconds, counted_at } = await get(`/campaigns/${uid}/pace`);
    assert.deepEqual([records.length, step_seconds, counted_at !== null], [STEPS, 10, true]);
    const shown = records.flatMap((step: { at: string; accepted: number }) =>
      step.accepted > 0 ? [[Date.parse(step.at) - now, step.accepted]] : [],
    );
    assert.deepEqual(shown, [
      [-STEPS * STEP_MS, 1],
      [-2 * STEP_MS, 1],
      [-STEP_MS, 3],
    ]);
    assert.deepEqual((await get(`/campaigns/${uid}/pace?minutes=1`)).records, records.slice(-6));
    const bad = await app.call('GET', `/campaigns/${uid}/pace?minutes=11`);
    assert.deepEqual([bad.status, bad.json.error], [422, { minutes: 'Minutes must be a whole number from 1 to 10.' }]);
  });

  test('who slows it: at its delivery servers, and no others', async () => {
    const { uid } = await seedDelivery(app, []);
    const { server_id } = (
      await app.call('POST', '/delivery-servers', { json: { name: 'Main', hostname: 'smtp.example.com' } })
    ).json;
    const { id } = await app.db
      .selectFrom('relay')
      .select('id')
      .where('customer_id', '=', app.customer.id)
      .where('number', '=', Number(server_id))
      .executeTakeFirstOrThrow();
    const row = { reason: '421 slow down', refusals: 2, updated_at: 0, per_hour: 1200, parked_until: null };
    await app.db
      .insertInto('destination')
      .values([
        { ...row, relay_id: id, name: 'b.test', state: 'slowed' },
        { ...row, relay_id: id, name: 'a.test', state: 'parked', per_hour: null, parked_until: MINUTE_MS },
        { ...row, relay_id: id + 1_000, name: 'others.test', state: 'slowed' },
      ])
      .execute();
    const { records } = await get(`/campaigns/${uid}/slowed-destinations`);
    assert.deepEqual(records, [
      {
        name: 'a.test',
        delivery_server: 'Main',
        state: 'parked',
        per_hour: null,
        reason: '421 slow down',
        refusals: 2,
        parked_until: '1970-01-01T00:01:00.000Z',
        changed_at: '1970-01-01T00:00:00.000Z',
      },
      {
        name: 'b.test',
        delivery_server: 'Main',
        state: 'slowed',
        per_hour: 1200,
        reason: '421 slow down',
        refusals: 2,
        parked_until: null,
        changed_at: '1970-01-01T00:00:00.000Z',
      },
    ]);
    await app.set(uid, { relay_numbers: '[0]' });
    assert.deepEqual((await get(`/campaigns/${uid}/slowed-destinations`)).records, []);
  });

  test('how many it would go to again, or why it cannot', async () => {
    const at = app.clock.now() - 1000;
    const { uid, people } = await seedDelivery(app, [
      accepted(at),
      accepted(at),
      accepted(at, { opened_at: at, filtered_opened_at: at }),
      accepted(at, { opened_at: at }), // a machine
      { ...accepted(at), status: 'unsubscribed' },
      { message: { state: 'rejected', finished_at: at } },
    ]);
    assert.equal(people.length, 6);
    const { counted_at, ...found } = await get(`/campaigns/${uid}/not-opened`);
    assert.deepEqual([found, counted_at !== null], [{ recipients_count: 3, refusal: null, sentences: [] }, true]);
    const again = await app.call('POST', `/campaigns/${uid}/send-again`, { json: {} });
    assert.equal(again.json.data.record.recipients_count, 3);
    assert.deepEqual(await get(`/campaigns/${await app.make()}/not-opened`), {
      counted_at: null,
      recipients_count: null,
      refusal: 'The campaign has not been sent yet.',
      sentences: [{ code: 'campaign-again-unsent', values: {} }],
    });
  });

  test('of a campaign that has not begun there is nothing; another’s does not exist', async () => {
    const uid = await app.make();
    const { records } = await get(`/campaigns/${uid}/pace`);
    assert.equal(
      records.every((step: { accepted: number }) => step.accepted === 0),
      true,
    );
    const { key } = await app.addCustomer();
    for (const name of NAMES) {
      assertStatus(await app.call('GET', `/campaigns/${uid}/${name}`, { key }), 404);
      assertStatus(await app.call('GET', `/campaigns/${uid}/${name}`, { key: 'wrong' }), 401);
    }
  });
});
