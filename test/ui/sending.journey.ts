// Campaigns on their way: the table, pausing and going on, the server killed and back; then the
// report, the people behind its figures, and sending again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../support/until.ts';
import { findingsOf, overflowOf } from './axe.ts';
import { becomes } from './becomes.ts';
import { COMPANY, newList, SENDER } from './new-list.ts';
import { becomeOwner, callOf, openSite, type Site } from './site.ts';

const PEOPLE = 40;
const SHOP = 'https://example.com/shop';
const HTML = `<p>Hello [FNAME], <a href="${SHOP}">the shop</a></p>
  <p>[COMPANY_FULL_ADDRESS]</p><p><a href="[UNSUBSCRIBE_URL]">Unsubscribe</a></p>`;

test('the table of campaigns: filters, search, pausing and going on, copying, removing', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  await page.getByRole('heading', { name: 'No campaigns yet' }).waitFor();
  const counting = page.getByText('Opens and clicks without machines');
  await becomes(() => counting.count(), 0);
  const list = await makeList(site);
  await makeCampaign(site, list, { name: 'Autumn tour', status: 'draft' });
  await makeCampaign(site, list, { name: 'Winter check-up', send_at: '2036-12-01 10:00:00' });
  const slow = await makeCampaign(site, list, { name: 'Slow news', delivery: { max_per_minute: 60 } });

  const running = page.getByRole('region', { name: 'On their way' }).getByRole('article', { name: 'Slow news' });
  await running.waitFor(); // by itself: nobody pressed reload
  await running.getByText(/^[1-9]\d* of 40/).waitFor();
  await page.getByRole('button', { name: 'Pause: Slow news' }).click();
  await running.getByText(/\d+ left; nothing is lost/).waitFor();
  const delivery = async () => (await callOf(site)('GET', `/campaigns/${slow}/delivery`)).data.messages;
  await until('what was on its way has ended', async () => (await delivery()).in_flight === 0);
  const paused = await acceptedOf(site, slow);
  assert.deepEqual(await findingsOf(page), []);

  await counting.waitFor();
  const chips = page.getByRole('group', { name: 'Status' });
  await becomes(
    async () => (await chips.getByRole('button').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ')),
    ['All 3', 'Drafts 1', 'Scheduled 1', 'Sending 0', 'Paused 1', 'Sent 0'],
  );
  await chips.getByRole('button', { name: 'Drafts' }).click();
  await page.getByRole('row', { name: /Winter check-up/ }).waitFor({ state: 'detached' });
  await page.getByRole('row', { name: /Autumn tour/ }).waitFor();
  await becomes(() => page.getByRole('row').count(), 2);
  await page.reload(); // the filter stands in the address
  await becomes(() => chips.getByRole('button', { name: 'Drafts' }).getAttribute('aria-pressed'), 'true');
  await page.getByRole('searchbox', { name: 'Filter by name or subject' }).fill('winter');
  await page.getByRole('heading', { name: 'No campaigns match this filter' }).waitFor();
  await page.getByRole('button', { name: 'Show all campaigns' }).click();
  await page.getByRole('searchbox', { name: 'Filter by name or subject' }).fill('WINTER');
  await page.getByRole('row', { name: /Winter check-up.*Scheduled/ }).waitFor();
  await page.getByRole('row', { name: /Autumn tour/ }).waitFor({ state: 'detached' });
  await page.getByRole('searchbox', { name: 'Filter by name or subject' }).fill('');

  const share = `${((100 * paused) / 40).toFixed(1)}%`;
  await page.getByRole('row', { name: new RegExp(`Slow news.* ${paused} ${share}`) }).waitFor(); // of its audience

  // Paused before it began, and its time went by: letting it go on would mail everybody at once.
  const late = await makeCampaign(site, list, { name: 'Late news', status: 'paused', send_at: '2026-01-02 10:00:00' });
  await act(page, 'Late news', 'Resume');
  const ask = page.getByRole('dialog', { name: 'Send “Late news” now?' });
  await ask.getByText(/its send time has passed: .*2026/).waitFor();
  await ask.getByRole('button', { name: 'Cancel' }).click();
  await ask.waitFor({ state: 'detached' });
  const lateNow = (await callOf(site)('GET', `/campaigns/${late}`)).data.record;
  assert.equal(lateNow.status, 'paused');
  await callOf(site)('DELETE', `/campaigns/${late}`);

  await act(page, 'Autumn tour', 'Copy');
  await page.getByRole('heading', { level: 1, name: 'Autumn tour #1' }).waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Campaigns' }).click();
  await act(page, 'Autumn tour #1', 'Remove…');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('row', { name: /Autumn tour #1/ }).waitFor({ state: 'detached' });

  assert.equal(await acceptedOf(site, slow), paused, 'nothing went out while it was paused');
  await callOf(site)('PUT', `/campaigns/${slow}/delivery`, { max_per_minute: 0 });
  await act(page, 'Slow news', 'Resume');
  await page.getByRole('row', { name: /Slow news.*Sent.*40.*40/ }).waitFor();
  await running.waitFor({ state: 'detached' });
  await act(page, 'Slow news', 'Remove…');
  const remove = page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true });
  await becomes(() => remove.isDisabled(), true, 'the report of what was sent goes with it: its name is asked for');
  await page.getByLabel('Type “Slow news” to continue').fill('Slow news');
  await page.keyboard.press('Enter');
  await page.getByRole('row', { name: /Slow news/ }).waitFor({ state: 'detached' });
  await page.setViewportSize({ width: 390, height: 900 });
  await becomes(() => overflowOf(page), 0);
});

