// What a marketer does in a week, each from the start page by pointer and keyboard, with the clicks
// that it takes counted: it may not come to take more. Filling in a field is no click.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../support/until.ts';
import { COMPANY, newList, SENDER } from './new-list.ts';
import { becomeOwner, callOf, openSite, type Site } from './site.ts';
import { MAILS } from './weekly-tasks/mails.ts';
import { PEOPLE } from './weekly-tasks/people.ts';

const TASKS = [...PEOPLE, ...MAILS];
const HTML =
  '<h1>Hello [FNAME]</h1><p><a href="https://example.com/shop">The shop</a></p><p>[COMPANY_FULL_ADDRESS]</p><p><a href="[UNSUBSCRIBE_URL]">Unsubscribe</a></p>';

test('the twenty tasks of a week, with their clicks', { timeout: 600_000 }, async (t) => {
  assert.equal(TASKS.length, 20);
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  let clicks = 0;
  await page.exposeFunction('noteClick', () => {
    clicks += 1;
  });
  await page.addInitScript('addEventListener("pointerdown", () => noteClick(), true)');
  await fill(site);
  const taken: string[] = [];
  const faults: string[] = [];
  for (const task of TASKS) {
    await page.goto('/app/campaigns');
    await page.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor();
    clicks = 0;
    await task.do(page).catch((error: Error) => faults.push(`${task.name}: ${error.message.slice(0, 300)}`));
    taken.push(`${clicks} ${task.name}`);
    if (clicks !== task.clicks) faults.push(`${task.name} takes ${clicks} clicks, not ${task.clicks}`);
  }
  t.diagnostic(taken.join(' · '));
  assert.deepEqual(faults, []);
});

/** A list of people, a mail that went to them, one on its way, and three drafts. */
async function fill(site: Site): Promise<void> {
  const call = callOf(site);
  const list_uid = await newList(site, { company: COMPANY });
  const subscribers = Array.from({ length: 40 }, (_, n) => ({ EMAIL: `rider${n}@example.com`, FNAME: 'Ann' }));
  await call('POST', `/lists/${list_uid}/subscribers/bulk`, { subscribers });
  const make = (name: string, more: object) =>
    call('POST', '/campaigns', {
      name,
      ...SENDER,
      subject: name,
      list_uid,
      template: { content: HTML },
      options: { url_tracking: 'yes' },
      ...more,
    });
  for (const name of ['Autumn', 'Winter', 'Summer']) await make(name, { status: 'draft' });
  const now = { send_at: '2026-01-01 09:00:00' };
  const { campaign_uid: news } = await make('News', now);
  await make('Slow news', { ...now, delivery: { max_per_minute: 6 } });
  await until('it is sent', async () => {
    const { data } = (await site.server.call('GET', `/campaigns/${news}`)).body as {
      data: { record: { status: string } };
    };
    return data.record.status === 'sent';
  });
  const people = (await site.server.call('GET', `/lists/${list_uid}/subscribers?per_page=50`)).body as {
    data: { records: { subscriber_uid: string; EMAIL: string }[] };
  };
  const first = people.data.records.find(({ EMAIL }) => EMAIL === 'rider0@example.com')?.subscriber_uid;
  const links = (await site.server.call('GET', `/campaigns/${news}/links`)).body as {
    data: { records: { hash: string }[] };
  };
  await call('GET', `/campaigns/${news}/track-opening/${first}?user_agent=Mail`);
  await call('GET', `/campaigns/${news}/track-url/${first}/${links.data.records[0]?.hash}`);
}
