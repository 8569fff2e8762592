import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { deliver, type LogLine } from '../../../test/support/delivery.ts';
import {
  assertCountersAreRows,
  campaignOf,
  seedCampaign,
  seedList,
  seedSubscribers,
  statesOf,
} from '../../../test/support/delivery-rows.ts';
import { ledgerOf } from '../../../test/support/ledger.ts';
import { openSink, type Phase } from '../../../test/support/sink.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteStore } from '../../../test/support/suite.ts';
import { until } from '../../../test/support/until.ts';
import { togglePause } from '../../campaigns/delivery/pause.ts';
import type { SendingRelay } from '../../campaigns/merge/source.ts';
import { systemClock } from '../../kernel/clock.ts';
import { createLogger } from '../../kernel/log.ts';
import { storedText } from '../../kernel/sentences/sentence.ts';
import { classifyReply, parseReply } from '../../mail/smtp/replies.ts';
import type { Db } from '../../storage/db.ts';
import { openRefusals, refusedForAll } from './refused-for-all.ts';

const RETRY = { attempts: 1_000, firstMs: 20, factor: 1 };

eachEngine('a relay that refuses a campaign whoever its messages are to', (engine) => {
  const opened = suiteStore(engine);
  let db: Db;
  before(() => {
    ({ db } = opened());
  });

  async function campaignFor(people: number) {
    const seed = await seedList(db);
    await seedSubscribers(db, seed, people);
    return { seed, id: await seedCampaign(db, seed) };
  }
  const statusIs = (id: number, status: string) =>
    until(`it is ${status}`, async () => (await campaignOf(db, id)).status === status);

  const CASES: [Phase, number, string][] = [
    ['mail', 550, '5.1.1 user unknown'], // whatever it says: no recipient was named yet
    ['rcpt', 553, '5.7.1 <news@example.com>: Sender address rejected: not owned by user me'],
    ['data_done', 554, 'Message rejected: Email address is not verified. The following identities failed the check'],
  ];
  for (const [at, code, text] of CASES) {
    test(`${code} at ${at}: nobody is rejected, it is paused, and goes out when that is mended`, async (t) => {
      let refuses = true;
      const sink = await openSink(t, (phase) => (phase === at && refuses ? { code, text } : undefined));
      const { seed, id } = await campaignFor(60);
      const delivery = deliver(t, db, sink, { retry: RETRY });
      await statusIs(id, 'paused');
      const campaign = await campaignOf(db, id);
      const notice = storedText(campaign.notice) ?? '';
      assert.match(notice, /^The campaign was paused because the mail server 127\.0\.0\.1 refuses its messages/);
      assert.ok(notice.includes(text), notice);
      await until('it is told once', async () => delivery.named('campaign.paused').length === 1);
      await until('nothing is in the air', async () => {
        const { in_flight, claimed } = await statesOf(db, id);
        return !in_flight && !claimed;
      });
      assert.deepEqual(Object.keys(await statesOf(db, id)).sort(), ['deferred', 'pending']);
      assert.deepEqual(
        await db.selectFrom('suppression').select('email_key').where('customer_id', '=', seed.customerId).execute(),
        [],
      );
      refuses = false;
      await togglePause(db, campaign, systemClock.now());
      await statusIs(id, 'sent');
      assert.deepEqual(await statesOf(db, id), { accepted: 60 });
      await assertCountersAreRows(db, id);
    });
  }

  test('450 to each message: the log says so, with the reply, and when it is over', async (t) => {
    let refuses = true;
    const sink = await openSink(t, (phase) =>
      phase === 'mail' && refuses ? { code: 450, text: '4.1.8 <news@example.com>: Domain not found' } : undefined,
    );
    const { id } = await campaignFor(30);
    const delivery = deliver(t, db, sink, { retry: RETRY });
    await until('it is told', async () => delivery.named('relay.all-deferred').length === 1);
    const [told] = delivery.named('relay.all-deferred');
    assert.deepEqual([told?.level, told?.['relay']], ['warn', 'Configuration']);
    assert.match(
      `${told?.['reason']}`,
      /^It defers each message: 450 4\.1\.8 <…@example\.com>: Domain not found\. They are tried again; correct /,
    );
    const deferred = () => delivery.named('delivery.deferred').length;
    await until('more are deferred', async () => deferred() > 40);
    assert.equal(delivery.named('relay.all-deferred').length, 1, 'not of each message');
    refuses = false;
    await statusIs(id, 'sent');
    assert.equal(delivery.named('relay.all-deferred-over').length, 1);
  });

  test('where some are accepted between them it goes on', async (t) => {
    let n = 0;
    const sink = await openSink(t, (phase) => {
      n += phase === 'mail' ? 1 : 0;
      return phase === 'mail' && n % 4 !== 0 ? { code: 550, text: '5.7.1 no' } : undefined;
    });
    const { id } = await campaignFor(40);
    const delivery = deliver(t, db, sink, { retry: RETRY });
    await statusIs(id, 'sent');
    assert.deepEqual(await statesOf(db, id), { accepted: 40 });
    assert.deepEqual(delivery.named('relay.all-deferred'), []);
  });

  test('a relay without room says so before it knows whom to: it is slowed as a whole', async (t) => {
    const sink = await openSink(t, (phase) =>
      phase === 'mail' ? { code: 452, text: '4.3.1 Insufficient system storage' } : undefined,
    );
    const { id } = await campaignFor(30);
    deliver(t, db, sink, { retry: RETRY });
    const names = () => db.selectFrom('destination').select('name').where('reason', 'like', '452%').execute();
    await until('it is slowed', async () => (await names()).length > 0);
    assert.deepEqual(
      (await names()).map(({ name }) => name),
      ['*'],
    );
    assert.equal((await ledgerOf(db, id)).filter(({ state }) => state === 'rejected').length, 0);
  });
});

