// What somebody is writing stays when they leave by mistake, when the network is gone, and when
// their session ends meanwhile.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openStore } from '../../src/storage/db.ts';
import { findingsOf, overflowOf } from './axe.ts';
import { becomes } from './becomes.ts';
import { newList } from './new-list.ts';
import { becomeOwner, callOf, OWNER, openSite, type Site, signIn } from './site.ts';

const sayNothing = () => undefined;
const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' });
const stay = (page: Page) => question(page).getByRole('button', { name: 'Keep editing' }).click();

/** A list with one person, whose page is open. @returns the path of the list */
async function openPerson(site: Site, page: Page): Promise<string> {
  await becomeOwner(site, page);
  const call = callOf(site);
  const list_uid = await newList(site);
  await call('POST', `/lists/${list_uid}/subscribers`, { EMAIL: 'ann@example.com', FNAME: 'Ann' });
  await page.goto(`/app/lists/${list_uid}`);
  await page.getByRole('link', { name: 'ann@example.com' }).click();
  await page.getByLabel('First name').waitFor();
  return `/app/lists/${list_uid}`;
}

test('a form with something in it is not left or closed without a question', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  const list = await openPerson(site, page);
  await page.getByLabel('First name').fill('Anna');
  await page.getByRole('link', { name: 'Templates' }).click();
  await question(page).waitFor();
  assert.deepEqual(await findingsOf(page), []);
  await becomes(() => overflowOf(page), 0);
  await stay(page);
  await page.goBack();
  await stay(page);
  await becomes(() => page.getByLabel('First name').inputValue(), 'Anna');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Changed', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Templates' }).click(); // what is saved is left as ever
  await page.getByRole('heading', { level: 1, name: 'Templates' }).waitFor();

  // A dialog: by the key that closes it, and by a press beside it.
  await page.goto(list);
  const dialog = page.getByRole('dialog', { name: 'Add a person' });
  await page.getByRole('button', { name: 'Add a person' }).click();
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Add a person' }).click();
  await dialog.getByLabel('Email').fill('ben@example.com');
  await page.keyboard.press('Escape');
  await question(page).waitFor();
  await page.keyboard.press('Escape');
  await question(page).waitFor({ state: 'detached' });
  await page.mouse.click(5, 5);
  await stay(page);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('link', { name: 'ben@example.com' }).waitFor();
  await becomes(() => question(page).count(), 0);

  await page.goto('/app/campaigns#new-campaign');
  const campaign = page.getByRole('dialog', { name: 'New campaign' });
  await campaign.getByLabel('Name').fill('Spring');
  await page.keyboard.press('Escape');
  await stay(page);
  await becomes(() => campaign.getByLabel('Name').inputValue(), 'Spring');
  await page.keyboard.press('Escape');
  await question(page).getByRole('button', { name: 'Leave without saving' }).click();

  // A field that was only looked at.
  await page.goto(`${list}/fields`);
  await page.getByRole('button', { name: 'Edit field' }).last().click();
  await page.getByLabel('Label', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Templates' }).click();
  await page.getByRole('heading', { level: 1, name: 'Templates' }).waitFor();

  // A segment, and leaving it on purpose.
  await page.goto(`${list}/segments/new`);
  await page.getByLabel('Name', { exact: true }).fill('Friends');
  await page.getByRole('link', { name: 'Templates' }).click();
  await question(page).getByRole('button', { name: 'Leave without saving' }).click();
  await page.getByRole('heading', { level: 1, name: 'Templates' }).waitFor();
});

test('without a network, a form says so, and does nothing later by itself', async (t) => {
  const site = await openSite(t);
  const page = await site.open({}, sayNothing); // the browser tells of each connection that fails
  await openPerson(site, page);
  await page.getByLabel('First name').fill('Anna');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The server cannot be reached.').waitFor();
  await page.context().setOffline(false);
  await becomes(() => page.getByLabel('First name').inputValue(), 'Anna');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Changed', { exact: true }).waitFor();
});

test('who was signed out in the middle of a form signs in beside it and goes on', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await openPerson(site, page);
  await page.getByLabel('First name').fill('Anna');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/You are signed out here\. Sign in in another tab/).waitFor();
  await signIn(await page.context().newPage(), OWNER);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Changed', { exact: true }).waitFor();
});

