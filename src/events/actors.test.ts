// Who may go on listening: asked of the store every few seconds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addUser } from '../../test/support/people.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteApp } from '../../test/support/suite.ts';
import { addKey } from '../accounts/keys/keys.ts';
import { DAY_MS } from '../kernel/durations.ts';
import { updateUser } from '../users/queries.ts';
import { endedActors } from './actors.ts';
import { newStream } from './stream.ts';

eachEngine('who may go on listening', (engine) => {
  const opened = suiteApp(engine);

  /** A stream of a key or of a user, and whether it may go on. */
  async function listening(of: { scope: string; expiresAt?: number } | 'user') {
    const app = opened();
    const { customer } = await app.addCustomer();
    const customerId = customer.id;
    const own = { name: 'x', uid: 'x' };
    if (of === 'user') {
      const { user, session } = await addUser({ ...app, customer });
      const row = await app.db
        .selectFrom('user_session')
        .select('id')
        .where('user_id', '=', user.id)
        .executeTakeFirst();
      const actor = { kind: 'user', userId: user.id, sessionId: row?.id ?? 0, ...own } as const;
      return { user, session, customer, mayGoOn: mayGoOn({ customerId, actor, isOperator: false }) };
    }
    const { id } = await addKey(app.db, { customerId, name: 'key', ...of }, app.clock);
    const actor = { kind: 'key', keyId: id, scope: of.scope, ...own } as const;
    return { id, customer, mayGoOn: mayGoOn({ customerId, actor, isOperator: of.scope.includes('operator') }) };
  }

  function mayGoOn(of: Parameters<typeof newStream>[0]) {
    const stream = newStream(of, () => undefined);
    return async () => (await endedActors(opened().db, [stream], opened().clock.now())).length === 0;
  }

  const switchedOff = (id: number) =>
    opened().db.updateTable('customer').set({ status: 'inactive' }).where('id', '=', id).execute();

  test('a key until it expires, as long as it may read, with its customer', async () => {
    const { db, clock } = opened();
    const [short, reads, operator, off] = await Promise.all([
      listening({ scope: 'read', expiresAt: clock.now() + DAY_MS }),
      listening({ scope: 'read' }),
      listening({ scope: 'read,operator' }),
      listening({ scope: 'owner' }),
    ]);
    for (const one of [short, reads, operator, off]) assert.equal(await one.mayGoOn(), true);
    const change = (id: number | undefined, scope: string) =>
      db
        .updateTable('api_key')
        .set({ scope })
        .where('id', '=', id ?? 0)
        .execute();
    await change(reads.id, 'write');
    await change(operator.id, 'read');
    await switchedOff(off.customer.id);
    assert.equal(await short.mayGoOn(), true);
    clock.forward(DAY_MS);
    for (const one of [short, reads, operator, off]) assert.equal(await one.mayGoOn(), false);
  });

  test('a user as long as the session lasts, with the same rights, with the customer', async () => {
    const { db, clock } = opened();
    const [off, promoted, idle] = [await listening('user'), await listening('user'), await listening('user')];
    for (const one of [off, promoted, idle]) assert.equal(await one.mayGoOn(), true);
    await switchedOff(off.customer.id);
    await updateUser(db, promoted.user?.id ?? 0, { is_operator: 1 });
    for (const one of [off, promoted]) assert.equal(await one.mayGoOn(), false);
    assert.equal(await idle.mayGoOn(), true);
    clock.forward(31 * DAY_MS);
    assert.equal(await idle.mayGoOn(), false);
  });
});
