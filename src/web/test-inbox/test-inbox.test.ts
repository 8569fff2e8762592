// The test inbox by the API: whose mails who sees, pages, what one mail has, a page for a frame.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus, type TestApp } from '../../../test/support/app.ts';
import { addUser } from '../../../test/support/people.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteApp } from '../../../test/support/suite.ts';
import { messageIdOf } from '../../campaigns/message-id.ts';
import { insertMails } from '../../mail/inbox/queries.ts';
import { inTransaction } from '../../storage/db.ts';
import { ownersOfMails } from '../../transactional/inbox-owners.ts';
import { queueEmail } from '../../transactional/queue.ts';

const HTML = [
  'From: Ann <ann@example.com>',
  'Reply-To: team@example.com',
  'Subject: Hello',
  'MIME-Version: 1.0',
  'Content-Type: multipart/related; boundary="b"',
  '',
  '--b',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<!doctype html><p>Hello <img src="cid:dot"><script>alert(1)</script></p>',
  '--b',
  'Content-Type: image/gif; name="dot.gif"',
  'Content-ID: <dot>',
  'Content-Transfer-Encoding: base64',
  'Content-Disposition: inline; filename="dot.gif"',
  '',
  'R0lGODlhAQABAAAAACw=',
  '--b--',
  '',
].join('\r\n');

