import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { promises } from 'node:dns';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { runOnStore } from '../../../../test/support/command.ts';
import { type DnsServer, startDnsServer } from '../../../../test/support/dns-server.ts';
import { eachEngine } from '../../../../test/support/stores.ts';
import { suiteStore } from '../../../../test/support/suite.ts';
import { publicText } from '../../../domains/keys.ts';
import { parseRelayUrl } from '../../../mail/smtp/relay-url.ts';
import type { Db } from '../../../storage/db.ts';
import { customerCommand } from '../customer.ts';
import { domainCommand } from './domain.ts';

const clock = { now: () => Date.UTC(2026, 0, 2, 3, 4, 5) };
const secret = 'a secret for tests, 32 characters or more';
const folder = mkdtempSync(join(tmpdir(), 'mailwright-keys-'));

let server: DnsServer;
before(async () => {
  server = await startDnsServer();
});
after(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => server.clear());

eachEngine('domain command', (engine) => {
  const opened = suiteStore(engine);
  let db: Db;
  before(async () => {
    ({ db } = opened());
    const args = ['add', '--name', 'Ada', '--email', 'ada@example.test'];
    await runOnStore(customerCommand, args, { db, clock });
  });

  async function run(...args: string[]) {
    const resolver = new promises.Resolver({ timeout: 5_000, tries: 1 });
    resolver.setServers([server.address]);
    const relay = parseRelayUrl('smtp://smtp.relay.test');
    const { code, text } = await runOnStore(domainCommand, args, { db, clock, secret, relay, resolver });
    return { code, text };
  }

  /** Publishes the records that the command shows, as a person would: from its text. */
  function publish(shown: string) {
    for (const [, name = '', value = ''] of shown.matchAll(/ {2}Name: {2}(.+)\n {2}Type: {2}TXT\n {2}Value: (.+)/g)) {
      if (name.includes('_domainkey'))
        server.txt(
          name,
          [...value.matchAll(/"([^"]*)"/g)].map(([, text = '']) => text),
        );
    }
  }

  test('a domain is added, published, checked, given new keys and removed', async () => {
    const added = await run('add', 'Shop.example');
    assert.equal(added.code, 0);
    assert.match(added.text, /^Sending domain shop\.example was added\. Publish these records/);
    assert.match(
      added.text,
      /SPF, unchecked: .*\n.*\n {2}Name: {2}shop\.example\n.*\n {2}Value: "v=spf1 a:smtp\.relay\.test ~all"/,
    );
    assert.match((await run('list')).text, /\nshop\.example +\w{13} +mw-\w{6}-rsa mw-\w{6}-ed +unchecked$/);

    const bare = await run('check', 'shop.example');
    assert.equal(bare.code, 1);
    assert.match(bare.text, /^shop\.example: missing \(checked 2026-01-02 03:04:05 UTC\)\n/);

    publish(added.text);
    server.add('smtp.relay.test', { type: 'A', address: '20.1.2.3' });
    server.txt('shop.example', 'v=spf1 ip4:1.1.1.1 -all');
    server.txt('_dmarc.shop.example', 'v=DMARC1; p=none');
    const spf = await run('check', 'shop.example');
    assert.equal(spf.code, 1);
    assert.match(
      spf.text,
      /SPF, wrong: It ends with -all\. It includes none of your relays' addresses: smtp\.relay\.test 20\.1\.2\.3\./,
    );
    server.txt('shop.example', 'v=spf1 a:smtp.relay.test -all');
    const good = await run('check', 'SHOP.example.');
    assert.equal(good.code, 0, good.text);
    assert.match(
      good.text,
      /SPF, good: Found, 1 of 10 lookups\. It includes your relays\.\n\nDMARC, good: Found, policy none\./,
    );

    const rotated = await run('rotate', 'shop.example', '--bits', '1024');
    assert.match(rotated.text, /^shop\.example has new keys[\s\S]*signs as soon as a check has found/);
    publish(rotated.text);
    const checked = await run('check', 'shop.example');
    assert.equal(checked.code, 0);
    assert.match(
      checked.text,
      /^The DNS records of the new keys were found: these keys sign from now on, and the old ones are retired\./,
    );
    assert.match(checked.text, /shop\.example: weak[\s\S]*but 1024 bits are not enough/);
    assert.match((await run('remove', 'shop.example')).text, /shop\.example and its keys were removed/);
    assert.equal((await run('show', 'shop.example')).text, 'This customer has no sending domain "shop.example".');
    assert.equal((await db.selectFrom('dkim_key').select('id').execute()).length, 0);
  });

  test('existing keys are imported with their selectors, and never shown', async () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    const ed = generateKeyPairSync('ed25519').privateKey;
    const file = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const rsaPem = rsa.export({ type: 'pkcs1', format: 'pem' }).toString();
    const edPem = ed.export({ type: 'pkcs8', format: 'pem' }).toString();
    const [rsaFile, edFile] = [file('rsa.pem', rsaPem), file('ed.pem', edPem)];
    const added = await run(
      'add',
      'own.example',
      '--key',
      rsaFile,
      '--selector',
      'S1',
      '--key',
      edFile,
      '--selector',
      's2',
    );
    assert.equal(added.code, 0, added.text);
    assert.ok(added.text.replaceAll('" "', '').includes(`"v=DKIM1; k=rsa; p=${publicText(rsa)}"`));
    assert.ok(
      added.text.includes(
        `s2._domainkey.own.example\n  Type:  TXT\n  Value: "v=DKIM1; k=ed25519; p=${publicText(ed)}"`,
      ),
    );
    for (const pem of [rsaPem, edPem]) assert.ok(!added.text.includes(pem.split('\n')[1] ?? ''));

    const before = (await run('show', 'own.example')).text;
    const cases: [string[], RegExp][] = [
      [['rotate', 'own.example', '--key', rsaFile, '--selector', 's1'], /Selector "s1" is taken/],
      [['rotate', 'own.example', '--key', rsaFile], /Give a --selector for each --key/],
      [
        ['rotate', 'own.example', '--key', rsaFile, '--selector', 's3', '--bits', '2048'],
        /Give --bits to create keys, or --key/,
      ],
      [
        ['rotate', 'own.example', '--key', join(folder, 'none.pem'), '--selector', 's3'],
        /cannot be read from .*none\.pem: there is no such file\.$/,
      ],
      [
        ['add', 'x', '--key', file('no.pem', 'no'), '--selector', 'a b'],
        /^Name must be[^\n]*\nSelector "a b" must[^\n]*PEM form/,
      ],
      [['add', 'x.example', '--bits', 'many'], /^RSA bits must be one of/],
      [['show', 'none.example'], /This customer has no sending domain "none\.example"/],
      [['check', 'nonsense'], /This customer has no sending domain "nonsense"/],
      [['show', 'own.example', '--customer', 'nobody'], /There is no customer "nobody"/],
    ];
    for (const [args, text] of cases) {
      const refused = await run(...args);
      assert.equal(refused.code, 1, args.join(' '));
      assert.match(refused.text, text);
    }
    assert.equal((await run('show', 'own.example')).text, before);
    assert.equal((await run('list')).text.split('\n').length, 2);
  });

  test('of several customers none need be named for a domain that one of them has', async () => {
    await runOnStore(customerCommand, ['add', '--name', 'Bob', '--email', 'bob@example.test'], { db, clock });
    const add = (name: string, email: string) => run('add', name, '--customer', email);
    assert.equal((await add('one.example', 'ada@example.test')).code, 0);
    for (const email of ['ada@example.test', 'bob@example.test'])
      assert.equal((await add('both.example', email)).code, 0);
    assert.match((await run('show', 'ONE.example')).text, /one\.example/); // as doctor and the command itself name it
    assert.match((await run('show', 'both.example')).text, /^There are several customers: choose one/);
    assert.equal((await run('show', 'both.example', '--customer', 'bob@example.test')).code, 0);
    assert.match((await run('add', 'three.example')).text, /^There are several customers: choose one/);
  });

  test('unknown arguments print the usage', async () => {
    for (const args of [
      [],
      ['add'],
      ['list', 'x'],
      ['show', 'a', 'b'],
      ['nonsense', 'x'],
      ['--help'],
      ['add', 'x', '-h'],
    ]) {
      const { code, text } = await run(...args);
      assert.equal(code, args.at(-1)?.startsWith('-') ? 0 : 2, args.join(' '));
      assert.match(text, /^Usage: npx mailwright domain /m);
    }
  });
});
