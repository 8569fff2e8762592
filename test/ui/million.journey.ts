// A list of a million people: usable as fast as a small one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStore } from '../../src/storage/db.ts';
import { addManyPeople } from '../support/many-people.ts';
import { newList } from './new-list.ts';
import { becomeOwner, openSite, type Site } from './site.ts';

const PEOPLE = 1_000_000;
const DAY_MS = 86_400_000;
/** On a machine that does nothing else it is a tenth of this. */
const USABLE_MS = 5_000;

test('a list of a million people is opened, searched, and gone through', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  const list = await newList(site, { name: 'Everyone' });
  await page.goto('about:blank');
  await site.restart('SIGTERM', () => fill(site, list));
  await page.goto('/app/lists');
  const time = async (what: string, done: () => Promise<unknown>) => {
    const startedAt = performance.now();
    await done();
    const ms = Math.round(performance.now() - startedAt);
    t.diagnostic(`${what}: ${ms} ms`);
    assert.ok(ms < USABLE_MS, `${what}: ${ms} ms`);
  };
  await time('the list, until its first people are there', async () => {
    await page.getByRole('link', { name: 'Everyone', exact: true }).click();
    await page.getByRole('link', { name: /@/ }).first().waitFor();
  });
  await time('somebody by the beginning of the address', async () => {
    await page
      .getByLabel(/^search/i)
      .first()
      .fill('maximiliane');
    await page
      .getByRole('link', { name: /^maximiliane/ })
      .first()
      .waitFor();
  });
  await time('the palette, until it found somebody', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).fill('grzegorz.weber');
    await page
      .getByRole('option', { name: /grzegorz\.weber/ })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /Grzegorz|grzegorz/ }).waitFor();
  });
  // The figures beside a chart have their place, all digits of them.
  await page.goto(`/app/lists/${list}/growth`);
  await page.locator('.u-over').first().waitFor();
  const [place, digits] = await page.evaluate<[number, number]>(BESIDE);
  assert.ok(place > digits, `${place} px for ${digits}`);
});

/** How much room the labels of the last chart have, and how wide a million is, px. */
const BESIDE = `(() => {
  const pen = document.createElement('canvas').getContext('2d');
  pen.font = '12px system-ui, sans-serif';
  return [[...document.querySelectorAll('.u-over')].at(-1).offsetLeft, pen.measureText('1,000,000').width];
})()`;

async function fill({ place }: Site, uid: string): Promise<void> {
  const store = await openStore(place);
  try {
    const { db } = store;
    const found = db.selectFrom('list').select(['id', 'customer_id']).where('uid', '=', uid);
    const { id: listId, customer_id: customerId } = await found.executeTakeFirstOrThrow();
    const fields = await db.selectFrom('list_field').select(['id', 'tag']).where('list_id', '=', listId).execute();
    const idOf = (wanted: string) => fields.find(({ tag }) => tag === wanted)?.id ?? 0;
    const ids = { EMAIL: idOf('EMAIL'), FNAME: idOf('FNAME') };
    await addManyPeople(db, { customerId, listId, fields: ids, until: Date.now() }, PEOPLE);
    const joined = { added: 1, confirmed: 1, unsubscribed: 0, removed: 0, bounced: 0, net: 1 };
    const day = {
      customer_id: customerId,
      list_id: listId,
      starts_at: Math.floor(Date.now() / DAY_MS) * DAY_MS,
      source: 0,
    };
    await db
      .insertInto('list_growth')
      .values({ ...day, ...joined })
      .execute();
  } finally {
    await store.close();
  }
}
