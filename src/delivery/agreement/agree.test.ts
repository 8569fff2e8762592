// Workers that were started with different settings, and campaigns that must not begin.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { deliver } from '../../../test/support/delivery.ts';
import { campaignOf, seedCampaign, seedList, seedSubscribers, statesOf } from '../../../test/support/delivery-rows.ts';
import { addRelayRow } from '../../../test/support/relays.ts';
import { openSink } from '../../../test/support/sink.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteStore } from '../../../test/support/suite.ts';
import { relayRow } from '../../../test/support/throttling.ts';
import { until } from '../../../test/support/until.ts';
import { warningsOf } from '../../campaigns/warnings/warnings.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { createLogger } from '../../kernel/log.ts';
import { storedFault } from '../../kernel/sentences/sentence.ts';
import { startInbox } from '../../mail/inbox/server.ts';
import { parseRelayUrl } from '../../mail/smtp/relay-url.ts';
import { findDelivery } from '../../messages/explain/delivery-state.ts';
import { explainAddress } from '../../messages/explain/explain.ts';
import { pageOfLog } from '../../messages/log/log.ts';
import { findSettingsInForce, forgetRelay } from '../../relays/in-force.ts';
import { configuredRelay } from '../../relays/usable.ts';
import { countLate } from '../../reports/queue/overdue.ts';
import type { Db } from '../../storage/db.ts';
import { findProblems } from '../../web/problems.ts';

const PLACEHOLDER = JSON.stringify({ name: 'First customer', address_1: 'Postal address not set' });

