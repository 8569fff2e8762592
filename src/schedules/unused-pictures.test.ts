// Pictures that nothing has ever had go when their time is over; all others stay, whatever became
// of
// what had them.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { assertStatus } from '../../test/support/app.ts';
import { type CampaignApp, openCampaignApp } from '../../test/support/campaigns.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { DAY_MS } from '../kernel/durations.ts';
import { createLogger } from '../kernel/log.ts';
import { unusedBefore } from '../media/queries.ts';
import { removeUnused } from '../media/remove.ts';
import { removeUnusedPictures } from './unused-pictures.ts';

const { PhotonImage } = createRequire(import.meta.url)('@silvia-odwyer/photon-node') as {
  PhotonImage: new (pixels: Uint8Array, width: number, height: number) => { get_bytes(): Uint8Array };
};
const KEEP = 90;
const log = createLogger('silent');

/** A picture of one pixel, like no other of another number. */
const pixel = (n: number) =>
  Buffer.from(new PhotonImage(new Uint8Array([n, 0, 0, 255]), 1, 1).get_bytes()).toString('base64');

eachEngine('unused pictures', (engine) => {
  const add = async (app: CampaignApp, n: number, name = `Picture ${n}`) => {
    const answer = await app.call('POST', '/media', { json: { name, file: pixel(n) } });
    assertStatus(answer, 201);
    const { media_uid, files } = answer.json.data.record;
    return { uid: media_uid as string, url: files[0].url as string };
  };
  const names = async (app: CampaignApp) => {
    const { records } = (await app.call('GET', '/media?per_page=100')).json.data;
    return records.map(({ name }: { name: string }) => name).sort();
  };
  const blobs = async (app: CampaignApp) =>
    (await app.db.selectFrom('blob').select('hash').where('hash', 'not like', 'private:%').execute()).length;
  const round = (app: CampaignApp, keepPicturesDays: number | 'off' = KEEP, mayGoOn = () => true) => {
    const { db, clock } = app;
    const days = keepPicturesDays === 'off' ? undefined : keepPicturesDays;
    return removeUnusedPictures({ db, clock, log, keepPicturesDays: days, mayGoOn });
  };

  test('go after their time; what was once used stays, also when its user is gone', async (t) => {
    const app = await openCampaignApp(t, engine);
    const call = async (method: 'POST' | 'PUT' | 'DELETE', path: string, json?: object) => {
      const answer = await app.call(method, path, { ...(json && { json }) });
      assert.ok(answer.status < 300, JSON.stringify(answer.json));
      return answer.json;
    };
    const image = async (n: number, name: string) => ({ kind: 'image', src: (await add(app, n, name)).url, alt: '' });
    const { template_uid } = await call('POST', '/templates', {
      name: 'T',
      blocks: { version: 1, blocks: [await image(1, 'template')] },
    });
    await call('DELETE', `/templates/${template_uid}`);
    const campaign = await app.make({
      status: 'draft',
      template: { blocks: { version: 1, blocks: [await image(2, 'campaign')] } },
    });
    await call('PUT', `/campaigns/${campaign}`, { template: { content: '<p>other</p>' } });
    await call('POST', '/saved-blocks', { name: 'S', block: await image(3, 'saved block') });
    await call('PUT', '/brand', { logo: { src: (await add(app, 4, 'brand')).url, alt: 'x', width: 100 } });
    await call('PUT', `/lists/${app.listUid}/pages`, {
      logo_url: (await add(app, 5, 'pages')).url.replace('http:', 'https:'),
    });
    await call('POST', '/transactional-emails', {
      to_name: 'A',
      to_email: 'a@example.test',
      from_name: 'B',
      subject: 'x',
      send_at: '2026-11-21 11:00:00',
      body: `<img src="${(await add(app, 6, 'single mail')).url}">`,
    });
    const html = `<img src="${(await add(app, 7, 'another host')).url.replace(/^http:\/\/[^/]+/, 'https://old.example')}">`;
    await app.make({ status: 'draft', template: { content: html } });
    const used = ['another host', 'brand', 'campaign', 'pages', 'saved block', 'single mail', 'template'];
    for (let n = 10; n < 130; n += 1) await add(app, n);
    app.clock.forward((KEEP - 1) * DAY_MS);
    await add(app, 200, 'young');
    await add(app, 10, 'added again');
    await round(app);
    assert.equal(
      (await app.db.selectFrom('media').select('id').execute()).length,
      used.length + 121,
      'before their time',
    );
    app.clock.forward(2 * DAY_MS);
    await round(app, 'off');
    assert.equal((await app.db.selectFrom('media').select('id').execute()).length, used.length + 121, 'switched off');

    // Stopped in the middle, another round goes on; nothing is half.
    let left = 30;
    await round(app, KEEP, () => {
      left -= 1;
      return left > 0;
    });
    const [media, files] = await Promise.all([
      app.db.selectFrom('media').select('id').execute(),
      app.db.selectFrom('media_file').select('media_id').execute(),
    ]);
    assert.ok(media.length < used.length + 121 && media.length > used.length + 2);
    assert.deepEqual(new Set(files.map(({ media_id }) => media_id)), new Set(media.map(({ id }) => id)));
    assert.equal(await blobs(app), media.length);
    await round(app);
    assert.deepEqual(await names(app), [...used, 'Picture 10', 'young'].sort());
    assert.equal(await blobs(app), used.length + 2);
  });

  test('what is used after it was found stays', async (t) => {
    const app = await openCampaignApp(t, engine);
    const { url } = await add(app, 1);
    const before = app.clock.now() + 1;
    const [found] = await unusedBefore(app.db, app.customer.id, before, 10);
    assert.ok(found);
    assertStatus(await app.call('POST', '/templates', { json: { name: 'T', content: `<img src="${url}">` } }), 201);
    assert.equal(await removeUnused(app.db, found, before), false);
    assert.equal((await names(app)).length, 1);
  });
});
