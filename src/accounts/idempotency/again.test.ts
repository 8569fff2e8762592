// Requests with an Idempotency-Key that may be done again after a fault or a cut, as uploads may.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { assertStatus } from '../../../test/support/app.ts';
import { fillAfter } from '../../../test/support/full-disk.ts';
import { makeList } from '../../../test/support/lists.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteApp } from '../../../test/support/suite.ts';
import type { OnceRequest } from '../../http/requests/once.ts';
import { ok } from '../../http/route.ts';
import { newUid } from '../../kernel/ids.ts';
import { openOnce } from './once.ts';

eachEngine('requests that may be done again', (engine) => {
  const opened = suiteApp(engine);
  const asked = (): OnceRequest => ({
    customerId: opened().customer.id,
    callerUid: 'me',
    key: newUid(),
    print: 'p',
    isOneChange: false,
    isRepeatable: true,
  });
  const open = () => openOnce({ db: opened().db, clock: opened().clock, secret: opened().secret });

  test('are done again at once after a fault', async () => {
    const once = open();
    const request = asked();
    await assert.rejects(
      once(request, () => Promise.reject(new Error('a fault'))),
      /a fault/,
    );
    assert.deepEqual(await once(request, async () => ok({ n: 2 })), ok({ n: 2 }));
  });

  test('are taken over when nothing was heard of the first for its time, and its answer comes too late', async () => {
    const once = open();
    const request = asked();
    const end = Promise.withResolvers<void>();
    const slow = open()(request, () => end.promise.then(() => ok({ n: 1 })));
    const again = () => once(request, async () => ok({ n: 2 }));
    await assert.rejects(again, { code: 'conflict', retryAfter: 15 });
    opened().clock.forward(15_001);
    assert.deepEqual(await again(), ok({ n: 2 }));
    end.resolve();
    await slow;
    assert.deepEqual(await again(), { ...ok({ n: 2 }), headers: { 'Idempotency-Replayed': 'true' } });
  });

  test('an upload that a full disk refuses is stored when there is room', async () => {
    const { db, call } = opened();
    const path = `/lists/${await makeList(opened())}/imports`;
    const addresses = Array.from({ length: 20_000 }, () => `${randomBytes(12).toString('hex')}@example.com\n`);
    const raw = Buffer.from(addresses.join(''));
    const send = () => call('POST', path, { raw, headers: { 'content-type': 'text/csv', 'idempotency-key': 'full' } });
    const makeRoom = await fillAfter(db, 0, 'job_piece');
    assertStatus(await send().finally(makeRoom), 503);
    const stored = await send();
    assertStatus(stored, 201);
    assert.equal((await send()).text, stored.text);
    assert.equal((await call('GET', path)).json.data.records.length, 1, 'it is there once');
  });
});
