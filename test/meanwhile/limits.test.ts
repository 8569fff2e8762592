// Where the number of something is limited, the last one is made once, however many ask for it at
// once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDomain } from '../../src/domains/create.ts';
import { MAX_DOMAINS } from '../../src/domains/rules.ts';
import { createBulkAction } from '../../src/jobs/bulk/change.ts';
import { createExport } from '../../src/jobs/exports/change.ts';
import { getList } from '../../src/lists/queries.ts';
import { createRelay } from '../../src/relays/create.ts';
import { MAX_RELAYS } from '../../src/relays/rules.ts';
import type { RelaySettings } from '../../src/relays/settings.ts';
import { readRelay } from '../../src/relays/wire.ts';
import type { Tx } from '../../src/storage/db.ts';
import { addToTally } from '../../src/storage/tally.ts';
import { addList } from '../support/campaigns.ts';
import { whileChanging } from '../support/meanwhile.ts';
import { eachEngine } from '../support/stores.ts';
import { suiteApp } from '../support/suite.ts';

eachEngine('the last one of so many', (engine) => {
  const app = suiteApp(engine);
  const around = () => ({ secret: app().secret, at: app().clock.now() });
  const refused = async (change: (tx: Tx) => Promise<unknown>, path: string, json: object, status = 400) => {
    const answer = await whileChanging(app(), change, () => app().call('POST', path, { json }));
    assert.equal(answer.status, status, `${path}: ${answer.text}`);
  };

  test('exports and bulk actions', async () => {
    const uid = await addList(app());
    const list = await getList(app().db, app().customer.id, uid);
    const filter = { status: 'confirmed' } as const;
    const exported = (tx: Tx) => createExport(tx, list, { filter: {}, format: 'csv' } as never, 1);
    for (let n = 0; n < 9; n += 1) await exported(app().db as Tx);
    await refused(exported, `/lists/${uid}/exports`, {});
    const request = { filter, action: 'unsubscribe', begins: true } as Parameters<typeof createBulkAction>[2];
    const acted = (tx: Tx) => createBulkAction(tx, list, request, 1);
    for (let n = 0; n < 19; n += 1) await acted(app().db as Tx);
    await refused(acted, `/lists/${uid}/bulk-actions`, { action: 'unsubscribe' });
  });

  test('delivery servers and domains', async () => {
    const { customer } = app();
    const settings: RelaySettings = readRelay({ hostname: 'mail.example.com' }, { isFromOutside: true, now: 1 });
    const relay = (tx: Tx) => createRelay(tx, customer.id, settings, around());
    for (let n = 1; n < MAX_RELAYS; n += 1) await relay(app().db as Tx);
    await refused(relay, '/delivery-servers', { hostname: 'mail.example.com' }, 403);
    await addToTally(app().db as Tx, customer.id, 'sending_domains', MAX_DOMAINS - 1);
    const input = { customerId: customer.id, rsaBits: 1024, ...around() } as const;
    const domain = (tx: Tx) =>
      createDomain(tx, { ...input, name: 'last.example.com' } as Parameters<typeof createDomain>[1]);
    await refused(domain, '/sending-domains', { name: 'more.example.com', rsa_bits: 1024 }, 422);
  });

  test('saved blocks', async () => {
    const block = { kind: 'footer', text: 'One' };
    const { customer, db } = app();
    const row = (n: number) => ({
      uid: `saved${n}`,
      customer_id: customer.id,
      name: 'F',
      content: '{}',
      created_at: 1,
      updated_at: 1,
    });
    await db
      .insertInto('saved_block')
      .values(Array.from({ length: 199 }, (_, n) => row(n)))
      .execute();
    const add = async (tx: Tx) => {
      const { countHeld, insertSaved } = await import('../../src/blocks/saved/queries.ts');
      assert.equal(await countHeld(tx, customer.id), 199);
      await insertSaved(tx, row(199));
    };
    await refused(add, '/saved-blocks', { name: 'Footer', block });
  });
});
