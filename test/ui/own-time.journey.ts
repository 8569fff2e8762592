// A campaign that each recipient gets at their own time: chosen in the editor with a field of the
// list, it says who gets it when, sends to those whose time has passed, and tells who waits.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { until } from '../support/until.ts';
import { findingsOf, overflowOf } from './axe.ts';
import { becomes } from './becomes.ts';
import { COMPANY, newList, SENDER } from './new-list.ts';
import { becomeOwner, callOf, openSite } from './site.ts';

const HTML = '<p>Hello [FNAME]</p><p>[COMPANY_FULL_ADDRESS]</p><p><a href="[UNSUBSCRIBE_URL]">Unsubscribe</a></p>';

const FIELD = { label: 'Time zone', tag: 'TIMEZONE', type: 'text', required: 'no', visibility: 'visible' };

/** A site with an owner, a list and a draft to it. */
async function openWithDraft(t: TestContext) {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  const call = callOf(site);
  const list = await newList(site, { company: COMPANY });
  const made = { name: 'Autumn', status: 'draft', list_uid: list, subject: 'The tour', ...SENDER };
  const uid: string = (await call('POST', '/campaigns', { ...made, template: { content: HTML } })).campaign_uid;
  const addPeople = (zones: readonly string[]) =>
    call('POST', `/lists/${list}/subscribers/bulk`, {
      subscribers: Array.from({ length: 12 }, (_, n) => ({
        EMAIL: `p${n}@example.com`,
        FNAME: 'Pat',
        TIMEZONE: zones[n % zones.length],
      })),
    });
  return { site, page, call, list, uid, addPeople };
}

