// When and from where a subscriber became confirmed is written, whichever way it did.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { assertStatus, type TestApp } from '../../test/support/app.ts';
import { runOnStore } from '../../test/support/command.ts';
import { makeList } from '../../test/support/lists.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteApp } from '../../test/support/suite.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { importCommand } from '../cli/commands/import.ts';
import { MINUTE_MS } from '../kernel/durations.ts';
import { inTransaction } from '../storage/db.ts';
import { setStatus } from './status.ts';

eachEngine('confirmed subscribers', (engine) => {
  const opened = suiteApp(engine);
  let app: TestApp;
  before(() => {
    app = opened();
  });

  const row = (uid: string) =>
    app.db.selectFrom('subscriber').selectAll().where('uid', '=', uid).executeTakeFirstOrThrow();
  const rowOf = (email: string) =>
    app.db.selectFrom('subscriber').selectAll().where('email_key', '=', email).executeTakeFirstOrThrow();
  const confirmed = async (uid: string) => {
    const { confirmed_at, confirm_ip } = await row(uid);
    return [confirmed_at, confirm_ip];
  };

  test('one at a time: made, confirmed later, gone, and back', async () => {
    const list = await makeList(app); // double opt-in
    const details = { ip_address: '203.0.113.7' };
    const add = async (email: string, status?: string) => {
      const json = { EMAIL: email, details: { ...details, ...(status !== undefined && { status }) } };
      const answer = await app.call('POST', `/lists/${list}/subscribers`, { json });
      assertStatus(answer, 201);
      return answer.json.data.record.subscriber_uid as string;
    };
    const first = await add('one@example.com', 'confirmed');
    assert.deepEqual(await confirmed(first), [app.clock.now(), '203.0.113.7']);
    const second = await add('two@example.com');
    assert.deepEqual(await confirmed(second), [null, null]);

    app.clock.forward(1_000);
    const path = `/lists/${list}/subscribers/${second}`;
    const change = { details: { status: 'confirmed', ip_address: '203.0.113.8' } };
    assertStatus(await app.call('PUT', path, { json: change }), 200);
    const since = app.clock.now();
    assert.deepEqual(await confirmed(second), [since, '203.0.113.8']);

    app.clock.forward(1_000);
    assertStatus(await app.call('PUT', path, { json: { FNAME: 'Two', details: { status: 'confirmed' } } }), 200);
    assert.deepEqual(await confirmed(second), [since, '203.0.113.8'], 'it was confirmed already');
    assertStatus(await app.call('PUT', `${path}/unsubscribe`), 200);
    assert.deepEqual(await confirmed(second), [since, '203.0.113.8'], 'the last time stays');
    await add('two@example.com');
    assert.deepEqual(await confirmed(second), [since, '203.0.113.8'], 'it is not confirmed yet');
    const subscriber = await row(second);
    await inTransaction(app.db, (tx) =>
      setStatus(tx, subscriber, {
        status: 'confirmed',
        at: since + 9,
        evidence: { way: 'api', ip: '203.0.113.9' },
      }),
    );
    assert.deepEqual(await confirmed(second), [since + 9, '203.0.113.9']);
    assertStatus(await app.call('PUT', `${path}/unsubscribe`), 200);
    assert.equal(await add('two@example.com', 'confirmed'), second);
    assert.deepEqual(await confirmed(second), [app.clock.now(), '203.0.113.7'], 'it came back');
  });

  test('a bulk request notes the moment for those whom it confirms or brings back', async () => {
    const list = await makeList(app);
    const bulk = async (people: [email: string, status: string][]) => {
      const subscribers = people.map(([EMAIL, status]) => ({
        EMAIL,
        details: { status, ip_address: '203.0.113.5' },
      }));
      assertStatus(await app.call('POST', `/lists/${list}/subscribers/bulk`, { json: { subscribers } }), 201);
    };
    const at = app.clock.now();
    await bulk([
      ['a.many@example.com', 'confirmed'],
      ['b.many@example.com', 'unconfirmed'],
      ['c.many@example.com', 'unsubscribed'],
    ]);
    const read = async () => {
      const rows = await Promise.all(['a', 'b', 'c'].map((name) => rowOf(`${name}.many@example.com`)));
      return rows.map(({ confirmed_at, confirm_ip }) => [confirmed_at, confirm_ip]);
    };
    const none = [null, null];
    assert.deepEqual(await read(), [[at, '203.0.113.5'], none, none]);
    app.clock.forward(5);
    await bulk([
      ['a.many@example.com', 'confirmed'],
      ['b.many@example.com', 'confirmed'],
      ['c.many@example.com', 'confirmed'],
    ]);
    assert.deepEqual(await read(), [[at, '203.0.113.5'], none, [at + 5, '203.0.113.5']], 'c came back');
  });

  test('from a file', async (t) => {
    const list = await makeList(app);
    const folder = temporaryFolder(t, 'confirmed');
    const run = async (lines: string, ...options: string[]) => {
      const path = join(folder, 'people.csv');
      writeFileSync(path, lines);
      assert.equal(
        (await runOnStore(importCommand, [list, path, ...options], { db: app.db, clock: app.clock })).code,
        0,
      );
    };
    await run('EMAIL,FNAME\na.file@example.com,A\n');
    await run('EMAIL,FNAME\nb.file@example.com,B\n', '--status', 'unconfirmed');
    const [a, b] = [await rowOf('a.file@example.com'), await rowOf('b.file@example.com')];
    assert.ok(a.confirmed_at !== null && a.confirmed_at >= app.clock.now());
    assert.deepEqual([a.confirm_ip, b.confirmed_at], [null, null]);
    app.clock.forward(MINUTE_MS);
    await run('EMAIL,FNAME\na.file@example.com,A2\nb.file@example.com,B2\n', '--update');
    const [again, other] = [await rowOf('a.file@example.com'), await rowOf('b.file@example.com')];
    assert.notEqual(again.field_values, a.field_values);
    assert.deepEqual([again.confirmed_at, other.confirmed_at], [a.confirmed_at, null]);
  });
});