eachEngine('workers that must agree', (engine) => {
  const opened = suiteStore(engine);
  let db: Db;
  before(() => {
    ({ db } = opened());
  });

  async function campaignFor(people: number, company?: string): Promise<{ id: number; customerId: number }> {
    const seed = await seedList(db);
    if (company !== undefined) {
      await db.updateTable('customer').set({ company }).where('id', '=', seed.customerId).execute();
    }
    await seedSubscribers(db, seed, people);
    return { id: await seedCampaign(db, seed), customerId: seed.customerId };
  }
  const isSent = (id: number) => async () => (await campaignOf(db, id)).status === 'sent';
  const waitsOf = async (id: number) => (await findDelivery(db, await campaignOf(db, id), Date.now())).waits;
  const relaysOf = async (id: number) => {
    const page = await pageOfLog(db, await campaignOf(db, id), { filter: {}, request: { page: 1, perPage: 50 } });
    return new Set(page.entries.map(({ relay }) => relay));
  };
  const inboxRelay = async (t: { after(close: () => Promise<void>): void }) => {
    const inbox = await startInbox({ db, port: 0, log: createLogger('silent') });
    t.after(() => inbox.close());
    return configuredRelay(parseRelayUrl(inbox.url), { isInbox: true });
  };

  test('who was started with another relay sends nothing while the others live, and takes over when it is alone', async (t) => {
    const [ours, theirs] = [await openSink(t), await openSink(t)];
    const first = deliver(t, db, ours);
    await until('the first is there', () => first.named('delivery.started').length === 1);
    const second = deliver(t, db, theirs);
    await until('the second is told', () => second.named('delivery.refused').length === 1);
    const reason = String(second.named('delivery.refused')[0]?.['reason']);
    assert.match(reason, /^MAILWRIGHT_SMTP_URL: smtp:\/\/127\.0\.0\.1:\d+ here, smtp:\/\/127\.0\.0\.1:\d+ in force\./);
    assert.doesNotMatch(reason, /\n/);
    const one = await campaignFor(30);
    await until('it is sent', isSent(one.id));
    assert.deepEqual([ours.received.length, theirs.received.length], [30, 0]);
    await first.stop();
    const two = await campaignFor(20);
    await until('the other sends', isSent(two.id));
    assert.deepEqual([ours.received.length, theirs.received.length], [30, 20]);
    const [changed] = second.named('settings.changed').map((line) => String(line['changed']));
    const [before, now] = [ours, theirs].map(({ port }) => `smtp://127.0.0.1:${port}`);
    assert.equal(changed, `MAILWRIGHT_SMTP_URL: ${now}, before: ${before}`);
    assert.equal(second.named('delivery.refused').length, 1, 'told once');
    assert.deepEqual(await relaysOf(one.id), new Set([`smtp://127.0.0.1:${ours.port}`]));
    assert.deepEqual(await relaysOf(two.id), new Set([`smtp://127.0.0.1:${theirs.port}`]));
    const [accepted] = second.named('delivery.accepted');
    assert.equal(accepted?.['relay'], 'Configuration (127.0.0.1)');
    assert.doesNotMatch(JSON.stringify(await findSettingsInForce(db)), /a secret of tests/);
  });

  test('the same for secret, base address, return address, user and password', async (t) => {
    const sink = await openSink(t);
    const login = { user: 'me', password: 'first' };
    const relay = { ...configuredRelay(parseRelayUrl(`${sink.url}&as=outbound`)), ...login };
    const first = deliver(t, db, sink, { relay });
    await until('the first is there', () => first.named('delivery.started').length === 1);
    const others = {
      MAILWRIGHT_SECRET: { relay, secret: 'another secret of tests' },
      MAILWRIGHT_BASE_URL: { relay, baseUrl: 'http://other.example.com' },
      MAILWRIGHT_RETURN_ADDRESS: { relay, returnAddress: 'bounce@example.com' },
      MAILWRIGHT_SMTP_URL: { relay: { ...relay, password: 'second' } },
    };
    for (const [variable, options] of Object.entries(others)) {
      const other = deliver(t, db, sink, options);
      await until(variable, () => other.named('delivery.refused').length === 1);
      const reason = String(other.named('delivery.refused')[0]?.['reason']);
      assert.match(reason, new RegExp(`^${variable}: [^;]*\\. `), 'this one and no other');
      assert.doesNotMatch(reason, /second|another secret/);
      await other.stop();
    }
    const same = deliver(t, db, sink, { relay: { ...relay, port: 1, lanes: 7, name: 'node-2' } });
    await until(
      'lanes, greeting and the way to it are its own matter',
      () => same.named('delivery.started').length === 1,
    );
  });

  test('the test inbox takes nothing of a store that has a relay, until the relay is given up', async (t) => {
    const relay = await inboxRelay(t);
    const worker = deliver(t, db, await openSink(t), { relay });
    await until('it is told', () => worker.named('delivery.refused').length === 1);
    assert.match(String(worker.named('delivery.refused')[0]?.['reason']), /npx mailwright relay forget/);
    const { id, customerId } = await campaignFor(5);
    await db.deleteFrom('lease').where('name', 'like', 'worker:%').execute();
    assert.match((await waitsOf(id)) ?? '', /^No worker is allowed to send\. MAILWRIGHT_SMTP_URL/);
    await forgetRelay(db, Date.now());
    await until('it goes to the inbox', isSent(id));
    assert.deepEqual(await relaysOf(id), new Set(['test inbox']));
    // A relay of the store, though switched off and somebody else's.
    const other = await seedList(db);
    await addRelayRow(db, { ...relayRow(other.customerId), status: 'inactive' });
    const next = await seedCampaignOf(customerId);
    await until('it says why', async () => /^No delivery server is available/.test((await waitsOf(next)) ?? ''));
    assert.deepEqual((await statesOf(db, next))['accepted'], undefined);
    await db.deleteFrom('relay').execute();
    await until('and goes on', isSent(next));
    await worker.stop();
  });

  async function seedCampaignOf(customerId: number): Promise<number> {
    const list = await db
      .selectFrom('list')
      .select('id')
      .where('customer_id', '=', customerId)
      .executeTakeFirstOrThrow();
    return seedCampaign(db, { customerId, listId: list.id } as Parameters<typeof seedCampaign>[1]);
  }

  test('without a public address no campaign begins; with one it does by itself', async (t) => {
    const sink = await openSink(t);
    const baseUrl = 'http://127.0.0.1:8080';
    const worker = deliver(t, db, sink, { baseUrl, isBaseUrlDefault: true });
    await until('it is there', () => worker.named('delivery.started').length === 1);
    const { id, customerId } = await campaignFor(5);
    await until('it is held', () => worker.named('campaign.held').length === 1);
    assert.match((await waitsOf(id)) ?? '', /^No campaign can start: MAILWRIGHT_BASE_URL is not set/);
    const recipients = db.selectFrom('subscriber').select('email').where('customer_id', '=', customerId);
    const { email } = await recipients.executeTakeFirstOrThrow();
    const { text } = await explainAddress(db, await campaignOf(db, id), email, Date.now());
    assert.match(
      text,
      /^The campaign has not started: it waits\. No campaign can start: MAILWRIGHT_BASE_URL is not set/,
    );
    const warnings = await warningsOf(db, await campaignOf(db, id));
    assert.deepEqual(
      warnings.map(({ member }) => member),
      ['links'],
    );
    assert.match((await findProblems(db, undefined)).notes.join(), /MAILWRIGHT_BASE_URL/);
    await worker.stop();
    assert.equal(sink.received.length, 0);
    // Said on purpose, it is only warned about.
    deliver(t, db, sink, { baseUrl });
    await until('it is sent', isSent(id));
    assert.match((await findProblems(db, undefined)).notes.join(), /address of this machine/);
  });

  test('nor with the address that nobody has set; a company of the list is enough', async (t) => {
    const sink = await openSink(t);
    const worker = deliver(t, db, sink);
    const { id, customerId } = await campaignFor(5, PLACEHOLDER);
    await until('it is held', () => worker.named('campaign.held').length === 1);
    assert.match((await waitsOf(id)) ?? '', /^The campaign cannot start: the postal address is not set/);
    await until('its notice says so', async () => {
      const sentences = storedFault((await campaignOf(db, id)).notice);
      return sentences.map(({ code }) => code).join() === 'notice-held,waits-address';
    });
    assert.deepEqual(await countLate(db, Date.now() + MINUTE_MS), { held: 1, overdue: 0 });
    assert.deepEqual(
      (await warningsOf(db, await campaignOf(db, id))).map(({ member }) => member),
      ['company'],
    );
    assert.match((await findProblems(db, undefined)).notes.join(), /postal address of one customer/);
    assert.equal(sink.received.length, 0);
    const company = JSON.stringify({ name: 'Example', address_1: '1 Main St', city: 'Dover' });
    await db.updateTable('list').set({ company }).where('customer_id', '=', customerId).execute();
    await until('it is sent', isSent(id));
    assert.equal((await campaignOf(db, id)).notice, null);
    assert.equal(worker.named('campaign.held').length, 1, 'told once');
    // One of several lists that is removed is left out, and needs none.
    const removed = await seedList(db, Date.now(), customerId);
    await db.updateTable('list').set({ status: 'removed' }).where('id', '=', removed.listId).execute();
    const { list_id: listId } = await campaignOf(db, id);
    const draft = { status: 'draft', further_lists: String(removed.listId) } as const;
    const several = await seedCampaign(db, { ...removed, listId }, draft);
    assert.deepEqual(await warningsOf(db, await campaignOf(db, several)), []);
    // Empty is no address either; a name and a web site are none.
    await db.updateTable('customer').set({ company }).execute();
    for (const none of ['{}', JSON.stringify({ name: 'Example', website: 'https://example.com', address_1: ' ' })]) {
      const other = await campaignFor(2, none);
      await until('it is held', async () =>
        /^The campaign cannot start: the postal address is not set/.test((await waitsOf(other.id)) ?? ''),
      );
      assert.equal((await warningsOf(db, await campaignOf(db, other.id)))[0]?.member, 'company');
      assert.match((await findProblems(db, undefined)).notes.join(), /postal address of one customer/);
      assert.equal(sink.received.length, 5);
      await db.updateTable('customer').set({ company }).execute();
      await db.updateTable('campaign').set({ status: 'sent' }).where('id', '=', other.id).execute();
    }
  });
});
