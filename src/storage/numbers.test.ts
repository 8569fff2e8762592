// Nobody sees by numbers how many things other customers have, and nobody reaches another's thing
// by its number.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertStatus } from '../../test/support/app.ts';
import { type CampaignApp, openForSuite } from '../../test/support/campaigns.ts';
import { relayByCommand } from '../../test/support/relays.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { takeNumbers } from './numbers.ts';

eachEngine('numbers of customers’ things', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });

  /**
   * A customer with a list, and what it makes over the interface: the numbers that answers show.
   */
  async function newCaller() {
    const { key, customer } = await app.addCustomer();
    const call = (method: string, path: string, json?: object) =>
      app.call(method, path, { key, ...(json !== undefined && { json }) });
    const made = async (path: string, json: object) => {
      const answer = await call('POST', path, json);
      assertStatus(answer, 201);
      return answer.json;
    };
    const settings = {
      general: { name: 'News', description: 'News of the house', opt_in: 'single' },
      defaults: { from_name: 'Ada', from_email: 'ada@example.test', reply_to: 'ada@example.test' },
      company: { name: 'A', country: 'GB', address_1: 'x', city: 'y', zip_code: 'z' },
    };
    const list: string = (await made('/lists', settings)).list_uid;
    const fields = `/lists/${list}/fields`;
    const segments = `/lists/${list}/segments`;
    const text = { type: 'text', label: 'X', required: 'no', visibility: 'visible' };
    return {
      customer,
      call,
      list,
      campaign: async (members: object = {}) => {
        const uid = (await made('/campaigns', app.input({ list_uid: list, ...members }))).campaign_uid;
        return { uid, number: (await call('GET', `/campaigns/${uid}`)).json.data.record.campaign_id };
      },
      field: async (tag: string): Promise<string> => (await made(fields, { ...text, tag })).data.record.field_id,
      fields: async (of = list): Promise<string[]> =>
        (await call('GET', `/lists/${of}/fields`)).json.data.records.map((one: { field_id: string }) => one.field_id),
      segment: async (field: string) =>
        (await made(segments, { name: 'S', conditions: [{ field_id: field, operator_id: 1, value: 'x' }] })).data
          .record,
      relay: async (): Promise<string> => (await made('/delivery-servers', { hostname: 'a.test' })).server_id,
    };
  }
  let [one, two]: Awaited<ReturnType<typeof newCaller>>[] = [];
  const pair = () =>
    [one, two].map((caller) => caller ?? assert.fail()) as [NonNullable<typeof one>, NonNullable<typeof two>];
  before(async () => {
    [one, two] = [await newCaller(), await newCaller()];
  });

  test('each customer counts its own from 1, whatever others make meanwhile', async () => {
    for (const caller of pair()) assert.deepEqual(await caller.fields(), ['1', '2', '3']);
    for (const n of ['1', '2', '3']) {
      for (const caller of pair()) {
        assert.equal((await caller.campaign()).number, n);
        assert.equal(await caller.field(`MORE_${n}`), String(Number(n) + 3));
        assert.equal((await caller.segment('1')).segment_id, n);
        assert.equal(await caller.relay(), n);
      }
    }
    const [caller] = pair();
    const listed = (await caller.call('GET', '/campaigns')).json.data.records;
    assert.deepEqual(
      listed.map((entry: { campaign_id: string }) => entry.campaign_id),
      ['3', '2', '1'],
    );
    const copy = (await caller.call('POST', `/lists/${caller.list}/copy`)).json.list_uid;
    assert.deepEqual(await caller.fields(copy), ['7', '8', '9', '10', '11', '12']);
    const [first] = (await caller.call('GET', `/lists/${copy}/segments`)).json.data.records;
    const segment = (await caller.call('GET', `/lists/${copy}/segments/${first.segment_uid}`)).json.data.record;
    assert.deepEqual([segment.segment_id, segment.conditions[0].field_id], ['6', '7'], 'newest first; of its own list');
  });

  test('another customer’s number finds nothing', async () => {
    const [caller, other] = pair();
    for (const kind of ['campaign', 'list_field', 'segment', 'relay'] as const) {
      await takeNumbers(app.db, kind, other.customer.id, 50);
    }
    const field = await other.field('THEIRS');
    const server = await other.relay();
    const { number: campaign } = await other.campaign();
    for (const [method, json] of [['GET'], ['PUT', { label: 'Y', name: 'Y' }], ['DELETE']] as [string, object?][]) {
      assertStatus(await caller.call(method, `/lists/${caller.list}/fields/${field}`, json), 404);
      assertStatus(await caller.call(method, `/delivery-servers/${server}`, json), 404);
    }
    assertStatus(await caller.call('GET', `/delivery-servers/${server}/destinations`), 404);
    const faultsOf = async (path: string, json: object) => {
      const answer = await caller.call('POST', path, json);
      assertStatus(answer, 422);
      return answer.json.error;
    };
    const conditions = [{ field_id: field, operator_id: 1, value: 'x' }];
    const campaign_conditions = [{ action: 'open', campaign_id: campaign }];
    assert.deepEqual(await faultsOf(`/lists/${caller.list}/segments`, { name: 'S', conditions, campaign_conditions }), {
      'conditions[0].field_id': 'Provided list field does not exist.',
      'campaign_conditions[0].campaign_id': 'Provided campaign does not exist.',
    });
    for (const [event, member] of [
      ['AFTER-CAMPAIGN-OPEN', 'autoresponder_open_campaign_id'],
      ['AFTER-CAMPAIGN-SENT', 'autoresponder_sent_campaign_id'],
    ] as const) {
      const options = { autoresponder_event: event, [member]: campaign };
      const input = app.input({ list_uid: caller.list, type: 'autoresponder', options });
      assert.deepEqual(await faultsOf('/campaigns', input), {
        [`options.${member}`]: 'Provided campaign does not exist.',
      });
    }
    const pinned = app.input({ list_uid: caller.list, delivery_servers: [server] });
    assert.ok((await faultsOf('/campaigns', pinned)).delivery_servers);
  });

  test('the number of a thing that is gone is kept where it was written, and given to nothing else', async () => {
    const [caller] = pair();
    const { uid, number } = await caller.campaign();
    const field = await caller.field('GONE');
    const path = `/lists/${caller.list}/segments`;
    const conditions = [{ field_id: field, operator_id: '1', value: 'x' }];
    const made = await caller.call('POST', path, {
      name: 'S',
      conditions,
      campaign_conditions: [{ action: 'not-open', campaign_id: number }],
    });
    const segment = made.json.data.record.segment_uid;
    assertStatus(await caller.call('DELETE', `/campaigns/${uid}`), 200);
    assertStatus(await caller.call('DELETE', `/lists/${caller.list}/fields/${field}`), 200);
    const { record } = (await caller.call('GET', `${path}/${segment}`)).json.data;
    assert.deepEqual([record.conditions, record.campaign_conditions[0].campaign_id], [conditions, number]);
    assert.equal((await caller.campaign()).number, String(Number(number) + 1));
  });

  test('shared relays have numbers that no customer’s own come to', async () => {
    const [caller, other] = pair();
    const shared = await relayByCommand(app, null, { hostname: 'shared.test' });
    assert.ok(Number(shared) > 1_000_000_000 && Number(shared) < 2 ** 31);
    for (const { call } of [caller, other]) {
      assert.equal((await call('GET', `/delivery-servers/${shared}`)).json.data.record.hostname, 'shared.test');
    }
  });

  test('what is made at once gets different numbers', async () => {
    const caller = await newCaller();
    const campaigns = Array.from({ length: 8 }, () => caller.campaign());
    const fields = Array.from({ length: 8 }, (_, n) => caller.field(`AT_ONCE_${n}`));
    const numbers = (await Promise.all(campaigns)).map((made) => Number(made.number));
    const wanted = Array.from({ length: 8 }, (_, n) => n + 1);
    assert.deepEqual(
      numbers.toSorted((a, b) => a - b),
      wanted,
    );
    assert.deepEqual(
      (await Promise.all(fields)).map(Number).toSorted((a, b) => a - b),
      wanted.map((n) => n + 3),
    );
  });
});
