// A template, the brand, a list and its pages that somebody else changes while they are open:
// nobody overwrites unseen what another saved; and what is copied is what was typed last.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { findingsOf, overflowOf } from './axe.ts';
import { becomes } from './becomes.ts';
import { newList } from './new-list.ts';
import { becomeOwner, callOf, openSite } from './site.ts';

const clash = (page: Page) => page.getByText(/^Someone else, or you in another tab, saved changes at/);
const keepMine = (page: Page) => page.getByRole('button', { name: 'Keep mine' }).click();
const takeTheirs = (page: Page) => page.getByRole('button', { name: 'Use theirs' }).click();
const gone = (page: Page) => clash(page).waitFor({ state: 'detached' });

test('a template that somebody else saves meanwhile; its copy has what was typed last', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  const call = callOf(site);
  const uid = (await call('POST', '/templates', { name: 'Spring', content: '<p>1</p>' })).template_uid;
  const at = `/templates/${uid}`;
  const stored = async () => (await call('GET', `${at}?full=1`)).data.record;
  await page.goto(`/app${at}`);
  const name = page.getByLabel('Template name');
  await name.waitFor();

  // Another member: both changes stay, and nobody is asked.
  await call('PUT', at, { content: '<p>theirs</p>' });
  await name.fill('Summer');
  await becomes(async () => (await stored()).name, 'Summer');
  assert.equal((await stored()).content, '<p>theirs</p>');
  assert.equal(await clash(page).count(), 0);

  await call('PUT', at, { name: 'Theirs' });
  await name.fill('Mine');
  await clash(page).waitFor();
  assert.deepEqual(await findingsOf(page), []);
  await becomes(() => overflowOf(page), 0);
  assert.equal((await stored()).name, 'Theirs');
  await takeTheirs(page);
  await gone(page);
  await becomes(() => name.inputValue(), 'Theirs');

  await call('PUT', at, { name: 'Theirs again' });
  await name.fill('Mine again');
  await clash(page).waitFor();
  await keepMine(page);
  await gone(page);
  await becomes(async () => (await stored()).name, 'Mine again');

  await page.getByLabel('Subject of transactional emails').fill('Typed a moment ago');
  await page.getByRole('button', { name: 'More for Mine again' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await page.getByRole('heading', { level: 1, name: 'Copy of Mine again' }).waitFor();
  await becomes(() => page.getByLabel('Subject of transactional emails').inputValue(), 'Typed a moment ago');
});

test('the brand, the settings and the pages of a list that somebody else saves meanwhile', async (t) => {
  const site = await openSite(t);
  const page = await site.open({}, (words) => assert.match(words, /NAME_NOT_RESOLVED/)); // of the logos
  await becomeOwner(site, page);
  const call = callOf(site);
  const at = `/lists/${await newList(site)}`;
  const record = async (path: string) => (await call('GET', path)).data.record;

  await page.goto('/app/settings/brand');
  const alt = page.getByLabel('What it shows');
  await page.getByLabel('Address of the image').fill('https://example.com/a.png');
  await alt.fill('Ours');
  await becomes(async () => (await record('/brand')).logo?.alt, 'Ours');
  await call('PUT', '/brand', { logo: { src: 'https://example.com/b.png', alt: 'Theirs', width: 90 } });
  await alt.fill('Mine');
  await clash(page).waitFor();
  assert.equal((await record('/brand')).logo.alt, 'Theirs');
  await takeTheirs(page);
  await becomes(() => alt.inputValue(), 'Theirs');

  await page.goto(`/app${at}/settings`);
  const [names, sender] = ['About this list', 'Defaults for new campaigns'].map((title) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name: title }) }),
  );
  const name = names?.getByLabel('Name', { exact: true });
  await name?.waitFor();
  await call('PUT', at, { general: { name: 'Theirs' } });
  await sender?.getByLabel('From name').fill('Mine');
  await sender?.getByRole('button', { name: 'Save' }).click();
  await becomes(async () => (await record(at)).defaults.from_name, 'Mine');
  assert.equal((await record(at)).general.name, 'Theirs');
  await name?.fill('My riders');
  await names?.getByRole('button', { name: 'Save' }).click();
  await clash(page).waitFor();
  assert.equal((await record(at)).general.name, 'Theirs');
  await keepMine(page);
  await becomes(async () => (await record(at)).general.name, 'My riders');

  await page.goto(`/app${at}/look`);
  const title = page.getByLabel('Title');
  await title.waitFor();
  await call('PUT', `${at}/pages`, { title: 'Theirs', intro: 'Theirs' });
  await title.fill('Mine');
  await page.getByRole('button', { name: 'Save' }).click();
  await clash(page).waitFor();
  assert.equal((await record(`${at}/pages`)).title, 'Theirs');
  await keepMine(page);
  await becomes(async () => (await record(`${at}/pages`)).title, 'Mine');
  assert.equal((await record(`${at}/pages`)).intro, 'Theirs', 'what was not touched here');
  await becomes(() => page.getByLabel('Text above the form').inputValue(), 'Theirs');
});