eachEngine('the test inbox by the API', (engine) => {
  const app = suiteApp(engine);
  const call = (...args: Parameters<TestApp['call']>) => app().call(...args);
  const put = (customer_id: number | null, subject: string, source = `Subject: ${subject}\r\n\r\nHello\r\n`) =>
    insertMails(app().db, [
      {
        customer_id,
        subject,
        received_at: app().clock.now(),
        mail_from: 'ann@example.com',
        rcpt_to: 'bob@example.com',
        search: subject.toLowerCase(),
        size: source.length,
        source: Buffer.from(source),
      },
    ]);
  const subjects = async (options: Parameters<TestApp['call']>[2], query = '') => {
    const answer = await call('GET', `/test-inbox?${query}`, options);
    assertStatus(answer, 200);
    return answer.json.data.records.map(({ subject }: { subject: string }) => subject) as string[];
  };

  test('customers see their own; the operator also what is nobody’s', async () => {
    const [one, two] = [await app().addCustomer(), await app().addCustomer()];
    await put(one.customer.id, 'To one');
    await put(two.customer.id, 'To two');
    await put(null, 'A new password');
    assert.deepEqual(await subjects({ key: one.key }), ['To one']);
    const viewer = await addUser({ ...app(), customer: one.customer }, { role: 'viewer' });
    assert.deepEqual(await subjects({ session: viewer.session }), ['To one']);
    const operator = await addUser({ ...app(), customer: one.customer }, { role: 'viewer', isOperator: true });
    assert.deepEqual(await subjects({ session: operator.session }), ['A new password', 'To two', 'To one']);
    const all = (await call('GET', '/test-inbox', { session: operator.session })).json.data.records;
    for (const { mail_id, subject } of all) {
      const theirs = await call('GET', `/test-inbox/${mail_id}`, { key: two.key });
      assert.ok(theirs.status === 404 || theirs.json.data.record.subject === 'To two', subject);
    }
    const [own] = (await call('GET', '/test-inbox', { session: viewer.session })).json.data.records;
    for (const part of ['', '/page.html', '/links'])
      assertStatus(await call('GET', `/test-inbox/${own.mail_id}${part}`, { session: viewer.session }), 403);
    assertStatus(await call('DELETE', '/test-inbox', { session: viewer.session }), 403);
    assert.deepEqual((await call('DELETE', '/test-inbox', { key: one.key })).json.data.record, { removed: 1 });
    assert.deepEqual(await subjects({ key: two.key }), ['To two']);
  });

  test('mails about accounts belong to nobody’s inbox', async () => {
    const { customer } = await app().addCustomer();
    const mails = await inTransaction(app().db, async (tx) => {
      const mail = {
        customerId: customer.id,
        to: { name: '', email: 'x@example.test' },
        from: { name: 'A', email: 'a@example.test' },
      };
      const content = { subject: 'S', html: '<p>x</p>', plainText: 'x' };
      for (const kind of ['account', 'test'] as const)
        await queueEmail(tx, { ...mail, ...content, kind }, app().clock.now());
      return tx.selectFrom('email').select(['uid', 'kind']).where('customer_id', '=', customer.id).execute();
    });
    const campaign = await app()
      .db.selectFrom('campaign')
      .select('uid')
      .where('customer_id', '=', customer.id)
      .executeTakeFirstOrThrow();
    const idOf = (kind: string) =>
      `<${messageIdOf(campaign.uid, mails.find((one) => one.kind === kind)?.uid ?? '', 'example.test')}>`;
    const owners = await ownersOfMails(app().db, [idOf('account'), idOf('test'), '<x@y>']);
    assert.deepEqual([...owners], [[idOf('test'), customer.id]]);
  });

  test('is searched, and read by key', async () => {
    const { customer, key } = await app().addCustomer();
    for (let n = 0; n < 7; n += 1) await put(customer.id, `News ${n % 2 === 0 ? 'even' : 'odd'} ${n}`);
    const first = (await call('GET', '/test-inbox?per_page=3', { key })).json.data;
    assert.deepEqual(
      first.records.map((mail: { subject: string }) => mail.subject),
      ['News even 6', 'News odd 5', 'News even 4'],
    );
    assert.deepEqual(await subjects({ key }, `per_page=5&after=${first.next}`), [
      ...['News odd 3', 'News even 2', 'News odd 1', 'News even 0'],
    ]);
    assert.deepEqual(await subjects({ key }, 'search=ODD+news'), ['News odd 5', 'News odd 3', 'News odd 1']);
    assert.deepEqual(await subjects({ key }, 'search=nothing'), []);
    assertStatus(await call('GET', '/test-inbox?after=x', { key }), 422);
    for (const id of ['0', 'x', '99999999999999', '1'.repeat(20)])
      assertStatus(await call('GET', `/test-inbox/${id}`, { key }), 404);
  });

  test('a mail is shown with what it has; its page can do nothing', async () => {
    const { customer, key } = await app().addCustomer();
    await put(customer.id, 'Hello', HTML);
    await put(customer.id, 'Plain');
    const [plain, html] = (await call('GET', '/test-inbox', { key })).json.data.records;
    const { from_header, reply_to, has_html, attachments } = (await call('GET', `/test-inbox/${html.mail_id}`, { key }))
      .json.data.record;
    assert.deepEqual([from_header, reply_to, has_html], ['Ann <ann@example.com>', 'team@example.com', true]);
    assert.deepEqual(attachments, [{ name: 'dot.gif', media_type: 'image/gif', size: 14 }]);
    const named =
      'From: =?UTF-8?Q?Fj=C3=A4llr=C3=A4ven?=\r\n =?UTF-8?Q?_S=C3=B6hne?= <ada@example.com>\r\n\r\nHello\r\n';
    await put(customer.id, 'Named', named);
    const [newest] = (await call('GET', '/test-inbox', { key })).json.data.records;
    const shown = (await call('GET', `/test-inbox/${newest.mail_id}`, { key })).json.data.record;
    assert.equal(shown.from_header, 'Fjällräven Söhne <ada@example.com>');
    const page = await call('GET', `/test-inbox/${html.mail_id}/page.html`, { key });
    assertStatus(page, 200);
    assert.match(page.text, /^<!doctype html><base target="_blank">/);
    assert.match(page.text, /src="data:image\/gif;base64,R0lGOD/);
    const policy = String(page.headers['content-security-policy']);
    assert.match(policy, /^sandbox allow-popups/);
    assert.doesNotMatch(policy, /allow-scripts|script-src/);
    const other = (await call('GET', `/test-inbox/${plain.mail_id}`, { key })).json.data.record;
    assert.deepEqual([other.has_html, other.text.trim()], [false, 'Hello']);
    assertStatus(await call('GET', `/test-inbox/${plain.mail_id}/page.html`, { key }), 404);
  });
});
