import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestApp } from '../../test/support/app.ts';
import { addCampaign, addPlace, addSubscriber, fieldId } from '../../test/support/segment-rows.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { inTransaction } from '../storage/db.ts';
import { addToTally } from '../storage/tally.ts';
import { compileSegment } from './compile.ts';
import { recountStaleSegments } from './count.ts';
import { findSegmentById, getSegment, keepCount } from './queries.ts';
import { searchOf } from './queries-members.ts';
import { COUNT_STANDS_MS, COUNTED_AT_ONCE, nextStretch, stretchOf, UNASKED_COUNT_STANDS_MS } from './rules.ts';

test('the more a segment asks, the fewer subscribers a statement looks at', () => {
  const conditions = (n: number) => JSON.stringify(Array.from({ length: n }, () => ({ fieldId: 1 })));
  const segment = (n: number) => ({ operator_match: 'any', conditions: conditions(n), campaign_conditions: '[]' });
  assert.deepEqual(
    [0, 1, 10, 100].map((n) => stretchOf(segment(n))),
    [5000, 5000, 500, 50],
  );
  assert.deepEqual(
    [0, 3.5, 7, 10, 1000].map((ms) => nextStretch(100, ms)),
    [200, 200, 100, 70, 50],
    'and what takes long or short makes the next one shorter or longer',
  );
});

eachEngine('counts of segments', (engine) => {
  test('right at once on small lists, soon on large ones', async (t) => {
    const app = await openTestApp(t, engine);
    const place = await addPlace(app);
    const conditions = [{ field_id: fieldId(place, 'NAME'), operator_id: 5, value: 'a' }];
    const make = async (json: Record<string, unknown>) =>
      (await app.call('POST', place.path, { json: { name: 'S', ...json } })).json.data.record;
    const shown = async (uid: string) =>
      (await app.call('GET', `${place.path}/${uid}`)).json.data.record.subscribers_count as number;
    const add = (email: string, NAME = 'Ann') => addSubscriber(app.db, place, { email, NAME });
    const recount = () => recountStaleSegments(app.db, 1000, app.clock);
    await add('1@example.test');
    const segment = await make({ conditions });
    const { id: segmentId } = await getSegment(app.db, app.customer.id, place.list.id, segment.segment_uid);

    await t.test('a small list is counted while the request waits', async () => {
      assert.equal(segment.subscribers_count, 1);
      await add('2@example.test');
      await add('3@example.test', 'Bob');
      assert.equal(await shown(segment.segment_uid), 2);
      assert.equal(await recount(), 0, 'nothing is left to count');
    });

    await t.test('a large one later, at most once a minute', async () => {
      await inTransaction(app.db, (tx) =>
        addToTally(tx, place.list.customer_id, 'subscribers:confirmed', COUNTED_AT_ONCE, place.list.id),
      );
      await add('4@example.test');
      assert.equal(await shown(segment.segment_uid), 2, 'the last count stands');
      const fresh = await make({ conditions });
      assert.equal(fresh.subscribers_count, 0, 'never counted');
      assert.equal(await recount(), 1, 'what was never counted does not wait');
      assert.equal(await shown(fresh.segment_uid), 3);
      assert.equal(await shown(segment.segment_uid), 2);
      app.clock.forward(COUNT_STANDS_MS + 1);
      assert.equal(await recount(), 1);
      assert.equal(await shown(segment.segment_uid), 3);
      assert.equal(await recount(), 0);
      await app.call('DELETE', `${place.path}/${fresh.segment_uid}`);
    });

    await t.test('a change of what it asks makes the count due', async () => {
      const json = { conditions: [{ ...conditions[0], value: 'bo' }] };
      await app.call('PUT', `${place.path}/${segment.segment_uid}`, { json });
      assert.equal(await recount(), 1);
      assert.equal(await shown(segment.segment_uid), 1);
    });

    await t.test('a count of what it asked before is not kept', async () => {
      const before = await findSegmentById(app.db, app.customer.id, segmentId);
      assert(before);
      await app.call('PUT', `${place.path}/${segment.segment_uid}`, { json: { conditions } });
      const count = { members: 7, members_revision: 7, members_counted_at: 7 };
      assert.equal(await keepCount(app.db, before, count), undefined);
      assert.equal((await findSegmentById(app.db, app.customer.id, segmentId))?.members_revision, -1);
      await recount();
    });

    await t.test('opens change a count without the list', async () => {
      await inTransaction(app.db, (tx) =>
        addToTally(tx, place.list.customer_id, 'subscribers:confirmed', -COUNTED_AT_ONCE, place.list.id),
      );
      const opened = await make({ campaign_conditions: [{ action: 'open' }] });
      const { id } = await add('5@example.test');
      assert.equal(await shown(opened.segment_uid), 0);
      const campaign = await addCampaign(app, place);
      const open = { customer_id: app.customer.id, campaign_id: campaign.id, subscriber_id: id, at: app.clock.now() };
      await app.db
        .insertInto('open')
        .values({ ...open, ip_address: null, user_agent: null })
        .execute();
      assert.equal(await shown(opened.segment_uid), 0, 'a count stands for a minute');
      app.clock.forward(COUNT_STANDS_MS + 1);
      assert.equal(await shown(opened.segment_uid), 1);
      await app.db.deleteFrom('open').where('customer_id', '=', app.customer.id).execute();
      const { data } = (await app.call('GET', `${place.path}/${opened.segment_uid}/subscribers`)).json;
      assert.deepEqual([data.count, data.records], ['0', []], 'a page never tells of more people than there are');
      app.clock.forward(COUNT_STANDS_MS + 1);
      await recount(); // those whose list has changed
      app.clock.forward(COUNT_STANDS_MS + 1);
      assert.equal(await recount(), 0, 'where nobody asks and the list is as it was, it stands for longer');
      app.clock.forward(UNASKED_COUNT_STANDS_MS);
      assert.ok((await recount()) >= 1, 'and is made again in the background');
    });

    await t.test('counted in stretches, of confirmed subscribers', async () => {
      await addSubscriber(app.db, place, { email: '6@example.test', NAME: 'Ann', status: 'unsubscribed' });
      const counted = await findSegmentById(app.db, app.customer.id, segmentId);
      assert(counted);
      let built = 0;
      const watched = app.db.withPlugin({
        transformQuery: ({ node }) => {
          built += 1;
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      const search = searchOf(
        watched,
        counted,
        compileSegment(app.db, { ...counted, time_zone: 'UTC' }, place.fields, app.clock.now()),
      );
      for (const limit of [1, 2, 3, 100]) {
        let [members, afterId, stretches] = [0, 0, 0];
        do {
          const stretch = await search.countAfter(afterId, limit);
          members += stretch.members;
          afterId = stretch.lastId;
          stretches += 1;
        } while (afterId > 0);
        assert.equal(members, 4);
        assert.ok(stretches <= 5 / limit + 2);
      }
      assert.equal(built, 4, 'statements are built once, however many stretches there are');
    });

    await t.test('lists on their way out are left alone', async () => {
      await add('7@example.test');
      await app.db.updateTable('list').set({ status: 'pending-delete' }).where('id', '=', place.list.id).execute();
      app.clock.forward(COUNT_STANDS_MS + 1);
      assert.equal(await recount(), 0);
    });
  });
});