test('the server is killed while it sends: the screen says so, and is right when it is back', async (t) => {
  const site = await openSite(t);
  const page = await site.open({}, () => undefined); // a browser tells of every request that finds nobody
  await becomeOwner(site, page);
  const uid = await makeCampaign(site, await makeList(site), { name: 'News', delivery: { max_per_minute: 20 } });
  const other = await page.context().newPage(); // hears the events through the first tab
  for (const one of [page, other]) {
    await one.goto(`/app/campaigns/${uid}`);
    await one.getByRole('progressbar', { name: 'Progress' }).waitFor();
    await one.getByText(/^[1-9]\d* of 40$/).waitFor();
  }
  assert.deepEqual(await findingsOf(page), []);
  await site.restart('SIGKILL', async () => {
    for (const one of [page, other]) await one.getByText('Connection lost. Reconnecting').waitFor();
  });
  for (const one of [page, other]) await one.getByText('Connection lost. Reconnecting').waitFor({ state: 'detached' });
  await page.close(); // the other tab listens itself from now on
  await callOf(site)('PUT', `/campaigns/${uid}/delivery`, { max_per_minute: 0 });
  await other.getByRole('heading', { name: 'From audience to clicks' }).waitFor({ timeout: 60_000 });
  const { accepted, uncertain } = await figuresOf(site, uid);
  assert.equal(accepted + uncertain, PEOPLE, 'nobody is lost');
  await becomes(() => tile(other, 'Accepted'), String(accepted));
  await becomes(() => tile(other, 'Audience'), String(PEOPLE));
});

test('a campaign is corrected while it is sent, and ended before everybody has it', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  const uid = await makeCampaign(site, await makeList(site), { name: 'News', delivery: { max_per_minute: 60 } });
  await page.goto(`/app/campaigns/${uid}`);
  await page.getByText(/^[1-9]\d* of 40$/).waitFor();
  await page.getByRole('button', { name: 'Edit…' }).click();
  await page.getByRole('button', { name: 'Pause and edit' }).click();
  await page.getByText(/^It is paused\..* Who gets it stays as it is\.$/).waitFor();
  await becomes(() => page.getByRole('combobox', { name: 'List' }).count(), 0);
  assert.deepEqual(await findingsOf(page), []);
  await page.getByLabel('Subject', { exact: true }).fill('News, corrected');
  const before = await acceptedOf(site, uid);
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  await until('some more have it', async () => (await acceptedOf(site, uid)) > before + 1);
  const { records } = (await callOf(site)('GET', '/test-inbox')).data;
  assert.equal(records[0].subject, 'News, corrected');

  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.getByRole('button', { name: 'End…' }).click();
  await page.getByText(/^Nothing more is sent: whoever is left \(\d+\) does not get it\./).waitFor();
  await page.getByRole('button', { name: 'End it' }).click();
  await page.getByRole('heading', { name: 'From audience to clicks' }).waitFor();
  await page.getByText('skipped while sending', { exact: false }).waitFor();
  assert.equal((await figuresOf(site, uid)).status, 'sent');
});

