// Buttons that are pressed twice do what they do once; and parts of a screen that could not be
// loaded say so, and not that nothing is there.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { becomes } from './becomes.ts';
import { becomeOwner, callOf, OWNER, openSite, signIn } from './site.ts';

/** Answers to these come late, as over a bad line. */
const delay = (page: Page, path: string) =>
  page.route(path, async (route) => {
    if (route.request().method() !== 'GET') await sleep(400);
    await route.continue();
  });

test('a button that is pressed twice acts once', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  const call = callOf(site);

  await page.goto('/app/templates');
  await delay(page, '**/api/templates');
  await page.getByRole('button', { name: 'New template', exact: true }).first().dblclick();
  await page.getByRole('list', { name: 'Blocks of the mail' }).waitFor();
  await page.goto('/app/templates');
  await page.getByRole('button', { name: 'New HTML page' }).first().dblclick();
  await page.waitForURL(/templates\/\w+/);
  const { data } = await call('GET', '/templates');
  assert.equal(data.records.length, 2, JSON.stringify(data.records));

  await signIn(await site.open(), OWNER);
  await page.goto('/app/settings');
  await delay(page, '**/api/me/sessions/*');
  const device = page.getByRole('button', { name: /^Sign out Chrome · / });
  const alerts: string[] = [];
  page.on('response', (answer) => void (answer.status() >= 400 && alerts.push(answer.url())));
  await device.dblclick();
  await device.waitFor({ state: 'detached' });
  await becomes(() => page.getByText('this device').count(), 1);
  assert.deepEqual(alerts, []);
});

test('what could not be loaded is not said to be missing', async (t) => {
  const site = await openSite(t);
  const page = await site.open({}, () => undefined); // the browser remarks on each failed answer
  await becomeOwner(site, page);
  const failed = {
    status: 500,
    contentType: 'application/json',
    body: '{"status":"error","error":"Try again later."}',
  };
  for (const path of ['**/api/me', '**/api/me/sessions', '**/api/media*']) {
    await page.route(path, (route) => route.fulfill(failed));
  }
  await page.goto('/app/settings');
  await becomes(() => page.getByRole('alert').filter({ hasText: 'Try again later.' }).count(), 2);
  await page.getByRole('heading', { name: 'Second factor' }).waitFor();
  await page.goto('/app/pictures');
  await page.getByRole('alert').filter({ hasText: 'Try again later.' }).waitFor();
  assert.equal(await page.getByRole('heading', { name: 'No images yet' }).count(), 0);
});
