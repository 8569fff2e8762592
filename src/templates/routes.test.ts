import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus, formText, openTestApp } from '../../test/support/app.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { makeZip, pictures } from '../../test/support/zips.ts';
import { newUid, sha256 } from '../kernel/ids.ts';
import { findBlob } from '../storage/blobs.ts';
import { filesOfTemplate, getTemplate } from './queries.ts';
import { MAX_CONTENT } from './rules.ts';

const zip = Buffer.from(
  makeZip([
    { name: 'index.html', content: '<p>Hi</p><img src="a.png"><img src="b.gif">' },
    { name: 'a.png', content: pictures.png },
    { name: 'b.gif', content: pictures.gif },
  ]),
);
const pngName = `${sha256(pictures.png)}.png`;
const gifName = `${sha256(pictures.gif)}.gif`;

eachEngine('templates', (engine) => {
  test('the endpoints', async (t) => {
    const app = await openTestApp(t, engine);
    const template = (json: unknown) => app.call('POST', '/templates', { json });
    const make = async (json: unknown) => {
      const answer = await template(json);
      assertStatus(answer, 201);
      return answer.json.template_uid as string;
    };
    const record = async (uid: string) => (await app.call('GET', `/templates/${uid}`)).json.data.record;

    await t.test('nothing yet', async () => {
      const answer = await app.call('GET', '/templates');
      assert.deepEqual(answer.json.data, {
        count: '0',
        total_pages: 1,
        current_page: 1,
        next_page: null,
        prev_page: null,
        records: [],
      });
    });

    await t.test('made, read, changed, removed', async () => {
      const uid = await make({ template: { name: ' Spring ', content: '<p>ä [FNAME]</p>\n' } });
      assert.deepEqual(await record(uid), {
        template_uid: uid,
        name: 'Spring',
        content: '<p>ä [FNAME]</p>\n',
        screenshot: null,
      });
      for (const changes of [
        { name: 'Summer' },
        { template: { name: null, content: '<b>2</b>' } },
        { name: ' ' },
        {},
      ]) {
        const answer = await app.call('PUT', `/templates/${uid}`, { json: changes });
        assertStatus(answer, 200);
        assert.deepEqual(answer.json, { status: 'success' });
      }
      assert.deepEqual(await record(uid), { template_uid: uid, name: 'Summer', content: '<b>2</b>', screenshot: null });
      assert.equal((await app.call('GET', '/templates')).json.data.count, '1');
      assert.deepEqual((await app.call('DELETE', `/templates/${uid}`)).json, { status: 'success' });
      assert.equal((await app.call('GET', '/templates')).json.data.count, '0');
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const answer = await app.call(method, `/templates/${uid}`);
        assertStatus(answer, 404);
        assert.equal(answer.json.error, 'The template does not exist.');
      }
    });

    await t.test('an archive in every encoding, its pictures kept', async () => {
      const boundary = 'frontier';
      const part = (head: string, body: Buffer | string) =>
        Buffer.concat([
          Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
          Buffer.from(body),
          Buffer.from('\r\n'),
        ]);
      const multipart = Buffer.concat([
        part('name="template[name]"', 'Zip'),
        part('name="template[archive]"; filename="t.zip"\r\nContent-Type: application/zip', zip),
        part('name="template[content]"; filename=""\r\nContent-Type: application/octet-stream', ''),
        Buffer.from(`--${boundary}--\r\n`),
      ]);
      const lines = zip.toString('base64').replace(/.{60}/g, '$&\n');
      const requests = [
        { raw: multipart, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } },
        { form: formText({ template: { name: 'Zip', archive: lines } }) },
        { form: `template[name]=Zip&template[archive]=PK${zip.subarray(2).toString('hex').replace(/../g, '%$&')}` },
        { json: { name: 'Zip', archive: lines, content: '' } },
      ];
      for (const request of requests) {
        const answer = await app.call('POST', '/templates', request);
        assertStatus(answer, 201);
        const { content } = await record(answer.json.template_uid);
        const files = `${app.baseUrl}/files`;
        assert.equal(content, `<p>Hi</p><img src="${files}/${pngName}"><img src="${files}/${gifName}">`);
        const stored = await getTemplate(app.db, app.customer.id, answer.json.template_uid);
        assert.equal(
          stored.content,
          `<p>Hi</p><img src="[FILES_URL]/${pngName}"><img src="[FILES_URL]/${gifName}">`,
          'at home under any address',
        );
        assert.deepEqual(
          (await filesOfTemplate(app.db, stored)).map(({ path, mediaType }) => [path, mediaType]),
          [
            ['a.png', 'image/png'],
            ['b.gif', 'image/gif'],
          ],
        );
        const blob = await findBlob(app.db, sha256(pictures.png));
        assert.deepEqual(Buffer.from(blob?.content ?? []), pictures.png);
      }
    });

    await t.test('what was read can be sent again, and keeps the files it uses', async () => {
      const uid = await make({ name: 'Again', archive: zip.toString('base64') });
      const { content } = await record(uid);
      const edited = (content as string).replace('<p>Hi</p>', '<p>Edited</p>').replace(/<img[^>]*gif">/, '');
      assertStatus(await app.call('PUT', `/templates/${uid}`, { json: { content: edited } }), 200);
      assert.equal((await record(uid)).content, edited);
      const stored = await getTemplate(app.db, app.customer.id, uid);
      assert.equal(stored.content, `<p>Edited</p><img src="[FILES_URL]/${pngName}">`);
      assert.deepEqual(
        (await filesOfTemplate(app.db, stored)).map(({ path }) => path),
        ['a.png'],
      );
      const other = makeZip([
        { name: 'x.html', content: '<img src=a.png>' },
        { name: 'a.png', content: pictures.png },
      ]);
      const again = { template: { archive: Buffer.from(other).toString('base64') } };
      assertStatus(await app.call('PUT', `/templates/${uid}`, { json: again }), 200);
      assert.equal((await record(uid)).content, `<img src="${app.baseUrl}/files/${pngName}">`);
    });

    await t.test('content as base64 and as it is', async () => {
      const html = '<p>€ [EMAIL]</p>'.repeat(10);
      const encoded = Buffer.from(html).toString('base64').replace(/.{60}/g, '$&\r\n');
      for (const content of [html, encoded]) {
        const answer = await app.call('POST', '/templates', { form: formText({ template: { name: 'B', content } }) });
        assert.equal((await record(answer.json.template_uid)).content, html);
      }
    });

    await t.test('faults, all at once, and nothing changes', async () => {
      const long = 'x'.repeat(256);
      const noZip = 'Your archive does not seem to be a valid zip file.';
      const both = 'Provide exactly one of archive and content; got archive and content.';
      const none = 'Please provide the content of the template, or an archive.';
      const archive = zip.toString('base64');
      const cases: [Record<string, unknown>, Record<string, string>][] = [
        [{}, { name: 'Name cannot be blank.', content: none }],
        [
          { name: ' ', content: '' },
          { name: 'Name cannot be blank.', content: none },
        ],
        [{ name: long, content: 'x' }, { name: 'Name is too long (maximum is 255 characters).' }],
        [{ name: 'a\0b', content: 'x' }, { name: 'Name holds a NUL character.' }],
        [
          { name: ['x'], content: ['x'] },
          { name: 'Name must be a text.', content: 'Content must be a text.' },
        ],
        [{ name: 'x', content: 'a\0b' }, { content: 'Content holds a NUL character.' }],
        [{ name: 'x', content: 'x', archive }, { content: both }],
        [{ name: 'x', archive: 'no zip' }, { archive: noZip }],
        [{ name: 'x', archive: { a: 1 } }, { archive: 'Archive must be a zip file.' }],
        [
          { archive: Buffer.from(makeZip([])).toString('base64') },
          { name: 'Name cannot be blank.', archive: 'Your archive contains no HTML page.' },
        ],
        [
          { name: 'x', content: 'x'.repeat(MAX_CONTENT + 1) },
          { content: 'Content is too long (maximum is 5000000 characters).' },
        ],
      ];
      const count = (await app.call('GET', '/templates')).json.data.count;
      const uid = await make({ name: 'Kept', content: '<p>kept</p>' });
      for (const [json, faults] of cases) {
        const answer = await template(json);
        assertStatus(answer, 422);
        assert.deepEqual(answer.json, { status: 'error', error: faults });
        if (faults['content'] === none) continue; // absent members stay unchanged
        const change = await app.call('PUT', `/templates/${uid}`, { json: { name: 'Changed', ...json } });
        assertStatus(change, 422);
        assert.equal((await record(uid)).name, 'Kept');
      }
      await app.call('DELETE', `/templates/${uid}`);
      assert.equal((await app.call('GET', '/templates')).json.data.count, count);
    });

    await t.test('pages, newest first, and the filter by name', async () => {
      const { key } = await app.addCustomer();
      const names = ['Ärger 1', 'ärger 2', '100% off', '1000 off', 'x_y', "O'Neil"];
      for (const name of names) await app.call('POST', '/templates', { key, json: { name, content: 'x' } });
      const page = async (query: string) => {
        const { data } = (await app.call('GET', `/templates?${query}`, { key })).json;
        return [data.count, data.records.map((entry: { name: string }) => entry.name)];
      };
      assert.deepEqual(await page(''), ['6', names.toReversed()]);
      assert.deepEqual(await page('per_page=2&page=3'), ['6', ['ärger 2', 'Ärger 1']]);
      assert.deepEqual(await page('per_page=2&page=4'), ['6', []]);
      assert.deepEqual(await page('filter[name]=%C3%84RGER'), ['2', ['ärger 2', 'Ärger 1']]);
      assert.deepEqual(await page('filter[name]=%C3%84RGER&per_page=1&page=2'), ['2', ['Ärger 1']]);
      assert.deepEqual(await page('filter%5Bname%5D=0%25'), ['1', ['100% off']]);
      for (const name of ['name', 'search']) assert.deepEqual(await page(`${name}=100%25`), ['1', ['100% off']]);
      assert.deepEqual(await page('name=undefined'), ['6', names.toReversed()]);
      assert.deepEqual(await page('filter[name]=_'), ['1', ['x_y']]);
      assert.deepEqual(await page("filter[name]='"), ['1', ["O'Neil"]]);
      assert.deepEqual(await page('filter[name]=&page=undefined'), ['6', names.toReversed()]);
      for (const [query, member] of [
        ['filter=x', 'filter'],
        ['filter[nmae]=x', 'filter'],
        ['filter[name][]=x', 'name'],
        ['name[]=x', 'name'],
        ['search[a]=x', 'search'],
      ] as const) {
        const answer = await app.call('GET', `/templates?${query}`, { key });
        assertStatus(answer, 422);
        assert.deepEqual(Object.keys(answer.json.error), [member], query);
      }
      assert.deepEqual(await page('filter[name]=none'), ['0', []]);
    });

    await t.test('another customer sees nothing of it', async () => {
      const uid = await make({ name: 'Mine', content: 'x' });
      const { key } = await app.addCustomer();
      assert.equal((await app.call('GET', '/templates', { key })).json.data.count, '0');
      for (const method of ['GET', 'PUT', 'DELETE']) {
        assertStatus(await app.call(method, `/templates/${uid}`, { key, json: { name: 'Theirs' } }), 404);
        assertStatus(await app.call(method, `/templates/${newUid()}`, { json: { name: 'Theirs' } }), 404);
      }
      assert.equal((await record(uid)).name, 'Mine');
    });

    await t.test('removing one leaves its pictures to mails that are out', async () => {
      const uid = await make({ name: 'Gone', archive: zip.toString('base64') });
      assertStatus(await app.call('DELETE', `/templates/${uid}`), 200);
      assert.notEqual(await findBlob(app.db, sha256(pictures.gif)), undefined);
    });
  });
});
