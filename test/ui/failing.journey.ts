// When the API refuses: what could not be loaded says so and comes when it is asked for again, what
// is known stays with what was typed; a second press begins nothing; and of many there is a choice.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { findingsOf } from './axe.ts';
import { becomes } from './becomes.ts';
import { COMPANY, newList, SENDER } from './new-list.ts';
import { becomeOwner, callOf, openSite, type Site } from './site.ts';

const REFUSED = { status: 403, json: { status: 'error', error: 'Not at this moment.' } };
const refusal = (within: Page | Locator) => within.getByRole('alert').filter({ hasText: 'Not at this moment.' });
const askAgain = (within: Page | Locator) => refusal(within).getByRole('button', { name: 'Try again' }).click();

/** Refuses each question to a path, until what it gives is called. */
async function refuse(page: Page, path: string): Promise<() => Promise<void>> {
  await page.route(path, (route) => route.fulfill(REFUSED));
  return () => page.unroute(path);
}

/** As somebody who was elsewhere for two minutes: what is on the screen is asked for anew. */
const comeBack = (page: Page) =>
  page.evaluate(`{
    const now = Date.now.bind(Date);
    Date.now = () => now() + 120_000;
    window.dispatchEvent(new Event('visibilitychange'));
  }`);

test('what could not be loaded says so in its place, and comes when it is asked for again', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  const list_uid = await newList(site);
  const dialog = page.getByRole('dialog');

  let allow = await refuse(page, '**/api/countries?*');
  await page.goto('/app/settings/company');
  await refusal(page).waitFor();
  assert.deepEqual(await findingsOf(page), []);
  await allow();
  await askAgain(page);
  await page.getByRole('combobox', { name: 'Country' }).waitFor();

  allow = await refuse(page, '**/api/lists/*/fields?*');
  await page.goto(`/app/lists/${list_uid}`);
  await page.getByRole('button', { name: 'Add a person' }).click();
  await refusal(dialog).waitFor();
  await allow();
  await askAgain(dialog);
  await dialog.getByLabel('Email').waitFor();

  // A choice says it at its field, and asks again when it is opened.
  allow = await refuse(page, '**/api/lists?*');
  await page.goto('/app/campaigns#new-campaign');
  await dialog.getByText('Not at this moment.').waitFor();
  await allow();
  await dialog.getByRole('combobox', { name: 'List' }).click();
  await page.getByRole('option', { name: 'Riders' }).click();
  await becomes(() => dialog.getByText('Not at this moment.').count(), 0);

  // What is known stays, with a dialog and what is written in it.
  await page.goto(`/app/lists/${list_uid}/automations`);
  await page.getByRole('button', { name: 'New automation' }).first().click();
  await dialog.getByLabel('Name').fill('Welcome');
  allow = await refuse(page, '**/api/lists/*/automations*');
  const refused = page.waitForResponse((answer) => answer.status() === 403);
  await comeBack(page);
  await refused;
  await page.waitForTimeout(300); // what would take the text away would do so by now
  await becomes(() => dialog.getByLabel('Name').inputValue(), 'Welcome');
});

test('where it cannot be checked before sending, the reason says so, and it is checked again', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  const { campaign_uid } = await draftFor(site);
  const dialog = page.getByRole('dialog');
  let allow = await refuse(page, '**/api/campaigns/*/checks');
  await page.goto(`/app/campaigns/${campaign_uid}`);
  await page.getByRole('button', { name: 'Test and send…' }).click();
  await dialog.getByText('It could not be checked.').waitFor();
  await dialog.getByLabel('Send a test to').fill('ben@example.com');
  await allow();
  await askAgain(dialog);
  await becomes(() => dialog.getByText('It could not be checked.').count(), 0);
  await becomes(() => dialog.getByLabel('Send a test to').inputValue(), 'ben@example.com');

  // The people beside the editor are not said to be missing.
  allow = await refuse(page, '**/api/campaigns/*/preview-people');
  await page.goto(`/app/campaigns/${campaign_uid}`);
  await page.getByText('Field labels are shown instead of values').waitFor();
  assert.equal(await page.getByText('No one gets it yet').count(), 0);
  await allow();
});