test('what stands in a form stays when it cannot be asked for anew', async (t) => {
  const site = await openSite(t);
  const page = await site.open({}, sayNothing);
  const list = await openPerson(site, page);
  await page.goto(`${list}/segments/new`);
  await page.getByLabel('Name', { exact: true }).fill('Friends');
  await page.getByRole('textbox', { name: 'Value' }).fill('a');
  await page.getByRole('combobox', { name: 'Field' }).click();
  await page.getByRole('option', { name: 'Email' }).click();
  await page.getByRole('button', { name: 'Save segment' }).click();
  await page.getByRole('link', { name: 'Friends' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Good friends');
  await page.route('**/api/lists/*/segments/*', (route) =>
    route.fulfill({ status: 404, json: { status: 'error', error: 'It is gone.' } }),
  );
  const refused = page.waitForResponse((answer) => answer.status() === 404);
  await comeBack(page);
  await refused;
  await page.waitForTimeout(300); // what would take the text away would do so by now
  await becomes(() => page.getByLabel('Name', { exact: true }).inputValue(), 'Good friends');

  // Nor when the session is over.
  await page.goto(`${list}/settings`);
  await page.getByLabel('Name', { exact: true }).fill('Fast riders');
  await page.context().clearCookies();
  const asked = page.waitForResponse((answer) => answer.url().endsWith('/api/session'));
  await comeBack(page);
  await asked;
  await page.waitForTimeout(300);
  await becomes(() => page.getByLabel('Name', { exact: true }).inputValue(), 'Fast riders');
  await signIn(await page.context().newPage(), OWNER);
  await page.getByRole('button', { name: 'Save' }).first().click();
  await page.getByText('List saved.').waitFor();
});

/** As somebody who was elsewhere for two minutes: what is on the screen is asked for anew. */
const comeBack = (page: Page) =>
  page.evaluate(`{
    const now = Date.now.bind(Date);
    Date.now = () => now() + 120_000;
    window.dispatchEvent(new Event('visibilitychange'));
  }`);

test('who goes to another customer has saved what was typed, and all tabs go there', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  const list = await openPerson(site, page);
  await joinAnotherCustomer(site);
  const { campaign_uid } = await callOf(site)('POST', '/campaigns', { name: 'Tour', status: 'draft' });
  await page.goto(`/app/campaigns/${campaign_uid}`);
  const [writing, looking] = [await page.context().newPage(), await page.context().newPage()];
  await writing.goto(list);
  await writing.getByRole('button', { name: 'Add a person' }).click();
  await writing.getByRole('dialog').getByLabel('Email').fill('ben@example.com');
  await looking.goto(list);
  await looking.getByRole('link', { name: 'ann@example.com' }).waitFor();
  await page.getByRole('button', { name: /Owner/ }).click();
  await page.getByLabel('Subject').fill('Typed in the last moment');
  await page.getByRole('menuitem', { name: 'Switch to Hopper Ltd' }).click();
  for (const tab of [page, looking]) {
    await tab.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor();
    await tab.getByRole('button', { name: /Hopper Ltd/ }).waitFor();
    await becomes(() => tab.getByText(/Tour|ann@example\.com|Riders/).count(), 0);
  }
  const { record } = (await callOf(site)('GET', `/campaigns/${campaign_uid}`)).data;
  assert.equal(record.subject, 'Typed in the last moment');
  // What cannot save itself is asked about first.
  await stay(writing);
  await becomes(() => writing.getByRole('dialog').getByLabel('Email').inputValue(), 'ben@example.com');
});

/** Makes the owner one of a second customer, too. */
async function joinAnotherCustomer(site: Site): Promise<void> {
  const { customer_uid } = await callOf(site)('POST', '/customers', {
    customer: { first_name: 'Grace', last_name: 'Hopper', email: 'grace@example.com', timezone: 'UTC' },
    company: {
      name: 'Hopper Ltd',
      country: 'US',
      zone: 'NY',
      address_1: '2 Low Street',
      city: 'Albany',
      zip_code: '1',
    },
  });
  const { db, close } = await openStore(site.place);
  const { id: user_id } = await db.selectFrom('user_account').select('id').executeTakeFirstOrThrow();
  const other = db.selectFrom('customer').select('id').where('uid', '=', customer_uid);
  const { id: customer_id } = await other.executeTakeFirstOrThrow();
  await db.insertInto('membership').values({ customer_id, user_id, role: 'owner', created_at: Date.now() }).execute();
  await close();
}

test('signing out saves what was typed, and leaves none of it in the browser', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  const call = callOf(site);
  const { campaign_uid } = await call('POST', '/campaigns', { name: 'Tour', status: 'draft' });
  await page.goto(`/app/campaigns/${campaign_uid}`);
  await page.route(`**/api/campaigns/${campaign_uid}`, (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 422, json: REFUSED }) : route.continue(),
  );
  await page.getByLabel('Subject').fill('A secret');
  await page
    .getByText(/Not saved/)
    .first()
    .waitFor();
  const kept = () => page.evaluate('Object.keys(localStorage).filter((name) => name.includes("unsaved")).length');
  await becomes(kept, 1);
  await page.getByRole('button', { name: /Owner/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  await becomes(kept, 0);
});

test('the other tabs show nothing any more when somebody signs out, and have saved what was typed', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  const list = await openPerson(site, page);
  const { campaign_uid } = await callOf(site)('POST', '/campaigns', { name: 'Tour', status: 'draft' });
  await page.getByLabel('First name').fill('Anna'); // a form: what was typed stands in it alone
  const writing = await page.context().newPage();
  await writing.goto(`/app/campaigns/${campaign_uid}`);
  await writing.getByLabel('Subject').fill('Typed in the last moment');
  const leaving = await page.context().newPage();
  await leaving.goto(list);
  await leaving.getByRole('button', { name: /Owner/ }).click();
  await writing.getByLabel('Subject').fill('Typed in the very last moment');
  await leaving.getByRole('menuitem', { name: 'Sign out' }).click();
  for (const tab of [leaving, page, writing]) {
    await tab.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    assert.equal(new URL(tab.url()).pathname, '/app/sign-in');
    await becomes(() => tab.getByText(/Tour|ann@example\.com|Riders/).count(), 0);
  }
  await signIn(leaving, OWNER);
  await leaving.goto(`/app/campaigns/${campaign_uid}`);
  await becomes(() => leaving.getByLabel('Subject').inputValue(), 'Typed in the very last moment');
});

test('a tab whose session ended shows nothing any more when somebody else signs in beside it', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await openPerson(site, page);
  const other = { name: 'Eve', email: 'eve@example.com', role: 'viewer' };
  const { link } = (await callOf(site)('POST', '/users', other)).data.record;
  await page.context().clearCookies();
  const beside = await page.context().newPage();
  await beside.goto(link);
  await beside.getByLabel('Password', { exact: true }).fill('another sentence is good');
  await beside.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
});

const REFUSED = { status: 'error', error: { subject: 'Subject is not wanted.' } };
