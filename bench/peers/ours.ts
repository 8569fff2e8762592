// A campaign of our own server, from the moment it is due until the last outcome is written.
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../src/network/free-port.ts';
import { campaignOf, countersOf, seedCampaign, seedList, seedSubscribers } from '../../test/support/delivery-rows.ts';
import type { Sink } from '../support/peers.ts';
import { startWatched } from '../support/process.ts';
import { makePlace } from '../web/place.ts';
import type { Size } from './size.ts';

/**
 * Messages a second: audience frozen, each message composed with its own links and signed return
 * path, sent, and its outcome written down.
 * @param serverUrl of a PostgreSQL server; absent: SQLite
 */
export async function ownRate(sink: Sink, content: string, { people, lanes }: Size, serverUrl?: string) {
  const { store, settings, remove } = await makePlace(serverUrl);
  const seed = await seedList(store.db);
  await seedSubscribers(store.db, seed, people);
  const server = await startWatched(await freePort(), {
    ...settings,
    MAILWRIGHT_BASE_URL: 'http://mail.bench.test',
    MAILWRIGHT_SMTP_URL: `smtp://127.0.0.1:${sink.port}?ignoreTLS=true&lanes=${lanes}`,
  });
  const chosen = { url_tracking: 'yes', open_tracking: 'yes', plain_text_email: 'no' };
  const startedAt = performance.now();
  const campaignId = await seedCampaign(store.db, seed, { content, options: JSON.stringify(chosen) });
  await store.tell(); // as the request does that begins a campaign
  for (let status = ''; status !== 'sent'; { status } = await campaignOf(store.db, campaignId)) await sleep(20);
  const seconds = (performance.now() - startedAt) / 1000;
  const { accepted } = await countersOf(store.db, campaignId);
  await server.end();
  await remove();
  if (accepted !== people) throw new Error(`${accepted} of ${people} accepted`);
  return people / seconds;
}
