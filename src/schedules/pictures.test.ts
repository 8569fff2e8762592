// Pictures of templates: made of what stands there, tried again, and given up.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus } from '../../test/support/app.ts';
import { type CampaignApp, openForSuite } from '../../test/support/campaigns.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { ORIGIN, type RenderedPage } from '../browser/render.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kernel/durations.ts';
import { createLogger } from '../kernel/log.ts';
import { givenUpPictures } from '../templates/gallery/due.ts';
import { arePicturesDue, makePictures, newPictureBrowser } from './pictures.ts';

const WEBP = Buffer.from('RIFF0000WEBP a picture', 'latin1');
const works = async () => undefined;

eachEngine('pictures of templates', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });
  const log = createLogger('silent');
  const make = async (json: object, key = app.key): Promise<string> => {
    const answer = await app.call('POST', '/templates', { json, key });
    assertStatus(answer, 201);
    return answer.json.template_uid;
  };
  const picture = async (uid: string, key = app.key) => {
    const answer = await app.call('GET', `/templates/${uid}/picture`, { key });
    assertStatus(answer, 200);
    return { type: String(answer.headers['content-type']), text: answer.text };
  };
  const round = (
    render: (page: RenderedPage) => Promise<Uint8Array>,
    browser = newPictureBrowser('/b'),
    probe: () => Promise<string | undefined> = works,
  ) => {
    const options = { db: app.db, clock: app.clock, log, browser, mayGoOn: () => true };
    return makePictures(options, { renderPage: (_, page) => render(page), probeBrowser: probe });
  };

  test('are made after a clock that was far ahead is set back', async () => {
    app.clock.forward(400 * DAY_MS);
    await make({ name: 'Ahead', content: '<p>Ahead</p>' });
    app.clock.forward(-400 * DAY_MS);
    let made = 0;
    await round(async () => {
      made += 1;
      return WEBP;
    });
    assert.equal(made, 1);
  });

  test('are made of the template with examples and its own pictures, once', async () => {
    const uid = await make({ starting: 'newsletter' });
    const { key } = await app.addCustomer();
    const other = await make({ name: 'Other', content: '<p>[FNAME] <img src="[FILES_URL]/../secret"></p>' }, key);
    assert.equal(await arePicturesDue(app.db, app.clock, {}), false);
    const pages: RenderedPage[] = [];
    await round(async (page) => {
      pages.push(page);
      return WEBP;
    });
    const [changedLast, page] = pages;
    assert.ok(changedLast && page);
    assert.match(changedLast.html, /^<p>Ada /, 'what galleries show first goes first');
    assert.match(page.html, /Hello Ada/);
    const [, name = ''] = new RegExp(`${ORIGIN}/files/([0-9a-f]{64}\\.png)`).exec(page.html) ?? [];
    assert.equal((await page.fileOf(name))?.mediaType, 'image/png');
    assert.equal(await changedLast.fileOf(name), undefined, 'a page gets the pictures that it has');
    assert.equal(await page.fileOf('../../etc/passwd'), undefined);
    assert.deepEqual(
      [pages.length, (await picture(uid)).type, (await picture(other, key)).type],
      [2, 'image/webp', 'image/webp'],
    );
    await round(() => assert.fail('nothing is due'));

    app.clock.forward(1_000);
    assertStatus(await app.call('PUT', `/templates/${uid}`, { json: { content: '<p>New</p>' } }), 200);
    assert.match((await picture(uid)).type, /^image\/svg/);
    await round(() => assert.fail('it may still be written'));
    app.clock.forward(10_000);
    assert.equal(await arePicturesDue(app.db, app.clock, { browser: newPictureBrowser('/b') }), true);
    await round(async () => {
      assertStatus(await app.call('PUT', `/templates/${uid}`, { json: { content: '<p>Newer</p>' } }), 200);
      return WEBP;
    });
    assert.match((await picture(uid)).type, /^image\/svg/, 'the picture of what stood there before is not kept');
    app.clock.forward(10_000);
    await round(async () => WEBP);
    assert.equal((await picture(uid)).type, 'image/webp');
    assertStatus(await app.call('DELETE', `/templates/${uid}`), 200);
  });

  test('a page that cannot be shown is tried three times; another is not kept waiting', async () => {
    const bad = await make({ name: 'Bad', content: '<p>bad</p>' });
    const good = await make({ name: 'Good', content: '<p>good</p>' });
    let tries = 0;
    for (const wait of [0, MINUTE_MS, 300_000, HOUR_MS]) {
      app.clock.forward(wait);
      await round(async ({ html }) => {
        if (!html.includes('bad')) return WEBP;
        tries += 1;
        throw new Error('The page took more than 20 s.');
      });
    }
    assert.deepEqual([tries, (await picture(good)).type], [3, 'image/webp']);
    assert.match((await picture(bad)).text, /^<svg/);
    assert.deepEqual(await givenUpPictures(app.db, 10), { count: 1, fault: 'The page took more than 20 s.' });
    assertStatus(await app.call('PUT', `/templates/${bad}`, { json: { content: '<p>mended</p>' } }), 200);
    app.clock.forward(10_000);
    await round(async () => WEBP);
    assert.deepEqual([(await picture(bad)).type, (await givenUpPictures(app.db, 10)).count], ['image/webp', 0]);
  });

  test('a browser that fails three times is left alone, and no page is blamed', async () => {
    const uid = await make({ name: 'Waits', content: '<p>waits</p>' });
    const browser = newPictureBrowser('/b');
    let rounds = 0;
    for (let minute = 0; minute < 6; minute += 1) {
      if (await arePicturesDue(app.db, app.clock, { browser })) rounds += 1;
      await round(
        () => Promise.reject(new Error('gone')),
        browser,
        async () => 'No usable sandbox',
      );
      app.clock.forward(MINUTE_MS);
    }
    assert.deepEqual([rounds, browser.failures, browser.notBefore], [3, 3, Number.POSITIVE_INFINITY]);
    assert.match((await picture(uid)).type, /^image\/svg/);
    assert.equal((await givenUpPictures(app.db, 10)).count, 0);
    await round(async () => WEBP); // that of the next start
    assert.equal((await picture(uid)).type, 'image/webp');
  });
});
