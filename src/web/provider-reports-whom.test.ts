// Which message a report of a provider is about, where that is not the newest to the address.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { TestApp } from '../../test/support/app.ts';
import { runOnStore } from '../../test/support/command.ts';
import { type Seed, seedCampaign, seedList, seedMessages, seedSubscribers } from '../../test/support/delivery-rows.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteApp } from '../../test/support/suite.ts';
import { providerCommand } from '../cli/commands/sending/provider.ts';
import { HOUR_MS, MINUTE_MS } from '../kernel/durations.ts';

eachEngine('whom a report of a provider is about', (engine) => {
  const opened = suiteApp(engine);
  let app: TestApp;
  let url: URL;
  before(async () => {
    app = opened();
    const { code, text } = await runOnStore(providerCommand, ['add', 'brevo'], app);
    assert.equal(code, 0, text);
    url = new URL(text.split('\n')[1] ?? '');
  });

  /** Two campaigns to the same people: accepted two hours ago, and just now. */
  async function twoCampaigns(prefix: string) {
    const seed = await seedList(app.db);
    await seedSubscribers(app.db, seed, 4, { prefix });
    const older = await acceptedBefore(seed, 2 * HOUR_MS);
    const newer = await acceptedBefore(seed, MINUTE_MS);
    const { uid } = await app.db.selectFrom('campaign').select('uid').where('id', '=', older).executeTakeFirstOrThrow();
    const of = app.db.selectFrom('subscriber').select(['id', 'uid', 'email', 'email_key', 'status']).orderBy('id');
    const people = () => of.where('list_id', '=', seed.listId).execute();
    return { ...seed, older, newer, uid, people };
  }

  async function acceptedBefore(seed: Seed, ago: number): Promise<number> {
    const id = await seedCampaign(app.db, seed, { status: 'sent' });
    await seedMessages(app.db, seed, id, { state: 'accepted' });
    const changed = app.db.updateTable('message').set({ finished_at: app.clock.now() - ago });
    await changed.where('customer_id', '=', seed.customerId).where('campaign_id', '=', id).execute();
    return id;
  }

  async function report(event: string, { email, at, id }: { email: string; at?: number; id?: string }): Promise<void> {
    const answer = await app.app.inject({
      method: 'POST',
      url: url.pathname,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${decodeURIComponent(url.password)}` },
      payload: JSON.stringify({
        event,
        email,
        ts_event: Math.floor((at ?? app.clock.now()) / 1_000),
        ...(id !== undefined && { 'message-id': `<${id}@mail.example.com>` }),
        reason: event === 'hard_bounce' ? '550 5.1.1 no such user' : '452 4.2.2 mailbox full',
      }),
    });
    assert.equal(answer.statusCode, 200);
  }

  /** The campaigns of the customer's bounces, complaints and unsubscribes. */
  async function counted(customerId: number): Promise<number[]> {
    const all: number[] = [];
    for (const table of ['bounce', 'complaint', 'unsubscribe'] as const) {
      const rows = await app.db
        .selectFrom(table as 'bounce')
        .select('campaign_id')
        .where('customer_id', '=', customerId)
        .execute();
      all.push(...rows.map((row) => row.campaign_id));
    }
    return all;
  }

  async function suppressed(customerId: number): Promise<string[]> {
    const of = app.db.selectFrom('suppression').select(['email', 'reason']).where('customer_id', '=', customerId);
    return (await of.orderBy('id').execute()).map(({ email, reason }) => `${email} ${reason}`);
  }

  test('a message that is not kept any more: counted at no other one; who is named gets no more mail', async () => {
    const { customerId, older, uid, people } = await twoCampaigns('kept');
    const removed = app.db.deleteFrom('message').where('customer_id', '=', customerId);
    await removed.where('campaign_id', '=', older).execute();
    const [hard, soft, spam, left] = await people();
    assert.ok(hard && soft && spam && left);
    for (const [event, person] of [
      ['hard_bounce', hard],
      ['soft_bounce', soft],
      ['spam', spam],
      ['unsubscribed', left],
      ['hard_bounce', hard],
    ] as const)
      await report(event, { email: person.email, id: `${uid}.${person.uid}` });
    assert.deepEqual(await counted(customerId), []);
    assert.deepEqual(await suppressed(customerId), [`${hard.email} hard-bounce`, `${spam.email} complaint`]);
    assert.deepEqual(
      (await people()).map(({ status }) => status),
      ['confirmed', 'confirmed', 'confirmed', 'unsubscribed'],
    );
  });

  test('a message of another installation, or to an address that somebody had before, says nothing', async () => {
    const { customerId, uid, people } = await twoCampaigns('other');
    const [person, changed] = await people();
    assert.ok(person && changed);
    await report('hard_bounce', { email: person.email, id: 'ab1234567890a.cd1234567890b' });
    await report('spam', { email: 'before@example.com', id: `zz1234567890a.${changed.uid}` });
    assert.deepEqual([await counted(customerId), await suppressed(customerId)], [[], []]);
    // What looks like one of our names, and is the recipient's address.
    const email = 'ab1234567890a.cd1234567890b@example.com';
    await app.db.updateTable('subscriber').set({ email, email_key: email }).where('id', '=', changed.id).execute();
    await report('spam', { email });
    assert.deepEqual((await counted(customerId)).length, 1);
    await report('spam', { email: person.email, id: `${uid}.${person.uid}` });
    assert.deepEqual((await counted(customerId)).length, 2);
  });

  test('a report that comes late is about what was out when it happened', async () => {
    const { customerId, older, newer, people } = await twoCampaigns('late');
    const [late, now, early] = await people();
    assert.ok(late && now && early);
    await report('soft_bounce', { email: late.email, at: app.clock.now() - HOUR_MS });
    assert.deepEqual(await counted(customerId), [older]);
    await report('soft_bounce', { email: now.email });
    assert.deepEqual(await counted(customerId), [older, newer]);
    // A clock that is wrong by hours: then the newest it is.
    await report('spam', { email: early.email, at: app.clock.now() - 5 * HOUR_MS });
    assert.deepEqual(await counted(customerId), [older, newer, newer]);
  });
});
