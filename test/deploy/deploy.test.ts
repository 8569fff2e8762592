// What is in deploy/ and the files of containers names only what exists: settings, paths, ports,
// addresses. Where the programs are there that read them, they read them.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { readConfig } from '../../src/config.ts';
import { makeCertificate } from '../support/certificates.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const SYSTEMD = readdirSync(join(ROOT, 'deploy', 'systemd')).map((name) => `deploy/systemd/${name}`);
const FILES = ['Dockerfile', 'compose.yaml', ...SYSTEMD, 'deploy/nginx/mailwright.conf', 'deploy/caddy/Caddyfile'];

/** Comments name what people may choose. */
const withoutComments = (text: string) => text.replace(/^\s*#.*$/gm, '');

test('every setting that is named is one', () => {
  const named = new Set(FILES.flatMap((path) => read(path).match(/\bMAILWRIGHT_[A-Z_]+/g) ?? []));
  assert.ok(named.size >= 10, [...named].join());
  for (const name of named) {
    const { warnings } = (() => {
      try {
        return readConfig({ [name]: '' });
      } catch (error) {
        assert.fail(`${name}: ${(error as Error).message}`);
      }
    })();
    assert.deepEqual(warnings, [], name);
  }
});

test('npm 9, which Debian 13 has, installs the packages', () => {
  type Package = { overrides?: object; workspaces: string[] };
  const { overrides = {}, workspaces } = JSON.parse(read('package.json')) as Package;
  assert.doesNotMatch(
    JSON.stringify(overrides),
    /"npm:/,
    'it fails at an override by another name, and says that there is no lock file',
  );
  const standIn = 'bin/html-minifier-terser';
  assert.ok(workspaces.includes(standIn));
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { resolved?: string }> };
  assert.equal(packages['node_modules/html-minifier-terser']?.resolved, standIn);
  assert.ok(!Object.keys(packages).some((path) => path.endsWith('/terser')), 'nor is what it would bring there');
});

// Where npm leaves out the binaries of other platforms, or takes them from another version, the
// lock installs on the machine that wrote it and on no other.
test('the lock has each package that another one names, for each platform', () => {
  type Locked = Partial<Record<'version' | 'resolved', string>> &
    Partial<Record<'dependencies' | 'optionalDependencies', Record<string, string>>>;
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> };
  /** The one in the closest folder, as Node finds it. */
  const foundFrom = (path: string, name: string): Locked | undefined => {
    const parts = path.split('/node_modules/');
    const folders = parts.map((_, at) => `${parts.slice(0, at + 1).join('/node_modules/')}/`);
    const places = ['', ...folders].map((folder) => packages[`${folder}node_modules/${name}`]);
    return places.findLast((one) => one !== undefined);
  };
  for (const [path, { dependencies, optionalDependencies, resolved }] of Object.entries(packages)) {
    assert.ok(resolved === undefined || existsSync(join(ROOT, resolved)), `${path} names the registry it came from`);
    for (const [name, range] of Object.entries({ ...dependencies, ...optionalDependencies })) {
      const found = foundFrom(path, name);
      assert.ok(found, `${path} needs ${name}`);
      if (/^\d+\.\d+\.\d+$/.test(range)) assert.equal(found.version, range, `${path} needs this ${name}`);
    }
  }
});

