// Drafts by API: incomplete ones, and what is missing when they are to be sent.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus } from '../../test/support/app.ts';
import { type CampaignApp, openForSuite } from '../../test/support/campaigns.ts';
import { eachEngine } from '../../test/support/stores.ts';

eachEngine('drafts by API', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });

  const make = async (members: Record<string, unknown>) => {
    const answer = await app.call('POST', '/campaigns', { json: { status: 'draft', ...members } });
    assertStatus(answer, 201);
    return answer.json.campaign_uid as string;
  };
  const full = async (uid: string) => (await app.call('GET', `/campaigns/${uid}?full=1`)).json.data.record;

  test('a draft needs a name and nothing else', async () => {
    const record = await full(await make({ name: 'Spring' }));
    const { status, subject, from_name, list_uid, list, send_at_iso, template } = record;
    assert.deepEqual([status, subject, from_name, list_uid, send_at_iso], ['draft', '', '', '', null]);
    assert.deepEqual([list.list_uid, template.content], ['', '']);
    const refused = await app.call('POST', '/campaigns', { json: { status: 'draft', subject: 'Hello' } });
    assertStatus(refused, 422);
    assert.deepEqual(refused.json.error, { name: 'Name cannot be blank.' });
    const wrong = { name: 'x', status: 'draft', from_email: 'nobody', list_uid: 'ab00000000000', send_at: 'soon' };
    const faults = await app.call('POST', '/campaigns', { json: wrong });
    assertStatus(faults, 422);
    assert.deepEqual(Object.keys(faults.json.error).sort(), ['from_email', 'list_uid', 'send_at']);
  });

  test('without the status, or with another, everything is needed as before', async () => {
    for (const status of [undefined, 'pending-sending', 'paused', 'bogus']) {
      const answer = await app.call('POST', '/campaigns', { json: { name: 'Spring', status } });
      assertStatus(answer, 422);
      const needed = ['from_email', 'from_name', 'list_uid', 'reply_to', 'send_at', 'subject', 'template'];
      assert.deepEqual(Object.keys(answer.json.error).sort(), needed);
    }
  });

  test('the sender is that of the list until it is given', async () => {
    const uid = await make({ name: 'Spring', from_name: 'Grace' });
    assertStatus(await app.update(uid, { list_uid: app.listUid }), 200);
    const { from_name, from_email, reply_to } = await full(uid);
    assert.deepEqual([from_name, from_email, reply_to], ['Grace', 'ada@example.test', 'ada@example.test']);
  });

  test('an update takes any member alone; said to be a draft, an empty text takes it away', async () => {
    const uid = await make({ name: 'Spring', list_uid: app.listUid });
    const members = { subject: 'Hello [FNAME]', template: { content: '<p>Hello</p>' }, send_at: '2026-12-01 10:00:00' };
    for (const [name, value] of Object.entries(members)) assertStatus(await app.update(uid, { [name]: value }), 200);
    assertStatus(await app.update(uid, { subject: '', template: { content: '' } }), 200);
    assert.equal((await full(uid)).subject, 'Hello [FNAME]', 'forms send empty texts for what stays');
    assertStatus(await app.update(uid, { status: 'draft', subject: '', template: { content: '' } }), 200);
    const { subject, template } = await full(uid);
    assert.deepEqual([subject, template.content], ['', '']);
    assertStatus(await app.update(uid, { status: 'draft', send_at_iso: null }), 200);
    assert.equal((await full(uid)).send_at_iso, null);
    const wrong = await app.update(uid, { subject: 'a\nb', from_email: 'x' });
    assertStatus(wrong, 422);
    assert.deepEqual(Object.keys(wrong.json.error).sort(), ['from_email', 'subject']);
  });

  test('what is missing is told when it is to be sent, and nothing is changed', async () => {
    const uid = await make({ name: 'Spring' });
    const missing = {
      from_name: 'From name cannot be blank.',
      from_email: 'From email cannot be blank.',
      subject: 'Subject cannot be blank.',
      reply_to: 'Reply to cannot be blank.',
      list_uid: 'List uid cannot be blank.',
      template: 'Please provide a template for your campaign.',
    };
    const sent = await app.call('POST', `/campaigns/${uid}/send`);
    assertStatus(sent, 422);
    assert.deepEqual(sent.json.error, missing);
    const scheduled = await app.update(uid, { status: 'pending-sending' });
    assertStatus(scheduled, 422);
    assert.deepEqual(scheduled.json.error, { ...missing, send_at: 'Send at cannot be blank.' });
    const { status, revision } = await app.row(uid);
    assert.deepEqual([status, revision], ['draft', 1]);
    assertStatus(await app.update(uid, { list_uid: app.listUid, subject: 'Hi', template: { content: 'x' } }), 200);
    assertStatus(await app.call('POST', `/campaigns/${uid}/send`), 200);
    assert.equal((await app.row(uid)).status, 'pending-sending');
  });

  test('one without a list is listed, copied, and removed; lists count only their own', async () => {
    const count = async () => (await app.call('GET', `/campaigns?list_uid=${app.listUid}`)).json.data.count;
    const before = Number(await count());
    const uid = await make({ name: 'Spring' });
    const copy = (await app.call('POST', `/campaigns/${uid}/copy`)).json.campaign_uid;
    assertStatus(await app.update(copy, { list_uid: app.listUid }), 200);
    assert.equal(Number(await count()), before + 1);
    for (const one of [uid, copy]) assertStatus(await app.call('DELETE', `/campaigns/${one}`), 200);
    assert.equal(Number(await count()), before);
  });
});
