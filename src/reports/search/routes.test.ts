// The search over everything, on both engines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus } from '../../../test/support/app.ts';
import { addSegment, type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import { addPerson } from '../../../test/support/message-rows.ts';
import { eachEngine } from '../../../test/support/stores.ts';

eachEngine('the search over everything', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });

  test('finds a few of each kind, of the customer alone', async () => {
    for (let n = 0; n < 7; n++) await app.make({ name: `Annual ${n}`, subject: 'Hello' });
    await app.make({ name: 'Other', subject: 'The ÄNN news' });
    const segment_uid = await addSegment(app, app.listUid);
    const template = await app.call('POST', '/templates', { json: { name: 'annex', content: '<p>x</p>' } });
    const { id: list_id } = await app.db
      .selectFrom('list')
      .select('id')
      .where('uid', '=', app.listUid)
      .executeTakeFirstOrThrow();
    const list = { customer_id: app.customer.id, list_id };
    for (const email of ['anna@example.test', 'Ann@example.test', 'joann@example.test'])
      await addPerson(app.db, list, { email });
    const search = async (q: string, key = app.key) => {
      const answer = await app.call('GET', `/search?q=${encodeURIComponent(q)}`, { key });
      assertStatus(answer, 200);
      return answer.json.data;
    };
    const found = await search('ANN');
    assert.deepEqual(
      found.campaigns.map(({ name }: { name: string }) => name),
      ['Annual 6', 'Annual 5', 'Annual 4', 'Annual 3', 'Annual 2'],
    );
    const [{ campaign_uid }] = found.campaigns;
    const { send_at } = await app.row(campaign_uid);
    assert.equal(Date.parse(found.campaigns[0].send_at), send_at);
    assert.deepEqual(
      found.people.map(({ email }: { email: string }) => email),
      ['Ann@example.test', 'anna@example.test'],
    );
    const { list_uid, list_name } = found.people[0];
    assert.deepEqual([list_uid, list_name], [app.listUid, 'News']);
    assert.deepEqual(found.segments, [{ segment_uid, name: 'Anns', list_uid, list_name }]);
    assert.deepEqual(found.templates, [{ template_uid: template.json.template_uid, name: 'annex' }]);
    assert.deepEqual(
      (await search('änn')).campaigns.map(({ name }: { name: string }) => name),
      ['Other'],
    );
    for (const [email, FNAME, LNAME] of [
      ['q1@example.test', 'Zoë', 'Öz'],
      ['q2@example.test', 'zoë', 'Berg'],
    ] as const) {
      const made = await app.call('POST', `/lists/${app.listUid}/subscribers`, {
        json: { EMAIL: email, FNAME, LNAME },
      });
      assertStatus(made, 201);
    }
    const emailsOf = async (q: string, key?: string) =>
      (await search(q, key)).people.map(({ email }: { email: string }) => email).sort();
    assert.deepEqual(await emailsOf('ZOË'), ['q1@example.test', 'q2@example.test']);
    assert.deepEqual(await emailsOf('öz'), ['q1@example.test']);
    const namesOf = async (q: string) => (await search(q)).people.map(({ name }: { name: string }) => name);
    assert.deepEqual([await namesOf('q1@'), await namesOf('zoë berg')], [['Zoë Öz'], ['zoë Berg']]);
    assert.deepEqual(await namesOf('ann'), ['', '']);
    assert.deepEqual(await emailsOf('Zoë Berg'), ['q2@example.test']);
    assert.deepEqual([await emailsOf('zo'), await emailsOf('Max Berg')], [[], []]);
    // An A/B test is found once, whichever of its parts is searched for.
    const first = await app.make({ name: 'Tested', subject: 'One subject' });
    const parts = [await app.make({ name: 'Tested (B)', subject: 'Two subjects' }), await app.make({ name: 'Rest' })];
    const { id } = await app.row(first);
    await app.set(first, { status: 'sent' });
    for (const [n, uid] of parts.entries()) await app.set(uid, { test_of: id, status: n === 0 ? 'sent' : 'sending' });
    const shownOf = async (q: string) =>
      (await search(q)).campaigns.map(
        (one: { campaign_uid: string; name: string; subject: string; status: string }) => [
          ...[one.campaign_uid, one.name, one.subject, one.status],
        ],
      );
    assert.deepEqual(await shownOf('tested'), [[first, 'Tested', 'One subject', 'sending']]);
    assert.deepEqual(await shownOf('two sub'), [[first, 'Tested', 'Two subjects', 'sending']]);
    // Stores have tests whose first variant was deleted before.
    await app.set(first, { status: 'pending-delete' });
    assert.deepEqual((await shownOf('tested')).length, 1);
    for (const uid of parts) await app.set(uid, { status: 'pending-delete' });
    assert.deepEqual((await search('new')).lists, [{ list_uid, name: 'News' }]);
    const { key } = await app.addCustomer();
    assert.deepEqual(await emailsOf('öz', key), []);
    const nothing = { campaigns: [], lists: [], segments: [], templates: [], people: [] };
    assert.deepEqual([await search('ann', key), await search('%_')], [nothing, nothing]);
    for (const [q, fault] of [
      ['', 'Q cannot be blank.'],
      ['x'.repeat(201), 'Q is too long (maximum is 200 characters).'],
    ]) {
      const answer = await app.call('GET', `/search?q=${q}`);
      assertStatus(answer, 422);
      assert.deepEqual(answer.json.error, { q: fault });
    }
  });

  test('of many people with a name, the first by address', async () => {
    for (const name of ['k7', 'K3', 'k9', 'k1', 'k5', 'k2', 'k8']) {
      const json = { EMAIL: `${name}@example.test`, FNAME: 'Kim' };
      assertStatus(await app.call('POST', `/lists/${app.listUid}/subscribers`, { json }), 201);
    }
    const answer = await app.call('GET', '/search?q=kim');
    assertStatus(answer, 200);
    assert.deepEqual(
      answer.json.data.people.map(({ email }: { email: string }) => email.slice(0, 2)),
      ['k1', 'k2', 'K3', 'k5', 'k7'],
    );
  });

  test('somebody by both names, of several words and where many share the last one', async () => {
    const { list_uid } = (
      await app.call('POST', '/lists', {
        json: {
          general: { name: 'Members', description: 'Members of the club', opt_in: 'single' },
          defaults: { from_name: 'Ann', from_email: 'ann@example.test', reply_to: 'ann@example.test' },
        },
      })
    ).json;
    const people = Array.from({ length: 250 }, (_, n) => ({
      EMAIL: `m${String(n).padStart(3, '0')}@example.test`,
      FNAME: `Max ${n}`,
      LNAME: 'Müller',
    }));
    const add = async (subscribers: readonly object[]) =>
      assertStatus(await app.call('POST', `/lists/${list_uid}/subscribers/bulk`, { json: { subscribers } }), 201);
    for (let n = 0; n < people.length; n += 50) await add(people.slice(n, n + 50));
    await add([
      { EMAIL: 'o1@example.test', FNAME: 'Örs', LNAME: 'Müller' },
      { EMAIL: 'o2@example.test', FNAME: 'Anna Maria', LNAME: 'von der Heide' },
      { EMAIL: 'o3@example.test', FNAME: 'Anna', LNAME: 'von der Heide' },
    ]);
    for (const [q, email] of [
      ['örs müller', 'o1@example.test'],
      ['Anna Maria von der Heide', 'o2@example.test'],
      ['anna von der heide', 'o3@example.test'],
    ] as const) {
      const answer = await app.call('GET', `/search?q=${encodeURIComponent(q)}`);
      assertStatus(answer, 200);
      assert.deepEqual(
        answer.json.data.people.map((one: { email: string }) => one.email),
        [email],
        q,
      );
    }
  });
});
