// The mail with its clicks: badges where links end, and the page on both engines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus } from '../../../test/support/app.ts';
import { type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import { setCounters } from '../../../test/support/ledger.ts';
import { processorMs } from '../../../test/support/processor-time.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { sha1, sha256 } from '../../kernel/ids.ts';
import { newMarks, withBadges } from './heat-map.ts';

const plain = (html: string) => html.replace(/<span style="[^"]*">/g, '<i>').replace(/<\/span>/g, '</i>');

test('a badge stands at the end of each link, within it; everything else stays', () => {
  const { leadTo, written } = newMarks();
  const [one, two] = [leadTo('https://a.test/?x=1&y'), leadTo('[UNSUBSCRIBE_URL]')];
  assert.equal(leadTo('https://a.test/?x=1&y'), one);
  assert.deepEqual(written, ['https://a.test/?x=1&y', '[UNSUBSCRIBE_URL]']);
  const html = `<!--[if mso]><a href="${one}">Go</a><![endif]--><A class=b HREF='${one}'><b>Go</b></A ><area href="${two}"><p>${two}</p><a href=${two}>x`;
  assert.equal(
    plain(withBadges(html, (n) => `n${n}`)),
    '<!--[if mso]><a href="#">Go<i>n0</i></a><![endif]--><A class=b HREF=\'#\'><b>Go</b><i>n0</i></A ><area href="#"><p>#</p><a href=#>x',
  );
});

test('the time for it grows with the mail, also where links are many and never end', () => {
  const { leadTo } = newMarks();
  const marks = Array.from({ length: 100_000 }, (_, n) => leadTo(`https://a.test/${n}`));
  for (const around of ['<a href="?">x</a>', '<a href="?">x', '?', '<area href="?">', '</a', '<a href="?">x</a ']) {
    const html = marks.map((mark) => around.replace('?', mark)).join('');
    const before = processorMs();
    withBadges(html, String);
    const took = processorMs() - before;
    assert.ok(took < 3_000, `${around} takes ${took} ms`); // it took minutes
  }
});

/** How many clicked the link, of how many in all, and the badge: some are never none, nor all. */
const ROUNDED = [
  [0, 300, '0 · 0 %'],
  [1, 300, '1 · 0.3 %'],
  [2, 300, '2 · 1 %'],
  [1, 3, '1 · 33 %'],
  [2, 3, '2 · 67 %'],
  [299, 300, '299 · 99 %'],
  [300, 300, '300 · 100 %'],
  [5, 4, '5 · 100 %'],
] as const;

eachEngine('the mail with its clicks', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });

  /** This many people clicked the first link, one of whom is no machine. */
  async function setClicks(unique_clicks: number) {
    await app.db
      .updateTable('campaign_link')
      .set({ unique_clicks, filtered_unique_clicks: 1 })
      .where('customer_id', '=', app.customer.id)
      .where('url', '=', 'https://a.test/')
      .execute();
  }

  /** Links that the mail does not have any more, of a feed for example. */
  async function addOlderLinks(campaign_id: number) {
    const customer_id = app.customer.id;
    const values = Array.from({ length: 501 }, (_, n) => {
      const url = `https://a.test/${n}`;
      return { id: n - 1_000, customer_id, campaign_id, hash: sha256(url), sha1: sha1(url), url };
    });
    await app.db.insertInto('campaign_link').values(values).execute();
    await app.db.updateTable('tally').set({ n: 503 }).where('scope', '=', 'links').execute();
  }

  test('people and their share of all who clicked; nothing is counted by looking', async () => {
    const content = '<p>Hello [FNAME]</p><a href="https://a.test/">One</a> <a href="https://b.test/?q=[EMAIL]">Two</a>';
    const uid = await app.make({ template: { content }, options: { url_tracking: 'yes' } });
    const path = `/campaigns/${uid}/heat-map.html`;
    assertStatus(await app.call('GET', path), 200);
    await setClicks(3);
    const { id } = await app.row(uid);
    await setCounters(app.db, id, { unique_clicks: 4, filtered_unique_clicks: 1 });
    const raw = await app.call('GET', `${path}?counts=raw`);
    assert.match(plain(raw.text), /<a href="#">One<i>3 · 75 %<\/i><\/a> <a href="#">Two<i>0 · 0 %<\/i><\/a>/);
    assert.match(String(raw.headers['content-security-policy']), /sandbox/);
    assert.match(plain((await app.call('GET', `${path}?counts=filtered`)).text), /One<i>1 · 100 %<\/i>/);
    for (const [clicked, of, badge] of ROUNDED) {
      await setClicks(clicked);
      await setCounters(app.db, id, { unique_clicks: of });
      const { text } = await app.call('GET', `${path}?counts=raw`);
      assert.ok(plain(text).includes(`One<i>${badge}</i>`), `${badge} in ${plain(text)}`);
    }
    await setClicks(3);
    await setCounters(app.db, id, { unique_clicks: 4 });
    await addOlderLinks(id);
    assert.match(plain((await app.call('GET', `${path}?counts=raw`)).text), /One<i>3 · 75 %<\/i>/);
    const bad = await app.call('GET', `${path}?counts=some`);
    assert.deepEqual([bad.status, bad.json.error], [422, { counts: 'Counts must be one of: raw, filtered.' }]);
    const { key } = await app.addCustomer();
    assertStatus(await app.call('GET', path, { key }), 404);
    assert.deepEqual(await app.db.selectFrom('click').select('id').execute(), []);
  });
});
