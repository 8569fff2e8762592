// Lists: making one, its fields, its people by hand and from a file, with what goes wrong.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { findingsOf, overflowOf } from './axe.ts';
import { becomes } from './becomes.ts';
import { becomeOwner, openSite } from './site.ts';

test('a list is made, gets a field, and people by hand', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  await makeList(page, 'Riders');
  await page.getByRole('heading', { name: 'No one is on this list yet' }).waitFor();

  await page.getByRole('link', { name: 'Fields' }).click();
  await page.getByRole('button', { name: 'New field' }).click();
  const live = page.frameLocator('iframe:not([aria-hidden])');
  await becomes(() => page.getByText('This is how it looked before the last change').count(), 0);
  // Letter by letter: the form beside it is loaded anew meanwhile, and leaves the keyboard alone.
  await page.getByLabel('Label', { exact: true }).pressSequentially('Favourite bike', { delay: 120 });
  await becomes(() => page.getByLabel('Label', { exact: true }).inputValue(), 'Favourite bike');
  await live.getByLabel('Favourite bike').waitFor();
  await page.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Drop-down list' }).click();
  await page.getByLabel('Options').fill('Road\ngravel = Gravel & more');
  await live.getByRole('combobox', { name: 'Favourite bike' }).waitFor();
  await live.getByRole('option', { name: 'Gravel & more' }).waitFor({ state: 'attached' });
  await page.getByLabel('Tag').fill('FNAME');
  await page.getByText('The tag attribute must be unique in the mail list!').waitFor();
  await page.getByLabel('Tag').fill('');
  await page.getByText('More: limits, help, position').click();
  await page.getByLabel('Help next to the field').fill('You may have several');
  await live.getByText('You may have several').waitFor();
  assert.deepEqual(await findingsOf(page), []);
  await becomes(() => overflowOf(page), 0);
  await page.getByRole('button', { name: 'Save field' }).click();
  await page.getByRole('row', { name: /Favourite bike.*FAVOURITE_BIKE/ }).waitFor();
  await live.getByRole('combobox', { name: 'Favourite bike' }).waitFor();
  const dialog = page.getByRole('dialog');

  await page.getByRole('link', { name: 'Subscribers' }).click();
  await page.getByRole('button', { name: 'Add a person' }).click();
  await dialog.getByLabel('Email').fill('not an address');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.locator('[aria-invalid=true]').waitFor();
  await dialog.getByLabel('Email').fill('bob@example.com');
  await dialog.getByRole('combobox', { name: 'Favourite bike' }).click();
  await page.getByRole('option', { name: 'Gravel & more' }).click();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('link', { name: 'bob@example.com' }).click();
  await page.getByRole('heading', { level: 1, name: 'bob@example.com' }).waitFor();
  await becomes(() => page.getByRole('combobox', { name: 'Favourite bike' }).inputValue(), 'Gravel & more');
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await dialog.getByRole('button', { name: 'Unsubscribe' }).click();
  await page.getByText('Unsubscribed', { exact: true }).first().waitFor();
});

test('a file is imported after a look, with its bad rows told', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  await makeList(page, 'Riders');
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  const rows = ['Email,First name,Town', 'ann@example.com,Ann,Kiel', 'no address,Ben,Ulm', 'cid@example.com,Cid,Bonn'];
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'riders.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) });
  await page.getByRole('heading', { level: 1, name: 'riders.csv' }).waitFor();
  const town = page.getByRole('combobox', { name: 'Import Town as' });
  await becomes(() => town.inputValue(), 'New field “Town”');
  // What is refused is not shown as if it were so.
  const refuse = (route: Route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 422, json: { status: 'error', error: 'Not now.' } })
      : route.continue();
  await page.route('**/imports/*', refuse);
  await town.click();
  await page.getByRole('option', { name: 'Nothing: skip this column' }).click();
  await page.getByText('Not now.').waitFor();
  await becomes(() => town.inputValue(), 'New field “Town”');
  await page.unroute('**/imports/*', refuse);
  assert.deepEqual(await findingsOf(page), []);
  await becomes(() => overflowOf(page), 0);
  const keyboard = () => page.evaluate<string>('document.activeElement.tagName');
  await page.getByRole('button', { name: 'Try it without changing anything' }).click();
  await page.getByRole('heading', { name: 'What would happen' }).waitFor();
  await becomes(() => figures(page), { New: '2', Changed: '0', Unchanged: '0', 'Bad rows': '1' });
  await becomes(keyboard, 'H1', 'what was pressed went away meanwhile');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByText('The import is complete.', { exact: true }).waitFor();
  await becomes(keyboard, 'H1', 'what was pressed is gone');
  await page.getByRole('heading', { name: 'Result' }).waitFor();
  await becomes(async () => (await figures(page))['New'], '2');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  const bad = await text(await download.createReadStream());
  assert.match(bad, /^\ufeff?LINE,REASON,Email,First name,Town\r\n3,[^,]+,no address,Ben,Ulm\r\n$/);
  await page.getByRole('row', { name: /no address/ }).waitFor();
  await page.getByRole('link', { name: 'Show people' }).click();
  await page.getByRole('link', { name: 'cid@example.com' }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Undo this import' }).click();
  await page.getByRole('dialog').getByText('This import added 2 people').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo this import' }).click();
  await page.getByText('Removed again: 2').waitFor();
});

