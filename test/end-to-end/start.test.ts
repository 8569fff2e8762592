// Starting as an operator does: what is wrong is said in clear lines, with a non-zero exit, and
// nothing is left running.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { freePort } from '../../src/network/free-port.ts';
import { openStore } from '../../src/storage/db.ts';
import { processEnvironment, SERVER_OPTIONS } from '../support/server-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

const MAIN = join(import.meta.dirname, '..', '..', 'src', 'main.ts');

const newFolder = (t: TestContext) => temporaryFolder(t, 'start');

function start(args: string[], environment: Record<string, string>) {
  const child = spawn(process.execPath, [...(args[0] === 'serve' ? SERVER_OPTIONS : []), MAIN, ...args], {
    env: { ...processEnvironment(), MAILWRIGHT_LOG_LEVEL: 'info', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { out: '', err: '' };
  child.stdout.on('data', (part: Buffer) => {
    output.out += part;
  });
  child.stderr.on('data', (part: Buffer) => {
    output.err += part;
  });
  const exited = once(child, 'close').then(([code]) => code as number | null);
  return { child, output, exited };
}

/** Runs the server to the end under a limit of the shell. */
function limited(limit: string, environment: Record<string, string>) {
  const { status: code, stderr: err } = spawnSync(
    'sh',
    ['-c', `${limit}; exec "$@"`, 'sh', process.execPath, MAIN, 'serve'],
    { env: { PATH: process.env['PATH'], ...environment }, encoding: 'utf8', timeout: 600_000 },
  );
  return Promise.resolve({ code, err });
}

/** Runs to the end. */
async function run(args: string[], environment: Record<string, string>) {
  const { output, exited } = start(args, environment);
  return { code: await exited, ...output };
}

test('a worker that is there first makes no API key: its folder is not where people look', async (t) => {
  const dataDir = newFolder(t);
  const settings = { MAILWRIGHT_PORT: String(await freePort()), MAILWRIGHT_DATA_DIR: dataDir };
  for (const [roles, isThere] of [
    ['worker', false],
    ['web', true],
  ] as const) {
    const { child, output, exited } = start(['serve'], { ...settings, MAILWRIGHT_ROLES: roles });
    await until('it runs', () => output.out.includes('server.started') || child.exitCode !== null);
    child.kill('SIGTERM');
    assert.equal(await exited, 0, output.err);
    assert.equal(existsSync(join(dataDir, 'api-key')), isThere, roles);
  }
});

describe('a start that cannot be', { timeout: 600_000 }, () => {
  test('a port in use', async (t) => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    t.after(() => holder.close());
    const { port } = holder.address() as { port: number };
    const dataDir = join(newFolder(t), 'data');
    const result = await run(['serve'], { MAILWRIGHT_PORT: String(port), MAILWRIGHT_DATA_DIR: dataDir });
    assert.equal(existsSync(dataDir), false, 'nothing is made');
    assert.equal(result.code, 1);
    assert.match(result.err, new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is in use\\..*MAILWRIGHT_PORT`, 'm'));
    assert.doesNotMatch(result.err, /\n\s+at /, 'no stack');
  });

  test('a data folder that cannot be written', async (t) => {
    const file = join(newFolder(t), 'file');
    writeFileSync(file, '');
    const result = await run(['serve'], { MAILWRIGHT_DATA_DIR: file, MAILWRIGHT_PORT: String(await freePort()) });
    assert.equal(result.code, 1);
    assert.match(
      result.err,
      /^Cannot write to the data folder (\/.*file): \1 is a file, not a folder\. MAILWRIGHT_DATA_DIR names it\.$/m,
    );
    assert.equal(result.err.trim().split('\n').length, 1);
  });

  test('a data folder where no folder can be made', async () => {
    const result = await run(['serve'], { MAILWRIGHT_DATA_DIR: '/proc/here/data' });
    assert.equal(result.code, 1);
    assert.match(result.err, /^Cannot write to the data folder \/proc\/here\/data: /m);
  });

  test('a store that is no database', async (t) => {
    const dataDir = newFolder(t);
    writeFileSync(join(dataDir, 'mailwright.db'), 'This is a letter, not a database. '.repeat(200));
    const result = await run(['serve'], { MAILWRIGHT_DATA_DIR: dataDir });
    assert.equal(result.code, 1);
    assert.match(
      result.err,
      /^The SQLite database in \/.* cannot be used: The database file is damaged, or is not a SQLite file \(file is not a database\)\./m,
    );
    assert.equal(result.err.trim().split('\n').length, 1);
  });

  const limits = [
    ['files that may not grow', 'ulimit -f 16', /A file has reached the size limit: .*ulimit -f/],
    ['too few open files', 'ulimit -n 28', /No more files can be opened: .*ulimit -n/],
  ] as const;
  for (const [what, limit, told] of limits) {
    test(what, { skip: process.platform !== 'linux' && 'tried on Linux' }, async (t) => {
      const dataDir = newFolder(t);
      const result = await limited(limit, { MAILWRIGHT_DATA_DIR: dataDir, MAILWRIGHT_PORT: String(await freePort()) });
      assert.equal(result.code, 1);
      const [line = '', ...more] = result.err.trim().split('\n');
      assert.ok(line.startsWith(`The SQLite database in ${dataDir} cannot be used: `), line);
      assert.match(line, told);
      assert.match(line, / The folder is set by MAILWRIGHT_DATA_DIR\.$/);
      assert.deepEqual(more, []);
    });
  }

  test('a disk that is full', async (t) => {
    const dataDir = newFolder(t);
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=100k', 'none', dataDir], { encoding: 'utf8' });
    if (mounted.status !== 0) return t.skip('no small disk can be mounted here');
    try {
      const environment = { MAILWRIGHT_DATA_DIR: dataDir, MAILWRIGHT_PORT: String(await freePort()) };
      for (const isQuiteFull of [false, true]) {
        if (isQuiteFull) spawnSync('sh', ['-c', `rm -f '${dataDir}'/*; cat /dev/zero > '${dataDir}/filler'`]);
        const result = await run(['serve'], environment);
        assert.equal(result.code, 1);
        assert.match(
          result.err,
          /^The SQLite database in \/[^\n]* cannot be used: The disk with the database is full: free up space \([^\n]*\)\. The folder is set by MAILWRIGHT_DATA_DIR\.\n$/,
        );
      }
    } finally {
      spawnSync('umount', ['-l', dataDir]);
    }
  });

  test('wrong settings, all at once, by name', async (t) => {
    const settings = { MAILWRIGHT_PORT: 'x', MAILWRIGHT_ROLES: 'cook', MAILWRIGHT_DATA_DIR: newFolder(t) };
    const result = await run(['serve'], settings);
    assert.equal(result.code, 1);
    assert.match(result.err, /^MAILWRIGHT_PORT: .*\nMAILWRIGHT_ROLES: /m);
  });

  test('a store from a newer version', async (t) => {
    const dataDir = newFolder(t);
    const store = await openStore({ dataDir });
    await store.db.insertInto('migration').values({ name: '9999-tomorrow', applied_at: 0, fingerprint: '' }).execute();
    await store.close();
    const result = await run(['serve'], { MAILWRIGHT_DATA_DIR: dataDir, MAILWRIGHT_PORT: String(await freePort()) });
    assert.equal(result.code, 1);
    assert.match(result.err, /newer version of Mailwright.*9999-tomorrow/);
  });

  test('a database that does not answer', async (t) => {
    const result = await run(['serve'], {
      MAILWRIGHT_DATABASE_URL: `postgres://u:hidden@127.0.0.1:${await freePort()}/d`,
      MAILWRIGHT_DATA_DIR: newFolder(t),
    });
    assert.equal(result.code, 1);
    assert.match(result.err, /^Cannot use the PostgreSQL database: .*ECONNREFUSED/m);
    assert.doesNotMatch(result.err + result.out, /hidden/);
  });

  test('an unknown command, and help', async () => {
    const unknown = await run(['cook'], {});
    assert.equal(unknown.code, 2);
    assert.match(unknown.err, /Unknown command "cook"\.[\s\S]*Usage:/);
    assert.match((await run(['serv'], {})).err, /^Unknown command "serv"\. Did you mean serve\?$/m);
    const option = await run(['--versoin'], {});
    const told = 'Unknown option --versoin. Did you mean --version?';
    assert.deepEqual([option.code, option.err.split('\n')[0]], [2, told]);
    const { version } = JSON.parse(readFileSync(join(MAIN, '..', '..', 'package.json'), 'utf8')) as { version: string };
    // As in npm start -- --version; no command begins anything.
    for (const args of [['--version'], ['serve', '--version'], ['key', 'add', '--version'], ['demo', '--version']]) {
      assert.deepEqual(await run(args, { MAILWRIGHT_PORT: 'x' }), { code: 0, out: `${version}\n`, err: '' });
    }
    const help = await run(['--help'], {});
    assert.equal(help.code, 0);
    assert.match(help.out, /^Usage: npx mailwright <command>[\s\S]*\n {2}serve [\s\S]*\n {2}import {2}/);
  });

  test('bin/mailwright brings its own Node, tells by exit codes, and needs no reader', async (t) => {
    const folder = newFolder(t);
    const link = join(folder, 'mailwright');
    symlinkSync(join(MAIN, '..', '..', 'bin', 'mailwright'), link);
    const PATH = '/usr/bin:/bin'; // no Node, or an old one
    const run = (...args: string[]) => spawnSync(link, args, { cwd: folder, env: { PATH }, encoding: 'utf8' });
    assert.match(run('key', '--help').stdout, /^Usage: npx mailwright key </);
    const [unknown, refused] = [run('cook'), run('key', 'list')];
    assert.deepEqual([unknown.status, unknown.stdout, refused.status, refused.stdout], [2, '', 1, '']);
    const deaf = spawn(link, ['--help'], { env: { PATH }, stdio: ['ignore', 'pipe', 'pipe'] });
    deaf.stdout.destroy();
    let err = '';
    deaf.stderr.on('data', (part: Buffer) => {
      err += part;
    });
    assert.deepEqual([(await once(deaf, 'close'))[0], err], [0, '']);
  });

  test('a server runs from copies without types, so that nothing that strips them stays in memory', () => {
    const home = join(MAIN, '..', '..');
    const asked = `await import('${join(home, 'src', 'kernel', 'ids.ts')}');
      console.log(process.moduleLoadList.filter((name) => name.includes('amaro')).length);`;
    const how = ['--import', join(home, 'bin', 'without-types.mjs'), '--input-type=module', '--eval', asked];
    const environment = { PATH: process.env['PATH'], NODE_DISABLE_COMPILE_CACHE: '1' };
    const { stdout, stderr } = spawnSync(process.execPath, how, { env: environment, encoding: 'utf8' });
    assert.deepEqual([stdout, stderr], ['0\n', '']);
  });

  test('help begins nothing; only the server makes a store; what is not understood is told', async (t) => {
    const dataDir = join(newFolder(t), 'data');
    const environment = { MAILWRIGHT_DATA_DIR: dataDir };
    for (const command of ['serve', 'demo', 'domain', 'import']) {
      const { code, out } = await run([command, '--help'], { ...environment, MAILWRIGHT_PORT: 'x' });
      assert.deepEqual([command, code, out.startsWith('Usage: ')], [command, 0, true]);
    }
    const asked = await run(['key', 'list'], environment);
    assert.equal(asked.code, 1);
    assert.match(
      asked.err,
      /^There is no folder \/.*data\. Start the server first \(npm start\), or name .*MAILWRIGHT_DATA_DIR\.\n$/,
    );
    const serve = await run(['serve', '--sed'], environment);
    assert.deepEqual([serve.code, serve.err.split('\n')[0]], [2, 'Unknown option --sed. Did you mean --seed?']);
    assert.equal((await run(['demo', 'now'], environment)).code, 2);
    const typo = await run(['serve'], { ...environment, MAILWRIGHT_SMPT_URL: 'smtp://relay.example' });
    assert.equal(typo.code, 1);
    assert.match(typo.err, /^MAILWRIGHT_SMPT_URL: there is no such setting\. Did you mean MAILWRIGHT_SMTP_URL\?$/m);
    assert.equal(existsSync(dataDir), false);
  });
});

test('the first start makes key and secret, says where the key is, and keeps both for the owner only', async (t) => {
  const dataDir = newFolder(t);
  const port = await freePort();
  const at = { MAILWRIGHT_PORT: String(port), MAILWRIGHT_BASE_URL: `http://localhost:${port}` };
  const environment = { MAILWRIGHT_DATA_DIR: dataDir, ...at };
  const first = start(['serve'], environment);
  t.after(() => first.child.kill('SIGKILL'));
  await untilReady(port);
  const key = readFileSync(join(dataDir, 'api-key'), 'utf8').trim();
  const answer = await fetch(`http://127.0.0.1:${port}/api/campaigns`, { headers: { 'x-api-key': key } });
  assert.equal(answer.status, 200);
  for (const name of ['api-key', 'secret']) assert.equal(statSync(join(dataDir, name)).mode & 0o777, 0o600, name);
  first.child.kill('SIGTERM');
  assert.equal(await first.exited, 0);
  assert.match(first.output.err, /^The API key of the first customer is stored in \/.*\/api-key$/m);
  assert.match(first.output.out, /"event":"key\.made","file":"\/.*\/api-key"/);
  assert.doesNotMatch(first.output.out + first.output.err, new RegExp(key), 'no secret where it is kept or piped');
  assert.match(first.output.err, /^No relay is configured: .* the test inbox, http:..localhost:\d+\/inbox$/m);

  const relay = [
    'relay',
    'add',
    '--shared',
    '--host',
    '127.0.0.1',
    '--port',
    String(await freePort()),
    '--tls',
    'none',
  ];
  const added = await run(relay, environment);
  assert.equal(added.code, 0, added.err);

  const second = start(['serve'], environment);
  t.after(() => second.child.kill('SIGKILL'));
  await untilReady(port);
  assert.doesNotMatch(second.output.err, new RegExp(key));
  const again = await fetch(`http://127.0.0.1:${port}/api/campaigns`, { headers: { 'x-api-key': key } });
  assert.equal(again.status, 200);
  for (const path of ['/', '/docs', '/openapi.json', '/inbox', '/healthz']) {
    const page = await fetch(`http://127.0.0.1:${port}${path}`);
    assert.equal(page.status, 200, path);
    const isStart = path === '/';
    assert.equal((await page.text()).includes('No relay is configured; the relays in the'), isStart, path);
  }
  second.child.kill('SIGTERM');
  assert.equal(await second.exited, 0);
  assert.doesNotMatch(second.output.err, /No relay/, 'the store has one');
});

async function untilReady(port: number): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (ready?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('The server does not answer.');
}
