// A session ends in the middle of work, in several tabs: after signing in again in one of them, all
// go on where they were, and what was typed is saved.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStore } from '../../src/storage/db.ts';
import { findingsOf } from './axe.ts';
import { becomes } from './becomes.ts';
import { becomeOwner, callOf, OWNER, openSite, type Site } from './site.ts';

test('after signing in again beside it, all tabs go on, and what was typed is saved', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  const { campaign_uid } = await callOf(site)('POST', '/campaigns', { name: 'Tour', status: 'draft' });
  await page.goto(`/app/campaigns/${campaign_uid}`);
  await page.getByLabel('Subject').fill('Typed before');
  await page.getByText('All changes are saved').waitFor();
  const looking = await page.context().newPage();
  await looking.goto('/app/campaigns');
  await looking.getByRole('link', { name: 'Tour' }).waitFor();
  await endSessions(site);
  await page.getByLabel('Subject').fill('Typed after the end');
  await page.getByText(/Not saved: Your session has ended/).waitFor();
  await page.getByText(/You are signed out\./).waitFor();
  assert.deepEqual(await findingsOf(page), []);
  await looking.getByRole('link', { name: 'Templates' }).click();
  await looking
    .getByText(/Your session has ended/)
    .first()
    .waitFor();

  const [beside] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'Sign in in a new tab' }).click(),
  ]);
  await beside.getByLabel('Email').fill(OWNER.email);
  await beside.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await beside.getByRole('button', { name: 'Sign in' }).click();
  await beside.getByRole('heading', { level: 1, name: 'Tour' }).waitFor();
  await page.getByText('All changes are saved').waitFor();
  const { record } = (await callOf(site)('GET', `/campaigns/${campaign_uid}`)).data;
  assert.equal(record.subject, 'Typed after the end');
  await becomes(() => looking.getByText(/Your session has ended/).count(), 0);
  for (const tab of [page, looking, beside]) await becomes(() => tab.getByText('You are signed out.').count(), 0);
});

/** As when their time is over: nobody is signed in any more. */
async function endSessions(site: Site): Promise<void> {
  const { db, close } = await openStore(site.place);
  await db.deleteFrom('user_session').execute();
  await close();
}
