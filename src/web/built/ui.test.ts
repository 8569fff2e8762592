// The page of the browser UI and its files, from a folder as the build leaves it.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createServer } from '../../http/server.ts';
import { createLogger } from '../../kernel/log.ts';
import { uiPages } from './ui.ts';

const SCRIPT = 'console.log("a screen")';

test('every path below /app is the page, with a nonce of its own', async (t) => {
  const { get } = await openUi(t);
  const nonces = new Set<string>();
  for (const path of ['/app', '/app/', '/app/campaigns/x1', '/app/welcome?token=t']) {
    const { status, headers, text } = await get(path);
    assert.equal(status, 200, path);
    const policy = String(headers['content-security-policy']);
    const nonce = /style-src 'self' 'nonce-([\w-]{22})'/.exec(policy)?.[1] ?? '';
    assert.ok(text.includes(`content="${nonce}"`), 'the page knows the nonce');
    assert.ok(!policy.includes('unsafe'), policy);
    assert.equal(headers['cache-control'], 'no-cache');
    nonces.add(nonce);
  }
  assert.equal(nonces.size, 4);
});

test('files are sent for ever, compressed as the client takes them', async (t) => {
  const { get } = await openUi(t);
  const plain = await get('/app/assets/index-a1.js');
  assert.deepEqual([plain.status, plain.text, plain.headers['content-encoding']], [200, SCRIPT, undefined]);
  assert.match(String(plain.headers['cache-control']), /immutable/);
  const packed = await get('/app/assets/index-a1.js', { 'accept-encoding': 'gzip' });
  assert.equal(packed.headers['content-encoding'], 'gzip');
  assert.equal(gunzipSync(packed.bytes).toString(), SCRIPT);
  const style = await get('/app/assets/index-a1.css', { 'accept-encoding': 'br, gzip' });
  assert.deepEqual([style.status, style.headers['content-encoding']], [200, undefined], 'there is no smaller form');
});

test('nothing else of the machine is a file of the UI', async (t) => {
  const { get } = await openUi(t);
  for (const name of [
    'index-a1.js.gz',
    'none.js',
    '..%2Findex.html',
    '..%2f..%2fsecret.js',
    '%00.js',
    'index-a1.js%2f..',
  ])
    assert.equal((await get(`/app/assets/${name}`)).status, 404, name);
});

test('an address that cannot be decoded is no page, in words for a browser', async (t) => {
  const { get } = await openUi(t);
  const shown = await get('/app/lists/%ff', { accept: 'text/html,*/*' });
  assert.deepEqual([shown.status, shown.headers['content-type']], [404, 'text/html; charset=utf-8']);
  assert.match(shown.text, /<h1>Not found<\/h1>/);
  for (const [path, accept] of [
    ['/app/lists/%ff', '*/*'],
    ['/api/lists/%ff', 'text/html'],
  ] as const) {
    const { status, headers } = await get(path, { accept });
    assert.deepEqual([status, headers['content-type']], [400, 'application/json; charset=utf-8'], path);
  }
});

test('a UI that is not built says what to do', async (t) => {
  const { folder, get } = await openUi(t);
  rmSync(folder, { recursive: true });
  const { status, text } = await get('/app', { accept: 'text/html' });
  assert.equal(status, 503);
  assert.match(text, /npm run build/);
});

async function openUi(t: { after(close: () => unknown): void }) {
  const folder = mkdtempSync(join(tmpdir(), 'mailwright-ui-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<meta name="csp-nonce" content="__NONCE__"><div id="root"></div>');
  writeFileSync(join(folder, 'assets/index-a1.js'), SCRIPT);
  writeFileSync(join(folder, 'assets/index-a1.js.gz'), gzipSync(SCRIPT));
  writeFileSync(join(folder, 'assets/index-a1.css'), 'body{}');
  writeFileSync(join(folder, 'secret.js'), 'no');
  const app = await createServer({ log: createLogger('silent') });
  uiPages(app, folder);
  t.after(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const get = async (url: string, headers: Record<string, string> = {}) => {
    const answer = await app.inject({ method: 'GET', url, headers });
    return { status: answer.statusCode, headers: answer.headers, text: answer.body, bytes: answer.rawPayload };
  };
  return { folder, get };
}