test('a second press in the same moment begins nothing', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  const { campaign_uid } = await draftFor(site);
  const dialog = page.getByRole('dialog');
  const sent: string[] = [];
  page.on('request', (request) => void (request.method() === 'POST' && sent.push(new URL(request.url()).pathname)));

  await page.goto('/app/settings/keys');
  await page.getByRole('button', { name: 'New key' }).click();
  await dialog.getByLabel('What it is for').fill('Shop');
  await pressTwice(dialog.getByRole('button', { name: 'Create key' }));
  await dialog.getByText(/shown/).first().waitFor();
  await becomes(async () => (await callOf(site)('GET', '/api-keys')).data.records.filter(isShop).length, 1);

  await page.goto(`/app/campaigns/${campaign_uid}`);
  await page.getByRole('button', { name: 'Test and send…' }).click();
  await pressTwice(dialog.getByRole('button', { name: 'Send test' }));
  await page
    .getByText(/The test is on its way to/)
    .first()
    .waitFor();
  const send = dialog.getByRole('button', { name: 'Send to 1 now' });
  await becomes(() => send.isEnabled(), true);
  await pressTwice(send);
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  for (const [path, times] of [
    ['/api-keys', 1],
    [`/campaigns/${campaign_uid}/test`, 1],
    [`/campaigns/${campaign_uid}/send`, 1],
  ] as const)
    assert.equal(sent.filter((one) => one === `/api${path}`).length, times, path);
});

const isShop = ({ name }: { name: string }) => name === 'Shop';

/** Two presses with nothing drawn in between. */
const PRESS_TWICE = new Function('button', 'button.click(); button.click();') as (button: unknown) => void;
const pressTwice = (button: Locator) => button.evaluate(PRESS_TWICE);

/** A draft to a list with one person, that nothing keeps from being sent. */
async function draftFor(site: Site): Promise<{ campaign_uid: string; list_uid: string }> {
  const call = callOf(site);
  const list_uid = await newList(site, { company: COMPANY });
  await call('POST', `/lists/${list_uid}/subscribers`, { EMAIL: 'ann@example.com' });
  const content = '<p>Hello [EMAIL]</p><p>[COMPANY_FULL_ADDRESS]</p><a href="[UNSUBSCRIBE_URL]">Leave</a>';
  const body = { name: 'Tour', subject: 'Tour', status: 'draft', list_uid, ...SENDER, template: { content } };
  const { campaign_uid } = await call('POST', '/campaigns', body);
  return { campaign_uid, list_uid };
}

