// The command `relay`, as an operator types it.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import type { TestApp } from '../../../../test/support/app.ts';
import { runOnStore } from '../../../../test/support/command.ts';
import { openSink } from '../../../../test/support/sink.ts';
import { eachEngine } from '../../../../test/support/stores.ts';
import { suiteApp } from '../../../../test/support/suite.ts';
import { say } from '../../../kernel/sentences/sentence.ts';
import { parseRelayUrl, type Relay } from '../../../mail/smtp/relay-url.ts';
import { listRelays } from '../../../relays/queries.ts';
import { recordRelayFault, usableRelays } from '../../../relays/usable.ts';
import { relayCommand } from './relay.ts';

const PASSWORD = 'never shown';

eachEngine('the relay command', (engine) => {
  const opened = suiteApp(engine);
  let app: TestApp;
  before(() => {
    app = opened();
  });

  async function run(args: string[], configured?: Relay) {
    const { db, clock, secret } = app;
    const { code, text } = await runOnStore(relayCommand, args, { db, clock, secret, relay: configured });
    assert.ok(!text.includes(PASSWORD) && !text.includes('v1.'), text);
    return { code, text };
  }
  async function add(...args: string[]): Promise<string> {
    const { code, text } = await run(['add', ...args]);
    assert.equal(code, 0, text);
    return /^Relay (\d+) /.exec(text)?.[1] ?? '';
  }
  const usable = async (id: string) =>
    (await usableRelays(app.db, app.secret)).find((relay) => relay.id === Number(id));

  test('the password - is no password', async () => {
    const { code, text } = await run(['add', '--shared', '--host', '10.0.0.5', '--username', 'u', '--password', '-']);
    assert.deepEqual([code, /--password-file - to read it from standard input/.test(text)], [1, true], text);
    assert.equal((await listRelays(app.db, null)).length, 0);
  });

  test('why the relay of the configuration cannot be used stands where the others have it', async () => {
    const configured = parseRelayUrl('smtps://out.test');
    const fault = say('smtp-tls-expired', { host: 'out.test' });
    await recordRelayFault(app.db, 0, fault, 1);
    const why = /TLS: the certificate of out\.test has expired; the operator of that server must renew it$/m;
    assert.match((await run(['list'], configured)).text, why);
    assert.match((await run(['show', '0'], configured)).text, why);
    const [json] = JSON.parse((await run(['list', '--json'], configured)).text);
    assert.deepEqual([json.id, json.fault_at], [0, null]);
    assert.match(json.fault, why);
    await recordRelayFault(app.db, 0, null, 2);
    assert.doesNotMatch((await run(['list'], configured)).text, /certificate/);
    assert.doesNotMatch((await run(['show', '0'], configured)).text, /cannot/);
  });

  test('made, shown, listed, changed, switched, removed', async () => {
    const { uid } = app.customer;
    const login = ['--username', 'me', '--password', PASSWORD];
    const quotas = ['--per-second', '5', '--per-day', '1000'];
    const warmUp = ['--warm-up-first-day', '50', '--warm-up-until', '900'];
    const made = await run(['add', '--host', '10.0.0.5', '--customer', uid, ...login, ...quotas, ...warmUp]);
    const id =
      /^Relay (\d+) \(10\.0\.0\.5:587\) was added\. Try it: npx mailwright relay probe \1$/.exec(made.text)?.[1] ?? '';
    const relay = await usable(id);
    assert.deepEqual([relay?.customerId, relay?.guarded, relay?.password], [app.customer.id, false, PASSWORD]);
    assert.deepEqual([relay?.quotas.perSecond, relay?.quotas.perDay, relay?.warmUp?.firstDay], [5, 1000, 50]);

    const shown = await run(['show', id]);
    for (const line of [
      `customer: ${uid}`,
      'hostname: 10.0.0.5',
      'port: 587',
      'tls: starttls',
      'username: me, with a password',
      'per second: 5',
      'warm up first day: 50',
      'warm up started: 2026-11-21 12:00:00',
    ]) {
      assert.ok(shown.text.split('\n').includes(line), shown.text);
    }

    const shared = await add('--shared', '--host', 'relay.lan', '--tls', 'none', '--name', 'Office', '--priority', '7');
    await recordRelayFault(app.db, Number(shared), say('server-says', { words: 'TCP: no' }), 0);
    assert.match((await run(['show', shared])).text, /^fault: TCP: no\nfault at: 1970-01-01 00:00:00$/m);
    const configured = parseRelayUrl('smtps://op:secret@out.test');
    const all = (await run(['list'], configured)).text.split('\n').map((line) => line.split(/ {2,}/));
    assert.deepEqual(all[0], [
      'id',
      'server_id',
      'customer',
      'name',
      'place',
      'tls',
      'lanes',
      'priority',
      'weight',
      'status',
      'fault',
    ]);
    assert.deepEqual(all[1], [
      '0',
      '0',
      'shared',
      'Configuration',
      'out.test:465',
      'implicit',
      '20',
      '100',
      '1',
      'active',
    ]);
    assert.deepEqual(all[2], [id, '1', uid, '10.0.0.5', '10.0.0.5:587', 'starttls', '20', '100', '1', 'active']);
    const fault = 'TCP: no (1970-01-01 00:00:00 UTC)';
    assert.deepEqual(all[3], [
      shared,
      '1000000001',
      'shared',
      'Office',
      'relay.lan:25',
      'none',
      '20',
      '7',
      '1',
      'active',
      fault,
    ]);
    assert.equal((await run(['list', '--shared'])).text.split('\n').length, 2);
    assert.equal((await run(['list', '--customer', uid], configured)).text.split('\n').length, 2);

    const change = [
      '--tls',
      'implicit',
      '--per-day',
      '',
      '--lanes',
      '3',
      '--warm-up-first-day',
      '',
      '--warm-up-growth',
      '',
    ];
    assert.deepEqual(await run(['update', id, ...change, '--warm-up-until', '']), {
      code: 0,
      text: `Relay ${id} was updated.`,
    });
    const changed = await usable(id);
    assert.deepEqual([changed?.port, changed?.secure, changed?.lanes, changed?.password], [465, true, 3, PASSWORD]);
    assert.deepEqual([changed?.quotas.perDay, changed?.quotas.perSecond, changed?.warmUp], [null, 5, null]);

    assert.equal((await run(['disable', id])).text, `Relay ${id} is now disabled.`);
    assert.equal(await usable(id), undefined);
    assert.equal((await run(['enable', id])).text, `Relay ${id} is now enabled.`);
    assert.ok(await usable(id));
    assert.equal((await run(['remove', id])).text, `Relay ${id} (10.0.0.5:465) was removed.`);
    assert.deepEqual(await run(['show', id]), { code: 1, text: `There is no relay "${id}".` });
  });

  test('direct delivery is shown as it is given', async () => {
    const { text } = await run(['add', '--shared', '--host', 'direct:?source=192.0.2.10']);
    assert.match(text, /^Relay \d+ \(direct:\?source=192\.0\.2\.10\) was added\./);
    await run(['remove', /\d+/.exec(text)?.[0] ?? '']);
  });

  test('a password from a file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mailwright-test-'));
    const file = join(folder, 'password');
    writeFileSync(file, `${PASSWORD}\n`);
    const id = await add('--shared', '--host', 'a.test', '--username', 'me', '--password-file', file);
    assert.equal((await usable(id))?.password, PASSWORD);
    rmSync(folder, { recursive: true });
    const gone = await run(['update', id, '--password-file', file]);
    assert.equal(gone.code, 1);
    assert.match(gone.text, /^The password cannot be read from .*password: there is no such file\.$/);
  });

  test('all faults at once, and nothing changes', async () => {
    const rows = await listRelays(app.db);
    const refused = async (args: string[], ...lines: string[]) =>
      assert.deepEqual(await run(args), { code: 1, text: lines.join('\n') });
    await refused(
      ['add', '--shared', '--lanes', '0', '--tls', 'ssl', '--username', 'me'],
      'TLS must be one of: none, opportunistic, starttls, implicit.',
      'Lanes must be a whole number from 1 to 1000.',
      'Hostname cannot be blank.',
      'Password cannot be blank when a username is given.',
    );
    await refused(
      ['add', '--shared', '--host', 'a.test', '--warm-up-first-day', '5', '--per-hour', 'many'],
      '--per-hour: Per hour must be a whole number from 1 to 1000000000.',
      '--warm-up-until: Until cannot be blank.',
    );
    await refused(['add', '--host', 'a.test'], 'Give --customer <uid or email>, or --shared for all customers.');
    const both = ['--shared', '--customer', app.customer.uid];
    await refused(['add', '--host', 'a.test', ...both], 'Give --shared or --customer, not both.');
    await refused(['add', '--host', 'a.test', '--customer', 'nobody'], 'There is no customer "nobody".');
    await refused(['remove', '999999'], 'There is no relay "999999".');
    await refused(['disable', 'x'], 'There is no relay "x".');
    for (const action of ['show', 'update', 'probe']) {
      await refused([action, '0'], 'No relay is configured: MAILWRIGHT_SMTP_URL is not set.');
    }
    const zero = await run(['update', '0', '--lanes', '1'], parseRelayUrl('smtp://a.test'));
    assert.deepEqual(zero, { code: 1, text: 'Relay 0 is changed in the configuration: MAILWRIGHT_SMTP_URL.' });
    const id = await add('--shared', '--host', 'a.test');
    const moved = 'The owner of a relay cannot be changed: add another relay instead.';
    await refused(['update', id, '--customer', app.customer.uid], moved);
    const nothing = await run(['update', id]);
    assert.deepEqual(
      [nothing.code, nothing.text.split('\n')[0]],
      [2, 'Nothing to change: give at least one of the options.'],
    );
    await run(['remove', id]);
    assert.deepEqual(await listRelays(app.db), rows);
    assert.equal((await run(['--help'])).code, 0);
    for (const args of [[], ['list', 'x'], ['probe'], ['frobnicate', '1'], ['show', '1', '2'], ['add', '--port']]) {
      const { code, text } = await run(args);
      assert.deepEqual([code, text.includes('Usage: npx mailwright relay')], [2, true], args.join(' '));
    }
  });

  test('a probe of any relay, on this machine too: one line, and an exit code that says whether it works', async (t) => {
    const sink = await openSink(t);
    const id = await add('--shared', '--host', '127.0.0.1', '--port', String(sink.port), '--tls', 'none');
    const good = await run(['probe', id, '--from', 'a@x.test']);
    assert.equal(good.code, 0);
    assert.match(good.text, /^ok: [^\n]*, no TLS, no AUTH, [^\n]*MAIL accepted [^\n]* took \d+ ms$/);
    const nobody = await run(['probe', id, '--from', 'a@x.test>\r\nQUIT']);
    assert.deepEqual([nobody.code, nobody.text], [1, '--from: "a@x.test>\\r\\nQUIT" is not a valid email address.']);
    const configured = await run(['probe', '0'], parseRelayUrl(sink.url));
    assert.equal(configured.code, 0);
    await sink.down();
    const bad = await run(['probe', id]);
    assert.equal(bad.code, 1);
    assert.match(bad.text, /^TCP: 127\.0\.0\.1 port \d+ refuses connections: [^\n]* \(ECONNREFUSED\)$/);
    assert.deepEqual(sink.received, []);
  });
});
