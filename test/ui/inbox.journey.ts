// The test inbox: a mail comes by itself, is looked at in each way, its links, released, removed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatCalendarTime } from '../../src/kernel/clock.ts';
import { until } from '../support/until.ts';
import { findingsOf, overflowOf } from './axe.ts';
import { becomes } from './becomes.ts';
import { becomeOwner, openSite } from './site.ts';

const HTML = '<p>Hello <a href="mailto:us@example.com">us</a> and <a href="http://127.0.0.1:1/">the shop</a></p>';

test('a mail is looked at on a screen and a phone, its links are checked, it is released or removed', async (t) => {
  const site = await openSite(t);
  const faults: string[] = [];
  const page = await site.open({}, (words) => faults.push(words));
  await becomeOwner(site, page);
  await page.getByRole('link', { name: 'Test inbox' }).click();
  await page.getByRole('heading', { name: 'No emails yet' }).waitFor();
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/test-inbox?')) asked += 1;
  });
  const mail = { to_email: 'zoe@example.com', to_name: 'Zoe', from_email: 'ada@example.com', from_name: 'Ada' };
  const body = Buffer.from(HTML).toString('base64');
  const sent = await site.server.call('POST', '/transactional-emails', {
    email: {
      ...mail,
      subject: 'Your order',
      body,
      plain_text: Buffer.from('Hello us').toString('base64'),
      send_at: formatCalendarTime(Date.now()),
    },
  });
  assert.equal(sent.status, 201, JSON.stringify(sent.body));
  await page.getByRole('link', { name: 'Your order' }).waitFor(); // it came without a reload
  assert.ok(asked <= 2, `asked ${asked} times: when it was told, not in intervals`);
  // On several nodes these are the lanes of another process than the one that answers.
  await until('the lanes of who sends are told', async () => {
    const { data } = (await site.server.call('GET', '/queue')).body as { data: { record: { lanes: unknown[] } } };
    return data.record.lanes.length === 1;
  });
  for (const width of [640, 390]) {
    await page.setViewportSize({ width, height: 900 }); // 640: letters twice as large on a screen of 1280
    await becomes(() => overflowOf(page), 0, `${width} px`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('cell', { name: 'zoe@example.com' }).click(); // all of the row leads to it
  await page.frameLocator('iframe[title="The email"]').getByText('the shop').waitFor();
  await page.getByText('Phone', { exact: true }).click();
  const frame = page.locator('iframe[title="The email"]');
  await becomes(async () => ((await frame.boundingBox())?.width ?? 0) <= 375, true);
  const links = page.getByRole('table', { name: 'Links' });
  await links.getByRole('row', { name: 'mailto:us@example.com Not a web page' }).waitFor();
  await links.getByRole('row', { name: 'http://127.0.0.1:1/ Broken link' }).waitFor();
  assert.deepEqual(await findingsOf(page), []);
  await becomes(() => overflowOf(page), 0);
  await becomes(() => page.getByRole('button', { name: 'Release…' }).isDisabled(), true);
  await page.getByText('To release it, add a relay under Deliverability.').waitFor();

  const relay = await site.server.call('POST', '/delivery-servers', { name: 'Post', hostname: 'smtp.example.invalid' });
  assert.equal(relay.status, 201, JSON.stringify(relay.body));
  await page.reload();
  await page.getByRole('button', { name: 'Release…' }).click();
  assert.deepEqual(await findingsOf(page), []);
  await page.getByRole('button', { name: 'Send to zoe@example.com' }).click();
  await page.getByRole('alert').getByText('smtp.example.invalid').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('heading', { name: 'No emails yet' }).waitFor();
  assert.deepEqual(
    faults.filter((words) => !/status of 503/.test(words)), // of the relay that there is not
    [],
  );
});

test('keys lead from screen to screen; what a screen asks is copied as curl, and works', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('l');
  await heading('Lists');
  await page.keyboard.press('?');
  await heading('Keyboard shortcuts');
  assert.deepEqual(await findingsOf(page), []);
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await heading('Templates');
  await page.keyboard.press('/');
  await page.keyboard.type('g l'); // typed, where there is something to type into
  await heading('Templates');
  await page.goto('/app/keyboard');
  await page.getByRole('switch', { name: 'Single-key shortcuts are on in this browser' }).click();
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await heading('Keyboard shortcuts');

  await page.goto('/app/lists');
  await heading('Lists');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).fill('curl');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  const command = await dialog.locator('code').first().textContent();
  assert.match(command ?? '', /^curl -sS -H "X-Api-Key: \$MAILWRIGHT_KEY" 'http:\/\/127\.0\.0\.1:\d+\/api\/lists\?/);
  assert.deepEqual(await findingsOf(page), []);
  const address = /'(http[^']+)'/.exec(command ?? '')?.[1] ?? '';
  const answer = await fetch(address, { headers: { 'x-api-key': await site.server.key() } });
  assert.equal(answer.status, 200);
  await becomes(() => page.getByText('cannot be reached').count(), 0, 'the screen has its answers, too');
});
