// Pictures of templates that a browser of the server makes: of what means harm too, after kill -9,
// and what is shown where there is none.
import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import { ORIGIN, renderPage } from '../../src/browser/render.ts';
import { until } from '../support/until.ts';
import { findingsOf } from './axe.ts';
import { becomes } from './becomes.ts';
import { WHOLE_BROWSER } from './browser.ts';
import { becomeOwner, openSite, type Site } from './site.ts';

const fileOf = async () => undefined;
/** Where the profiles of their browsers are: others may make pictures on this machine, too. */
const FOLDER = mkdtempSync(join(tmpdir(), 'pictures-journey-'));
chmodSync(FOLDER, 0o755); // browsers of root are nobody's
after(() => rmSync(FOLDER, { recursive: true, force: true }));

const profiles = () => readdirSync(FOLDER).filter((name) => name.startsWith('mailwright-browser-'));
/** Processes of browsers that make pictures. */
const browsers = () =>
  readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, 'latin1').includes(`${FOLDER}/mailwright-`);
    } catch {
      return false;
    }
  });

/** A grey picture of any size in a few bytes, as a bomb is. */
function png(size: number): string {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.writeUInt8(8, 8);
  const rows = deflateSync(Buffer.alloc((size + 1) * size, 120), { level: 9 });
  const bytes = [Buffer.from('89504e470d0a1a0a', 'hex'), chunk('IHDR', head), chunk('IDAT', rows)];
  return Buffer.concat([...bytes, chunk('IEND', Buffer.alloc(0))]).toString('base64');
}

