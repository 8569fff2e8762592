// Names as long as the API takes them, of one long word, in all scripts: no screen gets wider than
// a phone, and nothing of them is cut off.
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { becomes } from './becomes.ts';
import { COMPANY, newList, SENDER } from './new-list.ts';
import { becomeOwner, callOf, openSite } from './site.ts';

const WORDS = 'Jahreshauptversammlungsprotokollführerinnenausbildungsunterlagen und '.repeat(3).slice(0, 200);
const WORD = 'x'.repeat(200);

test('long names break on a phone', async (t) => {
  const site = await openSite(t);
  const page = await site.open({ width: 390 });
  await becomeOwner(site, page);
  // What has no button on a phone has its words there.
  await page.getByText(/The person who runs the server has to set its public address/).waitFor();
  const call = callOf(site);
  for (const name of [WORDS, WORD]) {
    const list_uid = await newList(site, { name, company: COMPANY });
    const email = `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.example`;
    const { data } = await call('POST', `/lists/${list_uid}/subscribers`, { EMAIL: email, FNAME: WORD, LNAME: WORDS });
    const make = async (more: object) => {
      const body = { name, subject: name, list_uid, ...SENDER, template: { content: '<p>Hello</p>' }, ...more };
      return (await call('POST', '/campaigns', body)).campaign_uid;
    };
    const sent = await make({ send_at: '2026-01-01 09:00:00' });
    const draft = await make({ status: 'draft' });
    for (const path of [
      ...['/campaigns', '/lists', '/reports', `/lists/${list_uid}`, `/campaigns/${sent}`, `/campaigns/${draft}`],
      ...[`/lists/${list_uid}/segments/new`, `/lists/${list_uid}/automations`],
      `/lists/${list_uid}/subscribers/${data.record.subscriber_uid}`,
    ]) {
      await page.goto(`/app${path}`);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.locator('.skeleton').first().waitFor({ state: 'detached' });
      await becomes(() => hangingOver(page), [], path);
    }
  }
});

/**
 * What hangs over the side of the window, a cut-off part of a card as well. The room around the
 * words of a button without a frame hangs over its cell on purpose; its words are looked at.
 */
const hangingOver = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('main :is(h1, h2, p, a, b, dd, th, td, li, span)')]
    .filter((one) => !one.closest('.tabs, .unseen, .cm-editor, .table-frame thead') && !one.matches('td.actions'))
    .filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth + 1
      || (getComputedStyle(one).textOverflow !== 'ellipsis' && getComputedStyle(one).display === 'block'
        && one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 1))
    .map((one) => one.tagName + '.' + one.className + ' ' + one.textContent.slice(0, 20))`);
