// People who may not do everything: a viewer looks, an editor writes and does not send. What they
// may not is disabled with its reason, and the API refuses it whatever the screen shows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { findingsOf } from './axe.ts';
import { becomes } from './becomes.ts';
import { newList, SENDER } from './new-list.ts';
import { becomeOwner, openSite, type Site } from './site.ts';

test('a viewer is invited, sees everything, and changes and sends nothing', async (t) => {
  const site = await openSite(t);
  const owner = await site.open();
  await becomeOwner(site, owner);
  const uid = await makeDraft(site);
  const page = await site.open();
  const first = await invite(owner, 'vera@example.com', 'Viewer');
  await becomes(() => owner.locator('table').getByText('vera@example.com').count(), 1, 'named once');
  const link = await inviteAgain(owner, 'vera@example.com');
  assert.notEqual(link, first);
  await accept(page, link, 'Vera Blick');

  const make = page.getByRole('button', { name: 'New campaign' });
  await becomes(() => make.isDisabled(), true);
  await page.getByText('Your role can view, but not change anything.').waitFor();
  await becomes(() => page.getByRole('heading', { name: 'First steps' }).count(), 0);
  await page.getByRole('link', { name: 'Autumn tour' }).click();
  await page.getByRole('heading', { level: 1, name: 'Autumn tour' }).waitFor();
  await page.getByText('Your role can view this but not change it.').waitFor();
  await becomes(() => page.getByLabel('Subject').isDisabled(), true);
  await becomes(() => page.getByRole('button', { name: 'Test and send…' }).count(), 0);
  assert.deepEqual(await findingsOf(page), []);
  await page.getByRole('link', { name: 'Lists' }).click();
  await becomes(() => page.getByRole('button', { name: 'New list' }).isDisabled(), true);
  await page.getByRole('link', { name: 'Deliverability' }).click();
  await page.getByText('Owners can add relays and domains.').waitFor();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  await page.getByRole('link', { name: 'API keys' }).click();
  await page.getByText('This is only for people with the role “Owner”. Yours is “Viewer”.').waitFor();
  await becomes(() => page.getByRole('button', { name: 'New key' }).count(), 0);

  assert.equal(await ask(page, 'POST', `/campaigns/${uid}/send`), 403);
  assert.equal(await ask(page, 'PUT', `/campaigns/${uid}`), 403);
  assert.equal(await ask(page, 'POST', '/lists'), 403);
  assert.equal(await ask(page, 'GET', `/campaigns/${uid}`), 200);
});

test('an editor writes and tests; sending is disabled, with the reason', async (t) => {
  const site = await openSite(t);
  const owner = await site.open();
  await becomeOwner(site, owner);
  const uid = await makeDraft(site);
  const page = await site.open();
  await accept(page, await invite(owner, 'edda@example.com', 'Editor'), 'Edda Feder');

  await page.getByRole('link', { name: 'Autumn tour' }).click();
  await page.getByLabel('Subject').fill('The tour in autumn');
  await page.getByRole('button', { name: 'Test and send…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Your role can write, but not send.').waitFor();
  await becomes(() => dialog.getByRole('button', { name: /^Send to/ }).isDisabled(), true);
  assert.equal(await ask(page, 'POST', `/campaigns/${uid}/send`), 403);
});

async function makeDraft(site: Site): Promise<string> {
  const { call } = site.server;
  const list = await newList(site);
  await call('POST', `/lists/${list}/subscribers`, { EMAIL: 'bob@example.com' });
  const draft = { name: 'Autumn tour', subject: 'The tour', list_uid: list, status: 'draft', ...SENDER };
  const { body } = await call('POST', '/campaigns', { ...draft, template: { content: '<p>Hello</p>' } });
  return String(body['campaign_uid']);
}

/** Invites somebody. @returns the link, as it is shown to who invites */
async function invite(owner: Page, email: string, role: string): Promise<string> {
  await owner.goto('/app/settings/people');
  await owner.getByRole('button', { name: 'Invite someone' }).click();
  const dialog = owner.getByRole('dialog');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('combobox', { name: 'Role' }).click();
  await owner.getByRole('option', { name: role }).click();
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
  return dialog.locator('code').innerText();
}

/** The same once more. @returns the new link */
async function inviteAgain(owner: Page, email: string): Promise<string> {
  await owner.keyboard.press('Escape');
  await owner.getByRole('button', { name: `Invite again: ${email}` }).click();
  await owner.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
  return owner.getByRole('dialog').locator('code').innerText();
}

async function accept(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Password', { exact: true }).fill('another sentence is good');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor();
}

/** What the API answers to this session. */
function ask(page: Page, method: string, path: string): Promise<number> {
  const body = method === 'GET' ? '' : `, headers: { 'content-type': 'application/json' }, body: '{}'`;
  return page.evaluate<number>(`fetch('/api${path}', { method: '${method}'${body} }).then(({ status }) => status)`);
}