test('values of settings are ones that the program takes', () => {
  const values = [...read('Dockerfile').matchAll(/\b(MAILWRIGHT_[A-Z_]+)=(\S+)/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
  assert.deepEqual(Object.fromEntries(values), {
    MAILWRIGHT_HOST: '0.0.0.0',
    MAILWRIGHT_PORT: '8080',
    MAILWRIGHT_DATA_DIR: '/data',
  });
  const given = [...withoutComments(read('compose.yaml')).matchAll(/^\s+(MAILWRIGHT_[A-Z_]+): (.+)$/gm)];
  assert.ok(given.length >= 8);
  for (const [, name = '', text = ''] of given) {
    const value = text.replace(/\$\{\w+(?::[?-]([^}]*))?\}/g, (whole, said) =>
      whole.includes(':-') ? said : (SAMPLES[name] ?? 'x'),
    );
    readConfig({ MAILWRIGHT_RETURN_ADDRESS: '', [name]: value });
  }
});

/** What people put in. */
const SAMPLES: Readonly<Record<string, string>> = {
  MAILWRIGHT_BASE_URL: 'https://mail.example.com',
  MAILWRIGHT_SMTP_URL: 'smtp://user:password@relay.example.com:587',
};

test('every path of the sources is there, and every address is answered', () => {
  const dockerfile = withoutComments(read('Dockerfile'));
  const copied = [...dockerfile.matchAll(/\/srv\/mailwright\/([\w.]+)/g)].map(([, name = '']) => name);
  assert.ok(copied.includes('src') && copied.includes('dist'));
  const made = ['node_modules', 'dist'];
  for (const name of copied) assert.ok(made.includes(name) || existsSync(join(ROOT, name)), name);
  for (const [, name = ''] of read('.dockerignore').matchAll(/^!([\w.-]+)$/gm))
    assert.ok(existsSync(join(ROOT, name)), name);
  for (const path of ['bin/mailwright', 'bin/without-types.mjs'])
    assert.ok(dockerfile.includes(path) && existsSync(join(ROOT, path)));
  assert.ok((statSync(join(ROOT, 'bin', 'mailwright')).mode & 0o111) !== 0);
  assert.match(dockerfile, /\nUSER 10001:10001\n/);
  assert.match(dockerfile, /\nEXPOSE 8080\n/);
  for (const path of SYSTEMD) {
    for (const [, name = ''] of withoutComments(read(path)).matchAll(/\/srv\/mailwright\/([\w./-]+)/g)) {
      assert.ok(existsSync(join(ROOT, name)), `${path}: ${name}`);
    }
  }
  const routes = readdirSync(join(ROOT, 'src', 'web')).filter((name) => name.endsWith('.ts'));
  const web = [...routes.map((name) => read(`src/web/${name}`)), read('src/web/metrics/page.ts')].join('\n');
  const asked = new Set(
    FILES.flatMap((path) => withoutComments(read(path)).match(/\/(?:healthz|readyz|metrics)\b/g) ?? []),
  );
  assert.deepEqual([...asked].sort(), ['/healthz', '/metrics', '/readyz']);
  for (const address of asked) assert.ok(web.includes(`'${address}'`), address);
  for (const path of ['deploy/nginx/mailwright.conf', 'deploy/caddy/Caddyfile']) {
    assert.match(read(path), /127\.0\.0\.1:8080/);
    assert.match(read(path), /lists\/\[\^\/\]\+\/imports/);
  }
  assert.match(read('src/jobs/imports/routes.ts'), /path: '\/lists\/:list_uid\/imports'/);
});

test('npx runs the command where it is, for any user and without the network', () => {
  // Had the root package the command, npx would install it into a cache, with rights to its files.
  assert.equal(JSON.parse(read('package.json')).bin, undefined);
  const home = mkdtempSync(join(tmpdir(), 'mailwright-npx-'));
  try {
    const env = { PATH: process.env['PATH'], HOME: home, npm_config_offline: 'true' };
    const { stdout, stderr } = spawnSync('npx', ['mailwright', '--help'], { cwd: ROOT, env, encoding: 'utf8' });
    assert.match(stdout, /^Usage: npx mailwright <command>/, stderr);
    assert.ok(!existsSync(join(home, '.npm', '_npx')), 'nothing is installed for it');
  } finally {
    rmSync(home, { recursive: true });
  }
});

test('a service may take as long to stop as the program does', () => {
  const { stopSeconds } = readConfig({});
  const [, seconds] = /TimeoutStopSec=(\d+)/.exec(read('deploy/systemd/mailwright.service')) ?? [];
  const [, grace] = /stop_grace_period: (\d+)s/.exec(read('compose.yaml')) ?? [];
  assert.ok(Number(seconds) > stopSeconds + 5 && Number(grace) > stopSeconds + 5);
});

const isThere = (command: string) => spawnSync(command, ['--help']).error === undefined;

function run(t: TestContext, command: string, args: readonly string[]): string | undefined {
  if (!isThere(command)) {
    t.skip(`there is no ${command} here`);
    return undefined;
  }
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  return `${status}\n${stdout}${stderr}`;
}

const folder = (t: TestContext) => temporaryFolder(t, 'deploy');

test('systemd takes the units', (t) => {
  const place = folder(t);
  for (const path of SYSTEMD) {
    writeFileSync(join(place, path.split('/').at(-1) ?? ''), read(path).replaceAll('/srv/mailwright', ROOT));
  }
  for (const path of SYSTEMD) {
    const said = run(t, 'systemd-analyze', ['verify', '--man=no', join(place, path.split('/').at(-1) ?? '')]);
    if (said === undefined) return;
    assert.equal(said, '0\n', path);
  }
});

test('backups of one day have names of their own: an existing file is never replaced', () => {
  const format = /date \+(\S+)\)\.mailwright/.exec(read('deploy/systemd/mailwright-backup.service'))?.[1] ?? '';
  const at = (hour: string) => {
    const args = ['-u', '-d', `2026-11-28 ${hour}`, `+${format.replaceAll('%%', '%')}`];
    return spawnSync('date', args, { encoding: 'utf8' }).stdout.trim();
  };
  assert.match(at('03:15'), /^2026-11-28T0315$/);
  assert.notEqual(at('03:15'), at('04:15'));
});

