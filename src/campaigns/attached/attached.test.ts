// Headers and files of campaigns: what is read, kept, shown and refused, on both engines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus } from '../../../test/support/app.ts';
import { type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { sha256 } from '../../kernel/ids.ts';
import { removeCampaign } from '../remove.ts';

const base64 = (content: Buffer | string) => Buffer.from(content).toString('base64');
const file = (name: string, content: Buffer | string) => ({ name, type: 'application/pdf', data: base64(content) });

eachEngine('headers and files of campaigns', (engine) => {
  let opened: CampaignApp;
  openForSuite(engine, (made) => {
    opened = made;
  });
  const app = () => opened;
  const full = async (uid: string) => (await app().call('GET', `/campaigns/${uid}?full=1`)).json.data.record;
  const blobs = async () => {
    const rows = await app().db.selectFrom('blob').select('hash').where('hash', 'like', 'private:%').execute();
    return rows.map(({ hash }) => hash.slice(8)).sort();
  };

  test('are kept, shown, sent back as they were read, and taken away', async () => {
    const headers = [{ name: 'X-Edition', value: '[FNAME] & co' }];
    const uid = await app().make({ headers, attachments: [file('../Prices.pdf', 'prices'), file('b.txt', 'text')] });
    const stored = [
      { name: 'Prices.pdf', type: 'application/pdf', file: sha256('prices'), size: 6 },
      { name: 'b.txt', type: 'application/pdf', file: sha256('text'), size: 4 },
    ];
    const record = await full(uid);
    assert.deepEqual([record.headers, record.attachments], [headers, stored]);
    assert.equal('headers' in (await app().record(uid)), false);
    assertStatus(await app().update(uid, record), 200);
    assertStatus(await app().update(uid, { name: 'Other' }), 200);
    assert.deepEqual((await full(uid)).attachments, stored);
    assertStatus(await app().update(uid, { attachments: [stored[1]], headers: null }), 200);
    const fewer = await full(uid);
    assert.deepEqual([fewer.headers, fewer.attachments], [[], [stored[1]]]);
    assertStatus(await app().update(uid, { attachments: [] }), 200);
    assert.deepEqual((await full(uid)).attachments, []);
  });

  test('go along with copies and versions, and bytes are gone with the last campaign that has them', async () => {
    const { db } = app();
    const before = await blobs();
    const uid = await app().make({ status: 'draft', attachments: [file('a', 'only here')] });
    const hash = sha256('only here');
    assert.deepEqual(await blobs(), [...before, hash].sort());
    const copy = (await app().call('POST', `/campaigns/${uid}/copy`)).json.campaign_uid;
    assert.equal((await full(copy)).attachments[0].file, hash);
    const revision = (await app().row(uid)).revision;
    await app().call('PUT', `/campaigns/${uid}?keep_before=yes`, { json: { attachments: null } });
    assertStatus(await app().call('POST', `/campaigns/${uid}/versions/${revision}/restore`), 200);
    assert.equal((await full(uid)).attachments[0].file, hash);
    assertStatus(await app().update(uid, { template: { content: '<p>other</p>' } }), 200);
    assert.equal((await full(uid)).attachments.length, 1, 'another page leaves them');
    for (const [gone, left] of [
      [uid, [...before, hash].sort()],
      [copy, before],
    ] as const) {
      assertStatus(await app().call('DELETE', `/campaigns/${gone}`), 200);
      while (await removeCampaign(db));
      assert.deepEqual(await blobs(), left);
    }
  });

  test('a test whose file is gone is refused, not sent with an empty one', async () => {
    const uid = await app().make({ attachments: [file('Prices.pdf', 'soon gone')] });
    const hash = `private:${sha256('soon gone')}`;
    await app().db.deleteFrom('campaign_file').where('hash', '=', hash).execute();
    await app().db.deleteFrom('blob').where('hash', '=', hash).execute();
    const answer = await app().call('POST', `/campaigns/${uid}/test`, { json: { emails: ['ann@example.com'] } });
    assert.deepEqual(
      [answer.status, answer.json.error],
      [400, 'The file Prices.pdf of the campaign no longer exists.'],
    );
  });

  test('what is wrong is named', async () => {
    const many = Array.from({ length: 21 }, (_, i) => ({ name: `X-${i}`, value: 'x' }));
    await app().refused({ headers: many }, { headers: 'Headers are too many (maximum is 20).' });
    await app().refused(
      {
        headers: [
          { name: 'List-Unsubscribe', value: 'x' },
          { name: 'Content-Type', value: 'text/html' },
          { name: 'X Y', value: 'x' },
          { name: 'X-A', value: 'a\r\nBcc: eve@example.test' },
          { name: 'x-a' },
          'x',
        ],
        attachments: [
          { name: 'a' },
          { name: 'b', file: 'x' },
          { name: 'c', file: 'a'.repeat(64) },
          file('d', Buffer.alloc(5_000_001)),
          'x',
        ],
      },
      {
        'headers[0].name': 'List-Unsubscribe is set by the server itself.',
        'headers[1].name': 'Content-Type is set by the server itself.',
        'headers[2].name': 'Name must contain only ASCII letters, digits and signs, without spaces and colons.',
        'headers[3].value': 'Value holds a line break.',
        'headers[4].value': 'Value cannot be blank.',
        'headers[4].name': 'x-a is given twice.',
        'headers[5]': 'A header must be an object with name and value.',
        'attachments[0].data': 'Data cannot be blank.',
        'attachments[1].file': 'File must be a SHA-256 in hex.',
        'attachments[1].data': 'Data cannot be blank.',
        'attachments[2].file': 'None of your campaigns has this file: please send its data.',
        'attachments[3].data': 'Data is too large: 5.0 MB, and the maximum is 5.0 MB.',
        'attachments[4]': 'An attachment must be an object with name, type and data.',
      },
    );
    const large = [1, 2, 3].map((n) => file(`${n}`, Buffer.alloc(4_000_000, n)));
    await app().refused(
      { attachments: large },
      { attachments: 'Attachments are too large: 12.0 MB, and the maximum is 10.0 MB in total.' },
    );
    const { key } = await app().addCustomer({ email: 'eve@example.test' });
    await app().make({ attachments: [file('secret', 'of ours')] });
    const theirs = { json: { name: 'x', status: 'draft', attachments: [{ name: 'x', file: sha256('of ours') }] }, key };
    assertStatus(await app().call('POST', '/campaigns', theirs), 422);
  });

  test('large files and unknown tags in headers are warned of', async () => {
    const json = app().input({
      headers: [{ name: 'X-A', value: '[NOTHING]' }],
      attachments: [file('big', Buffer.alloc(3_000_000))],
    });
    const { warnings } = (await app().call('POST', '/campaigns', { json })).json;
    const own = warnings.filter(({ member }: { member: string }) => /^(headers|attachments)/.test(member));
    assert.deepEqual(
      own.map(({ member, message }: Record<string, string>) => `${member}: ${message}`.slice(0, 60)),
      [
        'headers.X-A: [NOTHING] is not a merge tag of this campaign: ',
        'attachments: The attachments add 4.1 MB to each message. Man',
      ],
    );
  });
});
