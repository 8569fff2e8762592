// Previews for a frame, and the people to look at a mail with.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus } from '../../../test/support/app.ts';
import { type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { framed } from './framed.ts';

test('a scheme holds whatever the browser prefers', () => {
  const css = '@media (prefers-color-scheme: dark) and (min-width:5px){a{}} @media ( Prefers-Color-Scheme:light ){b{}}';
  const shown = '@media (min-width: 0) and (min-width:5px){a{}} @media (max-width: 0){b{}}';
  assert.equal(framed(css, { scheme: 'dark' }), shown);
  assert.equal(
    framed(css, { scheme: 'light' }),
    '@media (max-width: 0) and (min-width:5px){a{}} @media (min-width: 0){b{}}',
  );
  assert.equal(framed(css, { scheme: undefined }), css);
});

eachEngine('previews in a frame', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });

  test('the page is the mail, and can do nothing', async () => {
    const content = '<body><style>@media (prefers-color-scheme:dark){p{color:#fff}}</style><p>Hello [FNAME]</p></body>';
    const uid = await app.make({ template: { content } });
    const page = await app.call('GET', `/campaigns/${uid}/preview.html?scheme=dark`);
    assertStatus(page, 200);
    assert.match(page.text, /@media \(min-width: 0\)/);
    assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
    const policy = String(page.headers['content-security-policy']);
    for (const part of ["default-src 'none'", 'sandbox', "frame-ancestors 'self'", 'img-src http: https: data:'])
      assert.ok(policy.includes(part), part);
    assert.doesNotMatch(policy, /script-src|allow-/);
    assert.equal(page.headers['cache-control'], 'no-store');
    const off = await app.call('GET', `/campaigns/${uid}/preview.html?pictures=OFF&scheme=bogus`);
    assert.match(String(off.headers['content-security-policy']), /img-src 'none'/);
    assert.match(off.text, /prefers-color-scheme/);
    assertStatus(await app.call('GET', `/campaigns/${uid}/preview.html?subscriber_uid=nobody`), 404);
    assertStatus(await app.call('GET', `/campaigns/${uid}/preview.html`, { key: null }), 401);
    assert.deepEqual(await app.db.selectFrom('open').select('id').execute(), []);
  });

  test('a draft without a list can be looked at', async () => {
    const json = { name: 'Spring', status: 'draft', template: { content: '<body><p>Hello [FNAME]</p></body>' } };
    const uid = (await app.call('POST', '/campaigns', { json })).json.campaign_uid;
    const page = await app.call('GET', `/campaigns/${uid}/preview.html`);
    assertStatus(page, 200);
    assert.match(page.text, /Hello \[FNAME\]/);
    assert.deepEqual((await app.call('GET', `/campaigns/${uid}/preview-people`)).json.data, {
      records: [],
      next: null,
    });
    assertStatus(await app.call('POST', `/campaigns/${uid}/test`, { json: { email: 'a@b.test' } }), 422);
  });

  test('people: the newest, and those with whom a mail comes out badly', async () => {
    const people = [
      { EMAIL: 'empty@x.test' },
      { EMAIL: 'long@x.test', FNAME: 'Wolfeschlegelsteinhausen', LNAME: 'Bergerdorff' },
      { EMAIL: 'plain@x.test', FNAME: 'Ann', LNAME: 'B' },
      { EMAIL: 'gone@x.test', FNAME: 'Gone' },
      { EMAIL: 'new@x.test', FNAME: 'Eve' },
    ];
    const uids: Record<string, string> = {};
    for (const json of people) {
      const details = { status: 'confirmed' };
      const made = await app.call('POST', `/lists/${app.listUid}/subscribers`, { json: { ...json, details } });
      assertStatus(made, 201);
      uids[json.EMAIL] = made.json.data.record.subscriber_uid;
    }
    assertStatus(await app.call('PUT', `/lists/${app.listUid}/subscribers/${uids['gone@x.test']}/unsubscribe`), 200);
    const uid = await app.make();
    const { records } = (await app.call('GET', `/campaigns/${uid}/preview-people`)).json.data;
    assert.deepEqual(
      records.map(({ email, why, name }: Record<string, string>) => [email, why, name]),
      [
        ['new@x.test', 'newest', 'Eve'],
        ['long@x.test', 'longest-name', 'Wolfeschlegelsteinhausen Bergerdorff'],
        ['empty@x.test', 'no-name', ''],
        ['plain@x.test', 'other', 'Ann B'],
      ],
    );
    const page = await app.call('GET', `/campaigns/${uid}/preview.html?subscriber_uid=${records[1].subscriber_uid}`);
    assert.match(page.text, /Hello Wolfeschlegelsteinhausen/);
    const { key } = await app.addCustomer();
    assertStatus(await app.call('GET', `/campaigns/${uid}/preview-people`, { key }), 404);
  });
});
