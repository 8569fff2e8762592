// One campaign to several lists: chosen in the editor, told before, sent into the test inbox, each
// address once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findingsOf, overflowOf } from './axe.ts';
import { becomes } from './becomes.ts';
import { COMPANY, newList, SENDER } from './new-list.ts';
import { becomeOwner, openSite } from './site.ts';

const HTML = '<p>Hello [FNAME]</p><p>[COMPANY_FULL_ADDRESS]</p><p><a href="[UNSUBSCRIBE_URL]">Unsubscribe</a></p>';

test('a campaign goes to two lists, and who is on both gets one mail', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  const { call } = site.server;
  const lists: string[] = [];
  for (const [name, from, to] of [
    ['Riders', 0, 30],
    ['Guests', 20, 40],
    ['Helpers', 50, 52],
  ] as const) {
    const list = await newList(site, { name, company: COMPANY });
    const subscribers = Array.from({ length: to - from }, (_, n) => ({
      EMAIL: `p${from + n}@example.com`,
      FNAME: name,
    }));
    await call('POST', `/lists/${list}/subscribers/bulk`, { subscribers });
    lists.push(list);
  }
  const conditions = [{ field_id: 1, operator_id: 1, value: 'x' }];
  const fields = await call('GET', `/lists/${lists[0]}/fields`);
  const records = (fields.body['data'] as { records: { field_id: number }[] }).records;
  await call('POST', `/lists/${lists[0]}/segments`, {
    name: 'Some of them',
    conditions: conditions.map((one) => ({ ...one, field_id: records[0]?.field_id })),
  });
  const draft = await call('POST', '/campaigns', {
    name: 'Autumn',
    status: 'draft',
    list_uid: lists[0],
    subject: 'The tour',
    ...SENDER,
    template: { content: HTML },
  });
  const uid = String(draft.body['campaign_uid']);

  await page.goto(`/app/campaigns/${uid}`);
  await page.getByRole('button', { name: '30 people get it' }).waitFor();
  const more = page.getByRole('combobox', { name: 'Add a list' });
  await more.click();
  await page.getByRole('option', { name: 'Guests' }).click();
  await page.getByText('40 of 50 get it').waitFor();
  await page.getByText('10 are on several of the lists and get only one email each.').waitFor();
  await becomes(() => page.getByRole('combobox', { name: 'Segment' }).isDisabled(), true);
  await page.getByText('A segment belongs to one list').waitFor();
  await becomes(() => page.getByRole('radio', { name: 'After an event' }).isDisabled(), true);
  await page.getByText('Not available with several lists: a test divides up the people on one.').waitFor();
  await more.click();
  await page.getByRole('option', { name: 'Helpers' }).click();
  await page.getByText('42 of 52 get it').waitFor();
  const further = page.getByRole('list', { name: 'More lists' });
  await further.getByRole('button', { name: 'Remove Helpers' }).click();
  await page.getByText('40 of 50 get it').waitFor();
  await page.getByText('All changes are saved').waitFor();
  assert.deepEqual(await findingsOf(page), []);
  await becomes(() => overflowOf(page), 0);

  // With a segment there can be no other list, and it says so.
  await further.getByRole('button', { name: 'Remove Guests' }).click();
  await page.getByRole('combobox', { name: 'Segment' }).click();
  await page.getByRole('option', { name: 'Some of them' }).click();
  await page.getByText('Not available with a segment, which belongs to one list').waitFor();
  await becomes(() => more.isDisabled(), true);
  await page.getByRole('combobox', { name: 'Segment' }).click();
  await page.getByRole('option', { name: 'Everyone on the list' }).click();
  await more.click();
  await page.getByRole('option', { name: 'Guests' }).click();
  await page.getByText('40 of 50 get it').waitFor();
  await page.getByText('All changes are saved').waitFor();
  await page.reload();
  await further.getByText('Guests').waitFor();

  // The mail can be looked at as people of all lists get it.
  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByRole('button', { name: 'Next person' }).click();
  await preview.getByText('joined most recently · 1 of 12').waitFor();
  await preview.frameLocator('iframe:not([aria-hidden])').getByText('Hello Guests').waitFor();
  await preview.getByRole('button', { name: 'Next person' }).click();
  await preview.frameLocator('iframe:not([aria-hidden])').getByText('Hello Riders').waitFor();

  await page.getByRole('button', { name: 'Test and send…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send to 40 now' }).click();
  await page.getByRole('button', { name: 'Send now' }).click();
  await page.getByRole('heading', { name: 'From audience to clicks' }).waitFor();
  await page.getByText('on several of the lists: emailed once').waitFor();
  const stats = await call('GET', `/campaigns/${uid}/stats`);
  assert.equal((stats.body['data'] as { delivery_success_count: number }).delivery_success_count, 40);
  // Who is named in the report leads to the list through which they got it.
  const log = await call('GET', `/campaigns/${uid}/delivery-logs?email=p35@example.com`);
  const [sent] = (log.body['data'] as { records: { subscriber: Record<string, string> }[] }).records;
  assert.equal(sent?.subscriber['list_uid'], lists[1]);
  const who = sent?.subscriber['subscriber_uid'];
  await call('POST', `/campaigns/${uid}/bounces`, { subscriber_uid: who, bounce_type: 'soft', message: 'full' });
  await page.goto(`/app/campaigns/${uid}?people=bounced`);
  const person = page.getByRole('region', { name: 'People' }).getByRole('link', { name: 'p35@example.com' });
  await person.click();
  await page.waitForURL(`**/app/lists/${lists[1]}/subscribers/${who}`);
  await page.getByRole('heading', { name: 'p35@example.com' }).waitFor();
  await page.goto('/app/campaigns');
  await page.getByText('Riders · and 1 more list').waitFor();
});
