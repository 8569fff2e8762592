// Files and headers of a campaign as the mail server gets them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import PostalMime from 'postal-mime';
import { attachedBytes } from '../../test/support/attached-bytes.ts';
import { deliver } from '../../test/support/delivery.ts';
import { campaignOf, seedCampaign, seedList, seedSubscribers, statesOf } from '../../test/support/delivery-rows.ts';
import { verifyDkim } from '../../test/support/dkim-verifier.ts';
import { openSink } from '../../test/support/sink.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { until } from '../../test/support/until.ts';
import { keepAttachedFiles } from '../campaigns/attached/files.ts';
import { createDomain } from '../domains/create.ts';
import { keyRecord } from '../domains/records.ts';
import { sha256 } from '../kernel/ids.ts';
import { inTransaction } from '../storage/db.ts';

const SECRET = 'a secret of tests';

eachEngine('delivery of files and headers', (engine) => {
  const opened = suiteStore(engine);

  test('each message ends with the files, has the headers, and its signatures verify', async (t) => {
    const { db } = opened();
    const sink = await openSink(t);
    const seed = await seedList(db);
    await seedSubscribers(db, seed, 5);
    const id = await seedCampaign(db, seed);
    const { customer_id } = await campaignOf(db, id);
    const content = Buffer.from(Array.from({ length: 400_000 }, (_, i) => (i * i) % 251));
    const file = { hash: sha256(content), name: 'Übersicht.pdf', mediaType: 'application/pdf', size: content.length };
    const other = { hash: sha256('.dots\n..'), name: 'b.txt', mediaType: 'text/plain', size: 8 };
    await inTransaction(db, (tx) =>
      keepAttachedFiles(tx, { id, customer_id }, [
        { ...file, content },
        { ...other, content: Buffer.from('.dots\n..') },
      ]),
    );
    const headers = JSON.stringify([
      { name: 'X-Edition', value: 'Frühling' },
      { name: 'X-For', value: 'to [EMAIL]' },
      { name: 'X-None', value: '[CAMPAIGN_SEGMENT_NAME]' },
    ]);
    const attachments = JSON.stringify([file, other]);
    await db
      .updateTable('campaign')
      .set({ content: '<p>Hi [FNAME]</p>', headers, attachments })
      .where('id', '=', id)
      .execute();
    const domain = await createDomain(db, {
      customerId: customer_id,
      name: 'example.com',
      secret: SECRET,
      at: Date.now(),
    });
    const keys = await db.selectFrom('dkim_key').selectAll().where('domain_id', '=', domain.id).execute();
    const records = new Map(keys.map((key) => [`${key.selector}._domainkey.example.com`, keyRecord(key)]));
    deliver(t, db, sink, { secret: SECRET });
    await until('it is sent', async () => (await campaignOf(db, id)).status === 'sent');
    assert.deepEqual(await statesOf(db, id), { accepted: 5 });
    for (const { source } of sink.received) {
      const mail = await PostalMime.parse(source);
      assert.match(mail.html ?? '', /<p>Hi /);
      assert.match(mail.text ?? '', /^Hi /);
      assert.deepEqual(
        mail.attachments.map(({ filename, mimeType }) => [filename, mimeType]),
        [file, other].map(({ name, mediaType }) => [name, mediaType]),
      );
      assert.deepEqual(attachedBytes(source).map(sha256), [file.hash, other.hash]);
      const own = mail.headers.filter(({ key }) => key.startsWith('x-'));
      assert.deepEqual(Object.fromEntries(own.map(({ key, value }) => [key, value])), {
        'x-edition': '=?UTF-8?B?RnLDvGhsaW5n?=',
        'x-for': `to ${mail.to?.[0]?.address}`,
      });
      const verdicts = verifyDkim(Buffer.from(source), (name) => records.get(name));
      assert.deepEqual(
        verdicts.map(({ reason }) => reason),
        ['', ''],
      );
    }
  });
});
