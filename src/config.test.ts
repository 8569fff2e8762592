import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from './config.ts';

test('everything has a default', () => {
  const config = readConfig({});
  assert.equal(config.baseUrl, 'http://127.0.0.1:8080');
  assert.equal(config.dataDir, './data');
  assert.equal(config.relay, undefined);
  assert.deepEqual([...config.roles], ['web', 'worker', 'clock']);
  assert.ok(Object.isFrozen(config));
});

test('docs/settings.md has each setting, and no other', () => {
  const asked = new Set<string>();
  const get = (_: object, name: string) => void asked.add(name);
  readConfig(new Proxy({}, { get, ownKeys: () => [] }));
  const page = readFileSync(join(import.meta.dirname, '..', 'docs', 'settings.md'), 'utf8');
  const told = [...page.matchAll(/^\| `(MAILWRIGHT_[A-Z_]+)` \|/gm)].map(([, name]) => name);
  assert.deepEqual(told.sort(), [...asked].sort());
});

test('the base address follows host and port, and loses its last slash', () => {
  assert.equal(readConfig({ MAILWRIGHT_HOST: '::1', MAILWRIGHT_PORT: '9' }).baseUrl, 'http://[::1]:9');
  for (const MAILWRIGHT_HOST of ['::', '0.0.0.0'])
    assert.equal(readConfig({ MAILWRIGHT_HOST }).baseUrl, 'http://localhost:8080');
  assert.equal(readConfig({ MAILWRIGHT_BASE_URL: 'https://a.example/mail/' }).baseUrl, 'https://a.example/mail');
});

test('an empty variable is an absent one', () => {
  assert.equal(readConfig({ MAILWRIGHT_PORT: ' ', MAILWRIGHT_SMTP_URL: '' }).port, 8080);
});

test('a port is a number that can be listened on', () => {
  for (const port of ['0', '65536', '-1', '80a', '1e3']) {
    assert.throws(() => readConfig({ MAILWRIGHT_PORT: port }), /^Error: MAILWRIGHT_PORT: |is not a port/, port);
  }
});

test('all faults are told at once, by name, without the secrets', () => {
  const environment = {
    MAILWRIGHT_PORT: '99999',
    MAILWRIGHT_BASE_URL: 'ftp://x',
    MAILWRIGHT_DATABASE_URL: 'mysql://u:hidden@h/d',
    MAILWRIGHT_API_KEY: 'hidden',
    MAILWRIGHT_LENIENT: 'perhaps',
    MAILWRIGHT_SMTP_URL: 'smtp://u:hidden@',
    MAILWRIGHT_SECRET: 'hidden',
    MAILWRIGHT_ROLES: 'web,cook',
    MAILWRIGHT_LOG_LEVEL: 'loud',
  };
  assert.throws(
    () => readConfig(environment),
    (error: Error) => {
      const lines = error.message.split('\n');
      assert.deepEqual(
        lines.map((line) => line.split(':')[0]),
        ['PORT', 'BASE_URL', 'DATABASE_URL', 'API_KEY', 'LENIENT', 'SMTP_URL', 'SECRET', 'ROLES', 'LOG_LEVEL'].map(
          (name) => `MAILWRIGHT_${name}`,
        ),
      );
      assert.doesNotMatch(error.message, /hidden/);
      return true;
    },
  );
});

test('a process before cells has no store', () => {
  assert.equal(readConfig({ MAILWRIGHT_CELLS: '/etc/cells', MAILWRIGHT_PORT: '80' }).cellsFile, '/etc/cells');
  assert.throws(
    () => readConfig({ MAILWRIGHT_CELLS: '/etc/cells', MAILWRIGHT_ROLES: 'web', MAILWRIGHT_SECRET: 'short' }),
    /^AppError: MAILWRIGHT_SECRET: has no effect with MAILWRIGHT_CELLS, as this process has no database.*\nMAILWRIGHT_ROLES: .*$/, // each once
  );
});

test('a port for metrics that the server has itself is told by both names', () => {
  const message = "MAILWRIGHT_METRICS: port 9464 is the server's own (MAILWRIGHT_PORT); use another port, or unset it.";
  const read = (metrics: string, more: object = {}) => {
    const environment = { MAILWRIGHT_PORT: '9464', MAILWRIGHT_METRICS: metrics, ...more };
    return () => readConfig(environment);
  };
  for (const place of ['127.0.0.1:9464', '0.0.0.0:9464', '[::]:9464']) assert.throws(read(place), { message }, place);
  assert.doesNotThrow(read('127.0.0.2:9464'));
  assert.doesNotThrow(read('127.0.0.1:9464', { MAILWRIGHT_ROLES: 'worker' }), 'it has no port of its own');
});

