// An erasure beside a turn of a worker: what began before is written before, or mails nobody who is
// gone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, claimSome, NONE, seedSending } from '../../../test/support/delivery-turns.ts';
import { untilWaiting } from '../../../test/support/lock-waits.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteStore } from '../../../test/support/suite.ts';
import { registerWorker } from '../../coordination/lease.ts';
import { commitTurn, type KnownHolds } from '../../delivery/record.ts';
import { emailKey } from '../../kernel/address.ts';
import type { Attempt } from '../../messages/turn.ts';
import { erasePerson } from './erase.ts';

eachEngine('an erasure beside turns', (engine) => {
  const opened = suiteStore(engine);

  test('a turn that waits for it begins no message to who is gone; one that was written refuses it', async () => {
    const { db } = opened();
    const { seed, campaignId } = await seedSending(db, 3);
    const lease = await registerWorker(db);
    const [first = NONE, second = NONE, third = NONE] = await claimSome(db, lease.id, campaignId);
    const known: KnownHolds = new Map();
    const begin = (message: Attempt) => commitTurn(db, lease.id, { outcomes: [], starts: [message] }, at, { known });
    const erase = async ({ subscriberId }: Attempt, note = async () => {}) => {
      const which = db.selectFrom('subscriber').select('email').where('id', '=', subscriberId);
      const { email } = await which.executeTakeFirstOrThrow();
      return erasePerson(db, seed.customerId, emailKey(email), { keepsSuppressed: false, at, note });
    };
    assert.equal((await begin(first)).size, 1);
    let turn: Promise<ReadonlySet<Attempt>> | undefined;
    await erase(second, async () => {
      turn = begin(second);
      if (engine.name === 'postgres') await untilWaiting(db, 'the turn waits');
    });
    assert.equal((await turn)?.size, 0);
    assert.equal((await begin(third)).size, 1);
    await assert.rejects(erase(third), /on its way right now/);
  });
});