test('nginx and Caddy take their files', (t) => {
  const place = folder(t);
  const { cert, key } = makeCertificate(['mail.example.com']);
  writeFileSync(join(place, 'cert'), cert);
  writeFileSync(join(place, 'key'), key);
  const block = read('deploy/nginx/mailwright.conf')
    .replace('/etc/ssl/mail.example.com.pem', join(place, 'cert'))
    .replace('/etc/ssl/mail.example.com.key', join(place, 'key'))
    .replaceAll('/etc/nginx/mailwright-proxy.conf', join(ROOT, 'deploy/nginx/mailwright-proxy.conf'));
  writeFileSync(join(place, 'nginx.conf'), `pid ${place}/pid;\nevents {}\nhttp { access_log off;\n${block}\n}\n`);
  const nginx = run(t, '/usr/sbin/nginx', ['-t', '-e', join(place, 'log'), '-c', join(place, 'nginx.conf')]);
  if (nginx !== undefined) assert.match(nginx, /^0\n.*test is successful/s);
  const caddy = run(t, 'caddy', [
    'validate',
    '--adapter',
    'caddyfile',
    '--config',
    join(ROOT, 'deploy/caddy/Caddyfile'),
  ]);
  if (caddy !== undefined) assert.match(caddy, /^0\n.*Valid configuration/s);
});

test('HAProxy takes what docs/behind-a-proxy.md has for two nodes', (t) => {
  const place = folder(t);
  const [, lines = ''] = /```\n(frontend [\s\S]*?)```/.exec(read('docs/behind-a-proxy.md')) ?? [];
  const { cert, key } = makeCertificate(['mail.example.com']);
  writeFileSync(join(place, 'both.pem'), `${cert}\n${key}`);
  assert.ok(lines.includes('/etc/haproxy/mail.example.com.pem'));
  const text = lines.replace('/etc/haproxy/mail.example.com.pem', join(place, 'both.pem'));
  writeFileSync(join(place, 'haproxy.cfg'), text);
  const said = run(t, '/usr/sbin/haproxy', ['-c', '-f', join(place, 'haproxy.cfg')]);
  if (said !== undefined) assert.match(said, /^0\n.*Configuration file is valid/s);
});
