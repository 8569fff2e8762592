// What is over of people is removed by the clock: sessions, links; what is not over stays.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addUser } from '../../test/support/people.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteApp } from '../../test/support/suite.ts';
import { newToken, newUid, sha256 } from '../kernel/ids.ts';
import { inTransaction } from '../storage/db.ts';
import { removeOldSessions } from '../users/remove-expired.ts';
import { INVITATION_SHOWN_MS, LINK_MS, SESSION_IDLE_MS } from '../users/rules.ts';
import { firstOwnerAddress } from '../users/welcome/first-owner.ts';
import { makeLink } from '../users/welcome/links.ts';
import { resetLink } from '../users/welcome/reset.ts';
import { removeExpired } from './expiry.ts';

eachEngine('what is over', (engine) => {
  const app = suiteApp(engine);
  const tidy = () => removeExpired({ ...app(), mayGoOn: () => true });

  test('sessions go 30 days after their last use, in pieces', async () => {
    const { db, clock } = app();
    const { user, session } = await addUser(app());
    const rows = Array.from({ length: 1_500 }, () => ({
      uid: newUid(),
      hash: sha256(newToken()),
      user_id: user.id,
      customer_id: app().customer.id,
      ip_address: '',
      user_agent: '',
      created_at: 0,
      seen_at: clock.now() - SESSION_IDLE_MS - 1,
    }));
    for (let at = 0; at < rows.length; at += 500)
      await db
        .insertInto('user_session')
        .values(rows.slice(at, at + 500))
        .execute();
    assert.equal(await removeOldSessions(db, clock.now()), true, 'there are more than a thousand');
    await tidy();
    const left = await db.selectFrom('user_session').select('hash').where('user_id', '=', user.id).execute();
    assert.deepEqual(
      left.map(({ hash }) => hash),
      [sha256(session)],
    );
    clock.forward(SESSION_IDLE_MS);
    await tidy();
    assert.equal((await app().call('GET', '/lists', { session })).status, 200, 'on its last day it is good');
    clock.forward(SESSION_IDLE_MS + 1);
    await tidy();
    assert.deepEqual(await db.selectFrom('user_session').select('id').execute(), []);
  });

  test('links go when they ran out; an invitation can be sent again for a month', async () => {
    const { db, clock, customer } = app();
    await db.deleteFrom('welcome_link').execute();
    const { user } = await addUser(app());
    const whom = {
      customer_id: customer.id,
      user_id: null,
      email: 'x@example.test',
      name: '',
      role: 'viewer',
      language: 'en',
    };
    await makeLink(db, 'invitation', whom, clock.now());
    await makeLink(db, 'first-owner', { ...whom, email: '', role: 'owner' }, clock.now());
    assert.equal(await firstOwnerAddress(app()), undefined, 'there is a user');
    await inTransaction(db, (tx) => resetLink(tx, app(), user));
    const kinds = async () =>
      (await db.selectFrom('welcome_link').select('kind').orderBy('kind').execute()).map(({ kind }) => kind);
    await tidy();
    assert.deepEqual(await kinds(), ['first-owner', 'invitation', 'reset']);
    clock.forward(LINK_MS['first-owner']);
    await tidy();
    assert.deepEqual(await kinds(), ['invitation', 'reset']);
    clock.forward(LINK_MS.reset);
    await tidy();
    assert.deepEqual(await kinds(), ['invitation']);
    clock.forward(LINK_MS.invitation);
    await tidy();
    assert.deepEqual(await kinds(), ['invitation'], 'it ran out and is still shown');
    clock.forward(INVITATION_SHOWN_MS);
    await tidy();
    assert.deepEqual(await kinds(), []);
  });
});
