// Names that are written from right to left: their marks stay at their end, wherever they are shown
// and in whatever sentence, and none of them moves what stands beside it.
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { becomes } from './becomes.ts';
import { COMPANY, SENDER } from './new-list.ts';
import { becomeOwner, callOf, openSite } from './site.ts';

const LIST = 'חדשות האופניים (2026)!';
const CAMPAIGN = 'מבצע!';

/** On which side the last character of a text is painted that stands somewhere in a place. */
const asPainted = (place: Locator, text: string) =>
  place.evaluate((element, wanted) => {
    // biome-ignore lint/suspicious/noExplicitAny: tests know no types of browsers
    const page = (globalThis as any).document;
    const texts = page.createTreeWalker(element, 4);
    let node = texts.nextNode();
    while (node && !node.data.includes(wanted)) node = texts.nextNode();
    const start = node.data.indexOf(wanted);
    const of = (index: number) => {
      const range = page.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + 1);
      return range.getBoundingClientRect().left;
    };
    return of(start) > of(start + wanted.length - 1) ? 'its end is at the left' : 'its end is at the right';
  }, text);

test('a name is read from its own side', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  const call = callOf(site);
  const general = { name: LIST, description: LIST, opt_in: 'single' };
  const { list_uid } = await call('POST', '/lists', { general, defaults: SENDER, company: COMPANY });
  const { data } = await call('POST', `/lists/${list_uid}/subscribers`, { EMAIL: 'ann@example.com', FNAME: CAMPAIGN });
  const { campaign_uid } = await call('POST', '/campaigns', {
    name: CAMPAIGN,
    status: 'draft',
    list_uid,
    subject: `${CAMPAIGN} [FNAME]`,
  });
  const right = (place: Locator, text: string) => becomes(() => asPainted(place, text), 'its end is at the left');

  await page.goto(`/app/lists/${list_uid}`);
  await right(page.getByRole('heading', { level: 1 }), LIST);
  await right(page.getByRole('cell', { name: CAMPAIGN }), CAMPAIGN);
  await page.goto(`/app/lists/${list_uid}/subscribers/${data.record.subscriber_uid}`);
  await right(page.locator('.timeline').getByRole('listitem').first(), LIST);
  await page.goto(`/app/campaigns/${campaign_uid}`);
  await page.getByLabel('Subject').waitFor();
  const kind = 'getComputedStyle(document.querySelector("[data-member=subject]")).unicodeBidi';
  await becomes(() => page.evaluate<string>(kind), 'plaintext');

  await page.goto('/app/campaigns');
  await right(page.getByRole('row').filter({ hasText: CAMPAIGN }).locator('.small').first(), LIST);
  await page.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Remove…' }).click();
  await right(page.getByRole('dialog').getByRole('heading'), CAMPAIGN);
  await page.keyboard.press('Escape');

  // Behind a time, and in a line of several facts.
  const year = new Date().getUTCFullYear() + 1;
  const planned = await call('POST', '/campaigns', {
    name: CAMPAIGN,
    subject: CAMPAIGN,
    list_uid,
    send_at: `${year}-03-15 09:00:00`,
    ...SENDER,
    template: { content: '<p>Hello [UNSUBSCRIBE_URL]</p>' },
  });
  await page.goto(`/app/campaigns/calendar?day=${year}-03-10`);
  await right(page.getByRole('table').getByRole('link', { name: CAMPAIGN }), CAMPAIGN);
  await page.goto(`/app/campaigns/calendar?view=week&day=${year}-03-15`);
  await right(page.locator('.agenda p').filter({ hasText: LIST }), LIST);
  await call('DELETE', `/campaigns/${planned.campaign_uid}`);

  // A name that is copied out of the question is the one that is asked for.
  await page.goto('/app/lists');
  await page.getByRole('button', { name: /^Remove/ }).click();
  await page.getByLabel(/to continue$/).fill(`\u2068${LIST}\u2069`);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('heading', { name: 'No lists yet' }).waitFor();
});
