import assert from 'node:assert/strict';
import { createServer as createTcpServer } from 'node:net';
import { after, before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { TEST_INSTALLATION } from '../../test/support/app.ts';
import { seedSending } from '../../test/support/delivery-turns.ts';
import { setCounters } from '../../test/support/ledger.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { createServer } from '../http/server.ts';
import { createLogger } from '../kernel/log.ts';
import { insertMails } from '../mail/inbox/queries.ts';
import { putBlob } from '../storage/blobs.ts';
import { inTransaction, type Store } from '../storage/db.ts';
import { webPages } from './pages.ts';

const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

function mail(n: number, html: string) {
  const source = Buffer.from(
    [
      'From: "Ann <b>" <ann@example.com>',
      `To: p${n}@example.com`,
      `Subject: Letter ${n}`,
      'Content-Type: multipart/related; boundary=x',
      '',
      '--x',
      'Content-Type: text/html; charset=utf-8',
      '',
      html,
      '--x',
      'Content-Type: image/gif',
      'Content-ID: <pic>',
      'Content-Disposition: attachment; filename="../ö\\"x.gif"',
      'Content-Transfer-Encoding: base64',
      '',
      GIF.toString('base64'),
      '--x',
      'Content-Type: text/html',
      'Content-Disposition: attachment; filename="page.html"',
      '',
      '<script>alert(1)</script>',
      '--x--',
      '',
    ].join('\r\n'),
  );
  const subject = `Letter ${n} <i>`;
  return {
    received_at: 1_700_000_000_000 + n,
    mail_from: 'bounce@example.com',
    rcpt_to: `p${n}@example.com`,
    subject,
    search: `bounce@example.com\np${n}@example.com\n${subject}`.toLowerCase(),
    size: source.length,
    source,
  };
}

eachEngine('web pages', (engine) => {
  let store: Store;
  let app: FastifyInstance;
  let ids: number[];
  const closers: (() => unknown)[] = [];

  const openApp = async (relay: { host: string; port: number; testInbox: boolean }) => {
    const baseUrl = 'http://localhost:8080';
    const made = await createServer({ log: createLogger('silent') });
    const clock = { now: () => Date.now() };
    const services = { db: store.db, clock, baseUrl, secret: 's', version: '1.2.3', engine: store.engine };
    const installation = TEST_INSTALLATION;
    webPages(made, { ...services, installation, relay, host: '127.0.0.1' });
    await made.ready();
    closers.unshift(() => made.close());
    return made;
  };

  before(async () => {
    store = await engine.open({ after: (close) => closers.push(() => (close as () => unknown)()) });
    app = await openApp({ host: '127.0.0.1', port: 1, testInbox: true });
    const stored = await insertMails(
      store.db,
      Array.from({ length: 60 }, (_, n) => mail(n, `<p>Hello ${n} <img src="cid:pic"></p><script>bad()</script>`)),
    );
    ids = stored.map(({ id }) => id);
  });
  after(async () => {
    for (const close of closers) await close();
  });

  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers });

  test('the start page says what runs, and where to go on', async () => {
    const answer = await get('/');
    assert.equal(answer.statusCode, 200);
    assert.match(answer.body, /1\.2\.3/);
    assert.match(answer.body, /✓ Answers/);
    assert.match(answer.body, /✗ Does not answer/);
    for (const link of ['/docs', '/inbox', '/healthz', '/readyz'])
      assert.ok(answer.body.includes(`href="${link}"`), link);
    assert.ok(answer.body.includes('http://localhost:8080/api/lists'));
  });

  test('uncertain messages are shown, with the command that settles them', async () => {
    assert.doesNotMatch((await get('/')).body, /npx mailwright settle/);
    const { campaignId } = await seedSending(store.db, 3);
    await store.db.updateTable('message').set({ state: 'uncertain' }).where('campaign_id', '=', campaignId).execute();
    await setCounters(store.db, campaignId, { uncertain: 3 });
    assert.match(
      (await get('/')).body,
      /3 messages of 1 campaign may or may not have arrived.*<code>npx mailwright settle<\/code>/,
    );
  });

  test('a relay that listens is reachable, and there is no inbox then', async () => {
    const listener = createTcpServer((socket) => socket.end()).listen(0, '127.0.0.1');
    await new Promise((resolve) => listener.once('listening', resolve));
    const { port } = listener.address() as { port: number };
    const other = await openApp({ host: '127.0.0.1', port, testInbox: false });
    const answer = await other.inject('/');
    assert.match(answer.body, /✓ Reachable/);
    assert.ok(!answer.body.includes('/inbox'));
    assert.equal((await other.inject('/inbox')).statusCode, 404);
    await new Promise((resolve) => listener.close(resolve));
  });

  test('every page forbids script, frames of others and guessing', async () => {
    for (const url of ['/', '/inbox', `/inbox/${ids[0]}`, '/inbox/0']) {
      const { headers } = await get(url);
      const policy = String(headers['content-security-policy']);
      assert.match(policy, /^default-src 'none'; /, url);
      assert.match(policy, /frame-ancestors 'none'/);
      assert.doesNotMatch(policy, /script-src|unsafe/);
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.equal(headers['referrer-policy'], 'no-referrer');
    }
  });

  test('health: the process, and the store', async () => {
    assert.deepEqual((await get('/healthz')).json(), { status: 'ok' });
    const ready = await get('/readyz');
    assert.equal(ready.statusCode, 200);
    const { warnings, ...rest } = ready.json();
    assert.deepEqual(rest, { status: 'ok', store: 'ok', clock: 'not held', workers: 0 });
    assert.equal(warnings.length, 2);
    assert.match((await get('/robots.txt')).body, /Disallow: \/u\//);
    assert.match((await get('/favicon.svg')).body, /^<svg /);
  });

  test('pictures are served for ever, under their own extension only', async () => {
    const hash = await inTransaction(store.db, (tx) => putBlob(tx, { content: GIF, mediaType: 'image/gif' }));
    const answer = await get(`/files/${hash}.gif`);
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.headers['content-type'], 'image/gif');
    assert.match(String(answer.headers['cache-control']), /immutable/);
    assert.equal(answer.headers['x-content-type-options'], 'nosniff');
    assert.deepEqual(answer.rawPayload, GIF);
    assert.equal(
      (await get(`/files/${hash}.gif`, { 'if-none-match': String(answer.headers['etag']) })).statusCode,
      304,
    );
    const html = await inTransaction(store.db, (tx) =>
      putBlob(tx, { content: Buffer.from('<script>'), mediaType: 'text/html' }),
    );
    for (const name of [
      `${hash}.png`,
      hash,
      `${hash}.html`,
      `${html}.html`,
      `${html}.gif`,
      `${hash.replace(/^./, 'x')}.gif`,
    ]) {
      assert.equal((await get(`/files/${name}`)).statusCode, 404, name);
    }
  });

  test('the inbox lists newest first, pages and searches', async () => {
    const first = await get('/inbox');
    assert.match(first.body, /60 mails/);
    assert.ok(first.body.indexOf('Letter 59 &lt;i&gt;') < first.body.indexOf('Letter 58'));
    assert.ok(!first.body.includes('Letter 9 '));
    const older = /href="(\/inbox\?before=\d+)"/.exec(first.body)?.[1] ?? '';
    assert.ok((await get(older)).body.includes('Letter 9 &lt;i&gt;'));
    const found = await get('/inbox?q=P7@example.com');
    assert.match(found.body, /1 mail found/);
    const none = await get('/inbox?q=%3Cscript%3E');
    assert.match(none.body, /Nothing found for “&lt;script&gt;”/);
  });

  test('the inbox is read as JSON, with count, limit and search', async () => {
    const page = (await get('/inbox.json?limit=2&q=letter')).json();
    assert.equal(page.count, 60);
    assert.deepEqual(page.mails[0], {
      id: ids[59],
      received_at: '2023-11-14T22:13:20.059Z',
      from: 'bounce@example.com',
      to: 'p59@example.com',
      subject: 'Letter 59 <i>',
      size: page.mails[0].size,
    });
    const next = (await get(`/inbox.json?limit=2&q=letter&before=${page.next_before}`)).json();
    assert.equal(next.mails[0].to, 'p57@example.com');
    const last = (await get('/inbox.json?limit=1000')).json();
    assert.equal(last.mails.length, 60);
    assert.equal(last.next_before, null);
  });

  test('one mail: tabs, a sandboxed frame, its own pictures', async () => {
    const id = ids[5];
    const page = await get(`/inbox/${id}`);
    assert.match(
      page.body,
      /<iframe src="\/inbox\/\d+\/html"[^>]* sandbox="allow-popups allow-popups-to-escape-sandbox">/,
    );
    assert.ok(page.body.includes('&quot;Ann &lt;b&gt;&quot;'));
    const frame = await get(`/inbox/${id}/html`);
    const policy = String(frame.headers['content-security-policy']);
    assert.match(policy, /^sandbox /);
    assert.doesNotMatch(policy, /allow-scripts|allow-same-origin|script-src/);
    assert.ok(frame.body.includes(`<img src="/inbox/${id}/attachments/0">`));
    assert.match((await get(`/inbox/${id}/source`)).body, /&lt;script&gt;bad\(\)/);
    assert.match((await get(`/inbox/${id}/headers`)).body, /<strong>Subject<\/strong>: Letter 5/);
    assert.equal((await get(`/inbox/${id}/text`)).statusCode, 200);
    const raw = await get(`/inbox/${id}/raw`);
    assert.equal(raw.headers['content-type'], 'message/rfc822');
    assert.deepEqual(raw.rawPayload, mail(5, '<p>Hello 5 <img src="cid:pic"></p><script>bad()</script>').source);
  });

  test('attachments are downloads of harmless name and type', async () => {
    const picture = await get(`/inbox/${ids[5]}/attachments/0`);
    assert.equal(picture.headers['content-type'], 'image/gif');
    assert.match(String(picture.headers['content-disposition']), /^attachment; filename="[\w .()-]+"$/);
    assert.deepEqual(picture.rawPayload, GIF);
    const page = await get(`/inbox/${ids[5]}/attachments/1`);
    assert.equal(page.headers['content-type'], 'application/octet-stream');
    assert.equal(page.headers['x-content-type-options'], 'nosniff');
    for (const index of ['2', '-1', 'x', '00000']) {
      assert.equal((await get(`/inbox/${ids[5]}/attachments/${index}`)).statusCode, 404, index);
    }
  });

  test('a mail that can not be taken apart is shown as its source', async () => {
    const deep = Array.from(
      { length: 300 },
      (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
    );
    const [stored] = await insertMails(store.db, [{ ...mail(99, ''), source: Buffer.from(deep.join('')) }]);
    const id = stored?.id;
    const page = await get(`/inbox/${id}`);
    assert.equal(page.statusCode, 200);
    assert.match(page.body, /boundary=b0/);
    assert.equal((await get(`/inbox/${id}/html`)).statusCode, 404);
  });

  test('without a key only this machine gets in, and only when links lead to it', async () => {
    for (const request of [
      { remoteAddress: '10.0.0.7' },
      { headers: { host: 'mail.example.com' } },
      { headers: { 'x-forwarded-for': '10.0.0.7' } },
    ]) {
      for (const url of ['/inbox', '/inbox.json', `/inbox/${ids[0]}`, `/inbox/${ids[0]}/raw`]) {
        const answer = await app.inject({ method: 'GET', url, ...request });
        assert.equal(answer.statusCode, 401, url);
        assert.match(String(answer.headers['www-authenticate']), /^Basic realm=/);
      }
    }
  });

  test('clearing is for the own page only', async () => {
    const post = (headers: Record<string, string>) => app.inject({ method: 'POST', url: '/inbox/clear', headers });
    assert.equal((await post({ origin: 'http://evil.example' })).statusCode, 403);
    assert.equal((await post({ 'sec-fetch-site': 'cross-site' })).statusCode, 403);
    assert.notEqual((await get('/inbox.json')).json().count, 0);
    const cleared = await post({
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
    });
    assert.equal(cleared.statusCode, 303);
    assert.equal(cleared.headers['location'], '/inbox');
    assert.equal((await get('/inbox.json')).json().count, 0);
    assert.match((await get('/inbox')).body, /No mail yet/);
  });

  test('a store that does not answer is not ready', async () => {
    const other = await openApp({ host: '127.0.0.1', port: 1, testInbox: false });
    await store.db.destroy();
    const answer = await other.inject('/readyz');
    assert.equal(answer.statusCode, 503);
    assert.deepEqual(answer.json(), {
      status: 'unavailable',
      store: 'unavailable',
      reason: 'The database does not answer.',
    });
    assert.match((await other.inject('/')).body, /✗ Does not accept changes/);
  });
});
