// Signed mail as the mail server gets it: nothing on the way to the wire may change a byte that is
// signed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deliver } from '../../test/support/delivery.ts';
import { campaignOf, seedCampaign, seedList, seedSubscribers, statesOf } from '../../test/support/delivery-rows.ts';
import { verifyDkim } from '../../test/support/dkim-verifier.ts';
import { openSink } from '../../test/support/sink.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { until } from '../../test/support/until.ts';
import { createDomain } from '../domains/create.ts';
import { keyRecord } from '../domains/records.ts';

const SECRET = 'a secret of tests';

eachEngine('signed delivery', (engine) => {
  const opened = suiteStore(engine);

  test('both signatures verify at the mail server; with another secret nothing leaves', async (t) => {
    const { db } = opened();
    const sink = await openSink(t);
    const seed = await seedList(db);
    await seedSubscribers(db, seed, 20);
    const campaignId = await seedCampaign(db, seed);
    // lines of dots, which SMTP doubles on their way, and empty lines at the end
    const content = '<p>Hi [FNAME]</p>\n.\n..dots\n<a href="https://x.test/">x</a>\n\n\n';
    await db.updateTable('campaign').set({ content }).where('id', '=', campaignId).execute();
    const { customer_id: customerId } = await campaignOf(db, campaignId);
    const domain = await createDomain(db, { customerId, name: 'example.com', secret: SECRET, at: Date.now() });
    const keys = await db.selectFrom('dkim_key').selectAll().where('domain_id', '=', domain.id).execute();
    const records = new Map(keys.map((key) => [`${key.selector}._domainkey.example.com`, keyRecord(key)]));

    const locked = deliver(t, db, sink, { secret: 'another secret of tests' });
    await until('a message is put off', async () => ((await statesOf(db, campaignId))['deferred'] ?? 0) > 0);
    await locked.stop();
    assert.equal(sink.received.length, 0);
    const rows = await db.selectFrom('work').select(['reason', 'detail']).where('state', '=', 'deferred').execute();
    assert.ok(rows.every(({ reason }) => reason === 'signing'));
    for (const { detail } of rows) assert.match(detail ?? '', /No signing key of example\.com can be read/);

    await db.updateTable('work').set({ next_attempt_at: 0 }).where('state', '=', 'deferred').execute();
    deliver(t, db, sink, { secret: SECRET });
    await until('it is sent', async () => (await campaignOf(db, campaignId)).status === 'sent');
    assert.deepEqual(await statesOf(db, campaignId), { accepted: 20 });
    for (const { source } of sink.received) {
      const verdicts = verifyDkim(Buffer.from(source), (name) => records.get(name));
      assert.deepEqual(
        verdicts.map(({ reason }) => reason),
        ['', ''],
        source,
      );
    }
  });
});
