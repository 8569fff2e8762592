// Who leaves between the variants and the winner gets nothing of it, and everybody else one mail;
// mails really go, on both engines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus } from '../../../test/support/app.ts';
import { addList, addSegment, openCampaignApp } from '../../../test/support/campaigns.ts';
import { deliver } from '../../../test/support/delivery.ts';
import { openSink } from '../../../test/support/sink.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { until } from '../../../test/support/until.ts';

const PEOPLE = 100;
const LEAVE = 4;

eachEngine('who leaves in an A/B test', (engine) => {
  test('between the variants and the rest', { timeout: 600_000 }, async (t) => {
    const app = await openCampaignApp(t, engine);
    app.clock.set(Date.now());
    const { db, baseUrl, secret } = app;
    const list_uid = await addList(app);
    const people = `/lists/${list_uid}/subscribers`;
    const ask = async (method: string, path: string, json: object = {}) => {
      const answer = await app.call(method, path, { json });
      assert.ok(answer.status < 300, `${path}: ${JSON.stringify(answer.json)}`);
      return answer.json;
    };
    const uids = new Map<string, string>();
    const add = async (EMAIL: string) => {
      const added = await ask('POST', people, { EMAIL, FNAME: 'Ann', details: { status: 'confirmed' } });
      uids.set(EMAIL, added.data.record.subscriber_uid);
    };
    for (let n = 0; n < PEOPLE; n += 1) await add(`p${n}@example.test`);
    const segment_uid = await addSegment(app, list_uid);
    const sink = await openSink(t);
    const begin = async () => {
      const options = { open_tracking: 'yes' };
      const first = await app.make({ list_uid, segment_uid, status: 'draft', options });
      await ask('PUT', `/campaigns/${first}/ab-test`, { percent: 40 });
      const b = (await ask('POST', `/campaigns/${first}/ab-test/variants`)).campaign_uid;
      await ask('POST', `/campaigns/${first}/send`, { send_at: '2020-01-01 00:00:00' });
      return { first, b };
    };
    const isSent = (uid: string) => until(`${uid} is sent`, async () => (await app.row(uid)).status === 'sent', 60);
    const choose = async (first: string, campaign_uid: string): Promise<string> =>
      (await ask('POST', `/campaigns/${first}/ab-test/winner`, { campaign_uid })).rest_uid;

    const { first, b } = await begin();
    const delivery = deliver(t, db, sink, { baseUrl, secret });
    for (const uid of [first, b]) await isSent(uid);
    const mailed = new Set(sink.recipients());
    const waiting = [...uids.keys()].filter((email) => !mailed.has(email));
    assert.ok(mailed.size > LEAVE && waiting.length > 5 * LEAVE, `${mailed.size} are mailed`);
    const left = waiting.slice(0, 4 * LEAVE);
    for (const [n, email] of left.entries()) {
      const path = `${people}/${uids.get(email)}`;
      if (n % 4 === 0) await ask('PUT', `${path}/unsubscribe`);
      else if (n % 4 === 1) await ask('DELETE', path);
      else if (n % 4 === 2) await ask('POST', '/suppressions', { email });
      else await ask('PUT', path, { FNAME: 'Bob' }); // out of the segment
    }
    // Who comes later gets nothing, nor who comes back.
    await add('new@example.test');
    const [again = ''] = mailed;
    await ask('DELETE', `${people}/${uids.get(again)}`);
    await add(again);
    const rest = await choose(first, b);
    await isSent(rest);
    const came = sink.recipients();
    const expected = [...uids.keys()].filter((email) => !left.includes(email) && email !== 'new@example.test');
    assert.deepEqual(came.toSorted(), expected.toSorted(), 'each once');

    // Nobody is left at all: it ends without a mail, and nothing waits for ever.
    for (const email of uids.keys()) assertStatus(await app.call('POST', '/suppressions', { json: { email } }), 201);
    const none = await begin();
    for (const uid of [none.first, none.b]) await isSent(uid);
    await isSent(await choose(none.first, none.b));
    await delivery.stop();
    assert.equal(sink.recipients().length, came.length);
  });
});
