// Links marked for web analytics, from the campaign's options to the page that a click leads to.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import PostalMime from 'postal-mime';
import { TEST_INSTALLATION } from '../../test/support/app.ts';
import { deliver } from '../../test/support/delivery.ts';
import { campaignOf, type Seed, seedCampaign, seedList, seedSubscribers } from '../../test/support/delivery-rows.ts';
import { openSink } from '../../test/support/sink.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { until } from '../../test/support/until.ts';
import { parsedOptions } from '../campaigns/options.ts';
import { compiledCampaign } from '../content/compiled.ts';
import { sendErrorPage } from '../http/layout.ts';
import { createServer } from '../http/server.ts';
import { systemClock } from '../kernel/clock.ts';
import { createLogger } from '../kernel/log.ts';
import type { Db } from '../storage/db.ts';
import { trackingPages } from '../tracking/pages.ts';

const baseUrl = 'http://mail.example.com';
const secret = 'a secret of tests';
const CONTENT = `<body><a href="https://shop.example/a?b=1&amp;c#d">A</a> <a href="https://shop.example/a?b=1&amp;c#d">again</a>
<a href="https://shop.example/?utm_source=mine">B</a> <a href="[UNSUBSCRIBE_URL]">U</a> <a href="mailto:a@shop.example">M</a>
[COMPANY_FULL_ADDRESS]</body>`;
const TEXT = 'See https://shop.example/a?b=1&c#d. [UNSUBSCRIBE_URL] [COMPANY_FULL_ADDRESS]';
const MEDIUM = 'utm_medium=email&utm_campaign=Spring%20%26%20co';
const A = (source: string, name: string) =>
  `https://shop.example/a?b=1&c&utm_source=${source}&${MEDIUM}&utm_term=${encodeURIComponent(name)}#d`;
const B = (name: string) => `https://shop.example/?utm_source=mine&${MEDIUM}&utm_term=${encodeURIComponent(name)}`;

eachEngine('links marked for web analytics', (engine) => {
  let db: Db;
  let seed: Seed;
  let app: FastifyInstance;
  const opened = suiteStore(engine);

  before(async () => {
    ({ db } = opened());
    seed = await seedList(db);
    await seedSubscribers(db, seed, 3);
    app = await createServer({ log: createLogger('silent') });
    trackingPages(app, { db, clock: systemClock, baseUrl, secret, installation: TEST_INSTALLATION }, sendErrorPage);
    await app.ready();
  });
  after(() => app.close());

  const options = (changes: object) =>
    JSON.stringify({ utm_tags: 'yes', utm_term: '[FNAME]', plain_text_email: 'yes', open_tracking: 'no', ...changes });
  const make = (changes: object) =>
    seedCampaign(db, seed, { name: 'Spring & co', content: CONTENT, plain_text: TEXT, options: options(changes) });
  const linksOf = async (id: number) => {
    const rows = await db
      .selectFrom('campaign_link')
      .select('url')
      .where('campaign_id', '=', id)
      .orderBy('id')
      .execute();
    return rows.map(({ url }) => url);
  };
  const clicked = async (url: string) =>
    (await app.inject({ method: 'GET', url: url.slice(baseUrl.length) })).headers['location'];
  const rename = (display_name: string) =>
    db.updateTable('list').set({ display_name }).where('id', '=', seed.listId).execute();

  /** What each person's mail has: its addresses in the HTML, and in the plain text. */
  async function mailed(t: Parameters<typeof deliver>[0], id: number) {
    const sink = await openSink(t);
    const delivery = deliver(t, db, sink, { baseUrl, secret });
    await until('it is sent', async () => (await campaignOf(db, id)).status === 'sent');
    await delivery.stop();
    assert.equal(sink.received.length, 3);
    return Promise.all(
      sink.received.map(async ({ to, source }) => {
        const { html = '', text = '' } = await PostalMime.parse(source);
        const hrefs = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
        return { name: to.replace(/^u(\d).*/, 'Name $1'), hrefs, inText: /https?:\/\/\S+(?=\.\s)/.exec(text)?.[0] };
      }),
    );
  }

  test('untracked links have the parameters in each mail, filled in for its recipient', async (t) => {
    await rename('News [FNAME]');
    const id = await make({ url_tracking: 'no' });
    for (const { name, hrefs, inText } of await mailed(t, id)) {
      const a = A('News%20%5BFNAME%5D', name); // a list's name is a text
      assert.deepEqual(hrefs.slice(0, 3), [a, a, B(name)]);
      assert.ok(hrefs[3]?.startsWith(`${baseUrl}/u/`) && !hrefs[3].includes('utm'));
      assert.equal(hrefs[4], 'mailto:a@shop.example');
      assert.equal(inText, a);
    }
    // What is the same for all is in the text that all mails share.
    const compiled = await compiledCampaign({ db, baseUrl }, id);
    const slots = compiled?.compiled.html.filter((piece) => typeof piece !== 'string' && piece.kind === 'tag');
    assert.deepEqual(
      slots?.map((slot) => typeof slot !== 'string' && slot.kind === 'tag' && slot.tag),
      ['FNAME', 'FNAME', 'FNAME', 'UNSUBSCRIBE_URL', 'COMPANY_FULL_ADDRESS'],
    );
  });

  test('a click leads to the marked address, also when the switch and the names are changed later', async (t) => {
    await rename('News');
    const id = await make({ url_tracking: 'yes' });
    const mails = await mailed(t, id);
    const written = await linksOf(id);
    assert.equal(written.length, 2); // the same link twice is one, in the plain text too
    for (const { name, hrefs, inText } of mails) {
      assert.equal(hrefs[0], hrefs[1]);
      assert.equal(inText, hrefs[0]);
      assert.equal(await clicked(hrefs[0] ?? ''), A('News', name));
      assert.equal(await clicked(hrefs[2] ?? ''), B(name));
    }
    await rename('Letters & more');
    await compiledCampaign({ db, baseUrl }, id);
    assert.deepEqual(await linksOf(id), written); // they are counted on under the same link
    const [first] = mails;
    assert.equal(await clicked(first?.hrefs[0] ?? ''), A('Letters%20%26%20more', first?.name ?? ''));
    await db
      .updateTable('campaign')
      .set({ options: options({ url_tracking: 'yes', utm_tags: 'no' }) })
      .where('id', '=', id)
      .execute();
    const unmarked = await compiledCampaign({ db, baseUrl }, id);
    assert.deepEqual(unmarked?.compiled.links, [
      'https://shop.example/a?b=1&c#d',
      'https://shop.example/?utm_source=mine',
    ]);
    assert.equal(await clicked(first?.hrefs[0] ?? ''), A('Letters%20%26%20more', first?.name ?? ''));
  });

  test('campaigns of before have the defaults, and none of them are marked', async () => {
    const id = await seedCampaign(db, seed);
    const { utm_tags, utm_source, utm_medium, utm_campaign, utm_content, utm_term } = parsedOptions(
      await campaignOf(db, id),
    );
    assert.deepEqual(
      [utm_tags, utm_source, utm_medium, utm_campaign, utm_content, utm_term],
      ['no', '[LIST_NAME]', 'email', '[CAMPAIGN_NAME]', null, null],
    );
    assert.deepEqual((await compiledCampaign({ db, baseUrl }, id))?.compiled.links, ['https://example.com/a']);
  });
});
