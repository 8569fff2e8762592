// Under deliverability: the suppression list (one address, a file with a bad row, letting go), and
// one relay with its limits and warm-up, a domain whose records break.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findingsOf, overflowOf } from './axe.ts';
import { becomes } from './becomes.ts';
import { breakSpf, makeReturned, shareRelay } from './screens/seed-sending.ts';
import { becomeOwner, openSite } from './site.ts';

test('addresses are blocked one by one and by a file, found, and mailed again', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  await page.getByRole('link', { name: 'Deliverability' }).click();
  await page.getByRole('link', { name: 'Suppression list' }).click();
  await page.getByRole('heading', { name: 'No addresses are blocked' }).waitFor();
  assert.deepEqual(await findingsOf(page), []);

  await page.getByRole('button', { name: 'Block an address' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address').fill('nobody');
  await dialog.getByRole('button', { name: 'Block' }).click();
  await dialog.getByText(/is not a valid email address/).waitFor();
  await dialog.getByLabel('Address').fill('Zoe@example.com');
  await dialog.getByLabel('Why (optional)').fill('asked by phone');
  await dialog.getByRole('button', { name: 'Block' }).click();
  await page.getByRole('row', { name: /Zoe@example\.com Blocked by hand asked by phone/ }).waitFor();

  const rows = ['email,reason', ...Array.from({ length: 60 }, (_, n) => `p${n}@example.com,complaint`), 'no address,'];
  await page
    .getByLabel('File of addresses to block')
    .setInputFiles({ name: 'blocked.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) });
  await dialog.getByText('60 blocked now, 0 were already blocked. Unreadable rows: 1.').waitFor();
  await dialog.getByRole('row', { name: /62 no address/ }).waitFor();
  assert.deepEqual(await findingsOf(page), []);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByText('Page 1 of 2, 61 in all').waitFor();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('row', { name: /Zoe/ }).waitFor();
  assert.match(page.url(), /page=2/);

  await page.getByRole('searchbox', { name: 'Find an address' }).fill('p7@example.com');
  await page.getByRole('row', { name: /^p7@/ }).getByRole('button', { name: 'Unblock' }).click();
  await dialog.getByText('This person reported your mail as spam.').waitFor();
  await dialog.getByRole('button', { name: 'Unblock' }).click();
  await page.getByRole('heading', { name: 'This address is not blocked' }).waitFor();
  const { body } = await site.server.call('GET', '/suppressions?per_page=10');
  assert.equal(String((body['data'] as { count: string }).count), '60');
  await becomes(() => overflowOf(page), 0);
});

test('a relay is opened, limited and warmed up; what is wrong is said', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  const added = await site.server.call('POST', '/delivery-servers', { name: 'Post', hostname: 'smtp.example.com' });
  assert.equal(added.status, 201);
  await shareRelay(site.place, 'Of all', 'smtp.example.org');
  await page.getByRole('link', { name: 'Deliverability' }).click();
  await page.getByRole('button', { name: 'Remove Post' }).waitFor();
  // The one of all customers is neither tested nor removed here, and its login is not told.
  await becomes(
    () =>
      page
        .getByRole('row', { name: /Of all/ })
        .getByRole('button')
        .count(),
    0,
  );
  await page.getByRole('link', { name: 'Of all' }).click();
  await page.getByText('It belongs to the installation.', { exact: false }).waitFor();
  await becomes(() => page.getByText('Signs in as').count(), 0);
  await page.getByRole('link', { name: 'Relays and domains' }).click();
  await page.getByRole('link', { name: 'Post' }).click();
  await page.getByText('smtp.example.com:587').waitFor();
  await page.getByLabel('Hostname').fill('relay.invalid');
  await page.getByLabel('Port').fill('2525');
  await page.getByRole('button', { name: 'Save and test' }).click();
  await page.getByText('It does not work.').waitFor();
  await page.getByText('relay.invalid:2525').waitFor();
  await page.getByLabel('Per day', { exact: true }).fill('many');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.locator('[aria-invalid=true]').waitFor();
  await page.getByLabel('Per day', { exact: true }).fill('5000');
  await page.getByLabel('Messages on the first day').fill('100');
  await page.getByLabel('Daily increase in %').fill('50');
  await page.getByLabel('Until this many per day').fill('4000');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('100 messages on the first day, 50% more each day, up to 4,000 per day: 11 days.').waitFor();
  await page.getByRole('row', { name: /Today \(UTC\) \d+ 100/ }).waitFor();
  assert.deepEqual([await findingsOf(page), await overflowOf(page)], [[], 0]);
  await page.setViewportSize({ width: 390, height: 844 });
  await becomes(() => overflowOf(page), 0);
});

test('a DNS record that breaks is told at once, stays told, and leads to what should stand there', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  await page.getByRole('link', { name: 'Deliverability' }).click();
  await page.getByRole('button', { name: 'Add domain' }).click();
  await page.getByRole('dialog').getByLabel('Domain').fill('watched.example');
  await page.getByRole('dialog').getByRole('button', { name: 'Add domain' }).click();
  await page.getByRole('dialog').getByText('Not checked yet. The server checks').waitFor();
  await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })"); // as without https
  await page.getByRole('dialog').getByRole('button', { name: 'Copy the name of the SPF record' }).click();
  await page.getByRole('dialog').getByText('Copied', { exact: true }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('link', { name: 'watched.example' }).click();
  await page.getByRole('heading', { name: 'watched.example' }).waitFor();
  await page.getByText('Nothing yet. The records are checked every few hours').waitFor();

  await breakSpf(site.place, page.url().slice(page.url().lastIndexOf('/') + 1));
  const notice = page.getByRole('status');
  await notice.getByText('A DNS record is broken: receivers may distrust or refuse your mail.').waitFor();
  await page.getByRole('row', { name: /SPF watched\.example Broken There is no SPF record\./ }).waitFor();
  await page.getByText('Should be: v=spf1 include:spf.relay.example ~all').waitFor();
  await page.getByText('DNS did not answer 2 hours ago. What you see here was found before that.').waitFor();
  assert.deepEqual([await findingsOf(page), await overflowOf(page)], [[], 0]);
  await page.getByRole('link', { name: 'Campaigns' }).click();
  await notice.getByText(/SPF, since/).waitFor();
  await page.reload();
  await notice.getByRole('link', { name: 'watched.example' }).click();
  await page.getByRole('button', { name: 'Check DNS now' }).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await becomes(() => overflowOf(page), 0);
});

