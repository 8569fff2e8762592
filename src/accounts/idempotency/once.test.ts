// Requests with an Idempotency-Key: done once, answered as before, refused when the key stands for
// something else; and what remains of those that were cut off.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { assertStatus, type CallOptions } from '../../../test/support/app.ts';
import { fillAfter } from '../../../test/support/full-disk.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteApp } from '../../../test/support/suite.ts';
import type { OnceRequest } from '../../http/requests/once.ts';
import { ok } from '../../http/route.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { newUid } from '../../kernel/ids.ts';
import { type Db, inTransaction } from '../../storage/db.ts';
import { KEPT_MS, openOnce } from './once.ts';
import { removeOldAnswers } from './remove-old.ts';

const TEMPLATE = { name: 'Once', content: '<p>x</p>' };
const LIST = {
  general: { name: 'News', description: 'What is new' },
  defaults: { from_name: 'Ann', from_email: 'ann@example.com', reply_to: 'ann@example.com' },
};

eachEngine('requests with an Idempotency-Key', (engine) => {
  const opened = suiteApp(engine);
  const post = (path: string, key: string, options: CallOptions = {}) =>
    opened().call('POST', path, {
      json: TEMPLATE,
      ...options,
      headers: { 'idempotency-key': key, ...options.headers },
    });
  const templates = async () =>
    (await opened().db.selectFrom('template').select('id').where('name', '=', 'Once').execute()).length;
  const asked = (key: string, isOneChange: boolean): OnceRequest => ({
    customerId: opened().customer.id,
    callerUid: 'me',
    key,
    print: 'p',
    isOneChange,
    isRepeatable: false,
  });
  const named = async (db: Db, name: string) => {
    await db.insertInto('setting').values({ name, value: '' }).execute();
    return ok({ name });
  };
  const settings = async (name: string) =>
    (await opened().db.selectFrom('setting').select('name').where('name', '=', name).execute()).length;
  const conflict = (text: RegExp) => (error: Error & { code?: string }) =>
    error.code === 'conflict' && text.test(error.message);

  test('the same again: the same answer, and nothing is done', async () => {
    const before = await templates();
    const first = await post('/templates', 'one');
    assertStatus(first, 201);
    for (const key of ['one', '"one"', ' one ']) {
      const again = await post('/templates', key);
      assert.deepEqual([again.status, again.text], [201, first.text]);
      assert.equal(again.headers['idempotency-replayed'], 'true');
    }
    assert.equal(await templates(), before + 1);
    assertStatus(await post('/templates', 'two'), 201);
    assert.equal(await templates(), before + 2, 'another key is another request');
  });

  test('another body or address under a key is refused; for another caller it is another key', async () => {
    assertStatus(await post('/templates', 'theirs'), 201);
    for (const refused of [
      await post('/templates', 'theirs', { json: { ...TEMPLATE, name: 'Other' } }),
      await post('/lists', 'theirs'),
      await post('/templates?x=1', 'theirs'),
    ]) {
      assertStatus(refused, 409);
      assert.match(refused.json.error, /^This Idempotency-Key was used for another request/);
      assert.equal(refused.headers['retry-after'], undefined);
    }
    const { key } = await opened().addCustomer();
    const theirs = await post('/templates', 'theirs', { key });
    assertStatus(theirs, 201);
    assert.equal(theirs.headers['idempotency-replayed'], undefined);
  });

  test('what was refused changed nothing and leaves the key free', async () => {
    assertStatus(await post('/templates', 'free', { json: { name: 'Once' } }), 422);
    assertStatus(await post('/templates', 'free'), 201);
    for (const key of ['', 'ü', 'x'.repeat(256)]) {
      const refused = await post('/templates', key);
      assertStatus(refused, 400);
      assert.match(refused.json.error, /^Idempotency-Key must have 1 to 255 characters/);
    }
  });

  test('multipart bodies are the same with another boundary', async () => {
    const multipart = (boundary: string, name: string): CallOptions => {
      const part = (field: string, value: string) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`;
      const raw = Buffer.from(`${part('name', name)}${part('content', '<p>x</p>')}--${boundary}--\r\n`);
      return { json: undefined, raw, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
    };
    const first = await post('/templates', 'parts', multipart('aaa', 'Parts'));
    assertStatus(first, 201);
    const again = await post('/templates', 'parts', multipart('bbb', 'Parts'));
    assert.deepEqual([again.status, again.text, again.headers['idempotency-replayed']], [201, first.text, 'true']);
    assertStatus(await post('/templates', 'parts', multipart('bbb', 'Others')), 409);
  });

  test('an upload is the same with another boundary', async () => {
    const { list_uid } = (await post('/lists', 'list of uploads', { json: LIST })).json;
    const upload = (boundary: string, text: string): CallOptions => {
      const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n`;
      const raw = Buffer.from(`${head}${text}\r\n--${boundary}--\r\n`);
      return { json: undefined, raw, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
    };
    const path = `/lists/${list_uid}/imports`;
    const first = await post(path, 'upload', upload('aaa', 'EMAIL\nann@example.com'));
    assertStatus(first, 201);
    const again = await post(path, 'upload', upload('bbb', 'EMAIL\nann@example.com'));
    assert.deepEqual([again.status, again.text, again.headers['idempotency-replayed']], [201, first.text, 'true']);
    assertStatus(await post(path, 'upload', upload('bbb', 'EMAIL\nann@example.com\n')), 409);
  });

  test('answers are kept sealed, for a day, and removed in slices', async () => {
    const { db, clock } = opened();
    const made = await post('/api-keys', 'secret', { json: { name: 'k' } });
    const rows = JSON.stringify(await db.selectFrom('keyed_request').selectAll().execute());
    assert.ok(!rows.includes(made.json.data.record.api_key), 'the store does not show the new key');
    assert.equal((await post('/api-keys', 'secret', { json: { name: 'k' } })).text, made.text);
    clock.forward(KEPT_MS);
    const later = await post('/api-keys', 'secret', { json: { name: 'k' } });
    assert.notEqual(later.text, made.text, 'a day later it is a new request');
    for (let from: number | undefined = 0; from !== undefined; ) {
      from = await removeOldAnswers(db, clock.now() + KEPT_MS / 2, from);
    }
    assert.equal((await db.selectFrom('keyed_request').select('hash').execute()).length, 1);
  });

  test('while the first is under way: 409 with Retry-After, here and in another process', async () => {
    const { db, clock, secret } = opened();
    const [here, there] = [openOnce({ db, clock, secret }), openOnce({ db, clock, secret })];
    for (const isOneChange of [true, false]) {
      const request = asked(newUid(), isOneChange);
      const go = Promise.withResolvers<void>();
      const begun = Promise.withResolvers<void>();
      const first = here(request, async () => {
        begun.resolve();
        await go.promise;
        return ok();
      });
      await begun.promise;
      const underWay = { code: 'conflict', retryAfter: 1 };
      await assert.rejects(
        here(request, () => assert.fail('twice')),
        underWay,
      );
      // On SQLite a transaction holds the store: the other one learns afterwards what was answered.
      if (!isOneChange)
        await assert.rejects(
          there(request, () => assert.fail('twice')),
          { ...underWay, retryAfter: 15 },
        );
      go.resolve();
      assert.deepEqual(await first, ok());
      const again = await there(request, () => assert.fail('twice'));
      assert.deepEqual(again, { ...ok(), headers: { 'Idempotency-Replayed': 'true' } });
    }
  });

  /** As after kill -9: the reservation stands, the transaction of the change is gone. */
  async function cutOff(request: OnceRequest): Promise<void> {
    const { db, clock, secret } = opened();
    await inTransaction(db, async (tx) => {
      const lost = openOnce({ db: tx as Db, clock, secret });
      const begun = Promise.withResolvers<void>();
      const change = () => {
        begun.resolve();
        return new Promise<never>(() => {});
      };
      void lost(request, change).catch(() => undefined);
      await begun.promise;
    });
  }

  test('one that was cut off while the clock was ahead is done when it is put back', async () => {
    const { db, clock, secret } = opened();
    const now = clock.now();
    const request = asked(newUid(), true);
    clock.set(now + 2 * DAY_MS);
    await cutOff(request);
    clock.set(now);
    const name = newUid();
    assert.deepEqual(await openOnce({ db, clock, secret })(request, (tx) => named(tx, name)), ok({ name }));
  });

  test('one change that was cut off is undone, and done by the next attempt', async () => {
    const { db, clock, secret } = opened();
    const request = asked(newUid(), true);
    const name = newUid();
    await cutOff(request);
    const next = openOnce({ db, clock, secret });
    await assert.rejects(
      next(request, (tx) => named(tx, name)),
      { code: 'conflict', retryAfter: 5 },
    );
    clock.forward(5_001);
    assert.deepEqual(await next(request, (tx) => named(tx, name)), ok({ name }));
    assert.equal(await settings(name), 1);
    const failing = asked(newUid(), true);
    const other = newUid();
    const fails = next(failing, async (tx) => {
      await named(tx, other);
      throw new Error('a fault');
    });
    await assert.rejects(fails, /a fault/);
    assert.equal(await settings(other), 0, 'a fault takes the change back');
    assert.deepEqual(await next(failing, (tx) => named(tx, other)), ok({ name: other }), 'and frees the key');
  });

  test('what was done is answered, although the store does not take the answer', async () => {
    const { db, clock, secret } = opened();
    const once = openOnce({ db, clock, secret });
    const request = asked(newUid(), false);
    const reply = ok({ name: randomBytes(1_000_000).toString('hex') });
    let makeRoom = async () => {};
    const answered = await once(request, async () => {
      makeRoom = await fillAfter(db, 0, 'keyed_request');
      return reply;
    }).finally(() => makeRoom());
    assert.equal(answered, reply);
    clock.forward(15_001);
    await assert.rejects(
      once(request, () => assert.fail('twice')),
      conflict(/was cut off before it was answered/),
    );
  });

  test('several changes that were cut off say so and are not repeated', async () => {
    const { db, clock, secret } = opened();
    const once = openOnce({ db, clock, secret });
    const request = asked(newUid(), false);
    await assert.rejects(
      once(request, () => Promise.reject(new Error('a fault'))),
      /a fault/,
    );
    await assert.rejects(
      once(request, () => assert.fail('twice')),
      conflict(/was cut off before it was answered/),
    );
    await assert.rejects(
      once({ ...request, print: 'q' }, () => assert.fail('twice')),
      conflict(/another request/),
    );
  });

  test('a large answer is kept compressed; one that is too large is not, and the key says so', async () => {
    const { db, clock, secret } = opened();
    const once = openOnce({ db, clock, secret });
    const large = ok({ records: Array.from({ length: 50_000 }, (_, n) => ({ n, state: 'made' })) });
    const request = asked(newUid(), false);
    await once(request, async () => large);
    const again = await once(request, () => assert.fail('twice'));
    assert.deepEqual('body' in again && again.body, large.body);
    const huge = ok({ records: Array.from({ length: 120_000 }, () => newUid() + newUid() + newUid()) });
    const other = asked(newUid(), false);
    await once(other, async () => huge);
    await assert.rejects(
      once(other, () => assert.fail('twice')),
      conflict(/was done. Its answer was too large/),
    );
  });
});
