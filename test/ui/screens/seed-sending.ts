// What time does to a sending domain, written into the store at once: its records were found, one
// broke, and the last look for another was not answered.
import { openStore } from '../../../src/storage/db.ts';
import type { Place } from '../nodes.ts';

type Finding = { purpose: string; name: string; status: string; text: string; at: number; lately?: object };

const HOUR_MS = 3_600_000;

/** Breaks the SPF record of a domain whose others are right. */
export async function breakSpf(place: Place, domainUid: string): Promise<void> {
  const store = await openStore(place);
  try {
    const { db } = store;
    const domain = await db
      .selectFrom('sending_domain')
      .selectAll()
      .where('uid', '=', domainUid)
      .executeTakeFirstOrThrow();
    const keys = await db.selectFrom('dkim_key').selectAll().where('domain_id', '=', domain.id).execute();
    const now = Date.now();
    const owner = { customer_id: domain.customer_id, domain_id: domain.id };
    const findings: Finding[] = keys.map(({ selector, public_key: publicKey }) => {
      const name = `${selector}._domainkey.${domain.name}`;
      return { purpose: 'dkim', name, status: 'good', text: 'Found.', publicKey, at: now - 2 * HOUR_MS };
    });
    const spf = { purpose: 'spf', name: domain.name, status: 'missing', text: 'There is no SPF record.' };
    const lately = { at: now - 2 * HOUR_MS, status: 'unknown', text: 'Could not be looked up.' };
    const dmarc = { purpose: 'dmarc', name: `_dmarc.${domain.name}`, status: 'good', text: 'Found.', lately };
    const all: Finding[] = [...findings, { ...spf, at: now }, { ...dmarc, at: now - 8 * HOUR_MS }];
    const found = now - 72 * HOUR_MS;
    for (const { purpose, name } of all) {
      const isBroken = purpose === 'spf';
      const seen = isBroken ? 'v=spf1 include:spf.relay.example ~all' : '';
      const state = isBroken ? 'broken' : 'right';
      const since = isBroken ? now - HOUR_MS : found;
      const row = { ...owner, name, purpose, state, since, suspect_at: null, seen };
      await db.insertInto('domain_record').values(row).execute();
      const first = { what: 'found', at: found, text: 'Found, and it is the right key.', found: seen, wanted: seen };
      await db
        .insertInto('domain_change')
        .values({ ...owner, name, purpose, ...first })
        .execute();
    }
    const wanted = 'v=spf1 include:spf.relay.example ~all';
    const broke = { what: 'broken', at: now - HOUR_MS / 2, text: spf.text, found: '', wanted };
    await db
      .insertInto('domain_change')
      .values({ ...owner, name: spf.name, purpose: 'spf', ...broke })
      .execute();
    await db
      .updateTable('sending_domain')
      .set({ verdict: JSON.stringify({ findings: all }), checked_at: now })
      .where('id', '=', domain.id)
      .execute();
  } finally {
    await store.close();
  }
}