test('each recipient gets it when their own clocks show the send time', async (t) => {
  const { page, call, list, uid, addPeople } = await openWithDraft(t);

  // Without a field for it, there is the hour of the last open.
  await page.goto(`/app/campaigns/${uid}`);
  const own = page.getByRole('switch', { name: 'At each recipient’s own time' });
  const hours = page.getByRole('switch', { name: 'Only at certain hours' });
  await own.click();
  await page.getByRole('switch', { name: 'Others at the hour of their last open' }).waitFor();
  await becomes(() => hours.isDisabled(), true);
  const notWith = page.getByText('Not available with each recipient’s own time');
  await becomes(() => notWith.count(), 2, 'an A/B test, and certain hours');
  await own.click();
  await hours.click();
  await page.getByText('Not available with certain hours').waitFor();
  await becomes(() => own.isDisabled(), true);
  await hours.click();
  await page.getByText('All changes are saved').waitFor();

  // Kiritimati is ahead of UTC by 14 hours, Pago Pago behind by 11.
  await call('POST', `/lists/${list}/fields`, FIELD);
  await addPeople(['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'at home', '']);
  await page.reload();
  await own.click();
  const chosen = page.getByRole('combobox', { name: 'Time zone field' });
  await until('it is found by its tag', async () => (await chosen.inputValue()) === 'Time zone [TIMEZONE]');
  await page.getByText('6 people have a known time zone').waitFor();
  await page.getByText('6 without one get it in the time zone UTC').waitFor();
  await page.getByText('For 3 people, the field holds something that is not a time zone.').waitFor();
  await page.getByText('This time has already passed for 3 people: they get it immediately.').waitFor();
  assert.deepEqual(await findingsOf(page), []);
  await becomes(() => overflowOf(page), 0);
  await page.reload();
  await page.getByText('6 people have a known time zone').waitFor();

  await page.getByRole('button', { name: 'Test and send…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send to 12 now' }).click();
  await page.getByText(/in \d+ seconds/).waitFor();
  const early = await call('GET', `/campaigns/${uid}/delivery`);
  assert.equal(early.data.status, 'pending-sending', 'there is time to undo it');
  await page.getByRole('button', { name: 'Send now' }).click();
  await page.getByText('then 3 people get it at their own time.').waitFor();
  const waiting = page.getByRole('table', { name: 'Waiting for their own time' });
  await becomes(() => waiting.getByRole('row').count(), 2);
  await becomes(() => page.getByRole('button', { name: 'Hours…' }).count(), 0);
  assert.deepEqual(await findingsOf(page), []);
  await becomes(() => overflowOf(page), 0);
  const { messages, recipient_times } = (await call('GET', `/campaigns/${uid}/delivery`)).data;
  assert.deepEqual([messages.accepted, messages.pending, recipient_times.waiting], [9, 3, 3]);
});

test('each run of a recurring campaign goes out at each recipient’s own time', async (t) => {
  const { page, call, list, uid, addPeople } = await openWithDraft(t);
  await call('POST', `/lists/${list}/fields`, FIELD);
  await addPeople(['Pacific/Kiritimati', 'Pacific/Pago_Pago', '']);
  await page.goto(`/app/campaigns/${uid}`);
  const own = page.getByRole('switch', { name: 'At each recipient’s own time' });
  const byOpen = page.getByRole('switch', { name: 'Others at the hour of their last open' });
  const isSaved = () => page.getByText('All changes are saved').waitFor();
  await own.click();
  await page.getByText('4 without one get it in the time zone UTC').waitFor();
  await page.getByRole('radio', { name: 'Recurring' }).check();
  await page.getByText('When it is the time of the run where they are').waitFor();
  await becomes(() => own.isChecked(), true, 'it stays as it was chosen');
  await page.getByText('In each recipient’s time zone.').waitFor();
  await page.getByText(/^In the next run, the first people get it on/).waitFor();

  // The hour of the last open is one time of a day.
  await byOpen.click();
  await isSaved();
  await page.getByText('Custom', { exact: true }).click();
  await page.getByLabel('Cron expression').fill('0 9,18 * * *');
  await page.getByText(/^The cronjob has several times a day/).waitFor();
  assert.deepEqual(await findingsOf(page), []);
  await byOpen.click();
  await isSaved();
  await becomes(() => page.getByText(/^The cronjob has several times/).count(), 0);

  // The rule speaks of the clocks of the account, wherever that moves.
  const { campaign_uid: copy } = await call('POST', `/campaigns/${uid}/copy`);
  await call('PUT', '/profile', { timezone: 'Asia/Tokyo' });
  await page.goto(`/app/campaigns/${copy}`);
  await page.getByRole('textbox', { name: 'Subject' }).fill('The other tour');
  await page.getByText(/^The cronjob uses the time zone Asia\/Tokyo/).waitFor();
  await page.getByRole('button', { name: 'Use Asia/Tokyo' }).click();
  await isSaved();
  await call('PUT', '/profile', { timezone: 'UTC' });

  // In two hours: it is that time on Kiritimati already, and far from it in Pago Pago.
  const hour = (new Date().getUTCHours() + 2) % 24;
  await page.goto(`/app/campaigns/${uid}`);
  await page.getByRole('button', { name: 'Every day' }).click();
  await page.getByLabel('Time', { exact: true }).fill(`${String(hour).padStart(2, '0')}:00`);
  await page.getByText('This time has already passed for 4 people: they get it immediately.').waitFor();
  assert.deepEqual(await findingsOf(page), []);
  await becomes(() => overflowOf(page), 0);
  await page.getByRole('button', { name: 'Test and send…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start it' }).click();
  const runs = async () => (await call('GET', `/campaigns/${uid}/schedule`)).data.last_runs;
  await until('its first run is made', async () => (await runs()).length > 0, 60);
  await page.goto(`/app/campaigns/${uid}`);
  await page.getByText(/^The next run starts on /).waitFor();
  await page.getByText('In each recipient’s time zone.').waitFor();
  assert.deepEqual(await findingsOf(page), []);
  await becomes(() => overflowOf(page), 0);
  const [{ campaign_uid: run }] = await runs();
  await page.getByRole('table', { name: 'Recent runs' }).getByRole('link').click();
  await page.getByText('then 4 people get it at their own time.').waitFor();
  const { messages, recipient_times } = (await call('GET', `/campaigns/${run}/delivery`)).data;
  assert.deepEqual([messages.accepted, messages.pending, recipient_times.waiting], [4, 8, 8]);
});