test('a report, the people behind its figures, and the mail once more to those who did not open it', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  const list = await makeList(site);
  const uid = await makeCampaign(site, list, { name: 'News' });
  await until('it is sent', async () => (await figuresOf(site, uid)).status === 'sent');
  await page.goto(`/app/campaigns/${uid}`);
  await page.getByRole('heading', { name: 'From audience to clicks' }).waitFor();
  await becomes(() => tile(page, 'Opened'), '0');

  const { records } = (await callOf(site)('GET', `/lists/${list}/subscribers?per_page=50`))['data'] as {
    records: { subscriber_uid: string; EMAIL: string }[];
  };
  const [ann, ben, cid] = records;
  for (const one of [ann, ben])
    await callOf(site)('GET', `/campaigns/${uid}/track-opening/${one?.subscriber_uid}?user_agent=Mail`);
  const { hash } = ((await callOf(site)('GET', `/campaigns/${uid}/links`))['data'] as { records: { hash: string }[] })
    .records[0] ?? { hash: '' };
  await callOf(site)('GET', `/campaigns/${uid}/track-url/${ann?.subscriber_uid}/${hash}`);
  await callOf(site)('PUT', `/lists/${list}/subscribers/${cid?.subscriber_uid}/unsubscribe`);

  await page.getByRole('radiogroup').first().getByText('All', { exact: true }).click(); // it opens without machines
  await page.getByRole('button', { name: /^Opened: .* who$/ }).click(); // the figure came by itself
  await page.getByRole('row', { name: new RegExp(ben?.EMAIL ?? '') }).waitFor();
  await page.getByRole('button', { name: /^Did not open: \d+ did not · see who$/ }).click();
  await page.getByRole('row', { name: new RegExp(cid?.EMAIL ?? '') }).waitFor();
  await page.getByRole('button', { name: `1 who clicked ${SHOP}` }).click();
  await page.getByRole('row', { name: new RegExp(`${ann?.EMAIL}.*shop`) }).waitFor();
  assert.match(page.url(), /people=clicks/);
  assert.deepEqual(await findingsOf(page), []);

  // Nobody stands under another heading while those below it are asked for.
  const { promise: isAllowed, resolve: allow } = Promise.withResolvers<void>();
  await page.route(/\/bounces\?/, async (route) => {
    await isAllowed;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Bounced', exact: true }).click();
  await page.getByRole('status', { name: 'Loading people' }).waitFor();
  await becomes(() => page.getByRole('row', { name: new RegExp(ann?.EMAIL ?? '') }).count(), 0);
  allow();
  await page.getByRole('heading', { name: 'No people', exact: true }).waitFor();

  await page.getByRole('button', { name: 'See in email' }).click();
  await page.frameLocator('iframe').getByRole('link', { name: 'the shop 1 · 100 %' }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Share…' }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  const shared = await page.getByRole('dialog').locator('code').textContent();
  assert.deepEqual(await findingsOf(page), []);
  const stranger = await site.open({ width: 390, scheme: 'dark' }, () => undefined); // the console tells of the 404
  await stranger.goto(shared ?? '');
  await stranger.getByRole('heading', { level: 1, name: 'News' }).waitFor();
  await stranger.getByRole('row', { name: /^Accepted 40 100%/ }).waitFor();
  assert.doesNotMatch((await stranger.locator('body').textContent()) ?? '', new RegExp(ann?.EMAIL ?? ''));
  assert.deepEqual([await findingsOf(stranger), await overflowOf(stranger)], [[], 0]);
  await page.getByRole('button', { name: 'Revoke link' }).click();
  await page.getByRole('button', { name: 'Create link' }).waitFor();
  await stranger.reload();
  await stranger.getByRole('heading', { level: 1, name: 'Not found' }).waitFor();
  await page.keyboard.press('Escape');
  await page.emulateMedia({ media: 'print' });
  await page.getByRole('button', { name: 'Share…' }).waitFor({ state: 'hidden' }); // paper has the figures alone
  await page.emulateMedia({ media: 'screen' });

  await page.getByRole('button', { name: 'Send again to 37 who did not open…' }).click();
  await page.getByRole('dialog').getByText('37 got it').waitFor();
  await page.getByRole('dialog').getByLabel('Subject').fill('Once more');
  await page.getByRole('dialog').getByRole('button', { name: 'Create draft' }).click();
  await page.getByRole('heading', { level: 1, name: 'News (again)' }).waitFor();
  await becomes(() => page.getByLabel('Subject').inputValue(), 'Once more');
});

/** Chooses an action of a campaign's row. */
async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** A list of PEOPLE people. */
async function makeList(site: Site): Promise<string> {
  const list_uid = await newList(site, { company: COMPANY });
  const subscribers = Array.from({ length: PEOPLE }, (_, n) => ({ EMAIL: `rider-${n}@example.com`, FNAME: `N${n}` }));
  await callOf(site)('POST', `/lists/${list_uid}/subscribers/bulk`, { subscribers });
  return list_uid;
}

async function makeCampaign(site: Site, list_uid: string, members: Record<string, unknown>): Promise<string> {
  const { campaign_uid } = await callOf(site)('POST', '/campaigns', {
    ...SENDER,
    subject: 'News',
    list_uid,
    send_at: '2026-01-01 09:00:00',
    template: { content: HTML },
    options: { url_tracking: 'yes' },
    ...members,
  });
  return String(campaign_uid);
}

async function figuresOf(site: Site, uid: string) {
  const { data } = await callOf(site)('GET', `/campaigns/${uid}/stats?full=1`);
  const stats = data as Record<string, number> & { campaign_status: string };
  return {
    status: stats.campaign_status,
    accepted: stats['delivery_success_count'] ?? 0,
    uncertain: stats['uncertain_count'] ?? 0,
  };
}

const acceptedOf = async (site: Site, uid: string) => (await figuresOf(site, uid)).accepted;

/** The figure of a tile by its name. */
function tile(page: Page, name: string): Promise<string> {
  return page
    .locator('dl.tiles > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('strong')
    .innerText();
}
