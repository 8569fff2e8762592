// A draft: saved by itself, by two tabs at once, while the server is away, and brought back from
// its versions. Nobody's text is lost.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../support/until.ts';
import { findingsOf, overflowOf } from './axe.ts';
import { becomes } from './becomes.ts';
import { newList } from './new-list.ts';
import { becomeOwner, openSite, type Site } from './site.ts';

const sayNothing = () => undefined;
const SAVED = 'All changes are saved';
const HTML = '<h1>Hello [FNAME]</h1><p><a href="[UNSUBSCRIBE_URL]">Unsubscribe</a></p>';

async function openDraft(site: Site, page: Page, more: object = {}): Promise<string> {
  await becomeOwner(site, page);
  const { call } = site.server;
  const list_uid = await newList(site);
  const subscribers = [{ EMAIL: 'ann@example.com', FNAME: 'Ann' }, { EMAIL: 'ben@example.com' }];
  await call('POST', `/lists/${list_uid}/subscribers/bulk`, { subscribers });
  const campaign = { name: 'Tour', status: 'draft', list_uid, template: { content: HTML }, ...more };
  const made = await call('POST', '/campaigns', campaign);
  const path = `/app/campaigns/${made.body['campaign_uid']}`;
  await page.goto(path);
  await page.getByRole('heading', { level: 1, name: 'Tour' }).waitFor();
  return path;
}

/** A second window of the same person. */
async function second(page: Page, path: string): Promise<Page> {
  const other = await page.context().newPage();
  other.setDefaultTimeout(60_000);
  await other.goto(path);
  await other.getByText(SAVED).waitFor();
  return other;
}

const versionTexts = async (page: Page): Promise<string[]> => {
  await page.getByRole('button', { name: /\d+ versions?$/ }).click();
  const rows = page.getByRole('dialog').getByRole('listitem').getByRole('button');
  await rows.first().waitFor();
  const subjects: string[] = [];
  for (let at = 0; at < (await rows.count()); at += 1) {
    await rows.nth(at).click();
    await page.getByRole('dialog').getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' });
    subjects.push(await page.getByRole('dialog').locator('dl.facts dd').first().innerText());
  }
  await page.keyboard.press('Escape');
  return subjects;
};

test('two tabs write the same draft: other parts are joined, of the same part both texts stay', async (t) => {
  const site = await openSite(t);
  const one = await site.open();
  const path = await openDraft(site, one, { subject: 'First' });
  const two = await second(one, path);
  await one.bringToFront();
  await one.evaluate('window.dispatchEvent(new Event("focus"))');
  await one.getByText('Also opened by you, in another tab').waitFor();

  // Other parts: both stand, without a question.
  await two.getByLabel('Subject').fill('From the second tab');
  await two.getByText(SAVED).waitFor();
  await one.getByLabel('From name').fill('Ada Berg');
  await one.getByText(/changed other parts at/).waitFor();
  await one.getByText(SAVED).waitFor();
  await becomes(() => one.getByLabel('Subject').inputValue(), 'From the second tab');

  // The same part: a person decides.
  const other = await second(one, path);
  await other.getByLabel('From name').fill('Ada');
  await other.getByText(SAVED).waitFor();
  await other.getByLabel('Subject').fill('Theirs, and longer');
  await other.getByText(SAVED).waitFor();
  await one.getByLabel('Subject').fill('Mine');
  const clash = one.getByRole('region', { name: 'Two texts' });
  await clash.waitFor();
  await clash.getByText('Theirs, and longer').waitFor();
  await clash.getByText('Mine', { exact: true }).waitFor();
  assert.deepEqual(await findingsOf(one), []);
  await becomes(() => overflowOf(one), 0);
  await clash.getByRole('button', { name: 'Use theirs' }).click();
  await clash.waitFor({ state: 'detached' });
  await becomes(() => one.getByLabel('Subject').inputValue(), 'Theirs, and longer');
  const subjects = await versionTexts(one);
  assert.ok(subjects.includes('Mine') && subjects.includes('Theirs, and longer'), subjects.join(' | '));

  // The other way round: mine stands, theirs is a version.
  await two.bringToFront();
  await two.getByLabel('Replies go to').waitFor();
  await other.close();
});

