// Checks before sending: each found when it is so, and gone when it was mended.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { assertStatus } from '../../../test/support/app.ts';
import { addList, type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { recordRelayFault } from '../../relays/usable.ts';
import { STARTING_TEMPLATES, startingArchive } from '../../templates/starting/starting.ts';
import { sampleTextsCheck } from './sample-texts.ts';

const GERMAN_PREHEADER = 'Trockene Wege, lange Abende und drei Wanderungen für den Anfang.';

type Check = { id: string; state: string; message: string; data: Record<string, unknown> };

eachEngine('checks before sending', (engine) => {
  let app: CampaignApp;
  let site: string;
  let asked = 0;
  openForSuite(engine, (opened) => {
    app = opened;
  });
  const server = createServer((request, response) => {
    asked += 1;
    const status = Number(/\d{3}/.exec(request.url ?? '')?.[0] ?? 200);
    response.writeHead(status, status === 302 ? { location: '/404' } : {}).end('x');
  });
  before(async () => {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => server.close());

  const checks = async (uid: string): Promise<Record<string, Check> & { worst: string }> => {
    const answer = await app.call('GET', `/campaigns/${uid}/checks`);
    assertStatus(answer, 200);
    const { state, records } = answer.json.data;
    return { ...Object.fromEntries(records.map((one: Check) => [one.id, one])), worst: state };
  };
  const states = (found: Record<string, Check>, ...ids: string[]) => ids.map((id) => found[id]?.state);

  test('an empty draft tells all that is missing', async () => {
    const made = await app.call('POST', '/campaigns', { json: { name: 'Spring', status: 'draft' } });
    const found = await checks(made.json.campaign_uid);
    assert.equal(found.worst, 'blocking');
    assert.deepEqual(states(found, 'audience', 'sender', 'subject', 'content'), Array(4).fill('blocking'));
    const noList = [{ code: 'audience-no-list', values: {} }];
    assert.deepEqual(found['audience']?.data, { sentences: noList });
    assert.deepEqual(found['sender']?.data, { missing: ['from_name', 'from_email', 'reply_to'] });
    assert.deepEqual(states(found, 'test', 'relay', 'preheader', 'sender-domain'), Array(4).fill('advice'));
    assert.deepEqual(states(found, 'postal-address', 'base-url', 'tags', 'links', 'size'), Array(5).fill('ok'));
  });

  test('relays of which none works are told, and why', async () => {
    const uid = await app.make({ status: 'draft' });
    const relay = { hostname: 'smtp.example.com', username: 'me', password: 'wrong' };
    const ids: number[] = [];
    for (const _ of [1, 2]) {
      const made = await app.call('POST', '/delivery-servers', { json: relay });
      assertStatus(made, 201);
      ids.push((await app.db.selectFrom('relay').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()).id);
    }
    const fault = say('server-says', { words: 'auth: 535 no' });
    await recordRelayFault(app.db, ids[0] ?? 0, fault, 1);
    assert.equal((await checks(uid))['relay']?.state, 'ok', 'the other one takes the mail');
    await recordRelayFault(app.db, ids[1] ?? 0, fault, 1);
    const { state, message, data } = (await checks(uid))['relay'] ?? assert.fail();
    assert.deepEqual([state, message], ['advice', 'No relay works at the moment: auth: 535 no']);
    assert.deepEqual(data, { test_inbox: false, sentences: [fault] });
    await app.db.deleteFrom('relay').execute();
  });

  test('what is written is judged by itself', async () => {
    const people = [{ EMAIL: 'a@b.test', FNAME: 'Ann' }, { EMAIL: 'c@d.test' }];
    for (const json of people)
      assertStatus(
        await app.call('POST', `/lists/${app.listUid}/subscribers`, {
          json: { ...json, details: { status: 'confirmed' } },
        }),
        201,
      );
    const bad = `<body><p>Hello [FNAME] [NOBODY]</p><img src="https://x.test/a.png"><a href="pages/x">x</a>${'x'.repeat(110_000)}</body>`;
    const uid = await app.make({
      status: 'draft',
      subject: '[FNAME], '.padEnd(90, 'news '),
      template: { content: bad },
      options: { plain_text_email: 'no' },
    });
    const found = await checks(uid);
    const wrong = [
      'subject',
      'preheader',
      'unsubscribe-link',
      'tags',
      'empty-fields',
      'alt-texts',
      'html',
      'size',
      'text-part',
    ];
    assert.deepEqual(states(found, ...wrong), Array(wrong.length).fill('advice'));
    assert.deepEqual(found['audience']?.data['recipients'], 2);
    assert.deepEqual(found['empty-fields']?.data, { fields: [{ tag: 'FNAME', empty: 1 }], sampled: 2 });
    assert.deepEqual(found['alt-texts']?.data, { pictures: 1, missing: 1 });
    assert.match(found['tags']?.message ?? '', /NOBODY/);
    const codes = (id: string) => ((found[id]?.data['sentences'] ?? []) as { code: string }[]).map(({ code }) => code);
    assert.deepEqual(['tags', 'subject', 'html'].map(codes), [
      ['merge-unknown'],
      ['subject-begins'],
      ['html-relative-one'],
    ]);
    assert.equal(found.worst, 'advice');

    const good = `<html><head><title>T</title><style>p{margin:0}</style></head><body><div style="display:none">The first of spring</div>
      <p>Hello [FNAME:filter:defaultvalue(you)]</p><img src="https://x.test/a.png" alt="A"><p>[COMPANY_FULL_ADDRESS]</p>
      <a href="[UNSUBSCRIBE_URL]">Out</a></body></html>`;
    const mended = { subject: 'News', template: { content: good }, options: { plain_text_email: 'yes' } };
    assertStatus(await app.update(uid, mended), 200);
    const after = await checks(uid);
    assert.deepEqual(states(after, ...wrong), Array(wrong.length).fill('ok'));
    assert.equal(after['preheader']?.data['preheader'], 'The first of spring');
    assert.equal(after['text-part']?.data['source'], 'made');
  });

  test('text that blocks and templates begin with is named until it is replaced', async () => {
    const mail = (heading: string, text: string) => ({
      blocks: JSON.stringify({
        version: 1,
        blocks: [
          { kind: 'heading', level: 1, text: heading },
          { kind: 'text', text },
        ],
      }),
    });
    const hello = '<p>Hallo [FNAME:filter:defaultvalue(zusammen)],</p>';
    const uid = await app.make({
      status: 'draft',
      template: mail('A heading', `${hello}<p>schreiben Sie\u00a0hier.</p>`),
    });
    const left = (await checks(uid))['sample-texts'];
    assert.deepEqual([left?.state, left?.data], ['advice', { texts: ['A heading', 'schreiben Sie hier.'] }]);
    assert.match(left?.message ?? '', /“A heading”, “schreiben Sie hier.”/);
    assertStatus(await app.update(uid, { template: mail('A heading for spring', hello) }), 200);
    assert.equal((await checks(uid))['sample-texts']?.state, 'ok');
    for (const language of ['en', 'de'] as const)
      for (const { id } of STARTING_TEMPLATES) {
        const check = sampleTextsCheck({ content: startingArchive(id, language).html });
        // What is in a digest comes from its feed: it can be sent as it is.
        assert.equal(check.state, id === 'digest' ? 'ok' : 'advice', `${id} ${language}`);
        if (id === 'newsletter' && language === 'de')
          assert.deepEqual((check.data['texts'] as string[])[0], GERMAN_PREHEADER);
      }
  });

  test('links are asked once, and those that lead nowhere are named', async () => {
    const paths = ['/ok', '/404', '/302', '/403', '/500'];
    const links = paths.map((path) => `<a href="${site}${path}">x</a>`).join('');
    const own = '<a href="[WEB_VERSION_URL]">web</a><a href="mailto:a@b.test">mail</a><a href="#top">top</a>';
    const uid = await app.make({ status: 'draft', template: { content: `<body>${links}${own}</body>` } });
    const { links: found } = await checks(uid);
    assert.equal(found?.state, 'advice');
    const failed = found?.data['failed'] as { url: string; why: string }[];
    assert.deepEqual(
      failed.map(({ url, why }) => [url.slice(site.length), why]),
      [
        ['/404', 'it answers with status 404'],
        ['/302', 'it answers with status 404'],
        ['/500', 'it answers with status 500'],
      ],
    );
    assert.deepEqual([found?.data['checked'], found?.data['unchecked']], [5, 0]);
    const before = asked;
    await checks(uid);
    assert.equal(asked, before, 'the answers stand for a while');
    const many = Array.from({ length: 25 }, (_, n) => `<a href="${site}/ok/${n}">x</a>`).join('');
    assertStatus(await app.update(uid, { template: { content: many } }), 200);
    const bounded = (await checks(uid))['links'];
    assert.deepEqual([bounded?.state, bounded?.data['checked'], bounded?.data['unchecked']], ['ok', 20, 5]);
    const hidden = await app.make({ template: { content: '<a href="http://10.0.0.1/x">x</a>' } });
    const closed = (await checks(hidden))['links'];
    assert.deepEqual(closed?.data['failed'], [
      {
        url: 'http://10.0.0.1/x',
        why: 'it does not lead to a public address',
        sentences: [{ code: 'fetch-not-public', values: {} }],
      },
    ]);
  });

  test('a button whose address nobody has written leads nowhere', async () => {
    const uid = await app.make({ status: 'draft', template: { content: '<a href="https://">Read more</a>' } });
    const { links } = await checks(uid);
    assert.deepEqual(links?.data['failed'], [
      { url: 'https://', why: 'it is not an address', sentences: [{ code: 'fetch-no-address', values: {} }] },
    ]);
  });

  test('a test mail counts until the next change', async () => {
    const uid = await app.make({ status: 'draft' });
    const state = async () => (await checks(uid))['test']?.state;
    assert.equal(await state(), 'advice');
    assertStatus(await app.call('POST', `/campaigns/${uid}/test`, { json: { emails: 'a@b.test' } }), 200);
    assert.equal(await state(), 'ok');
    assertStatus(await app.update(uid, { subject: 'Other' }), 200);
    assert.equal(await state(), 'advice');
  });

  test('the sender domain is told with what DNS said, and nobody sees those of others', async () => {
    const uid = await app.make({ status: 'draft' });
    assert.equal((await checks(uid))['sender-domain']?.data['domain_uid'], null);
    const added = await app.call('POST', '/sending-domains', { json: { name: 'example.test', rsa_bits: 1024 } });
    assertStatus(added, 201);
    const found = (await checks(uid))['sender-domain'];
    assert.deepEqual(
      [found?.state, found?.data['domain_uid'], found?.data['dkim']],
      ['advice', added.json.domain_uid, 'unchecked'],
    );
    const { key } = await app.addCustomer();
    assertStatus(await app.call('GET', `/campaigns/${uid}/checks`, { key }), 404);
  });

  test('a segment with a condition on a field that is gone blocks', async () => {
    const list = `/lists/${app.listUid}`;
    const field = { type: 'text', label: 'Size', tag: 'SIZE', required: 'no', visibility: 'visible' };
    const { field_id } = (await app.call('POST', `${list}/fields`, { json: field })).json.data.record;
    const conditions = [{ field_id, operator_id: 2, value: 'small' }];
    const made = await app.call('POST', `${list}/segments`, { json: { name: 'Not small', conditions } });
    const uid = await app.make({ status: 'draft', segment_uid: made.json.data.record.segment_uid });
    assert.equal((await checks(uid))['audience']?.state, 'ok');
    assertStatus(await app.call('DELETE', `${list}/fields/${field_id}`), 200);
    const found = (await checks(uid))['audience'];
    assert.deepEqual([found?.state, found?.message.includes('a field that was removed')], ['blocking', true]);
  });

  test('nobody on the list blocks what is sent once, not what goes to those who come later', async () => {
    const list_uid = await addList(app);
    const stateOf = async (more: object) => {
      const found = await checks(await app.make({ status: 'draft', list_uid, ...more }));
      return [found['audience']?.state, found['audience']?.data['recipients']];
    };
    assert.deepEqual(await stateOf({}), ['blocking', 0]);
    assert.deepEqual(await stateOf({ type: 'autoresponder' }), ['advice', 0]);
    assert.deepEqual(await stateOf({ options: { cronjob: '0 9 * * 1', cronjob_enabled: 1 } }), ['advice', 0]);
  });

  test('a list that is gone blocks', async () => {
    const uid = await app.make({ status: 'draft' });
    const { list_id } = await app.row(uid);
    await app.db.updateTable('list').set({ status: 'pending-delete' }).where('id', '=', list_id).execute();
    assert.equal((await checks(uid))['audience']?.state, 'blocking');
    await app.db.updateTable('list').set({ status: 'active' }).where('id', '=', list_id).execute();
  });
});