test('the queue, returned mail and blocklists are shown to who runs the server', async (t) => {
  const site = await openSite(t, { MAILWRIGHT_BLOCKLISTS: 'none' });
  const page = await site.open();
  await becomeOwner(site, page);
  await page.goto('/app/deliverability/returned');
  await page.getByText(/None yet\. .* People who run the server can have it read\./).waitFor();
  await becomes(() => page.getByText('MAILWRIGHT_').isVisible(), false);
  await page.getByText('How to set it up on the server').click();
  await page.getByText('Set MAILWRIGHT_RETURN_ADDRESS').waitFor();
  assert.deepEqual([await findingsOf(page), await overflowOf(page)], [[], 0]);
  const added = await site.server.call('POST', '/sending-domains', { name: 'shown.example' });
  const { domain_uid: uid } = added.body as { domain_uid: string };
  await makeReturned(site.place, await breakSpf(site.place, uid));
  await page.reload(); // what is written beside the server is told to nobody
  await page.getByRole('link', { name: 'Deliverability' }).click();
  await page.getByRole('link', { name: 'Queue and lanes' }).click();
  await page.getByRole('row', { name: /google via the configured relay Parked until .* 421 4\.7\.0/ }).waitFor();
  await page.getByText('nothing waiting').waitFor();
  assert.deepEqual([await findingsOf(page), await overflowOf(page)], [[], 0]);

  await page.getByRole('link', { name: 'Returned mail' }).click();
  await page.getByRole('row', { name: /Server for returned mail Working .* 12,511 12,480 31/ }).waitFor();
  await page.getByRole('row', { name: /Hard: address no longer exists 5\.1\.1/ }).waitFor();
  assert.deepEqual([await findingsOf(page), await overflowOf(page)], [[], 0]);
  await page
    .getByRole('row', { name: /^Abwesenheitsnotiz/ })
    .getByRole('button', { name: 'Read' })
    .click();
  await page.getByRole('dialog').getByText('Ich bin bis Montag im Urlaub.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove this email' }).click();
  await page.getByRole('row', { name: /^Abwesenheitsnotiz/ }).waitFor({ state: 'detached' });

  await page.getByRole('link', { name: 'Relays and domains' }).click();
  await page.getByRole('link', { name: 'shown.example' }).last().click();
  await page.getByRole('button', { name: 'Blocklists' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Check now' }).click();
  await page.getByRole('dialog').getByText('No blocklists are set up for this check.').waitFor();
});
