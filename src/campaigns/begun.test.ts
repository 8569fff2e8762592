// What has not begun can be changed, sent and removed, whatever its status says; what begins at
// that moment cannot.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus } from '../../test/support/app.ts';
import { lookAt } from '../../test/support/autoresponders.ts';
import { addList, type CampaignApp, openForSuite } from '../../test/support/campaigns.ts';
import { recurringApp } from '../../test/support/recurring.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { HOUR_MS, MINUTE_MS } from '../kernel/durations.ts';
import { followEvents } from '../schedules/autoresponders.ts';
import { hasNotBegun } from '../storage/campaign-conditions.ts';
import { startCampaign } from './delivery/progress.ts';
import { hasBegun } from './rules.ts';

const SOON = '2026-11-21 12:10:00'; // the clock of the tests is at 12:00
const SHAPES: Record<string, Record<string, unknown>> = {
  regular: {},
  autoresponder: { type: 'autoresponder' },
  recurring: { options: { cronjob: '0 * * * *', cronjob_enabled: 1 } },
};

eachEngine('campaigns that have not begun', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });
  const toggle = (uid: string) => app.call('PUT', `/campaigns/${uid}/pause-unpause`);
  const remove = (uid: string) => app.call('DELETE', `/campaigns/${uid}`);

  /** Paused and let go on before its time: `sending` by name. */
  async function unpaused(members: Record<string, unknown> = {}): Promise<string> {
    const uid = await app.make({ send_at: SOON, ...members });
    await toggle(uid);
    assert.equal((await toggle(uid)).json.campaign.status, 'sending');
    return uid;
  }

  for (const [shape, members] of Object.entries(SHAPES)) {
    test(`${shape}: unpaused before its time it is changed, removed, and does not keep its list`, async () => {
      const uid = await unpaused(members);
      assertStatus(await app.update(uid, { subject: 'Better', send_at: '2026-11-21 12:20:00' }), 200);
      const { status, subject, send_at } = await app.row(uid);
      assert.deepEqual([status, subject, new Date(send_at ?? 0).getUTCMinutes()], ['sending', 'Better', 20]);
      assertStatus(await app.update(uid, { status: 'draft' }), 200);
      assert.equal((await app.row(uid)).status, 'draft');
      assertStatus(await remove(await unpaused(members)), 200);

      const list_uid = await addList(app);
      const kept = await unpaused({ ...members, list_uid });
      assertStatus(await app.call('DELETE', `/lists/${list_uid}`), 200);
      assert.equal(await startCampaign(app.db, await app.row(kept), app.clock.now() + HOUR_MS), false);
      assertStatus(await remove(kept), 200);
    });
  }

  test('once it has begun it is neither changed nor removed while it is sending', async () => {
    const begun = { regular: { freeze_until_id: 1 }, autoresponder: { started_at: 1 }, recurring: { run_count: 1 } };
    for (const [shape, columns] of Object.entries(begun)) {
      const list_uid = await addList(app);
      const uid = await unpaused({ ...SHAPES[shape], list_uid });
      await app.set(uid, columns);
      assertStatus(await app.update(uid, { subject: 'Late' }), 422);
      assertStatus(await remove(uid), 400);
      assertStatus(await app.call('DELETE', `/lists/${list_uid}`), 400);
    }
    const due = await unpaused({ type: 'autoresponder', send_at: '2026-11-21 12:00:00' });
    assertStatus(await remove(due), 400); // its time has come: it follows from now on, whether or not somebody looked
  });

  test('rules and SQL agree on what has begun', async () => {
    const uid = await app.make();
    const at = app.clock.now();
    for (const type of ['regular', 'autoresponder'])
      for (const freeze_until_id of [null, 0])
        for (const run_count of [0, 1])
          for (const started_at of [null, 1])
            for (const send_at of [at, at + 1]) {
              const columns = { type, freeze_until_id, run_count, started_at, send_at };
              await app.set(uid, columns);
              const found = app.db.selectFrom('campaign').select('id').where('uid', '=', uid).where(hasNotBegun(at));
              const isBegun = (await found.executeTakeFirst()) === undefined;
              assert.equal(hasBegun(await app.row(uid), at), isBegun, JSON.stringify(columns));
            }
    assertStatus(await remove(uid), 200);
  });

  test('the time comes while it is removed, changed, or its list is removed: exactly one wins', async () => {
    for (let round = 0; round < 6; round++) {
      const list_uid = await addList(app);
      const uid = await unpaused({ list_uid, send_at: '2026-11-21 12:00:00' });
      const row = await app.row(uid);
      const start = () => startCampaign(app.db, row, app.clock.now());
      const acts = [
        () => remove(uid),
        () => app.update(uid, { send_at: '2026-12-24 08:00:00' }),
        () => app.call('DELETE', `/lists/${list_uid}`),
      ];
      const act = acts[round % acts.length] ?? start;
      const both = round < acts.length ? [start(), act()] : [act(), start()];
      const [one, two] = await Promise.all(both);
      const [started, answer] = typeof one === 'boolean' ? [one, two] : [two, one];
      if (typeof started !== 'boolean' || typeof answer !== 'object') throw new Error('one of each');
      assert.equal(answer.status === 200, !started, `${round}: ${answer.text}`);
      const { status, freeze_until_id } = await app.row(uid);
      assert.equal(freeze_until_id !== null, started);
      if (started) assert.equal(status, 'processing');
      else assert.ok(['pending-delete', 'sending', 'paused'].includes(status), status);
    }
  });

  test('likewise an autoresponder that begins, and the first run of a recurring campaign', async () => {
    const { runsOf, tick } = recurringApp(app);
    for (let round = 0; round < 4; round++) {
      const follower = await unpaused({ type: 'autoresponder' });
      const look = () => followEvents(lookAt(app.db, app.clock.now() + 30 * MINUTE_MS)); // another node's clock is ahead
      const [removed] = await Promise.all(round % 2 ? [remove(follower), look()] : swap([look(), remove(follower)]));
      const row = await app.row(follower);
      assert.equal(removed.status, row.started_at === null ? 200 : 400);
      assert.equal(row.status, row.started_at === null ? 'pending-delete' : 'sending');

      const recurring = await unpaused({ ...SHAPES['recurring'], send_at: '2026-11-21 11:30:00' });
      await app.set(recurring, { next_run_at: app.clock.now() });
      const [gone] = await Promise.all(round % 2 ? [remove(recurring), tick()] : swap([tick(), remove(recurring)]));
      const runs = await runsOf(recurring);
      assert.equal(gone.status, runs.length === 0 ? 200 : 400);
    }
  });
});

/** The two in the order of their ends, begun in the other. */
function swap<A, B>([first, second]: [Promise<A>, Promise<B>]): [Promise<B>, Promise<A>] {
  return [second, first];
}