test('where two wrote in the same blocks, what differs is seen in words', async (t) => {
  const site = await openSite(t);
  const one = await site.open();
  const mail = (...texts: string[]) => ({
    version: 1,
    blocks: [
      { id: 'aaaaaaa1', kind: 'heading', level: 2, text: 'Both have it' },
      { id: 'aaaaaaa2', kind: 'text', text: `<p>${texts[0]}</p>` },
      { id: 'aaaaaaa3', kind: 'button', text: 'Read', href: texts[1] ?? 'https://example.com/a' },
      { id: 'aaaaaaa4', kind: 'divider' },
    ],
  });
  const template = { blocks: mail('Dear [FNAME:filter:defaultvalue(friend)], it is spring') };
  const path = await openDraft(site, one, { subject: 'First', template });
  const uid = path.split('/').at(-1);
  const theirs = { blocks: mail('Dear [FNAME:filter:defaultvalue(friend)], it is autumn', 'https://example.com/b') };
  const text = one.getByRole('textbox', { name: 'Text', exact: true });
  await one.getByRole('button', { name: /^Text/ }).first().click();
  await text.press('Control+End');
  await site.server.call('PUT', `/campaigns/${uid}`, { template: theirs });
  await one.keyboard.type('time');
  const clash = one.getByRole('region', { name: 'Two texts' });
  await clash.getByRole('heading', { name: 'Blocks: Text' }).waitFor();
  const sides = (name: string) =>
    clash
      .locator('section')
      .filter({ has: one.getByRole('heading', { name }) })
      .locator('pre');
  await becomes(
    () => sides('Blocks: Text').allTextContents(),
    ['Dear First name or “friend”, it is autumn', 'Dear First name or “friend”, it is springtime'],
  );
  await becomes(() => sides('Blocks: Text').locator('mark').allTextContents(), ['autumn', 'springtime']);
  await becomes(() => sides('Blocks: Button').locator('mark').allTextContents(), ['b', 'a']);
  await clash.getByText('2 more blocks are identical.').waitFor();
  assert.deepEqual(await findingsOf(one), []);
  await clash.getByRole('button', { name: 'Keep mine' }).click();
  await clash.waitFor({ state: 'detached' });
});

test('hours, rhythms and options that two changed are told in words, each by its name', async (t) => {
  const site = await openSite(t);
  const one = await site.open();
  const delivery = { sending_window: { days: ['mon', 'fri'], from: '09:00', to: '24:00', time_zone: 'Europe/Berlin' } };
  const path = await openDraft(site, one, { subject: 'First', options: { open_tracking: 'yes' }, delivery });
  const uid = path.split('/').at(-1);
  const other = { sending_window: { days: ['tue'], from: '10:30', to: '17:00', time_zone: 'UTC' } };
  await one.getByRole('group', { name: 'Weekdays' }).waitFor();
  await site.server.call('PUT', `/campaigns/${uid}`, { delivery: other, options: { feed_failure: 'stop' } });
  await one.getByRole('group', { name: 'Weekdays' }).getByRole('button', { name: 'Wed' }).click();
  const clash = one.getByRole('region', { name: 'Two texts' });
  await clash.getByRole('heading', { name: 'Sending hours' }).waitFor();
  const texts = () => clash.locator('pre').allTextContents();
  await becomes(texts, ['Tue · 10:30 AM – 05:00 PM · UTC', 'Mon, Wed, Fri · 09:00 AM – 12:00 AM · Europe/Berlin']);
  await clash.getByRole('button', { name: 'Use theirs' }).click();
  await clash.waitFor({ state: 'detached' });

  await one.getByText(SAVED).waitFor();
  await site.server.call('PUT', `/campaigns/${uid}`, { delivery: { max_per_minute: 60 } });
  await one.getByLabel('Maximum messages per minute').fill('90');
  await clash.getByRole('heading', { name: 'Maximum messages per minute' }).waitFor();
  await becomes(texts, ['60', '90']);
});

