// A campaign that everybody of a list got, and the paths by which they open and click.
import { sql } from 'kysely';
import { trackingLinks } from '../../src/content/links.ts';
import { ensureLinks } from '../../src/content/queries.ts';
import { MINUTE_MS } from '../../src/kernel/durations.ts';
import type { Db } from '../../src/storage/db.ts';
import { type Seed, seedCampaign, subscribersOf } from '../../test/support/delivery-rows.ts';

const LINKS = 12;
const BASE_URL = 'http://mail.bench.test';

/**
 * Messages that were accepted a minute ago.
 * @param secret that of the installation
 * @returns paths, one a person, in the order of their ids; links in turns
 */
export async function seedMessages(db: Db, seed: Seed, secret: string): Promise<{ opens: string[]; clicks: string[] }> {
  const campaignId = await seedCampaign(db, seed, { status: 'sent' });
  await sql`insert into message (customer_id, campaign_id, subscriber_id, finished_at, attempts, state)
    select customer_id, ${sql.lit(campaignId)}, id, ${sql.lit(Date.now() - MINUTE_MS)}, 1, 'accepted' from subscriber`.execute(
    db,
  );
  const links = await ensureLinks(
    db,
    { id: campaignId, customer_id: seed.customerId },
    Array.from({ length: LINKS }, (_, i) => `https://shop.example.com/article/${i}?utm=mail`),
  );
  const urls = trackingLinks({ baseUrl: BASE_URL, secret });
  const messages = (await subscribersOf(db, seed)).map(({ id: subscriberId }) => ({ campaignId, subscriberId }));
  const pathOf = (address: string) => new URL(address).pathname;
  return {
    opens: messages.map((message) => pathOf(urls.openUrl(message))),
    clicks: messages.map((message, n) => pathOf(urls.clickUrl(message, links[n % LINKS] ?? 0))),
  };
}
