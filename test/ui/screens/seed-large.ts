// A list as large as lists get, with a campaign that went to all of it and a year of growth.
import { type Db, openStore } from '../../../src/storage/db.ts';
import { setCounters } from '../../support/ledger.ts';
import { addManyPeople } from '../../support/many-people.ts';
import type { Site } from '../site.ts';
import type { Ids } from './seed.ts';
import { countAbTest } from './seed-ab-tests.ts';
import { type Running, standAutomations } from './seed-automations.ts';

/** Makes the list as large as lists get, and a campaign one that went to all of it. */
export async function addMany(
  site: Site,
  { list, large, testing, running }: Pick<Ids, 'list' | 'large' | 'testing'> & { running: Running },
  many: number,
): Promise<void> {
  const store = await openStore(site.place);
  try {
    const { db } = store;
    const found = db.selectFrom('list').select(['id', 'customer_id']).where('uid', '=', list);
    const { id: listId, customer_id: customerId } = await found.executeTakeFirstOrThrow();
    const rows = await db.selectFrom('list_field').select(['id', 'tag']).where('list_id', '=', listId).execute();
    const idOf = (wanted: string) => rows.find(({ tag }) => tag === wanted)?.id ?? 0;
    const fields = { EMAIL: idOf('EMAIL'), FNAME: idOf('FNAME') };
    await addManyPeople(db, { customerId, listId, fields, until: Date.now() }, many);
    await countAbTest(db, testing, many);
    await standAutomations(db, running, many);
    await growOver(db, { customerId, listId }, many);
    const campaign = db.selectFrom('campaign').select('id').where('uid', '=', large);
    const { id } = await campaign.executeTakeFirstOrThrow();
    const of = (share: number) => Math.round(many * share);
    await setCounters(db, id, {
      audience: of(0.93),
      accepted: of(0.921),
      rejected: of(0.006),
      skipped: of(0.003),
      left_unsubscribed: of(0.04),
      opens: of(0.61),
      unique_opens: of(0.402),
      filtered_opens: of(0.41),
      filtered_unique_opens: of(0.271),
      clicks: of(0.11),
      unique_clicks: of(0.088),
      filtered_clicks: of(0.09),
      filtered_unique_clicks: of(0.071),
      unsubscribes: of(0.002),
      complaints: of(0.0001),
      hard_bounces: of(0.005),
      soft_bounces: of(0.001),
    });
  } finally {
    await store.close();
  }
}

const DAY_MS = 86_400_000;

/** A year in which the list got a part of its people, less at weekends, with an import. */
async function growOver(db: Db, { customerId, listId }: { customerId: number; listId: number }, many: number) {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const rows = Array.from({ length: 365 }, (_, n) => {
    const usual = (many / 2_000) * (1 + Math.sin(n / 9) / 2) * (n % 7 < 5 ? 1 : 0.4) + (n === 12 ? many / 90 : 0);
    const added = Math.round(usual);
    const [confirmed, unsubscribed] = [Math.round(added * 0.8), Math.round(many / 9_000)];
    return {
      customer_id: customerId,
      list_id: listId,
      starts_at: today - n * DAY_MS,
      source: 0,
      added,
      confirmed,
      unsubscribed,
      removed: n % 30 === 0 ? 40 : 0,
      bounced: Math.round(added * 0.02),
      net: confirmed - unsubscribed,
    };
  });
  await db.insertInto('list_growth').values(rows).execute();
}
