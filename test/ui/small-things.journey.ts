// Small things that somebody meets on the first day: the sender of a new list, long values, days to
// pick, the clock on the wall, several addresses as mail programs write them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freePort } from '../../src/network/free-port.ts';
import { becomes } from './becomes.ts';
import { COMPANY, newList, SENDER } from './new-list.ts';
import { becomeOwner, callOf, OWNER, openSite } from './site.ts';

test('a first list, its people, a segment by date, and a campaign at a time', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  const call = callOf(site);

  // Nobody has said what the company is called: then mail comes from who makes the list.
  await page.getByRole('link', { name: 'Lists', exact: true }).click();
  await page.getByRole('button', { name: 'New list' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Riders');
  await becomes(() => dialog.getByLabel('From name').inputValue(), OWNER.name);
  await dialog.getByRole('button', { name: 'Create list' }).click();
  await page.getByRole('heading', { level: 1, name: 'Riders' }).waitFor();
  const list = new URL(page.url()).pathname.split('/').at(-1) ?? '';

  const born = { type: 'date', tag: 'BORN', label: 'Born', required: 'no', visibility: 'visible' };
  await call('POST', `/lists/${list}/fields`, born);
  const people = [
    { EMAIL: 'ann@example.com', FNAME: 'Ann', BORN: '1959-12-31' },
    { EMAIL: 'ben@example.com', FNAME: 'x'.repeat(250), BORN: '1960-01-01' },
  ];
  const details = { status: 'confirmed' };
  for (const person of people) await call('POST', `/lists/${list}/subscribers`, { ...person, details });
  await page.reload();
  await page.getByRole('link', { name: 'ben@example.com' }).waitFor();
  await page.getByRole('cell', { name: 'Jan 1, 1960' }).waitFor();
  const addresses = () => page.getByRole('link', { name: /@example/ }).allTextContents();
  await becomes(addresses, ['ben@example.com', 'ann@example.com']);
  await page.getByRole('combobox', { name: 'Order' }).click();
  await page.getByRole('option', { name: 'By address' }).click();
  await page.getByRole('row').nth(1).getByText('ann@example.com').waitFor();
  const [inside, shown] = await page
    .locator('.table-frame')
    .evaluate((frame: { scrollWidth: number; clientWidth: number }) => [frame.scrollWidth, frame.clientWidth]);
  assert.equal(inside, shown, 'a long value makes no table that is wider than the screen');

  // A year that is typed is not looked for before it has its four digits.
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByLabel('Joined from').focus();
  await page.keyboard.type('01022030');
  await page.getByText('No people match').first().waitFor();
  await becomes(async () => new URL(page.url()).searchParams.get('from'), '2030-01-02');
  await becomes(() => page.getByLabel('Joined from').inputValue(), '2030-01-02');

  await page.goto(`/app/lists/${list}/segments/new`);
  await page.getByRole('combobox', { name: 'Field' }).click();
  await page.getByRole('option', { name: 'Born' }).click();
  await page.getByRole('combobox', { name: 'Comparison' }).click();
  await page.getByRole('option', { name: 'is less than' }).click();
  await becomes(() => page.getByLabel('Value').getAttribute('type'), 'date');
  await page.getByLabel('Value').fill('1960-01-01');
  await page.getByText('1 person is in it and gets email.').waitFor();
  await page.getByRole('combobox', { name: 'Comparison' }).click();
  await page.getByRole('option', { name: 'begins with' }).click();
  await page.getByLabel('Value').fill('1960-');
  await page.getByRole('link', { name: 'ben@example.com' }).waitFor();

  const { campaign_uid } = await call('POST', '/campaigns', {
    name: 'Tour',
    status: 'draft',
    list_uid: list,
    subject: 'Hello',
    template: { content: '<p>Hello [FNAME]</p>' },
  });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Tokyo' });
  await page.goto(`/app/campaigns/${campaign_uid}`);
  await page.getByText('5 characters; most email apps show the first 60').waitFor();
  await page.getByLabel('Subject').fill('H');
  await page.getByText('1 character; most email apps show the first 60').waitFor();
  await page.getByLabel('At a set time').check();
  await page.getByLabel('Date and time').fill('2030-01-01T20:00');
  await page.getByText('Time zone: UTC; Jan 2, 2030, 5:00 AM in your time zone').waitFor();
  await page.getByLabel('Date and time').focus();
  await page.keyboard.type('12252031');
  await page.getByText('Time zone: UTC; Dec 26, 2031, 5:00 AM in your time zone').waitFor();

  await page.getByRole('button', { name: 'Test and send…' }).click();
  await dialog.getByLabel('Send a test to').fill('ada@example.com; eve@example.com');
  await dialog.getByText(/checks? passed/).waitFor(); // checks that come move what is below them
  await dialog.getByRole('button', { name: 'Send test' }).click();
  await page.getByText('The test is on its way to ada@example.com; eve@example.com').waitFor();
});

test('a campaign says why nothing goes out while its relay is away', async (t) => {
  const away = `smtp://127.0.0.1:${await freePort()}`;
  const site = await openSite(t, { MAILWRIGHT_SMTP_URL: away });
  const page = await site.open();
  await becomeOwner(site, page);
  const call = callOf(site);
  const list_uid = await newList(site, { company: COMPANY });
  await call('POST', `/lists/${list_uid}/subscribers`, { EMAIL: 'ann@example.com' });
  const { campaign_uid } = await call('POST', '/campaigns', {
    ...SENDER,
    name: 'Tour',
    list_uid,
    subject: 'Hello',
    send_at: '2026-01-01 09:00:00',
    template: { content: '<p>Hello</p>' },
  });
  await page.goto(`/app/campaigns/${campaign_uid}`);
  await page.getByText(`No relay can be used right now. ${away}`).waitFor();
  await page.getByText('No receiver is slowing it down.').waitFor();
  await page.goto('/app/campaigns');
  await page.getByRole('heading', { name: 'First steps' }).waitFor();
  await becomes(() => page.getByText(/all email goes to the test inbox/).count(), 0);
});