test('what is written while the server is away is kept, and saved when it is back', async (t) => {
  const site = await openSite(t);
  const page = await site.open({}, sayNothing); // the browser tells of each connection that fails
  const path = await openDraft(site, page, { subject: 'First' });
  // Read out is what is wrong, and that it is right again, not each pause of who writes.
  const isTold = async (words: string) => (await page.getByText(words).getAttribute('aria-live')) === 'polite';
  await page.getByLabel('Subject').fill('Second');
  await until('it is saved', async () => {
    const { body } = await site.server.call('GET', path.replace('/app', ''));
    return (body['data'] as { record: { subject: string } }).record.subject === 'Second';
  });
  await becomes(() => isTold(SAVED), false);
  await site.restart('SIGKILL', async () => {
    await page.getByLabel('Subject').fill('Written in the dark');
    await becomes(() => isTold('Not saved: the server cannot be reached'), true);
  });
  await becomes(() => isTold(SAVED), true);
  await page.reload();
  await becomes(() => page.getByLabel('Subject').inputValue(), 'Written in the dark');

  // The tab is closed before the server is back: the next visit has the text.
  await page.getByText(SAVED).waitFor();
  await site.restart('SIGKILL', async () => {
    await page.getByLabel('Subject').fill('Nobody saved this');
    await page.getByText('Not saved: the server cannot be reached').waitFor();
    await page.close({ runBeforeUnload: false });
  });
  const later = await page.context().newPage();
  await later.goto(path);
  await until('the text is there again', async () => {
    return (await later.getByLabel('Subject').inputValue()) === 'Nobody saved this';
  });
  await later.getByText(SAVED).waitFor();
});

test('what is not there is said, with the way to what is', async (t) => {
  const site = await openSite(t);
  const page = await site.open({}, sayNothing); // the browser tells of each answer that is an error
  await becomeOwner(site, page);
  for (const [path, way] of [
    ['/app/campaigns/nosuchone', 'Go to campaigns'],
    ['/app/lists/nosuchone', 'Go to lists'],
    ['/app/templates/nosuchone', 'Go to templates'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    await becomes(() => page.getByRole('button', { name: 'Try again' }).count(), 0);
    await page.getByRole('link', { name: way }).click();
    await page.getByRole('heading', { level: 1, name: way.slice(7), exact: false }).waitFor();
  }
});

test('an editor that was on its way when the server went away comes when it is back', async (t) => {
  const site = await openSite(t);
  const page = await site.open({}, sayNothing);
  let letGo: () => void = () => undefined;
  const isGone = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/code-editor-*.js', async (route) => {
    await isGone;
    await route.continue();
  });
  await openDraft(site, page, { subject: 'First' });
  const editor = page.getByRole('textbox', { name: 'HTML of the email' });
  await page.getByRole('status', { name: 'Loading the editor' }).waitFor();
  await site.restart('SIGKILL', async () => {
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/code-editor-'));
    letGo();
    await failed;
    await page.getByLabel('Subject').fill('Written in the dark');
    await page.getByText('Not saved: the server cannot be reached').waitFor();
    await becomes(() => editor.count(), 0);
  });
  await editor.waitFor();
  await page.getByText(SAVED).waitFor();
  await becomes(() => page.getByLabel('Subject').inputValue(), 'Written in the dark');

  // A server of another version has no such file: the page says so, and nothing is lost.
  await page.unroute('**/code-editor-*.js');
  await page.route('**/code-editor-*.js', (route) => route.fulfill({ status: 404 }));
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'This page needs to be reloaded' }).waitFor();
  await page.unroute('**/code-editor-*.js');
  await page.getByRole('button', { name: 'Reload' }).click();
  await editor.waitFor();
  await becomes(() => page.getByLabel('Subject').inputValue(), 'Written in the dark');
});

test('a version is looked at and brought back; what does not fit is told and the rest saved', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await openDraft(site, page, { subject: 'First' });
  await page.getByLabel('From address').fill('no address');
  await page.getByText(/Not saved: .*valid/).waitFor();
  await page.getByLabel('Subject').fill('Second');
  await page.waitForTimeout(1_500);
  await page.getByLabel('From address').fill('eve@example.com');
  await page.getByText(SAVED).waitFor();
  await page.reload();
  await becomes(() => page.getByLabel('Subject').inputValue(), 'Second');
  await becomes(() => page.getByLabel('From address').inputValue(), 'eve@example.com');

  await page.getByLabel('Preview text').fill('Roads & hills');
  await page.getByText(SAVED).waitFor();
  await page
    .frameLocator('iframe[title="The email"]:not([aria-hidden])')
    .getByText('Roads & hills')
    .waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Next person' }).click();
  await page.getByRole('region', { name: 'Preview' }).getByText('ben@example.com').first().waitFor();
  await page.getByText('Phone', { exact: true }).click();
  await page.getByRole('button', { name: 'Dark' }).click();
  await page.getByRole('button', { name: 'Images off' }).click();
  await until('the mail is shown so', async () => {
    const address = await page.getByTitle('The email').last().getAttribute('src');
    return /scheme=dark.*subscriber_uid.*pictures=off/.test(address ?? '');
  });
});
