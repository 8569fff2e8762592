// A template that was read and sent back unchanged stays the same, and creates an equal one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { assertStatus, formText, openTestApp } from '../../test/support/app.ts';
import { oneEngine } from '../../test/support/stores.ts';

oneEngine('reading templates back', (engine) => {
  test('property: contents of any kind, as JSON and as a form', async (t) => {
    const app = await openTestApp(t, engine);
    const full = async (uid: string) => (await app.call('GET', `/templates/${uid}?full=1`)).json.data.record;
    const file = `${app.baseUrl}/files/${'a'.repeat(64)}.png`;
    const content = fc.oneof(
      fc.constantFrom('<p>Hello [FNAME]</p>', 'SGVsbG8gdGhlcmU=', 'abcd', ` <img src="${file}">\n`, 'Größe'),
      fc.string({ minLength: 1 }).filter((text) => text.trim() !== '' && !text.includes('\0')),
    );
    const property = fc.asyncProperty(content, fc.boolean(), async (sent, asForm) => {
      // In base64, so that it is stored unchanged.
      const json = { name: 'T', content: Buffer.from(sent).toString('base64') };
      const made = await app.call('POST', '/templates', { json });
      assertStatus(made, 201);
      const uid = made.json.template_uid;
      const before = await full(uid);
      const body = asForm ? { form: formText(before) } : { json: before };
      assertStatus(await app.call('PUT', `/templates/${uid}`, body), 200);
      assert.deepEqual(await full(uid), before);
      assert.equal((await app.call('GET', `/templates/${uid}`)).json.data.record.content, sent);
      const copy = await app.call('POST', '/templates', body);
      assertStatus(copy, 201);
      assert.deepEqual(await full(copy.json.template_uid), { ...before, template_uid: copy.json.template_uid });
    });
    await fc.assert(property, { numRuns: 10 });
  });
});