test('the rule of a field is taken away; a number that is none is refused', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  await makeList(page, 'Riders');
  await page.getByRole('link', { name: 'Fields' }).click();
  const change = async () => {
    await page
      .getByRole('row', { name: /First name/ })
      .getByRole('button', { name: 'Edit' })
      .click();
    await page.getByText('More: limits, help, position').click();
  };
  const pattern = page.getByLabel('Required pattern');
  const longest = page.getByLabel('Maximum characters');
  const save = () => page.getByRole('button', { name: 'Save field' }).click();
  await change();
  await pattern.fill('^A');
  await longest.fill('20');
  await save();
  await change();
  await becomes(async () => [await pattern.inputValue(), await longest.inputValue()], ['^A', '20']);
  await pattern.fill('');
  await longest.fill('many');
  await save();
  await becomes(() => longest.getAttribute('aria-invalid'), 'true');
  await longest.fill('');
  await save();
  await change();
  await becomes(async () => [await pattern.inputValue(), await longest.inputValue()], ['', '']);
});

test('a list is called otherwise, and goes on with another sender and another way in', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  await makeList(page, 'Ridrs');
  const tabs = page.getByRole('navigation', { name: 'List sections' });
  await tabs.getByRole('link', { name: 'Settings' }).click();
  const [names, sender] = ['About this list', 'Defaults for new campaigns'].map((name) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name }) }),
  );
  await names?.getByLabel('Name', { exact: true }).fill('R');
  await names?.getByRole('button', { name: 'Save' }).click();
  await names?.locator('[aria-invalid=true]').first().waitFor();
  await names?.getByLabel('Name', { exact: true }).fill('Riders');
  await names?.getByLabel('are added to the list right away').check();
  await names?.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: 'Riders', exact: true }).waitFor();
  // What subscribers see goes on being the same, and stands there: saved once more, it is not the
  // old name.
  await becomes(async () => names?.getByLabel('Name that subscribers see').inputValue(), 'Riders');
  await names?.getByLabel('Private').check();
  await names?.getByRole('button', { name: 'Save' }).click();
  await sender?.getByLabel('Replies go to').fill('team@example.com');
  await sender?.getByRole('button', { name: 'Save' }).click();
  await becomes(async () => {
    const { body } = await site.server.call('GET', '/lists?full=1');
    type Shown = { general: Record<string, string>; defaults: Record<string, string> };
    const [list] = (body as { data: { records: Shown[] } }).data.records;
    const { name, display_name, description, opt_in, visibility } = list?.general ?? {};
    return [name, display_name, description, opt_in, visibility, list?.defaults.reply_to];
  }, ['Riders', 'Riders', 'Riders', 'single', 'private', 'team@example.com']);
  await page.getByText('List saved.').first().waitFor();
  assert.deepEqual(await findingsOf(page), []);
  await becomes(() => overflowOf(page), 0);
});