test('of hundreds of lists and segments each can be chosen, by a part of its name', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  const { campaign_uid, list_uid } = await draftFor(site);
  const call = callOf(site);
  const many = async (count: number, make: (n: number) => Promise<unknown>) => {
    for (let n = 0; n < count; n += 20)
      await Promise.all(Array.from({ length: Math.min(20, count - n) }, (_, i) => make(n + i)));
  };
  const { field_id } = (await call('GET', `/lists/${list_uid}/fields`)).data.records[0];
  const conditions = [{ field_id, operator_id: '5', value: 'a' }];
  const ofPart = (n: number) => ({ name: `Part ${n}`, operator_match: 'any', conditions });
  await call('POST', `/lists/${list_uid}/segments`, ofPart(0));
  await many(500, (n) => call('POST', `/lists/${list_uid}/segments`, ofPart(n + 1)));
  await many(120, (n) => newList(site, { name: `Club ${n}` }));

  await page.goto(`/app/campaigns/${campaign_uid}`);
  const segment = page.getByRole('combobox', { name: 'Segment' });
  await segment.fill('Part 0'); // the first that was made stands on the last page
  await page.getByRole('option', { name: 'Part 0', exact: true }).click();
  await becomes(() => segment.inputValue(), 'Part 0');
  const list = page.getByRole('combobox', { name: 'List', exact: true });
  await list.click();
  await page.getByRole('option', { name: /^\d+ more: type part of the name$/ }).waitFor();
  await list.fill('club 77');
  await becomes(() => page.getByRole('option').allInnerTexts(), ['Club 77']);

  await page.goto('/app/segments');
  await page.getByRole('link', { name: 'Part 500' }).waitFor(); // however many newer lists have none
  await becomes(() => page.getByRole('main').getByRole('row').count(), 51);
  const search = page.getByRole('searchbox', { name: 'Segment or list name' });
  await search.fill('part 0');
  await page.getByRole('link', { name: 'Part 0', exact: true }).waitFor();
  await search.fill('club 7');
  await page.getByText('No segment or list with this name').waitFor();
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByRole('link', { name: 'Part 500' }).waitFor();
  await page.getByRole('button', { name: 'New segment' }).click();
  await page.getByRole('dialog').getByRole('combobox', { name: 'List' }).fill('club 77');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByLabel('Name', { exact: true }).waitFor();

  await many(60, (n) => call('POST', '/api-keys', { name: `Shop ${n}`, scope: 'read' }));
  await page.goto('/app/settings/keys');
  const keys = page.getByRole('table', { name: 'API keys' });
  await becomes(() => keys.getByRole('row').count(), 26); // hundreds with their buttons would block the browser
  await page.getByRole('button', { name: 'Show more' }).click();
  await becomes(() => keys.getByRole('row').count(), 51);
  await page.getByRole('searchbox', { name: 'Key name' }).fill('shop 17');
  await becomes(() => keys.getByRole('row').count(), 2);
  await keys.getByText('Shop 17').waitFor();
  await page.getByRole('searchbox', { name: 'Key name' }).fill('market');
  await page.getByText('No results').waitFor();
  await page.getByRole('button', { name: 'Show all' }).click();
  await becomes(() => keys.getByRole('row').count(), 51);
});

test('each part of the first screen says what could not be loaded, and comes when it is asked for', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  const paths = {
    'DNS records': '**/api/broken-dns-records',
    'First steps': '**/api/checklist',
    Server: '**/api/queue',
    'On their way': '**/api/campaigns/overview?*status=processing*',
    'Up next': '**/api/calendar?*',
  };
  const allows = await Promise.all(Object.values(paths).map((path) => refuse(page, path)));
  await page.goto('/app/campaigns');
  for (const name of Object.keys(paths)) await page.getByRole('alert').getByText(`${name}: Not at this`).waitFor();
  assert.deepEqual(await findingsOf(page), []);
  for (const allow of allows) await allow();
  for (const name of Object.keys(paths)) {
    const part = page.getByRole('alert').filter({ hasText: `${name}: ` });
    await part.getByRole('button', { name: 'Try again' }).click();
    await part.waitFor({ state: 'detached' });
  }
  await page.getByRole('heading', { name: 'First steps' }).waitFor();
  await page.getByRole('region', { name: 'Server' }).getByText('No messages waiting').waitFor();
  await becomes(() => page.getByRole('alert').count(), 0);
});

test('a page that is opened while the store is away says so at once, and comes by itself', async (t) => {
  const site = await openSite(t);
  const page = await site.open({}, (words) => assert.match(words, /status of 503|database does not answer/));
  await becomeOwner(site, page);
  let asked = 0;
  await page.route('**/api/session', (route) => {
    asked += 1;
    const json = { status: 'error', error: 'The database does not answer. Please try again in a moment.' };
    return route.fulfill({ status: 503, json });
  });
  await page.goto('/app/lists');
  await page.getByRole('heading', { level: 1, name: 'The server is not responding' }).waitFor();
  assert.ok(asked <= 2, `asked ${asked} times before it said anything`);
  await page.getByText('The database does not answer.').waitFor();
  assert.deepEqual(await findingsOf(page), []);
  await becomes(async () => asked > 3, true, 'it asks again by itself');
  await page.unroute('**/api/session');
  await page.getByRole('heading', { level: 1, name: 'Lists' }).waitFor();
});
