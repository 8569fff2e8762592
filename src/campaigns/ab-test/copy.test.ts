// Copying a campaign that is tested, or a part of its test, on both engines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus } from '../../../test/support/app.ts';
import { type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import { eachEngine } from '../../../test/support/stores.ts';

eachEngine('copies of A/B tests', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });

  const ask = async (method: string, path: string, json: object = {}) => {
    const answer = await app.call(method, `/campaigns/${path}`, method === 'GET' ? {} : { json });
    assert.ok(answer.status < 300, JSON.stringify(answer.json));
    return answer.json;
  };
  const copy = async (uid: string): Promise<string> => (await ask('POST', `${uid}/copy`)).campaign_uid;
  const testOf = async (uid: string) => (await ask('GET', `${uid}/ab-test`)).data.record;

  test('a copy is tested as the campaign was, in drafts of its own, however far that has come', async () => {
    const first = await app.make({ name: 'Spring', status: 'draft', options: { open_tracking: 'yes' } });
    await ask('PUT', `${first}/ab-test`, { percent: 30, wait_minutes: 90 });
    const variants = [first];
    for (const subject of ['Second', 'Third'])
      variants.push((await ask('POST', `${first}/ab-test/variants`, { subject })).campaign_uid);
    await ask('PUT', variants[1] ?? '', { campaign: { template: { content: '<p>Of B [UNSUBSCRIBE_URL]</p>' } } });
    const { id } = await app.row(first);
    const rest = await app.make({ name: 'Spring (rest: B)' });
    await app.set(rest, { test_of: id, status: 'sent' });
    const { id: rest_id } = await app.row(rest);
    for (const [n, uid] of variants.entries())
      await app.set(uid, { status: 'sent', part_from: n * 1_000, part_to: (n + 1) * 1_000 });
    const over = { begun_at: 1, decided_at: 2, rest_id, winner_id: id };
    await app.db.updateTable('ab_test').set(over).where('campaign_id', '=', id).execute();

    const copied = await copy(first);
    const { begun_at, decided_at, rest_uid, ...made } = await testOf(copied);
    assert.deepEqual([begun_at, decided_at, rest_uid, made.winner_uid], [null, null, null, null]);
    assert.deepEqual([made.campaign_uid, made.percent, made.wait_minutes], [copied, 30, 90]);
    type Variant = { campaign_uid: string; letter: string; subject: string; status: string };
    const { subject } = await app.row(first);
    assert.deepEqual(
      made.variants.map((one: Variant) => [one.letter, one.subject, one.status]),
      [
        ['A', subject, 'draft'],
        ['B', 'Second', 'draft'],
        ['C', 'Third', 'draft'],
      ],
    );
    const [, b, c] = await Promise.all(made.variants.map((one: Variant) => app.row(one.campaign_uid)));
    assert.deepEqual([b.name, c.name], ['Spring #1 (B)', 'Spring #1 (C)']);
    assert.deepEqual([b.content.includes('Of B'), b.part_from, c.content.includes('Of B')], [true, null, false]);
    assert.equal((await testOf(first)).variants.length, 3, 'the copied one stays as it was');

    // Other parts are copied as what they are alone, and so is one whose other variants are gone.
    for (const uid of [variants[1] ?? '', rest])
      assert.equal((await app.call('GET', `/campaigns/${await copy(uid)}/ab-test`)).status, 404);
    for (const uid of variants.slice(1)) await app.set(uid, { status: 'pending-delete' });
    assertStatus(await app.call('GET', `/campaigns/${await copy(first)}/ab-test`), 404);
  });
});
