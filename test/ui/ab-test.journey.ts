// An A/B test from its first variant to the rest: made in the editor, sent into the test inbox,
// decided by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findingsOf, overflowOf } from './axe.ts';
import { becomes } from './becomes.ts';
import { COMPANY, newList, SENDER } from './new-list.ts';
import { becomeOwner, openSite } from './site.ts';

const HTML =
  '<h1>Hello [FNAME]</h1><p><a href="https://example.com/tour">The tour</a></p><p>[COMPANY_FULL_ADDRESS]</p><p><a href="[UNSUBSCRIBE_URL]">Unsubscribe</a></p>';
const PEOPLE = 60;

type Site = Awaited<ReturnType<typeof openSite>>;

/** Ids of somebody who is in the part of variant B, and of somebody who is in no variant's. */
async function partsOf(
  { call }: Site['server'],
  tested: string,
  list: string,
): Promise<{ inB: string; inRest: string }> {
  const test = (await call('GET', `/campaigns/${tested}/ab-test`)).body['data'] as {
    record: { variants: { campaign_uid: string }[] };
  };
  const [a = '', b = ''] = test.record.variants.map(({ campaign_uid }) => campaign_uid);
  const people = (await call('GET', `/lists/${list}/subscribers?per_page=50`)).body['data'] as {
    records: { subscriber_uid: string; EMAIL: string }[];
  };
  const isIn = async (campaign: string, email: string) => {
    const said = await call('GET', `/campaigns/${campaign}/explain?email=${email}`);
    return (said.body['data'] as { cause: string }).cause !== 'other-part';
  };
  const found = { inB: '', inRest: '' };
  for (const { subscriber_uid, EMAIL } of people.records) {
    if (await isIn(b, EMAIL)) found.inB = subscriber_uid;
    else if (!(await isIn(a, EMAIL))) found.inRest = subscriber_uid;
    if (found.inB && found.inRest) break;
  }
  return found;
}

/** Asks on a person's page why they did not get the one campaign that there is to choose. */
async function askWhy(page: Awaited<ReturnType<Site['open']>>, list: string, subscriber: string): Promise<void> {
  await page.goto(`/app/lists/${list}/subscribers/${subscriber}`);
  await page.getByRole('combobox', { name: 'Campaign' }).click();
  const option = page.getByRole('option');
  await option.filter({ hasText: 'Autumn' }).waitFor();
  assert.equal(await option.count(), 1);
  await option.click();
}