/** Sets the folder for profiles in this process, which other files of journeys share. */
function useFolder(t: TestContext): void {
  const usual = process.env['TMPDIR'];
  process.env['TMPDIR'] = FOLDER;
  t.after(() => {
    if (usual === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = usual;
  });
}

test('a page that means harm reaches nobody, reads no file and runs nothing', async (t) => {
  useFolder(t);
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  t.after(() => server.close());
  const { port } = server.address() as { port: number };
  const there = `http://127.0.0.1:${port}`;
  const plain = '<!doctype html><body style="background:#fff"><h1 style="color:#a00">Words</h1>';
  const harm = `<!doctype html><link rel="preconnect" href="${there}"><link rel="dns-prefetch" href="//evil.example">
    <link rel="stylesheet" href="${there}/a.css"><link rel="prefetch" href="${there}/b"><link rel="preload" as="image" href="${there}/c.png">
    <link rel="icon" href="${there}/icon.png"><link rel="manifest" href="${there}/m.json"><base href="${there}/">
    <meta http-equiv="refresh" content="0;url=${there}/gone"><meta http-equiv="refresh" content="0;url=file:///etc/passwd">
    <style>@import "${there}/d.css"; @font-face { font-family: x; src: url(${there}/f.woff) } body { background: #fff url(${there}/e.png) } h1 { font-family: x, serif }</style>
    <body style="background:#fff"><h1 style="color:#a00">Words</h1>
    <script>document.body.innerHTML = 'ran'; fetch('${there}/s')</script><img src="${there}/1.png" width="1" height="1" onerror="document.body.remove()" style="position:absolute;left:-99px">
    <div style="position:absolute;top:-999px"><iframe src="${there}/2"></iframe><iframe src="file:///etc/passwd"></iframe><iframe srcdoc="<img src='${there}/3.png'>"></iframe>
    <object data="${there}/4"></object><embed src="${there}/5"><video src="${there}/6" poster="${there}/7.png" autoplay></video><audio src="${there}/8" autoplay></audio>
    <svg><image href="${there}/9.png"/><use href="${there}/10.svg#x"/></svg><img srcset="${there}/11.png 1x" src="file:///etc/hostname"><input type="image" src="${there}/12.png">
    <form action="${there}/13"><button autofocus>x</button></form><img src="${ORIGIN}/files/../../etc/passwd"><img src="ftp://127.0.0.1:${port}/x"></div>`;
  const asked: string[] = [];
  const harmless = await renderPage(WHOLE_BROWSER, { html: plain, fileOf });
  const made = await renderPage(WHOLE_BROWSER, {
    html: harm,
    async fileOf(name) {
      asked.push(name);
      return undefined;
    },
  });
  assert.equal(connections, 0);
  assert.deepEqual(asked, []);
  assert.ok(made.length < harmless.length * 2 && made.length > 200, `${made.length} and ${harmless.length} bytes`);
  const bomb = `<!doctype html>${`<img src="data:image/png;base64,${png(16_000)}" width="600">`.repeat(6)}`;
  const bounds = { patienceMs: 15_000, memoryBytes: 300 * 1024 * 1024 };
  const fate = await renderPage(WHOLE_BROWSER, { html: bomb, fileOf }, bounds).then(
    () => 'shown',
    (error: Error) => error.message,
  );
  assert.match(fate, /shown|The page took more than/);
  const large = renderPage(WHOLE_BROWSER, { html: plain, fileOf }, { memoryBytes: 5 * 1024 * 1024 });
  await assert.rejects(large, /The page took more than 5 MB/);
  const hangs = renderPage(WHOLE_BROWSER, { html: plain, fileOf }, { patienceMs: 1 });
  await assert.rejects(hangs, /The page took more than 0\.001 s/);
  assert.deepEqual(profiles(), []);
  await until('no browser is left', () => browsers().length === 0);
});

/** What the gallery has of a template. */
async function cardOf(site: Site, name: string) {
  const { body } = await site.server.call('GET', `/templates/overview?search=${encodeURIComponent(name)}`);
  const { records } = body['data'] as { records: { template_uid: string; picture: string; picture_version: string }[] };
  return records[0];
}

test('a template gets its picture, also after kill -9, and a new one when it changes', async (t) => {
  const site = await openSite(t, { MAILWRIGHT_BROWSER: WHOLE_BROWSER, TMPDIR: FOLDER });
  const page = await site.open();
  await becomeOwner(site, page);
  await page.goto('about:blank'); // a page of ours would complain that the server is gone
  const made = await site.server.call('POST', '/templates', { starting: 'offer', made_of: 'blocks', name: 'Sale' });
  // As a rule the browser is seen; a fast machine may be done between two looks.
  const isDone = async () => (await cardOf(site, 'Sale'))?.picture === 'rendered';
  await until('a browser is at it', async () => browsers().length > 0 || (await isDone()));
  await site.restart('SIGKILL');
  await until('the picture is there', isDone);
  await until('nothing is left of the killed one', () => browsers().length === 0);
  await page.goto('/app/templates');
  const picture = page.getByRole('region', { name: 'Your templates' }).getByRole('listitem').locator('img');
  await until('it is shown', () => picture.evaluate((image) => Reflect.get(image, 'naturalWidth') === 640));
  await becomes(async () => String(await picture.getAttribute('src')), /version=[0-9a-f]{16}r$/);
  assert.deepEqual(await findingsOf(page), []);

  const before = await cardOf(site, 'Sale');
  await page.getByRole('button', { name: 'More for Sale' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await page.getByRole('heading', { level: 1, name: 'Copy of Sale' }).waitFor();
  const copy = await cardOf(site, 'Copy of Sale');
  assert.deepEqual([copy?.picture, copy?.picture_version], ['rendered', before?.picture_version]);
  const uid = String(made.body['template_uid']);
  await site.server.call('PUT', `/templates/${uid}`, { content: '<body bgcolor="#103050"><h1>Other</h1></body>' });
  await until('a new one is made', async () => {
    const { picture, picture_version: version } = (await cardOf(site, 'Sale')) ?? {};
    return picture === 'rendered' && version !== before?.picture_version;
  });
  await page.goto('/app/templates');
  await page.getByRole('link', { name: 'Sale', exact: true }).waitFor();
});