test('metrics for everybody are not opened to all networks by a port alone', () => {
  for (const text of ['9465', 'yes', 'localhost'])
    assert.throws(() => readConfig({ MAILWRIGHT_METRICS: text }), {
      message: `MAILWRIGHT_METRICS: "${text}" must be off or host:port, such as 127.0.0.1:9464.`,
    });
});

test('where absence means off, a setting says so', () => {
  assert.throws(() => readConfig({ MAILWRIGHT_KEEP_IP_DAYS: 'off' }), {
    message: 'MAILWRIGHT_KEEP_IP_DAYS: "off" is not a whole number from 1 to 36500. Leaving it unset keeps them.',
  });
});

test('a variable that is no setting is told; one that is nearly a setting is refused', () => {
  const refused = (name: string, meant: string) =>
    assert.throws(
      () => readConfig({ [name]: 'smtp://relay.example' }),
      new RegExp(`${name}: there is no such setting\\. Did you mean MAILWRIGHT_${meant}\\?$`),
      name,
    );
  refused('MAILWRIGHT_SMPT_URL', 'SMTP_URL');
  refused('MAILWRIGHT_SMTP_URI', 'SMTP_URL');
  refused('mailwright_smtp_url', 'SMTP_URL');
  refused('MAILWRIGHT_DATADIR', 'DATA_DIR');
  refused('MAILWRIGHT_BASEURL', 'BASE_URL');
  assert.deepEqual(readConfig({ MAILWRIGHT_RELAY: 'x', MAILWRIGHT_SMTP_URL: 'smtp://relay.example' }).warnings, [
    'MAILWRIGHT_RELAY: there is no such setting. The nearest is MAILWRIGHT_ROLES.',
  ]);
  const around = {
    MAILWRIGHT_TEST_SEED: '1',
    MAILWRIGHT_SERVICE_HOST: '10.0.0.1',
    MAILWRIGHT_PORT_80_TCP: 'x',
    PATH: '',
  };
  assert.deepEqual(readConfig(around).warnings, []);
  assert.throws(() => readConfig({ MAILWRIGHT_PORT: 'tcp://10.0.0.1:80' }), /enableServiceLinks/);
  assert.throws(() => readConfig({ MAILWRIGHT_DATA_DIR: '~/data' }), /MAILWRIGHT_DATA_DIR: .*full path/);
});

test('how long stopping may take is whole seconds, at least one', () => {
  assert.equal(readConfig({}).stopSeconds, 10);
  assert.equal(readConfig({ MAILWRIGHT_STOP_SECONDS: '120' }).stopSeconds, 120);
  for (const wrong of ['0', '-1', '1.5', '10s', '3601']) {
    assert.throws(
      () => readConfig({ MAILWRIGHT_STOP_SECONDS: wrong }),
      /MAILWRIGHT_STOP_SECONDS: ".*" is not a whole/,
      wrong,
    );
  }
});

test('proxies are addresses and networks; one on the same machine is trusted unless others are named', () => {
  assert.deepEqual(readConfig({}).trustedProxies, ['127.0.0.0/8', '::1']);
  const { trustedProxies } = readConfig({ MAILWRIGHT_TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.1, fd00::/8' });
  assert.deepEqual(trustedProxies, ['10.0.0.0/8', '192.0.2.1', 'fd00::/8']);
  for (const wrong of [
    'proxy',
    '10.0.0.0/33',
    '10.0.0.0/8/8',
    '10.0.0.0/',
    'fd00::/129',
    '0.0.0.0/0',
    '10.0.0.1/0',
    '::/0',
  ]) {
    assert.throws(() => readConfig({ MAILWRIGHT_TRUSTED_PROXIES: wrong }), /MAILWRIGHT_TRUSTED_PROXIES: /, wrong);
  }
});

test('nothing that is not public is fetched from, but for what is named', () => {
  assert.deepEqual(readConfig({}).fetchAllow, { hosts: [], networks: [] });
  const { fetchAllow } = readConfig({ MAILWRIGHT_FETCH_ALLOW: 'feeds.internal:8080, 10.0.0.0/8' });
  assert.deepEqual(fetchAllow, { hosts: [{ host: 'feeds.internal', port: 8080 }], networks: ['10.0.0.0/8'] });
  assert.throws(
    () => readConfig({ MAILWRIGHT_FETCH_ALLOW: 'http://x' }),
    /MAILWRIGHT_FETCH_ALLOW: "http:\/\/x" is no host/,
  );
});