test('a campaign is tested in two variants, and the one that is chosen goes to the rest', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  const { call } = site.server;
  const list = await newList(site, { company: COMPANY });
  const subscribers = Array.from({ length: PEOPLE }, (_, n) => ({ EMAIL: `rider${n}@example.com`, FNAME: 'Ann' }));
  await call('POST', `/lists/${list}/subscribers/bulk`, { subscribers });
  const draft = await call('POST', '/campaigns', {
    name: 'Autumn',
    status: 'draft',
    list_uid: list,
    subject: 'The tour',
    ...SENDER,
    template: { content: HTML },
    options: { open_tracking: 'yes', url_tracking: 'no' },
  });
  const uid = String(draft.body['campaign_uid']);

  // Made, with a second variant.
  await page.goto(`/app/campaigns/${uid}`);
  await page.getByRole('button', { name: 'Test variants…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Subject of B').fill('Ride with us');
  await dialog.getByRole('button', { name: 'Add variant B' }).click();
  const variants = page.getByRole('list', { name: 'Variants' });
  await variants.getByRole('link', { name: 'Ride with us' }).waitFor();
  await page.getByLabel('Percentage for the variants').fill('40');
  await page
    .getByText(
      'A and B each go to about 12 of 60 people. After 4 hours, the variant that more people opened is sent to the other 36.',
    )
    .waitFor();
  await becomes(() => page.getByRole('radio', { name: 'Clicks' }).isDisabled(), true, 'clicks are not counted');
  await becomes(() => page.getByRole('radio', { name: 'Recurring' }).isDisabled(), true);
  await page.getByRole('radio', { name: 'Someone, by hand' }).check();
  await page.getByText('Then you choose which one is sent to the other 36.').waitFor();
  assert.deepEqual(await findingsOf(page), []);
  await becomes(() => overflowOf(page), 0);

  // What B lacks stands in the way, with the way to it.
  await variants.getByRole('link', { name: 'Ride with us' }).click();
  await page.getByText('You are editing variant B of Autumn.').waitFor();
  await becomes(() => page.getByLabel('List', { exact: true }).isDisabled(), true);
  await page.getByLabel('Subject').fill('');
  await page.getByText('All changes are saved').waitFor();
  await page.getByRole('button', { name: 'Test and send…' }).click();
  await dialog.getByText('A variant is not sent on its own').waitFor();
  await dialog.getByRole('link', { name: 'Back to A' }).click();
  await page.getByRole('heading', { level: 1, name: 'Autumn', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Test and send…' }).click();
  await dialog.getByText('Missing in B: Subject').waitFor();
  await becomes(() => dialog.getByRole('button', { name: /^Send to/ }).isDisabled(), true);
  await dialog.getByRole('link', { name: 'Fix B' }).click();
  await page.getByText('You are editing variant B of Autumn.').waitFor();
  await page.getByLabel('Subject').fill('Ride with us, [FNAME]');
  await page.getByText('All changes are saved').waitFor();
  await page.getByRole('link', { name: 'Back to A' }).click();

  // Sent, and decided.
  await variants.getByRole('link', { name: 'Ride with us, [FNAME]' }).waitFor();
  await page.getByRole('button', { name: 'Test and send…' }).click();
  await dialog.getByRole('button', { name: 'Send to about 24 now' }).click();
  await page.getByRole('button', { name: 'Send now' }).waitFor();
  await variants.getByRole('link', { name: 'Ride with us, [FNAME]' }).click();
  await page.getByText('This is variant B of Autumn, which will be sent as planned.').waitFor();
  await becomes(() => page.getByLabel('Subject').isDisabled(), true);
  await page.getByRole('link', { name: 'Back to A' }).click();
  await page.getByRole('button', { name: 'Send now' }).click();
  await page.getByRole('heading', { name: 'From audience to clicks' }).waitFor();
  await page.getByText('The winner is chosen by hand').waitFor();
  await page.getByText('No variant is ahead yet.').waitFor();
  assert.deepEqual(await findingsOf(page), []);
  await becomes(() => overflowOf(page), 0);

  // Asked of a person it is one mailing, whichever part of it is theirs.
  const parts = await partsOf(site.server, uid, list);
  await askWhy(page, list, parts.inRest);
  await page.getByText('They are in the part of the list that gets the winner of the A/B test').waitFor();
  await askWhy(page, list, parts.inB);
  await page.getByText(/^Their mail server accepted it on/).waitFor();
  assert.deepEqual(await findingsOf(page), []);
  await page.goto(`/app/campaigns/${uid}`);
  await page.getByRole('button', { name: 'Send B to the rest…' }).click();
  await dialog.getByText('got no variant get it now: about 36.').waitFor();
  await dialog.getByRole('button', { name: 'Send B to about 36' }).click();
  await page.getByText('Too few to tell: the difference may be chance.').waitFor();
  await page.getByRole('table', { name: 'Variants' }).getByText('Winner').waitFor();

  await page.getByText(/B was chosen by hand on .* It was sent to the rest\./).waitFor();

  // The table of campaigns has it once, with its parts beneath, by whichever of their subjects.
  await page.goto('/app/campaigns');
  const table = page.getByRole('table', { name: 'Campaigns', exact: true });
  await table.getByRole('row').filter({ hasText: 'A/B test, all parts together' }).getByText('Sent').waitFor();
  await page.getByLabel('Filter by name or subject').fill('ride with');
  await page.waitForURL(/search=ride/);
  await becomes(() => table.getByRole('row').count(), 5, 'heading, test, two variants, the rest');
  await table.getByRole('row').filter({ hasText: 'Variant B · winner' }).waitFor();
  await table.getByRole('row').filter({ hasText: 'The rest' }).waitFor();
  await becomes(() => table.getByRole('button', { name: /^Actions for/ }).count(), 1);
  assert.deepEqual(await findingsOf(page), []);
  await becomes(() => overflowOf(page), 0);
  await table.getByRole('link', { name: 'Autumn', exact: true }).click();

  // The rest goes out, and everybody got one mail.
  await page.getByRole('link', { name: 'The campaign for the rest' }).click();
  await page.getByRole('heading', { level: 1, name: 'Autumn (rest: B)' }).waitFor();
  await page.getByRole('heading', { name: 'From audience to clicks' }).waitFor();
  await page.getByText('This campaign sent it there.').waitFor();
  await page.goto('/app/test-inbox');
  await page.getByText('Ride with us, Ann').first().waitFor();
  const { body } = await call('GET', `/campaigns/${uid}/ab-test`);
  const { record } = body['data'] as { record: { rest_uid: string; variants: { campaign_uid: string }[] } };
  const accepted = await Promise.all(
    [record.rest_uid, ...record.variants.map(({ campaign_uid }) => campaign_uid)].map(async (one) => {
      const stats = await call('GET', `/campaigns/${one}/stats`);
      return Number((stats.body['data'] as { delivery_success_count: number }).delivery_success_count);
    }),
  );
  assert.equal(
    accepted.reduce((sum, count) => sum + count, 0),
    PEOPLE,
  );

  // It is one mailing: in the reports and beside its variants with all its people.
  await page.goto('/app/reports');
  const sent = page.getByRole('table', { name: 'Sent campaigns' });
  const acceptedOf = (text: string) =>
    sent.getByRole('row').filter({ hasText: text }).getByRole('cell').first().textContent();
  await becomes(() => acceptedOf('A/B test, all parts together'), String(PEOPLE));
  await becomes(() => acceptedOf('The rest'), String(accepted[0]));
  await becomes(() => acceptedOf('Variant B · winner'), String(accepted[2]));
  await becomes(() => sent.getByRole('row').count(), 5, 'heading, test, two variants, the rest');
  assert.deepEqual(await findingsOf(page), []);
  await becomes(() => overflowOf(page), 0);
  await sent.getByRole('row').filter({ hasText: 'Variant A' }).getByRole('link').click();
  await page.getByText('Figures for this part of the A/B test only').waitFor();
  const all = page.getByRole('table', { name: 'Variants' }).getByRole('row').filter({ hasText: 'Total' });
  await becomes(() => all.getByRole('cell').first().textContent(), String(PEOPLE));

  // Sent again, it would go to whoever opened none of these mails.
  await page.goto(`/app/campaigns/${record.rest_uid}`);
  await page.getByRole('button', { name: `Send again to ${PEOPLE} who did not open…` }).click();
  await dialog.getByText('everyone who got any email of the A/B test').waitFor();
  await becomes(() => dialog.getByLabel('Name').inputValue(), 'Autumn (rest: B) (again)');
  await page.keyboard.press('Escape');

  // Another one is paused though its first variant is sent, and ended while its rest waits.
  const other = await call('POST', `/campaigns/${uid}/copy`);
  const path = `/campaigns/${other.body['campaign_uid']}`;
  await call('PUT', `${path}/ab-test`, { percent: 40 });
  const copied = (await call('GET', `${path}/ab-test`)).body['data'] as { record: typeof record };
  assert.equal(copied.record.variants.length, 2, 'the other variant is copied too');
  const pathOfSlow = `/campaigns/${copied.record.variants[1]?.campaign_uid}`;
  await call('PUT', `${path}/delivery`, { max_per_minute: 1 }); // of each variant
  const stateOf = async () => {
    const { body } = await call('GET', `${pathOfSlow}/overview`);
    return (body['data'] as { record: { status: string } }).record.status;
  };
  await call('POST', `${path}/send`);
  await becomes(stateOf, 'sending');
  await call('PUT', `${pathOfSlow}/pause-unpause?status=paused`);
  await call('PUT', `${path}/delivery`, { max_per_minute: 0 });
  await page.goto(`/app${path}`);
  await page.getByText(/the variant that more people opened is sent to the rest automatically/).waitFor();
  await page.getByText('From audience to clicks').waitFor(); // the report, once the first one is sent
  assert.equal(await stateOf(), 'paused');
  await page.getByRole('button', { name: 'Resume the other variants' }).click();
  await page.getByRole('button', { name: 'Pause the other variants' }).waitFor();
  assert.equal(await stateOf(), 'sending');
  await page.getByRole('button', { name: 'Pause the other variants' }).click();
  await page.getByRole('button', { name: 'Resume the other variants' }).waitFor();
  assert.equal(await stateOf(), 'paused');
  await page.getByRole('button', { name: 'End without a winner…' }).click();
  await dialog.getByText('People who got no variant yet get nothing.').waitFor();
  assert.deepEqual(await findingsOf(page), []);
  await dialog.getByRole('button', { name: 'End the test' }).click();
  await page.getByText(/The test was ended on .* without a winner\./).waitFor();
});
