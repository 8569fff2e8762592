// What screens say of a campaign whose details are no longer kept.
import { test } from 'node:test';
import { openStore } from '../../src/storage/db.ts';
import { makeReaders, startCampaign, statusOf } from '../end-to-end/sending.ts';
import { until } from '../support/until.ts';
import { becomeOwner, openSite, type Site } from './site.ts';

const DAY_MS = 24 * 3_600_000;

test('a report and a person say what is no longer kept, and since when', async (t) => {
  const site = await openSite(t, { MAILWRIGHT_KEEP_MESSAGE_DAYS: '30' });
  const page = await site.open();
  await becomeOwner(site, page);
  const listUid = await makeReaders(site.server, 5);
  const campaignUid = await startCampaign(site.server, listUid);
  await until('it is sent', async () => (await statusOf(site.server, campaignUid)) === 'sent', 30);
  await page.goto('about:blank'); // it would say that the server is gone
  await site.restart('SIGTERM', () => makeOld(site));
  const removed = async () => {
    const { body } = await site.server.call('GET', `/campaigns/${campaignUid}?full=1`);
    return 'details_removed_at_iso' in (body['data'] as { record: object }).record;
  };
  await until('its details are removed', removed, 60);

  await page.goto(`/app/campaigns/${campaignUid}`);
  await page
    .getByText(/What happened to each email, and who opened and clicked, was removed on \w+ \d+, \d{4}/)
    .waitFor();
  await page.getByRole('button', { name: 'Unsubscribed', pressed: true }).waitFor();
  await page.goto(`/app/lists/${listUid}`);
  await page.getByRole('link', { name: 'reader3@example.com' }).click();
  await page.getByText(/Emails, opens and clicks from older campaigns, the last of which finished on/).waitFor();
  await page.getByRole('combobox', { name: 'Campaign' }).click();
  await page.getByRole('option', { name: 'Spring' }).click();
  await page.getByText(/What happened to each email, and who opened and clicked, was removed/).waitFor();

  await page.evaluate(() =>
    fetch('/api/me', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ language: 'de' }),
    }),
  );
  await page.reload();
  await page
    .getByText(/Mails, Öffnungen und Klicks älterer Kampagnen, von denen die letzte am .* fertig war/)
    .waitFor();
  await page.getByRole('combobox', { name: 'Kampagne' }).click();
  await page.getByRole('option', { name: 'Spring' }).click();
  await page.getByText(/Was aus jeder Mail wurde und wer geöffnet und geklickt hat, wurde am .* gelöscht/).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/app/campaigns/${campaignUid}`);
  await page.getByText(/Was aus jeder Mail wurde und wer geöffnet und geklickt hat, wurde am .* gelöscht/).waitFor();
});

/** Moves everything that happened forty days back. */
async function makeOld({ place }: Site): Promise<void> {
  const { db, close } = await openStore(place);
  const at = Date.now() - 40 * DAY_MS;
  await db.updateTable('campaign').set({ finished_at: at }).where('status', '=', 'sent').execute();
  await db
    .updateTable('subscriber')
    .set({ created_at: at - DAY_MS })
    .execute();
  await close();
}
