// A campaign with hours of its own: chosen in the editor, it waits for them by itself, says until
// when, and goes on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../support/until.ts';
import { findingsOf, overflowOf } from './axe.ts';
import { becomes } from './becomes.ts';
import { COMPANY, newList, SENDER } from './new-list.ts';
import { becomeOwner, openSite } from './site.ts';

const HTML = '<p>Hello [FNAME]</p><p>[COMPANY_FULL_ADDRESS]</p><p><a href="[UNSUBSCRIBE_URL]">Unsubscribe</a></p>';
const DAY_MS = 86_400_000;

test('a campaign waits for its hours, and goes when they are taken away', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  const { call } = site.server;
  const list = await newList(site, { company: COMPANY });
  const subscribers = Array.from({ length: 12 }, (_, n) => ({ EMAIL: `p${n}@example.com`, FNAME: 'Pat' }));
  await call('POST', `/lists/${list}/subscribers/bulk`, { subscribers });
  const made = { name: 'Autumn', status: 'draft', list_uid: list, subject: 'The tour', ...SENDER };
  const draft = await call('POST', '/campaigns', { ...made, template: { content: HTML } });
  const uid = String(draft.body['campaign_uid']);

  await page.goto(`/app/campaigns/${uid}`);
  await page.getByRole('switch', { name: 'Only at certain hours' }).click();
  // Open on the day before yesterday's weekday only: neither now nor in a moment.
  const wanted = new Date(Date.now() - 2 * DAY_MS).toLocaleDateString('en', { weekday: 'short', timeZone: 'UTC' });
  const days = page.getByRole('group', { name: 'Weekdays' });
  if ((await days.getByRole('button', { name: wanted }).getAttribute('aria-pressed')) !== 'true')
    await days.getByRole('button', { name: wanted }).click();
  for (const name of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']) {
    const day = days.getByRole('button', { name });
    if (name !== wanted && (await day.getAttribute('aria-pressed')) === 'true') await day.click();
  }
  await page.getByLabel('From', { exact: true }).fill('18:00');
  await page.getByText('To must be later than from').first().waitFor();
  await page.getByLabel('Until', { exact: true }).fill('00:00');
  await page.getByText('To must be later than from').first().waitFor({ state: 'detached' });
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Tokyo');
  await page.getByRole('option', { name: /Tokyo/ }).click();
  await page.getByText('All changes are saved').waitFor();
  assert.deepEqual(await findingsOf(page), []);
  await becomes(() => overflowOf(page), 0);
  await page.reload();
  await becomes(() => page.getByLabel('From', { exact: true }).inputValue(), '18:00');
  const { body } = await call('GET', `/campaigns/${uid}/delivery`);
  const { sending_window: stored } = body['data'] as { sending_window: { days: string[]; from: string; to: string } };
  assert.deepEqual([stored.days, stored.from, stored.to], [[wanted.toLowerCase()], '18:00', '24:00']);

  await page.getByRole('button', { name: 'Test and send…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send to 12 now' }).click();
  await page.getByRole('button', { name: 'Send now' }).click();
  await page
    .getByText(`Waiting until 18:00 ${wanted}`)
    .or(page.getByText(`Waiting until 06:00 PM ${wanted}`))
    .waitFor();
  await page.getByText('Then it continues automatically.').waitFor();
  assert.deepEqual(await findingsOf(page), []);
  await becomes(() => overflowOf(page), 0);

  // Changed and taken away while it is on its way.
  await page.getByRole('button', { name: 'Hours…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('From', { exact: true }).fill('19:00');
  await dialog.getByLabel('Until', { exact: true }).fill('18:00');
  await dialog.getByText('The end must be later than the start.').waitFor();
  await becomes(() => dialog.getByRole('button', { name: 'Save' }).isDisabled(), true);
  await dialog.getByLabel('Until', { exact: true }).fill('23:00');
  await until('it may be saved', () => dialog.getByRole('button', { name: 'Save' }).isEnabled());
  assert.deepEqual(await findingsOf(page), []);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page
    .getByText(`Waiting until 19:00 ${wanted}`)
    .or(page.getByText(`Waiting until 07:00 PM ${wanted}`))
    .waitFor();
  await page.getByRole('button', { name: 'Hours…' }).click();
  await dialog.getByRole('switch', { name: 'Only at certain hours' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'From audience to clicks' }).waitFor();
});
