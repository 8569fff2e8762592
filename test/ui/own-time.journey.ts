// A campaign that each recipient gets at their own time: chosen in the editor with a field of the
// list, it says who gets it when, sends to those whose time has passed, and tells who waits.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findingsOf, overflowOf } from './axe.ts';
import { becomeOwner, openSite } from './site.ts';

const HTML = '<p>Hello [FNAME]</p><p>[COMPANY_FULL_ADDRESS]</p><p><a href="[UNSUBSCRIBE_URL]">Unsubscribe</a></p>';

test('each recipient gets it when their own clocks show the send time', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  const { call } = site.server;
  const sender = { from_name: 'Ada', from_email: 'ada@example.com', reply_to: 'ada@example.com' };
  const company = { name: 'Riders Ltd', address_1: '1 Main St', city: 'Kiel', zip_code: '24103', country: 'Germany' };
  const general = { name: 'Riders', description: 'People', opt_in: 'single' };
  const list = String((await call('POST', '/lists', { general, defaults: sender, company })).body['list_uid']);
  const made = { name: 'Autumn', status: 'draft', list_uid: list, subject: 'The tour', ...sender };
  const draft = await call('POST', '/campaigns', { ...made, template: { content: HTML } });
  const uid = String(draft.body['campaign_uid']);

  // Without a field for it, there is the hour of the last open.
  await page.goto(`/app/campaigns/${uid}`);
  const own = page.getByRole('switch', { name: 'At each recipient’s own time' });
  const hours = page.getByRole('switch', { name: 'Only at certain hours' });
  await own.click();
  await page.getByRole('switch', { name: 'Others at the hour of their last open' }).waitFor();
  assert.equal(await hours.isDisabled(), true);
  await page.getByText('Not together with each recipient’s own time').waitFor();
  await own.click();
  await hours.click();
  await page.getByText('Not together with certain hours').waitFor();
  assert.equal(await own.isDisabled(), true);
  await hours.click();
  await page.getByText('All changes are saved').waitFor();

  // Kiritimati is ahead of UTC by 14 hours, Pago Pago behind by 11.
  const field = { label: 'Time zone', tag: 'TIMEZONE', type: 'text', required: 'no', visibility: 'visible' };
  await call('POST', `/lists/${list}/fields`, field);
  const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'at home', ''];
  const subscribers = Array.from({ length: 12 }, (_, n) => ({
    ...{ EMAIL: `p${n}@example.com`, FNAME: 'Pat', TIMEZONE: zones[n % 4] },
  }));
  await call('POST', `/lists/${list}/subscribers/bulk`, { subscribers });
  await page.reload();
  await own.click();
  const chosen = page.getByRole('combobox', { name: 'Field with the time zone' });
  assert.equal(await chosen.inputValue(), 'Time zone [TIMEZONE]', 'it is found by its tag');
  await page.getByText('6 people have a known time zone').waitFor();
  await page.getByText('6 without one get it at the send time (UTC)').waitFor();
  await page.getByText('In the fields of 3 stands something that is no time zone.').waitFor();
  await page.getByText('For 3 people this time is past already: they get it at once.').waitFor();
  assert.deepEqual(await findingsOf(page), []);
  assert.equal(await overflowOf(page), 0);
  await page.reload();
  await page.getByText('6 people have a known time zone').waitFor();

  await page.getByRole('button', { name: 'Test and send…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send to 12 now' }).click();
  await page.getByText(/in \d+ seconds/).waitFor();
  const early = await call('GET', `/campaigns/${uid}/delivery`);
  assert.equal((early.body['data'] as { status: string }).status, 'pending-sending', 'there is time to undo it');
  await page.getByRole('button', { name: 'Send at once' }).click();
  await page.getByText('then 3 people get it at their own time.').waitFor();
  const waiting = page.getByRole('table', { name: 'Who waits for their own time' });
  assert.equal(await waiting.getByRole('row').count(), 2);
  assert.equal(await page.getByRole('button', { name: 'Hours…' }).count(), 0);
  assert.deepEqual(await findingsOf(page), []);
  assert.equal(await overflowOf(page), 0);
  const { body } = await call('GET', `/campaigns/${uid}/delivery`);
  const { messages, recipient_times } = body['data'] as {
    messages: { accepted: number; pending: number };
    recipient_times: { waiting: number };
  };
  assert.deepEqual([messages.accepted, messages.pending, recipient_times.waiting], [9, 3, 3]);
});
