// Bulk actions as jobs: whom they are about, what becomes of each, whatever stops them.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { importCalls, runDueJobs, times, uploadImport } from '../../../test/support/jobs.ts';
import { makeList } from '../../../test/support/lists.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteApp } from '../../../test/support/suite.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { createLogger } from '../../kernel/log.ts';
import { JobLost } from '../progress.ts';
import { runBulkAction } from './run.ts';

eachEngine('bulk actions', (engine) => {
  const app = suiteApp(engine);
  const { uid, call, run, people, countOf, newList } = importCalls(app);
  const make = (json: object, status = 201) => call('POST', '/bulk-actions', { json }, status);
  const add = (EMAIL: string, status = 'confirmed', more: object = {}) =>
    call('POST', '/subscribers', { json: { EMAIL, details: { status }, ...more } }, 201);
  const statuses = async () => Object.fromEntries((await people()).map(({ EMAIL, status }) => [EMAIL, status]));
  const runIt = async (id: string, json: object = {}) => {
    await call('POST', `/bulk-actions/${id}/run`, { json });
    await runDueJobs(app());
    return call('GET', `/bulk-actions/${id}`);
  };
  /** The tallies say what the rows are. */
  const assertTallies = async (listUid: string) => {
    const { db } = app();
    const { id } = await db.selectFrom('list').select('id').where('uid', '=', listUid).executeTakeFirstOrThrow();
    const rows = await db.selectFrom('subscriber').select('status').where('list_id', '=', id).execute();
    const tallies = await db
      .selectFrom('tally')
      .select(['scope', 'n'])
      .where('owner_id', '=', id)
      .where('scope', 'like', 'subscribers:%')
      .execute();
    for (const { scope, n } of tallies) {
      assert.equal(n, rows.filter(({ status }) => scope === `subscribers:${status}`).length, scope);
    }
  };

  const rowsOf = (email: string) =>
    app().db.selectFrom('subscriber').selectAll().where('email', '=', email).orderBy('id').execute();

  beforeEach(newList);

  test('counted first, then done; who joins or leaves meanwhile is left alone', async () => {
    await add('ann@example.com');
    await add('bob@example.com', 'unsubscribed');
    await add('cat@example.com', 'blacklisted');
    await add('dan@example.com', 'unconfirmed');
    const made = await make({ action: 'unsubscribe' });
    assert.deepEqual([made.state, made.people, made.result], ['counted', 4, null]);
    assert.deepEqual((await statuses())['ann@example.com'], 'confirmed', 'nothing is done before it is begun');
    await add('eve@example.com');
    const id = made.bulk_action_uid;
    assert.match(
      (await call('POST', `/bulk-actions/${id}/run`, { json: { people: 5 } }, 400)).error,
      /now affect 4, not 5/,
    );
    const done = await runIt(id, { people: 4 });
    assert.deepEqual([done.state, done.percent], ['done', 100]);
    const { reasons, ...counts } = done.result;
    assert.deepEqual(counts, { done: 2, skipped: 2 });
    assert.deepEqual(reasons, [
      { reason: 'already-so', message: 'They are so already.', people: 1 },
      { reason: 'blacklisted', message: 'They are on the blacklist of the list, and stay there.', people: 1 },
    ]);
    assert.deepEqual(await statuses(), {
      'ann@example.com': 'unsubscribed',
      'bob@example.com': 'unsubscribed',
      'cat@example.com': 'blacklisted',
      'dan@example.com': 'unsubscribed',
      'eve@example.com': 'confirmed',
    });
    assert.equal(
      await call('GET', `/bulk-actions/${id}/skipped`),
      '\ufeffEMAIL,REASON\r\nbob@example.com,They are so already.\r\ncat@example.com,"They are on the blacklist of the list, and stay there."\r\n',
    );
    await assertTallies(uid());
    assert.match((await call('POST', `/bulk-actions/${id}/run`, { json: {} }, 400)).error, /it is done/);
    assert.equal((await app().call('GET', `/lists/${uid()}/bulk-actions`)).json.data.records.length, 1);
  });

  test('people who are chosen by their ids, and nobody else', async () => {
    for (const name of ['ann', 'bob', 'cat', 'dan']) await add(`${name}@example.com`);
    const { records } = (await app().call('GET', `/lists/${uid()}/people`)).json.data;
    const [dan, , bob] = records.map((one: { subscriber_uid: string }) => one.subscriber_uid);
    const chosen = `${bob}, ${dan},ab12345678901`;
    const made = await make({ action: 'unsubscribe', subscriber_uids: chosen });
    assert.deepEqual([made.state, made.people], ['counted', 2]);
    assert.deepEqual(made.filter, { subscriber_uids: `${bob},${dan},ab12345678901` });
    const done = await runIt(made.bulk_action_uid, { people: 2 });
    assert.deepEqual([done.state, done.result.done], ['done', 2]);
    assert.deepEqual(await statuses(), {
      'ann@example.com': 'confirmed',
      'bob@example.com': 'unsubscribed',
      'cat@example.com': 'confirmed',
      'dan@example.com': 'unsubscribed',
    });
    const nobody = { subscriber_uids: 'Subscriber uids cannot be blank.' };
    for (const subscriber_uids of ['', ' , ', null])
      assert.deepEqual((await make({ action: 'delete', subscriber_uids }, 422)).error, nobody);
    assert.equal((await make({ action: 'delete', subscriber_uids: 'ab12345678901' })).people, 0);
    await newList();
    assert.equal((await make({ action: 'delete', subscriber_uids: bob })).people, 0, 'of another list');
  });

  test('confirming brings nobody back who left', async () => {
    await add('ann@example.com'); // from here
    app().clock.forward(1_000);
    const [{ subscriber_uid = '' } = {}] = await people();
    await call('PUT', `/subscribers/${subscriber_uid}`, { json: { details: { status: 'unconfirmed' } } });
    await add('bob@example.com', 'unsubscribed');
    await add('cat@example.com', 'disabled');
    const { bulk_action_uid } = await make({ action: 'confirm', start: 'yes' });
    await runDueJobs(app());
    const { result } = await call('GET', `/bulk-actions/${bulk_action_uid}`);
    assert.deepEqual([result.done, result.reasons.map(({ reason }: { reason: string }) => reason)], [2, ['left']]);
    assert.deepEqual(Object.values(await statuses()).sort(), ['confirmed', 'confirmed', 'unsubscribed']);
    const ann = (await rowsOf('ann@example.com')).at(-1);
    assert.deepEqual([ann?.confirmed_at, ann?.confirm_ip], [app().clock.now(), null]);
    await assertTallies(uid());
  });

  test('who is unconfirmed is asked again, within the limits and nobody who is suppressed', async () => {
    const { db, clock } = app();
    for (const name of ['ann', 'bob', 'cat']) await add(`${name}@example.com`, 'unconfirmed');
    await add('dan@example.com');
    // Cat was asked three times in this week; Bob by a form, whose values are kept.
    const mailed = { mailed_at: clock.now() - DAY_MS, requested_at: clock.now() - DAY_MS, asked_again: 0 };
    const rows = await db.selectFrom('subscriber').selectAll().where('status', '=', 'unconfirmed').execute();
    const row = (name: string) => rows.findLast(({ email }) => email === `${name}@example.com`);
    const keep = async (name: string, more: object) => {
      const { id = 0, customer_id = 0, list_id = 0 } = row(name) ?? {};
      const of = { subscriber_id: id, customer_id, list_id };
      await db
        .deleteFrom('confirmation')
        .where('customer_id', '=', customer_id)
        .where('subscriber_id', '=', id)
        .execute();
      await db
        .insertInto('confirmation')
        .values({ ...of, ...mailed, mails: 1, field_values: null, language: null, ...more })
        .execute();
    };
    await keep('bob', { field_values: '{"1":"Robert"}', language: 'de' });
    await keep('cat', { mails: 3 });
    await app().call('POST', '/suppressions', { json: { email: 'ann@example.com' } });
    const made = await make({ action: 'ask-to-confirm', added_until: '2030-01-01T00:00:00Z' });
    assert.deepEqual([made.people, made.filter.status], [3, 'unconfirmed']);
    const { result } = await runIt(made.bulk_action_uid, { people: 3 });
    assert.deepEqual(
      [result.done, result.reasons.map(({ reason }: { reason: string }) => reason)],
      [1, ['suppressed', 'asked-lately']],
    );
    const asked = await db.selectFrom('confirmation').selectAll().where('mailed_at', 'is', null).execute();
    const { subscriber_id, mails, field_values, language, asked_again } =
      asked.findLast(({ subscriber_id: id }) => id === row('bob')?.id) ?? {};
    assert.deepEqual(
      [subscriber_id, mails, field_values, language, asked_again],
      [row('bob')?.id, 1, '{"1":"Robert"}', 'de', 1],
    );
    const again = await runIt((await make({ action: 'ask-to-confirm' })).bulk_action_uid);
    assert.deepEqual(
      [again.result.done, again.result.skipped],
      [0, 3],
      'whose mail is still to be made is not asked twice',
    );
    const everybody = await runIt((await make({ action: 'ask-to-confirm', status: 'confirmed' })).bulk_action_uid);
    assert.deepEqual(
      everybody.result.reasons.map(({ reason }: { reason: string }) => reason),
      ['already-so'],
    );
    const page = await app().call('GET', `/lists/${uid()}/confirmation-mail.html`);
    assert.equal(page.status, 200);
    assert.match(page.text, /<html lang="en">[\s\S]*Confirm my subscription/);
  });

  test('asking needs the right to send', async () => {
    const { json } = await app().call('POST', '/api-keys', { json: { name: 'Editor', scope: 'editor' } });
    const key = json.data.record.api_key;
    const asks = { json: { action: 'ask-to-confirm' }, key };
    assert.equal((await app().call('POST', `/lists/${uid()}/bulk-actions`, asks)).status, 403);
  });

  test('copies and moves take values of the same tag along', async () => {
    const target = await makeList(app());
    const there = (path: string) => app().call('GET', `/lists/${target}${path}`);
    await app().call('POST', `/lists/${target}/subscribers`, {
      json: { EMAIL: 'bob@example.com', FNAME: 'Robert', details: { status: 'confirmed' } },
    });
    await add('ann@example.com', 'confirmed', { FNAME: 'Ann' });
    await add('bob@example.com', 'confirmed', { FNAME: 'Bob' });
    await add('cat@example.com', 'unsubscribed', { FNAME: 'Cat' });
    const copy = await make({ action: 'copy', target_list_uid: target, search: 'a' });
    assert.equal(copy.people, 1);
    assert.deepEqual((await runIt(copy.bulk_action_uid)).result.done, 1);
    const move = await runIt((await make({ action: 'move', target_list_uid: target })).bulk_action_uid);
    assert.deepEqual([move.result.done, move.result.skipped], [1, 2]);
    assert.deepEqual(await statuses(), {
      'ann@example.com': 'confirmed',
      'bob@example.com': 'confirmed',
      'cat@example.com': 'moved',
    });
    const copied = (await there('/subscribers')).json.data.records.map((one: Record<string, string>) => [
      ...[one['EMAIL'], one['FNAME'], one['status'], one['source']],
    ]);
    assert.deepEqual(copied.sort(), [
      ['ann@example.com', 'Ann', 'confirmed', 'import'],
      ['bob@example.com', 'Robert', 'confirmed', 'api'],
      ['cat@example.com', 'Cat', 'unsubscribed', 'import'],
    ]);
    await assertTallies(uid());
    await assertTallies(target);
  });

  test('a consent that is copied was given when it was given', async () => {
    const field = { type: 'consentcheckbox', label: 'Terms', tag: 'TERMS', required: 'no', visibility: 'visible' };
    const own = (await call('POST', '/fields', { json: field }, 201)).field_id;
    const target = (await app().call('POST', `/lists/${uid()}/copy`)).json.list_uid;
    const givenAt = app().clock.now();
    await add('gil@example.com', 'confirmed', { TERMS: 'yes' });
    app().clock.forward(DAY_MS);
    await runIt((await make({ action: 'copy', target_list_uid: target })).bulk_action_uid);
    const [from, to] = (await rowsOf('gil@example.com')).map((row) => Object.entries(JSON.parse(row.field_values)));
    assert.deepEqual([from?.length, from?.[1]?.[1]], [2, String(givenAt)], own);
    assert.deepEqual(
      to?.map(([, value]) => value),
      from?.map(([, value]) => value),
    );
  });

  test('a field is set, with a value that it takes', async () => {
    await add('ann@example.com', 'confirmed', { FNAME: 'Ann' });
    await add('bob@example.com', 'confirmed', { FNAME: 'All' });
    const done = await runIt(
      (await make({ action: 'set-field', set_field: 'fname', set_value: 'All' })).bulk_action_uid,
    );
    assert.deepEqual([done.result.done, done.result.skipped, done.set_field], [1, 1, 'FNAME']);
    assert.equal((await app().call('GET', `/lists/${uid()}/people?field=FNAME&value=all`)).json.data.records.length, 2);
  });

  test('stopped after any step, everybody is done once and the tallies are exact', async () => {
    const many = Array.from({ length: 1_200 }, (_, i) => `n${i}@example.com,${i % 3 === 0 ? 'x' : 'y'}\n`).join('');
    await run((await uploadImport(app(), uid(), `EMAIL,FNAME\n${many}`)).import_uid);
    const made = await make({ action: 'delete', field: 'FNAME', value: 'X' });
    await runDueJobs(app()); // counts those whom the request had no time for
    assert.equal((await call('GET', `/bulk-actions/${made.bulk_action_uid}`)).people, 400);
    await call('POST', `/bulk-actions/${made.bulk_action_uid}/run`, { json: {} });
    let rounds = 0;
    for (; (await call('GET', `/bulk-actions/${made.bulk_action_uid}`)).state === 'running'; rounds += 1) {
      await runDueJobs(app(), times(3));
      assert.ok(rounds < 100);
    }
    assert.ok(rounds >= 2, `${rounds} rounds`);
    const done = await call('GET', `/bulk-actions/${made.bulk_action_uid}`);
    assert.deepEqual(done.result, { done: 400, skipped: 0, reasons: [] });
    assert.equal(await countOf('confirmed'), 800);
    await assertTallies(uid());
  });

  test('a late server changes nothing; what is cancelled stays as it is', async () => {
    await run((await uploadImport(app(), uid(), `EMAIL\n${addresses(900)}`)).import_uid);
    const { bulk_action_uid: id } = await make({ action: 'unsubscribe', start: 'yes' });
    await runDueJobs(app(), times(3)); // begun, a slice
    const { db, clock } = app();
    const before = await countOf('unsubscribed');
    assert.ok(before > 0 && before < 900, `${before}`);
    const row = await db.selectFrom('job').selectAll().where('uid', '=', id).executeTakeFirstOrThrow();
    const late = { ...row, attempt: row.attempt - 1 };
    const tools = { db, clock, log: createLogger('silent'), mayGoOn: () => true };
    await assert.rejects(runBulkAction({ ...tools, job: late }), JobLost);
    assert.equal(await countOf('unsubscribed'), before);
    await call('POST', `/bulk-actions/${id}/cancel`);
    await runDueJobs(app());
    const cancelled = await call('GET', `/bulk-actions/${id}`);
    assert.deepEqual([cancelled.state, cancelled.result.done], ['cancelled', before]);
    assert.equal(await countOf('unsubscribed'), before);
    await assertTallies(uid());
  });

  test('what cannot be done is refused with its reason', async () => {
    await add('ann@example.com');
    const faultsOf = async (json: object) => (await make(json, 422)).error;
    assert.deepEqual(Object.keys(await faultsOf({})), ['action']);
    assert.match((await faultsOf({ action: 'burn' })).action, /unsubscribe, confirm/);
    assert.match((await faultsOf({ action: 'move' })).target_list_uid, /the list that people are moved or copied to/);
    assert.match((await faultsOf({ action: 'copy', target_list_uid: uid() })).target_list_uid, /choose another/);
    assert.match(
      (await faultsOf({ action: 'copy', target_list_uid: 'aaaaaaaaaaaaa' })).target_list_uid,
      /no such list/,
    );
    assert.match((await faultsOf({ action: 'set-field', set_field: 'EMAIL' })).set_field, /one of: FNAME, LNAME/);
    assert.match((await faultsOf({ action: 'delete', field: 'NOPE', value: '1' })).field, /one of: EMAIL/);
    await call('GET', '/bulk-actions/aaaaaaaaaaaaa', {}, 404);
    assert.equal(await countOf('confirmed'), 1);
  });
});

const addresses = (n: number) => Array.from({ length: n }, (_, i) => `n${i}@example.com\n`).join('');
