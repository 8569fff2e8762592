// Browsers that are not there, do not start, hang or take too much: each ends, with its reason.
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { takeTemporaryPlace } from '../../test/support/temporary-place.ts';
import { findBrowser } from './find.ts';
import { withBrowser } from './launch.ts';
import { openPipe } from './pipe.ts';
import { probeBrowser } from './render.ts';

let folder = '';
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'browsers-of-tests-'));
  chmodSync(folder, 0o755); // nobody starts them where the tests are root's
});
after(() => rmSync(folder, { recursive: true }));

/** A program that is no browser. */
function program(name: string, script: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  chmodSync(path, 0o755);
  return path;
}

test('the one that is configured, else the first one that is there', () => {
  const path = program('there', 'exit 0');
  assert.deepEqual(findBrowser('off', [path]), { state: 'off' });
  assert.deepEqual(findBrowser(undefined, ['/nowhere', path]), { state: 'found', path });
  assert.deepEqual(findBrowser(undefined, ['/nowhere']), { state: 'none' });
  assert.deepEqual(findBrowser('/nowhere', [path]), { state: 'missing', path: '/nowhere' });
  writeFileSync(join(folder, 'text'), 'x', { mode: 0o644 });
  assert.equal(findBrowser(join(folder, 'text')).state, 'missing');
});

test('one that does not work says why, and leaves nothing behind', async (t) => {
  takeTemporaryPlace(t, folder);
  const mine = () => readdirSync(tmpdir()).filter((name) => name.startsWith('mailwright-browser-'));
  const ends = program('ends', 'echo "[1:2:3] No usable sandbox! Update your kernel" >&2; exit 1');
  assert.match(String(await probeBrowser(ends)), /exited \(1\): No usable sandbox! Update your kernel$/);
  assert.match(String(await probeBrowser('/nowhere/chromium')), /cannot be started: .*ENOENT/);
  const hangs = program('hangs', 'sleep 60 & sleep 60');
  const began = performance.now();
  assert.match(String(await probeBrowser(hangs, { patienceMs: 300 })), /took more than 0\.3 s/);
  let mayGoOn = true;
  const stopped = probeBrowser(hangs, { mayGoOn: () => mayGoOn });
  await sleep(50);
  mayGoOn = false;
  assert.match(String(await stopped), /because the server ends/);
  assert.ok(performance.now() - began < 30_000);
  const talks = program('talks', 'printf "no json\\0" >&4; sleep 60');
  assert.match(String(await probeBrowser(talks)), /no JSON/);
  assert.deepEqual(mine(), []);
});

test('it has nothing of our environment, and profiles that were left are removed', async () => {
  const left = join(tmpdir(), 'mailwright-browser-left');
  mkdirSync(left);
  utimesSync(left, 1, 1);
  const tells = program('tells', 'env | cut -d= -f1 | tr "\\n" " " >&2; exit 7');
  const [, names = ''] = /exited \(7\): (.*)$/.exec(String(await probeBrowser(tells))) ?? [];
  assert.match(names, /\bHOME\b/);
  const known = /^(?:HOME|TMPDIR|XDG_RUNTIME_DIR|PATH|LANG|DBUS_\w+|PWD|OLDPWD|SHLVL|_)$/;
  assert.deepEqual(
    names
      .trim()
      .split(' ')
      .filter((name) => !known.test(name)),
    [],
  );
  assert.equal(readdirSync(tmpdir()).includes('mailwright-browser-left'), false);
  const flags = program('flags', 'echo "$@" >&2; exit 7');
  await assert.rejects(
    withBrowser(flags, {}, () => new Promise<never>(() => undefined)),
    (error: Error) =>
      error.message.includes('--host-resolver-rules=MAP * ~NOTFOUND') && !error.message.includes('--no-sandbox'),
  );
});

test('messages are put together from pieces, and told apart', async () => {
  const [to, from] = [new PassThrough(), new PassThrough()];
  const pipe = openPipe(to, from);
  const events: unknown[] = [];
  pipe.on('Page.shown', (params: unknown) => events.push(params));
  const first = pipe.call('One.two', { a: 1 }, 'session');
  const second = pipe.call('Three.four');
  assert.match(String(to.read()), /^\{"id":1,"method":"One.two","params":\{"a":1\},"sessionId":"session"\}\0/);
  for (const piece of [
    '{"id":2,"err',
    'or":{"message":"No"}}\0{"method":"Page.shown","params":{"n":1}}\0{"id":1,',
    '"result":{"b":2}}\0',
  ])
    from.write(piece);
  assert.deepEqual(await first, { b: 2 });
  await assert.rejects(second, /The browser says: No/);
  assert.deepEqual(events, [{ n: 1 }]);
  const third = pipe.call('Five.six');
  from.destroy();
  await assert.rejects(third, /gone/);
  await assert.rejects(pipe.call('Seven.eight'), /gone/);
});