test('a relay that defers one sender of two is told of that campaign, and when it is over', () => {
  const lines: LogLine[] = [];
  const said = () => lines.splice(0);
  const log = createLogger('info', { write: (line) => void lines.push(JSON.parse(line) as LogLine) });
  const refusals = openRefusals({ db: undefined as never, clock: systemClock, log });
  const relay = { id: 3, label: 'R', host: 'mx.example.com' } as SendingRelay;
  const reply = parseReply('450 4.1.8 <news@example.com>: Domain not found');
  assert.ok(reply);
  const answer = classifyReply(reply);
  const deferred = (campaignId: number, attempts = 0) =>
    refusals.deferred({ campaignId, attempts }, relay, answer, undefined);
  for (let n = 0; n < 9; n += 1) {
    deferred(7);
    deferred(9, 1);
    refusals.accepted(8, relay);
  }
  deferred(9, 2);
  refusals.accepted(8, relay);
  assert.deepEqual(said(), [], 'of those tried again each may have its reason');
  deferred(7);
  const [told] = said();
  assert.deepEqual([told?.event, told?.['campaign_id']], ['relay.all-deferred', 7]);
  assert.match(`${told?.['reason']}`, /^It defers each message of a campaign: 450 4\.1\.8 /);
  refusals.accepted(8, relay);
  assert.deepEqual(said(), [], 'another campaign says nothing of this one');
  refusals.accepted(7, relay);
  assert.deepEqual(
    said().map(({ event }) => event),
    ['relay.all-deferred-over'],
  );
});

test('what a relay refuses to anybody', () => {
  const relay = {} as SendingRelay;
  const of = (raw: string, isToMail?: true, direct = false) => {
    const reply = parseReply(raw);
    assert.ok(reply);
    const answer = classifyReply({ ...reply, ...(isToMail && { isToMail }) });
    return refusedForAll(answer, direct ? ({ direct: {} } as unknown as SendingRelay) : relay);
  };
  assert.equal(of('550 5.7.1 no', true), 'until-mended');
  assert.equal(of('550 5.7.1 no'), undefined);
  assert.equal(of('550 5.7.1 no', true, true), undefined, 'one receiver');
  assert.equal(of('552 5.3.4 Message size exceeds fixed limit', true), undefined);
  assert.equal(of('553 5.6.7 SMTPUTF8 is required', true), undefined);
  assert.equal(of('450 4.1.8 Domain of sender not found', true), undefined);
  assert.equal(of('554 5.7.1 Service unavailable; Client host blocked using zen.spamhaus.org', true), 'for-now');
  assert.equal(of('550 5.4.5 Daily user sending limit exceeded.'), 'for-now');
  assert.equal(of('550 5.7.1 Relay access denied'), 'until-mended');
  assert.equal(of('550 5.1.1 No such user here'), undefined);
});