test('the form of a list gets a captcha, which the browser solves; without scripts the form says what it needs', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  await makeList(page, 'Riders');
  await page.getByRole('link', { name: 'Form', exact: true }).click();
  const toggle = page.getByRole('switch', { name: 'Captcha' });
  await page.getByRole('heading', { name: 'Spam protection' }).waitFor();
  await becomes(() => toggle.isChecked(), false);
  const saved = page.waitForResponse(
    (answer) => answer.request().method() === 'PUT' && answer.url().endsWith('/pages'),
  );
  await toggle.press('Space');
  assert.equal((await saved).status(), 200);
  assert.deepEqual(await findingsOf(page), []);
  await becomes(() => overflowOf(page), 0);
  const address = await page.getByRole('link', { name: 'Open the form' }).getAttribute('href');

  // Whatever a policy would refuse stands in the console, and fails the journey.
  const visitor = await site.open();
  await visitor.goto(address ?? '');
  await visitor.getByLabel('Email').fill('ann@example.com');
  await visitor.getByText('Checked', { exact: true }).waitFor();
  assert.deepEqual(await findingsOf(visitor), []);
  await visitor.waitForTimeout(1_500); // who is quicker is asked to look once more
  await visitor.getByRole('button', { name: 'Subscribe' }).click();
  await visitor.getByRole('heading', { name: 'Thank you' }).waitFor();

  const context = await site.browser.newContext({ javaScriptEnabled: false, locale: 'en' });
  t.after(() => context.close().catch(() => undefined)); // the browser may be gone by then
  const plain = await context.newPage();
  await plain.goto(address ?? '');
  // Looking by text passes over this element.
  const said = plain.locator('noscript p');
  await said.waitFor();
  await becomes(() => said.innerText(), /It needs JavaScript/);

  await page.getByRole('link', { name: 'Subscribers' }).click();
  await page.getByRole('link', { name: 'ann@example.com' }).waitFor();
});

test('the pages of a list get a look, seen before it is saved; the form is had as code', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  await makeList(page, 'Riders');
  await site.server.call('POST', '/media', { name: 'logo.gif', alt: 'Tea', file: GIF });
  await page.getByRole('link', { name: 'Design' }).click();
  const live = page.frameLocator('iframe:not([aria-hidden])');
  await page.getByLabel('Title').fill('Tea & Cake');
  await live.getByText('Tea & Cake').first().waitFor();
  await page.getByLabel('Buttons and links', { exact: true }).fill('red');
  await page.getByText('Accent must be a color like #0b62c4.').waitFor();
  await page.getByLabel('Buttons and links', { exact: true }).fill('#aa3300');
  await page.getByLabel('Logo').fill('http://example.com/logo.png');
  await page.getByText('Logo url must be an absolute https address').waitFor();
  await page.getByLabel('Logo').fill('');
  await page.getByRole('radiogroup', { name: 'Visitor’s language' }).getByText('German').click();
  await live
    .getByLabel('E-Mail')
    .or(live.getByRole('button', { name: 'Abonnieren' }))
    .first()
    .waitFor();
  const showPage = async (name: string) => {
    await page.getByRole('combobox', { name: 'Page', exact: true }).click();
    await page.getByRole('option', { name, exact: true }).click();
  };
  await showPage('After signing up');
  await live.getByRole('status').waitFor();
  await showPage('Unsubscribe');
  await live.getByRole('button', { name: 'Abmelden' }).waitFor();
  await showPage('Change details');
  await live.getByLabel('First name').waitFor();
  await page.getByRole('button', { name: 'Choose an image' }).click();
  await page.getByRole('button', { name: 'Choose logo.gif' }).click();
  await live.getByRole('img', { name: 'Tea & Cake' }).waitFor();
  await becomes(() => page.getByLabel('Logo').inputValue(), /\/files\/[0-9a-f]{64}\.gif$/);
  assert.deepEqual(await findingsOf(page), []);
  await becomes(() => overflowOf(page), 0);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Pages saved.').waitFor();

  await page.getByRole('link', { name: 'Form', exact: true }).click();
  const address = await page.getByRole('link', { name: 'Open the form' }).getAttribute('href');
  const html = await page.getByRole('textbox', { name: 'Form HTML' }).inputValue();
  assert.ok(html.startsWith(`<form action="${address}" method="post"`), html);
  const visitor = await site.open();
  await visitor.goto(address ?? '');
  await visitor.getByText('Tea & Cake').first().waitFor();
});

/** A picture of one pixel. */
const GIF = 'R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=';

async function makeList(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Lists' }).click();
  await page.getByRole('button', { name: 'New list' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  await dialog.getByRole('button', { name: 'Create list' }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

/** The figures of an import by their names. */
async function figures(page: Page): Promise<Record<string, string>> {
  const names = await page.locator('dl.tiles dt').allInnerTexts();
  const values = await page.locator('dl.tiles dd').allInnerTexts();
  const all = Object.fromEntries(names.map((name, at) => [name, values[at] ?? '']));
  const { 'Still get no email': _, ...others } = all;
  return others;
}

async function text(stream: AsyncIterable<Buffer>): Promise<string> {
  let all = '';
  for await (const piece of stream) all += piece.toString('utf8');
  return all;
}
