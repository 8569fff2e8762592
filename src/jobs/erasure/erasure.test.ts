// A person: everything that is stored, and its erasure, on both engines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus, type TestAnswer } from '../../../test/support/app.ts';
import { addList, type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import { uploadImport } from '../../../test/support/jobs.ts';
import { putMessage } from '../../../test/support/ledger.ts';
import { untilWaiting } from '../../../test/support/lock-waits.ts';
import { seedDelivery } from '../../../test/support/message-rows.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { emailKey } from '../../kernel/address.ts';
import { insertMails } from '../../mail/inbox/queries.ts';
import { holdMessages } from '../../messages/uncertain/settle.ts';
import { inTransaction } from '../../storage/db.ts';
import { recordHitsIn } from '../../tracking/recorder/recorder.ts';
import { queueEmail } from '../../transactional/queue.ts';

eachEngine('a person who is erased', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });
  const get = async (path: string, status = 200) => {
    const answer = await app.call('GET', path);
    assertStatus(answer, status);
    return answer.json.data?.record ?? answer.json.data ?? answer.json.error;
  };
  const erase = async (uid: string, json: object, status = 200) => {
    const answer = await app.call('POST', `/subscribers/${uid}/erase`, { json });
    assertStatus(answer, status);
    return answer.json.data?.record ?? answer.json.error;
  };
  /** Somebody of two lists with a trace in every table. */
  const makeKnown = async (email: string) => {
    const at = app.clock.now();
    const reply = `550 <${email}> unknown`;
    const message = { state: 'rejected', reason: 'rejected', reply, detail: email, finished_at: at } as const;
    const seeded = await seedDelivery(app, [{ email, message }, { message: { state: 'accepted', finished_at: at } }]);
    const person = seeded.people[0];
    assert.ok(person);
    const other = await addList(app);
    assertStatus(await app.call('POST', `/lists/${other}/subscribers`, { json: { EMAIL: email } }), 201);
    const of = { customer_id: app.customer.id, campaign_id: seeded.id, subscriber_id: person.id, at };
    const from = { ip_address: '192.0.2.1', user_agent: 'Thunderbird/115' };
    await app.db
      .insertInto('open')
      .values({ ...of, ...from, machine: null })
      .execute();
    await app.db
      .insertInto('click')
      .values({ ...of, ...from, machine: null, link_id: 0 })
      .execute();
    await app.db
      .insertInto('unsubscribe')
      .values({ ...of, ...from, reason: 'other', note: 'I am Zoe' })
      .execute();
    await app.db
      .insertInto('bounce')
      .values({ ...of, type: 'hard', enhanced: null, message: reply, counted: 1 })
      .execute();
    await app.db
      .insertInto('complaint')
      .values({ ...of, message: email })
      .execute();
    const to = { name: 'Zoe', email };
    const sender = { name: 'Ada', email: 'ada@example.com' };
    const mail = { customerId: app.customer.id, kind: 'transactional' as const, to, from: sender };
    await inTransaction(app.db, (tx) => queueEmail(tx, { ...mail, subject: 'Dear Zoe', html: '<p>Zoe</p>' }, at));
    assertStatus(await app.call('POST', '/suppressions', { json: { email } }), 201);
    return { person, campaign: seeded, other };
  };
  /** Another customer has the same address on a list. */
  const knownToAnother = async (email: string) => {
    const { key } = await app.addCustomer();
    const list = await addList(app, key);
    assertStatus(await app.call('POST', `/lists/${list}/subscribers`, { key, json: { EMAIL: email } }), 201);
    const row = await app.db.selectFrom('list').select('customer_id').where('uid', '=', list).executeTakeFirstOrThrow();
    return { key, customerId: row.customer_id };
  };
  const othersRows = async (customerId: number) => {
    const rows = [];
    for (const table of ['subscriber', 'consent'] as const) {
      rows.push(await app.db.selectFrom(table).selectAll().where('customer_id', '=', customerId).execute());
    }
    return rows;
  };
  /** Tables that still hold the address, as a text anywhere. */
  const tablesWith = async (email: string) => {
    const found: string[] = [];
    const tables = ['subscriber', 'message', 'work', 'open', 'click', 'unsubscribe', 'bounce', 'complaint'] as const;
    for (const table of [...tables, 'email', 'suppression', 'confirmation', 'suppressed_hash', 'consent'] as const) {
      const rows = await app.db.selectFrom(table).selectAll().where('customer_id', '=', app.customer.id).execute();
      if (JSON.stringify(rows).toLowerCase().includes(email)) found.push(table);
    }
    return found;
  };

  test('everything stored is told', async () => {
    const { person, other } = await makeKnown('zoe@example.test');
    const told = await get(`/subscribers/${person.uid}/export`);
    assert.deepEqual(
      told.memberships.map((one: { list_uid: string }) => one.list_uid),
      [app.listUid, other],
    );
    assert.equal(told.suppression.reason, 'manual');
    assert.deepEqual(
      [told.messages[0].state, told.messages[0].reply, told.opens[0].ip_address, told.clicks[0].user_agent],
      ['rejected', '550 <zoe@example.test> unknown', '192.0.2.1', 'Thunderbird/115'],
    );
    assert.deepEqual(
      [told.unsubscribes[0].note, told.bounces[0].type, told.complaints[0].message, told.emails.at(-1).subject],
      ['I am Zoe', 'hard', 'zoe@example.test', 'Dear Zoe'],
    );
    const { key } = await app.addCustomer();
    assertStatus(await app.call('GET', `/subscribers/${person.uid}/export`, { key }), 404);
    assertStatus(
      await app.call('POST', `/subscribers/${person.uid}/erase`, { key, json: { email: person.email } }),
      404,
    );
  });

  test('nothing names them any more, and no figure changes', async () => {
    const email = 'yan@example.test';
    const { person, campaign, other } = await makeKnown(email);
    const figures = async () => [
      await get(`/campaigns/${campaign.uid}/stats`),
      (await get(`/campaigns/${campaign.uid}/opens`)).records.length,
      (await get(`/campaigns/${campaign.uid}/clicks`)).records.length,
    ];
    const before = await figures();
    const erased = await erase(person.uid, { email: 'YAN@example.test' });
    assert.deepEqual(erased, {
      lists: 2,
      opens: 1,
      clicks: 1,
      unsubscribes: 1,
      bounces: 1,
      complaints: 1,
      suppressed: false,
      messages: erased.messages,
      emails: erased.emails,
      test_inbox: 0,
      files: 0,
      consents: 1,
    });
    assert.ok(erased.messages >= 1 && erased.emails >= 1);
    assert.deepEqual(await tablesWith(email), []);
    assert.deepEqual(await figures(), before);
    assert.equal((await get(`/lists/${other}/people`)).total, 0);
    const { db } = app;
    const events = await db
      .selectFrom('click')
      .select(['ip_address', 'user_agent'])
      .where('subscriber_id', '=', person.id)
      .execute();
    assert.deepEqual(
      events.map(({ ip_address, user_agent }) => [ip_address, user_agent]),
      [[null, null]],
    );
    await get(`/subscribers/${person.uid}`, 404);
    await erase(person.uid, { email }, 404);
    // They may come back, and get mail then.
    assertStatus(await app.call('POST', `/lists/${other}/subscribers`, { json: { EMAIL: email } }), 201);
    assert.deepEqual(await tablesWith(email), ['subscriber', 'consent']);
  });

  test('where it is asked for, the address is never mailed again, however it comes back', async () => {
    for (const [name, comeBack] of [
      ['one', (EMAIL: string) => app.call('POST', `/lists/${app.listUid}/subscribers`, { json: { EMAIL } })],
      [
        'bulk',
        (EMAIL: string) =>
          app.call('POST', `/lists/${app.listUid}/subscribers/bulk`, { json: { subscribers: [{ EMAIL }] } }),
      ],
    ] as const) {
      const email = `${name}@example.test`;
      const { person } = await makeKnown(email);
      const erased = await erase(person.uid, { email, keep_suppressed: 'yes' });
      assert.equal(erased.suppressed, true);
      assert.deepEqual(await tablesWith(email), []);
      assertStatus(await comeBack(email), 201);
      const row = await app.db
        .selectFrom('suppression')
        .select(['reason', 'detail'])
        .where('customer_id', '=', app.customer.id)
        .where('email_key', '=', emailKey(email))
        .executeTakeFirst();
      assert.deepEqual([row?.reason, row?.detail], ['manual', 'was erased, and is not to be emailed again']);
      assert.equal((await app.db.selectFrom('suppressed_hash').selectAll().execute()).length, 0);
    }
  });

  test('by address alone: exported as JSON and as a page, erased with files that hold it, of this customer only', async () => {
    const email = 'wim@example.test';
    const { key, customerId } = await knownToAnother(email);
    await makeKnown(email);
    const file = await uploadImport(
      app,
      app.listUid,
      `EMAIL,FNAME\nother@example.test,Bo\n${email.toUpperCase()},Wim\n`,
    );
    const kept = await uploadImport(app, app.listUid, 'EMAIL\nsomebody@example.test\n');
    const told = await get(`/people/${email}/export`);
    assert.deepEqual([told.memberships.length, told.consents.length > 0, told.opens.length], [2, true, 1]);
    const page = await app.call('GET', `/people/${email}/export.html`);
    assertStatus(page, 200);
    assert.match(page.text, /<h2>Consents<\/h2>.*I am Zoe/s);
    assertStatus(await app.call('GET', '/people/nobody@example.test/export'), 404);
    assertStatus(await app.call('GET', '/people/nobody/export'), 404);
    const ofOther = await othersRows(customerId);
    const byEmail = async (json: object) => {
      const answer = await app.call('POST', `/people/${email}/erase`, { json });
      assertStatus(answer, 200);
      return answer.json.data.record;
    };
    const erased = await byEmail({});
    assert.deepEqual([erased.lists, erased.files, erased.opens], [2, 1, 1]);
    assert.deepEqual(await tablesWith(email), []);
    const left = await app.db
      .selectFrom('job_piece')
      .innerJoin('job', (on) =>
        on.onRef('job.customer_id', '=', 'job_piece.customer_id').onRef('job.id', '=', 'job_piece.job_id'),
      )
      .select('job.uid')
      .execute();
    assert.ok(left.some(({ uid }) => uid === kept.import_uid) && !left.some(({ uid }) => uid === file.import_uid));
    const again = await byEmail({ keep_suppressed: 'yes' });
    assert.deepEqual([again.lists, again.messages, again.files, again.suppressed], [0, 0, 0, true]);
    assert.equal((await byEmail({})).suppressed, true); // the hash of before is still kept
    assertStatus(await app.call('GET', `/people/${email}/export`), 404);
    assert.deepEqual(await othersRows(customerId), ofOther);
    assertStatus(await app.call('GET', `/people/${email}/export`, { key }), 200);
    const audit = await app.db.selectFrom('audit').selectAll().where('operation', '=', 'erasePersonByEmail').execute();
    assert.ok(audit.length === 3 && !JSON.stringify(audit).includes('wim'));
  });

  test('files that write the address in another way are found: its domain in ASCII, UTF-16 of either order', async () => {
    const utf16 = Buffer.from('\ufeffEMAIL\nida@bücher.example', 'utf16le');
    const files = ['EMAIL\nIda@xn--bcher-kva.example\n', utf16, Buffer.from(utf16).swap16()];
    for (const file of files) await uploadImport(app, app.listUid, file);
    const path = `/people/${encodeURIComponent('ida@bücher.example')}/erase`;
    const erased = await app.call('POST', path, { json: {} });
    assertStatus(erased, 200);
    assert.equal(erased.json.data.record.files, files.length);
  });

  test('mails in the test inbox go, however they write the address', async () => {
    const { customerId } = await knownToAnother('änn@bücher.example');
    const put = (ofCustomer: number, rcpt_to: string) => {
      const envelope = { mail_from: 'a@example.test', rcpt_to, subject: 'x', search: 'x', size: 1, received_at: 0 };
      return insertMails(app.db, [{ customer_id: ofCustomer, ...envelope, source: Buffer.from('x') }]);
    };
    for (const to of ['ÄNN@bücher.example', 'änn@XN--BCHER-KVA.example', 'bob@example.test, Änn@bücher.example'])
      await put(app.customer.id, to);
    await put(app.customer.id, 'ann@bücher.example');
    await put(customerId, 'änn@bücher.example');
    const path = `/people/${encodeURIComponent('Änn@bücher.example')}/erase`;
    const erased = await app.call('POST', path, { json: {} });
    assertStatus(erased, 200);
    assert.equal(erased.json.data.record.test_inbox, 3);
    const left = await app.db.selectFrom('inbox_mail').select('rcpt_to').orderBy('id').execute();
    assert.deepEqual(
      left.map(({ rcpt_to }) => rcpt_to),
      ['ann@bücher.example', 'änn@bücher.example'],
    );
  });

  test('not by mistake, and not while a message is on its way', async () => {
    const email = 'xan@example.test';
    const { person, campaign } = await makeKnown(email);
    assert.match((await erase(person.uid, {}, 422)).email, /blank/);
    assert.match((await erase(person.uid, { email: 'other@example.test' }, 422)).email, /address of this person/);
    const flying = { customer_id: app.customer.id, campaign_id: campaign.id, subscriber_id: person.id };
    await app.db.deleteFrom('message').where('subscriber_id', '=', person.id).execute();
    await putMessage(app.db, { ...flying, state: 'in_flight' });
    assert.match(await erase(person.uid, { email }, 400), /on its way right now/);
    assert.ok((await tablesWith(email)).includes('subscriber'));
  });

  test('while the person unsubscribes by mail: one waits for the other', async () => {
    const email = 'uma@example.test';
    const { person, campaign } = await makeKnown(email);
    const message = { campaignId: campaign.id, subscriberId: person.id };
    let erased: Promise<TestAnswer> | undefined;
    await inTransaction(app.db, async (tx) => {
      await holdMessages(tx, [message]);
      erased = app.call('POST', `/people/${email}/erase`, { json: {} });
      if (engine.name === 'postgres') await untilWaiting(app.db, 'the erasure waits');
      const visitor = { ipAddress: null, userAgent: 'Test' };
      await recordHitsIn(tx, [{ kind: 'unsubscribe', message, linkId: 0, visitor }], app.clock.now());
    });
    assert.ok(erased);
    assertStatus(await erased, 200);
    assert.deepEqual(await tablesWith(email), []);
  });
});
