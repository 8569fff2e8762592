import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus } from '../../test/support/app.ts';
import { addList } from '../../test/support/campaigns.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteApp } from '../../test/support/suite.ts';
import { fieldsOf } from '../lists/fields/queries.ts';
import { getList } from '../lists/queries.ts';
import { signUp } from './confirmation/sign-up.ts';
import { createSubscriber } from './create.ts';
import { createSubscribers } from './create-many.ts';
import { importSubscribers } from './import/import.ts';

eachEngine('a list that is removed', (engine) => {
  const app = suiteApp(engine);

  test('gets nobody any more, whatever had begun before', async () => {
    const { db, clock, customer } = app();
    const uid = await addList(app());
    const list = await getList(db, customer.id, uid);
    const fields = await fieldsOf(db, list.customer_id, list.id);
    assertStatus(await app().call('DELETE', `/lists/${uid}`), 200);
    const ann = { email: 'ann@example.test', sent: {}, ipAddress: '192.0.2.1' };
    const input = { ...ann, status: undefined, source: 'api' } as const;
    const text = Buffer.from('EMAIL\nbob@example.test\n');
    const file = { bytes: text.length, endsWithReturn: false, encoding: 'utf-8', delimiter: ',' } as const;
    const bytes = (async function* () {
      yield text;
    })();
    const all = { bytes, fields, status: 'confirmed', update: false, at: clock.now() } as const;
    const at = clock.now();
    for (const adding of [
      () => createSubscriber(db, { list, fields }, input, at),
      () => createSubscribers(db, { list, fields }, [{ input }], at),
      () => importSubscribers(db, list, { ...all, fields, file: { ...file, hasNames: true, columns: ['EMAIL'] } }),
      () => signUp(db, list, { ...input, language: 'en' }, at),
    ]) {
      await assert.rejects(adding, /The subscribers list does not exist/);
    }
    const rows = await db.selectFrom('subscriber').select('id').where('list_id', '=', list.id).execute();
    assert.deepEqual(rows, []);
  });
});
