// A store with something in most of its tables, to be moved.
import { removeLease } from '../../src/coordination/lease.ts';
import { agree } from '../../src/delivery/agreement/agree.ts';
import { settingsOf } from '../../src/relays/in-force.ts';
import type { Db } from '../../src/storage/db.ts';
import { at, seedUnderWay } from './delivery-turns.ts';
import { queueMail } from './emails.ts';

export const SECRET = 'a secret of the test, long enough for it';
export const settings = settingsOf({ baseUrl: 'http://127.0.0.1', secret: SECRET });

/**
 * One accepted, one deferred, two in flight of a worker that is gone, two to do; a mail, a file.
 */
export async function fillStore(db: Db): Promise<{ campaignId: number }> {
  const reply = '250 "taken", \\N {1,2} NULL,\n\té 🜚';
  const { customerId, campaignId, lease } = await seedUnderWay(db, { reply });
  await removeLease(db, lease);
  await queueMail(db, customerId, 'one@example.com');
  const content = Uint8Array.from({ length: 256 }, (_, n) => n);
  await db
    .insertInto('blob')
    .values([
      { hash: 'all bytes', media_type: 'image/png', size: 256, content, created_at: at },
      { hash: 'no byte', media_type: '', size: 0, content: new Uint8Array(), created_at: at },
    ])
    .execute();
  const people = Array.from({ length: 300 }, (_, n) => ({ customer_id: customerId, hash: `h${n}`, created_at: at }));
  await db.insertInto('suppressed_hash').values(people).execute();
  await agree(db, settings, at);
  return { campaignId };
}
