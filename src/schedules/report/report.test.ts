// Statistics by mail: when they are due, that they are sent once, and what a mail server receives.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import PostalMime from 'postal-mime';
import { deliver } from '../../../test/support/delivery.ts';
import { campaignOf, type Seed, seedCampaign, seedList, seedSubscribers } from '../../../test/support/delivery-rows.ts';
import { setCounters } from '../../../test/support/ledger.ts';
import { openSink } from '../../../test/support/sink.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteStore } from '../../../test/support/suite.ts';
import { until } from '../../../test/support/until.ts';
import { markSent, togglePause } from '../../campaigns/delivery/pause.ts';
import { finishCampaign } from '../../campaigns/delivery/progress.ts';
import { systemClock } from '../../kernel/clock.ts';
import { createLogger } from '../../kernel/log.ts';
import type { Db } from '../../storage/db.ts';
import type { CampaignCounter, NewCampaign } from '../../storage/tables.ts';
import { createDueRuns } from '../recurring.ts';
import { mailReports } from './report.ts';

const log = createLogger('silent');
const withStats = (addresses: string | null) => JSON.stringify({ url_tracking: 'yes', email_stats: addresses });

eachEngine('statistics by mail', (engine) => {
  const opened = suiteStore(engine);
  let db: Db;
  let seed: Seed;
  before(async () => {
    ({ db } = opened());
    seed = await seedList(db);
  });

  const look = () => mailReports({ db, clock: systemClock, log, mayGoOn: () => true });
  const add = (given: Partial<NewCampaign> = {}) =>
    seedCampaign(db, seed, { options: withStats('boss@example.com'), ...given });
  const DONE = { status: 'sending', freeze_until_id: 9, freeze_done: 1 } as const;
  const isDue = async (id: number) => (await campaignOf(db, id)).report_due === 1;
  const reports = () => db.selectFrom('email').selectAll().where('kind', '=', 'report').orderBy('id').execute();

  test('they are due when a campaign is done that names addresses, and of no recurring one', async () => {
    const [wanted, unwanted] = [await add(DONE), await add({ ...DONE, options: withStats(null) })];
    for (const id of [wanted, unwanted])
      assert.equal(await finishCampaign(db, { id: id, customer_id: seed.customerId }, 5_000), true);
    assert.deepEqual([await isDue(wanted), await isDue(unwanted)], [true, false]);
    const marked = await add({ status: 'paused' });
    await markSent(db, await campaignOf(db, marked), 5_000);
    assert.equal(await isDue(marked), true);
    for (const given of [{ next_run_at: 9_000 }, { run_count: 2 }]) {
      const recurring = await add({ status: 'paused', ...given });
      await markSent(db, await campaignOf(db, recurring), 5_000);
      assert.equal(await isDue(recurring), false);
    }
    await look();
    assert.deepEqual([await isDue(wanted), (await reports()).length], [false, 2]);
  });

  test('each address gets one mail, from the list', async () => {
    const before = (await reports()).length;
    const id = await add({ ...DONE, options: withStats('boss@example.com, Ann@Example.com,ann@example.com') });
    await finishCampaign(db, { id: id, customer_id: seed.customerId }, 5_000);
    await look();
    await look();
    const mails = (await reports()).slice(before);
    assert.deepEqual(
      mails.map((mail) => mail.to_email),
      ['boss@example.com', 'ann@example.com'],
    );
    const { customer_id, list_id, from_name, from_email, reply_to_email } = mails[0] ?? assert.fail();
    assert.deepEqual(
      [customer_id, list_id, from_name, from_email, reply_to_email],
      [seed.customerId, seed.listId, 'Ada', 'ada@example.com', 'ada@example.com'],
    );
  });

  test('one that was ended waits until its rest is skipped; one that is sent again gets them when it is done again', async () => {
    const before = (await reports()).length;
    const id = await add({ status: 'paused' });
    const count = (counters: Partial<CampaignCounter>) => setCounters(db, id, counters);
    await count({ audience: 3, accepted: 2 });
    await markSent(db, await campaignOf(db, id), 5_000);
    await look();
    assert.equal((await reports()).length, before);
    await count({ skipped: 1 });
    await db.updateTable('campaign').set({ status: 'sending' }).where('id', '=', id).execute();
    await look();
    assert.equal((await reports()).length, before, 'it is not done any more');
    await db.updateTable('campaign').set({ freeze_until_id: 9, freeze_done: 1 }).where('id', '=', id).execute();
    await finishCampaign(db, { id: id, customer_id: seed.customerId }, 6_000);
    await look();
    assert.equal((await reports()).length, before + 1);
    await togglePause(db, await campaignOf(db, id), 7_000);
    await look();
    assert.equal((await reports()).length, before + 1);
  });

  test('the run of a recurring campaign goes out and its statistics arrive, whatever its name is', async (t) => {
    const own = await seedList(db);
    await seedSubscribers(db, own, 12, {
      prefix: 'reported',
      statusOf: (n) => (n < 10 ? 'confirmed' : 'unsubscribed'),
    });
    const options = { cronjob: '0 * * * *', cronjob_enabled: 1, cronjob_max_runs: 1, email_stats: 'boss@example.net' };
    const recurring = await seedCampaign(db, own, {
      name: 'Spring "<b>sale</b>" [EMAIL] \u202eüber — 🌷',
      status: 'sending',
      next_run_at: systemClock.now() - 7_200_000,
      options: JSON.stringify(options),
    });
    const sink = await openSink(t, (phase, to) =>
      phase === 'rcpt' && to.startsWith('reported3@') ? { code: 550, text: '5.1.1 no such user' } : undefined,
    );
    const delivery = deliver(t, db, sink);
    await until('the report has arrived', async () => {
      await createDueRuns({ db, clock: systemClock, log, mayGoOn: () => true });
      await look();
      return sink.recipients().includes('boss@example.net');
    });
    await delivery.stop();
    const mails = sink.received.filter((mail) => mail.to === 'boss@example.net');
    assert.equal(mails.length, 1);
    const mail = await PostalMime.parse(mails[0]?.source ?? '');
    const run = await db
      .selectFrom('campaign')
      .selectAll()
      .where('parent_id', '=', recurring)
      .executeTakeFirstOrThrow();
    assert.deepEqual([run.status, (await campaignOf(db, recurring)).status], ['sent', 'sent']);
    const shown = run.name.replace(' \u202e', ' ');
    assert.match(shown, /^Spring "<b>sale<\/b>" \[EMAIL\] über — 🌷 \(\d{4}-\d\d-\d\d \d\d:00\)$/);
    assert.equal(mail.subject, `Campaign "${shown}": statistics`);
    assert.deepEqual([mail.from?.address, mail.from?.name], ['ada@example.com', 'Ada']);
    assert.deepEqual(mail.to, [{ address: 'boss@example.net', name: '' }]);
    const text = mail.text ?? '';
    assert.ok(text.startsWith(`Statistics of “${shown}”`), text);
    assert.match(
      text,
      /- Audience: 10\r?\n- Accepted by mail servers: 9 \(90%\)\r?\n- Rejected, or given up: 1 \(10%\)/,
    );
    assert.match(text, /- Unsubscribed: 2 \(100%\)/);
    const html = mail.html ?? '';
    assert.ok(
      html.includes('<bdi>Statistics of “Spring &quot;&lt;b&gt;sale&lt;/b&gt;&quot; [EMAIL] über — 🌷 (2'),
      html,
    );
    assert.match(html, /<td width="90%" bgcolor=/);
  });
});
