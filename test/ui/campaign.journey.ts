// A campaign from its first line to its report: written, checked, tested, sent into the test inbox.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findingsOf, overflowOf } from './axe.ts';
import { becomes } from './becomes.ts';
import { COMPANY, newList } from './new-list.ts';
import { becomeOwner, OWNER, openSite } from './site.ts';

const HTML =
  '<h1>Hello [FNAME]</h1><p><a href="https://example.com/tour">The tour</a></p><p>[COMPANY_FULL_ADDRESS]</p><p><a href="[UNSUBSCRIBE_URL]">Unsubscribe</a></p>';
const MARKS = 'utm_source=Riders&utm_medium=email&utm_campaign=Autumn%20tour';
const CONTENT = 'utm_content=button%20%26%20more';

test('a campaign is written, tested, sent and read about', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  const { call } = site.server;
  const list = await newList(site, { company: COMPANY });
  const subscribers = ['ann', 'ben', 'cid'].map((name) => ({ EMAIL: `${name}@example.com`, FNAME: name }));
  await call('POST', `/lists/${list}/subscribers/bulk`, { subscribers });

  await page.reload();
  await page.getByRole('button', { name: 'New campaign' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Autumn tour');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { level: 1, name: 'Autumn tour' }).waitFor();
  await page.getByText('3 people get it').waitFor();
  await page.getByLabel('Subject').fill('The tour, [FNAME]');
  await page.getByRole('textbox', { name: 'HTML of the email' }).fill(HTML);
  await page.getByRole('switch', { name: 'Mark links for web analytics' }).click();
  await becomes(() => page.locator('.utm-example').innerText(), `https://example.com/?${MARKS}`);
  await page.getByLabel('Content (utm_content)').fill('button & more');
  await becomes(() => page.locator('.utm-example').innerText(), `https://example.com/?${MARKS}&${CONTENT}`);
  await page.getByText('All changes are saved').waitFor();
  await page.reload(); // nothing is lost by leaving
  await becomes(() => page.getByLabel('Subject').inputValue(), 'The tour, [FNAME]');
  await page
    .frameLocator('iframe:not([aria-hidden])')
    .getByRole('heading', { name: /^Hello/ })
    .waitFor();
  assert.deepEqual(await findingsOf(page), []);
  await becomes(() => overflowOf(page), 0);

  await page.getByRole('button', { name: 'Test and send…' }).click();
  await becomes(() => dialog.getByLabel('Send a test to').inputValue(), OWNER.email);
  await dialog.getByText(/checks? passed/).waitFor(); // checks that come move what is below them
  await dialog.getByRole('button', { name: 'Send test' }).click();
  await page.getByText(`The test is on its way to ${OWNER.email}`).waitFor();
  await dialog.getByText('No test email has been sent yet.').waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Send to 3 now' }).click();
  await page.getByText('It will be sent to 3 in').waitFor();
  await page.getByRole('button', { name: 'Send now' }).click();
  await page.getByRole('heading', { name: 'From audience to clicks' }).waitFor();
  await page.getByText('example.com').first().waitFor();
  await becomes(() => page.locator('dl.tiles dd strong').nth(1).innerText(), '3', 'accepted');
  await page.getByText('· Riders · The tour, first name').waitFor(); // no code
  const links = page.getByRole('table', { name: 'Links' }).locator('.breaking');
  const link = links.filter({ hasText: 'utm_content: button & more' });
  await becomes(async () => (await link.innerText()).split('\n')[0], 'https://example.com/tour');
  assert.deepEqual(await findingsOf(page), []);
});
