import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus, openTestApp } from '../../../test/support/app.ts';
import { makeList, news } from '../../../test/support/lists.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { settingsOf } from '../../lists/list-settings.ts';
import { changeList } from '../../lists/update.ts';
import { mailNotices, NOTICE_EVERY_MS, NOTICE_LAG_MS } from './send.ts';

eachEngine('notices', (engine) => {
  test('subscribers who joined and left in ten minutes are listed in one mail, once', async (t) => {
    const app = await openTestApp(t, engine);
    const { db, clock, call } = app;
    const notifications = {
      subscribe: 'yes',
      subscribe_to: 'a@example.com, b@example.com',
      unsubscribe: 'yes',
      unsubscribe_to: 'a@example.com',
    };
    const uid = await makeList(app, { ...news, notifications });
    const quiet = await makeList(app);
    const add = async (list: string, email: string, status = 'confirmed', source = 'api') => {
      const answer = await call('POST', `/lists/${list}/subscribers`, {
        json: { EMAIL: email, details: { status, source } },
      });
      assertStatus(answer, 201);
      return answer.json.data.record.subscriber_uid as string;
    };
    const mails = async () => {
      await mailNotices({ db, clock, mayGoOn: () => true });
      const rows = await db
        .selectFrom('email')
        .select(['to_email', 'subject', 'plain_text', 'html'])
        .orderBy('id')
        .execute();
      await db.deleteFrom('email').execute();
      return rows.map(({ to_email, subject, plain_text, html }) => ({
        to_email,
        subject,
        text: `${plain_text}`,
        html,
      }));
    };
    const next = () => clock.forward(NOTICE_EVERY_MS + NOTICE_LAG_MS + 1);

    clock.forward(1);
    const first = await add(uid, "x+&'b@example.com");
    await add(uid, 'waits@example.com', 'unconfirmed');
    await add(uid, 'imported@example.com', 'confirmed', 'import');
    await add(quiet, 'quiet@example.com');
    assert.deepEqual(await mails(), [], 'not yet');
    next();
    const came = await mails();
    assert.deepEqual(
      came.map(({ to_email, subject }) => [to_email, subject]),
      [
        ['a@example.com', '1 new subscriber of News'],
        ['b@example.com', '1 new subscriber of News'],
      ],
    );
    assert.match(came[0]?.text ?? '', /^1 new subscriber of News\n\nx\+&'b@example\.com\n/);
    assert.match(came[0]?.html ?? '', /<li>x\+&amp;&#39;b@example\.com<\/li>/);
    next();
    assert.deepEqual(await mails(), [], 'once');

    const many = Array.from({ length: 52 }, (_, i) => ({
      EMAIL: `n${i}@example.com`,
      details: { status: 'confirmed' },
    }));
    assertStatus(await call('POST', `/lists/${uid}/subscribers/bulk`, { json: { subscribers: many } }), 201);
    assertStatus(await call('PUT', `/lists/${uid}/subscribers/${first}/unsubscribe`), 200);
    next();
    const both = await mails();
    assert.deepEqual(
      both.map(({ to_email, subject }) => [to_email, subject]),
      [
        ['a@example.com', '52 new subscribers of News'],
        ['b@example.com', '52 new subscribers of News'],
        ['a@example.com', '1 person left News'],
      ],
    );
    assert.match(both[0]?.html ?? '', /<html lang="en">.*<li>n0@example\.com<\/li>.*and 2 more/s);

    await db.updateTable('customer').set({ locale: 'de-CH' }).where('id', '=', app.customer.id).execute();
    await add(uid, 'neu@example.com');
    next();
    const [german] = await mails();
    assert.equal(german?.subject, '1 neue Anmeldung bei News');
    assert.match(german?.html ?? '', /<html lang="de">.*<li>neu@example\.com<\/li>/s);

    // A change of the list that began before the notices were mailed does not make them due again.
    const before = await db.selectFrom('list').selectAll().where('uid', '=', uid).executeTakeFirstOrThrow();
    await add(uid, 'between@example.com');
    next();
    assert.equal((await mails()).length, 2);
    await changeList(db, before, settingsOf(before), clock.now());
    next();
    assert.deepEqual(await mails(), []);

    const off = { notifications: { subscribe: 'no', unsubscribe: 'no' } };
    assertStatus(await call('PUT', `/lists/${uid}`, { json: off }), 200);
    await add(uid, 'late@example.com');
    next();
    assert.deepEqual(await mails(), [], 'nobody is told any more');
    assertStatus(await call('PUT', `/lists/${uid}`, { json: { notifications } }), 200);
    next();
    assert.deepEqual(await mails(), [], 'what was before is not told');
  });
});
