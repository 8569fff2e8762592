// What is refused of transactional emails, on both engines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus, openTestApp } from '../../test/support/app.ts';
import { SENT_EMAIL as email } from '../../test/support/emails.ts';
import { eachEngine } from '../../test/support/stores.ts';

eachEngine('transactional emails that are refused', (engine) => {
  test('faults, all at once, and nothing changes', async (t) => {
    const app = await openTestApp(t, engine);
    const refused = async (json: unknown, faults: Record<string, string>) => {
      const answer = await app.call('POST', '/transactional-emails', { json });
      assertStatus(answer, 422);
      assert.deepEqual(answer.json, { status: 'error', error: faults });
    };
    await refused(
      {},
      {
        to_name: 'To name cannot be blank.',
        to_email: 'To email cannot be blank.',
        from_name: 'From name cannot be blank.',
        subject: 'Subject cannot be blank.',
        send_at: 'Send at cannot be blank.',
        body: 'Body cannot be blank.',
      },
    );
    await refused(
      {
        email: {
          to_name: 'a\nBcc: x@example.test',
          to_email: 'bob@localhost',
          from_name: 'x'.repeat(256),
          from_email: 'ä@example.test',
          reply_to_email: 'no',
          reply_to_name: 'a\r\nb',
          subject: 'a\0b',
          body: ['x'],
          plain_text: { a: 1 },
          send_at: '2026-02-30 10:00:00',
          attachments: [{ type: 'x' }, 'x', { name: 'a\0', data: ['x'] }],
        },
      },
      {
        to_name: 'To name holds a line break.',
        to_email: 'To email is not a valid email address.',
        from_name: 'From name is too long (maximum is 255 characters).',
        from_email: 'From email is not a valid email address.',
        reply_to_email: 'Reply to email is not a valid email address.',
        reply_to_name: 'Reply to name holds a line break.',
        subject: 'Subject holds a NUL character.',
        body: 'Body must be a text.',
        plain_text: 'Plain text must be a text.',
        send_at: 'Send at must be a real date and time in the format Y-m-d H:i:s.',
        'attachments[0].name': 'Name cannot be blank.',
        'attachments[0].data': 'Data cannot be blank.',
        'attachments[1]': 'An attachment must be an object with name, type and data.',
        'attachments[2].name': 'Name holds a NUL character.',
        'attachments[2].data': 'Data must be a file as base64.',
      },
    );
    const many = Array.from({ length: 21 }, () => ({ name: 'a', data: 'YQ==' }));
    await refused({ ...email, attachments: many }, { attachments: 'Attachments are too many (maximum is 20).' });
    await refused(
      { ...email, attachments: 'x' },
      { attachments: 'Attachments must be a list of objects with name, type and data.' },
    );
    await app.db.updateTable('customer').set({ email: 'ä@example.test' }).execute();
    await refused(email, { from_email: 'From email cannot be blank.' });
    assert.equal((await app.call('POST', '/transactional-emails', { json: email, key: null })).status, 401);
    for (const table of ['email', 'message', 'blob', 'campaign'] as const)
      assert.deepEqual(await app.db.selectFrom(table).selectAll().execute(), [], table);
    assert.equal((await app.call('GET', '/transactional-emails')).json.data.count, '0');
  });

  test('each has a code, for readers in other languages', async (t) => {
    const app = await openTestApp(t, engine);
    const codes = async (changes: object, of = '') => {
      const json = { ...email, ...changes };
      const headers = { prefer: 'sentences' };
      const { status, json: said } = of
        ? await app.call('GET', `/transactional-emails/${of}`, { headers })
        : await app.call('POST', '/transactional-emails', { json, headers });
      return [status, ...said.sentences.map(({ code, member = '' }: Refused) => `${member}: ${code}`)];
    };
    type Refused = { code: string; member?: string };
    assert.deepEqual(await codes({}, 'ab123cd456efg'), [404, ': mail-missing']);
    assert.deepEqual(await codes({ template_uid: 'ab123cd456efg' }), [422, 'template_uid: mail-body-or-template']);
    assert.deepEqual(await codes({ attachments: 'x' }), [422, 'attachments: mail-attachments-list']);
    assert.deepEqual(await codes({ data: 'x' }), [422, 'data: mail-data-object']);
    assert.deepEqual(await codes({ data: { 'a b': 1, A1: [1], x: 1, X: 2 } }), [
      422,
      'data."a b": mail-data-name',
      'data.A1: mail-data-value',
      'data.X: mail-data-twice',
    ]);
    const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [`N${n}`, 1]));
    assert.deepEqual(await codes({ data: many }), [422, 'data: mail-data-many']);
    assert.deepEqual(await codes({ body: '[GONE]', data: {} }), [422, 'data: mail-no-value']);
    assert.deepEqual(await codes({ body: '[WEB_VERSION_URL]', data: {} }), [422, 'data: mail-no-value-campaign']);
    assert.deepEqual(await codes({ body: '[GONE] [WEB_VERSION_URL]', data: {} }), [422, 'data: mail-no-value-both']);
    const long = { A: 'x'.repeat(100_000) };
    assert.deepEqual(await codes({ body: '[A]'.repeat(51), data: long }), [422, 'data: mail-data-long']);
    assert.deepEqual(await codes({ subject: '[A]', data: { A: '' } }), [422, 'subject: mail-data-subject']);
  });
});
