// The checks against a real name server.
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { promises } from 'node:dns';
import { after, before, beforeEach, test } from 'node:test';
import { type DnsServer, startDnsServer } from '../../../test/support/dns-server.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { textOf } from '../../kernel/sentences/sentence.ts';
import { publicText } from '../keys.ts';
import { checkKey } from './check-dkim.ts';
import { checkDmarc } from './check-dmarc.ts';
import { checkSpf } from './check-spf.ts';
import { type Dns, openDns } from './lookup.ts';
import { type Finding, shown } from './verdict.ts';

let server: DnsServer;
before(async () => {
  server = await startDnsServer();
});
after(() => server.close());
beforeEach(() => server.clear());

/** A short timeout: only the tests of silence wait for it. */
function dnsOf(timeout = 5_000): Dns {
  const resolver = new promises.Resolver({ timeout, tries: 1 });
  resolver.setServers([server.address]);
  return openDns(resolver);
}

/** What was found, as text. */
const said = ({ sentences }: Finding) => textOf(sentences);

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey;
const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey;
const small = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey;
const ed = generateKeyPairSync('ed25519').publicKey;

test('DKIM: every kind of record gets its verdict', async () => {
  const p = publicText(rsa);
  const pkcs1 = rsa.export({ type: 'pkcs1', format: 'der' }).toString('base64');
  const cases: [string[], string, RegExp][] = [
    [[`v=DKIM1; k=rsa; p=${p}`], 'good', /^Found, and the key is correct\.$/],
    [[`p=${p}`], 'good', /Found/],
    [[`v=DKIM1;p= ${p.slice(0, 100)} ${p.slice(100)} ;`], 'good', /Found/],
    [[`v=DKIM1; h=sha1:sha256; s=email; t=s; n=a note; p=${p}`], 'good', /Found/],
    [[`v=DKIM1; p=${pkcs1}`], 'good', /Found/],
    [[`v=DKIM1; t=y:s; p=${p}`], 'weak', /t=y marks it as a test/],
    [[], 'missing', /no TXT record/],
    [[`v=DKIM1; p=${publicText(other)}`], 'wrong', /different key/],
    [['v=DKIM1; p='], 'wrong', /revokes/],
    [[`v=DKIM1; p=${p}`, `v=DKIM1; p=${p}`], 'wrong', /There are 2 TXT records/],
    [[`v=DKIM1; p=${p.slice(0, 200)}`], 'wrong', /not a public key: part of it may be missing/],
    [[`"v=DKIM1; p=${p}"`], 'wrong', /quotation marks/],
    [[`v=DKIM1\\; p=${p}`], 'wrong', /backslashes/],
    [[`k=rsa; v=DKIM1; p=${p}`], 'wrong', /must start with v=DKIM1/],
    [[`v=DKIM2; p=${p}`], 'wrong', /must start with v=DKIM1/],
    [['v=DKIM1; k=rsa'], 'wrong', /it has no p=/],
    [['hello world'], 'wrong', /"hello world" does not have the form tag=value/],
    [[`v=DKIM1;; p=${p}`], 'wrong', /nothing between two of its semicolons/],
    [[`v=DKIM1; p=${p}; p=${p}`], 'wrong', /p= appears twice/],
    [[`v=DKIM1; k=ed25519; p=${p}`], 'wrong', /should say k=rsa, but says "ed25519"/],
    [[`v=DKIM1; h=sha1; p=${p}`], 'wrong', /does not allow SHA-256/],
    [[`v=DKIM1; s=tlsrpt; p=${p}`], 'wrong', /not for email/],
  ];
  for (const [records, status, text] of cases) {
    server.clear();
    if (records.length > 0) server.txt('s1._domainkey.shop.test', ...records);
    const key = { selector: 's1', algorithm: 'rsa-sha256', publicKey: p } as const;
    const finding = await checkKey(dnsOf(), 'shop.test', key);
    assert.equal(finding.status, status, `${records} → ${said(finding)}`);
    assert.match(said(finding), text);
    assert.equal(finding.name, 's1._domainkey.shop.test');
  }
});

test('DKIM: Ed25519, and RSA keys of few bits', async () => {
  const p = publicText(ed);
  assert.equal(p.length, 44);
  server.txt('e1._domainkey.shop.test', `v=DKIM1; k=ed25519; p=${p}`);
  const key = { selector: 'e1', algorithm: 'ed25519-sha256', publicKey: p } as const;
  assert.equal((await checkKey(dnsOf(), 'shop.test', key)).status, 'good');
  server.txt('e1._domainkey.shop.test', `v=DKIM1; k=ed25519; p=${p.slice(4)}`);
  assert.match(said(await checkKey(dnsOf(), 'shop.test', key)), /not a public key/);

  server.txt('s1._domainkey.shop.test', `v=DKIM1; p=${publicText(small)}`);
  const weak = { selector: 's1', algorithm: 'rsa-sha256', publicKey: publicText(small) } as const;
  assert.match(
    said(await checkKey(dnsOf(), 'shop.test', weak)),
    /^Found, and the key is correct, but 1024 bits are not enough/,
  );
});

test('a name server that fails is not a missing record', async () => {
  const key = { selector: 's1', algorithm: 'rsa-sha256', publicKey: publicText(rsa) } as const;
  const name = 's1._domainkey.shop.test';
  server.fail(name, 'SERVFAIL');
  assert.match(
    said(await checkKey(dnsOf(), 'shop.test', key)),
    /^s1\._domainkey\.shop\.test could not be looked up: .*SERVFAIL/,
  );
  server.fail(name, 'REFUSED');
  assert.match(said(await checkKey(dnsOf(), 'shop.test', key)), /REFUSED/);
  server.fail(name, 'silent');
  const late = await checkKey(dnsOf(50), 'shop.test', key);
  assert.deepEqual(
    [late.status, said(late)],
    ['unknown', `${name} could not be looked up: the name server did not answer in time.`],
  );
  const dns = dnsOf(MINUTE_MS);
  const waiting = checkKey(dns, 'shop.test', key);
  dns.close();
  assert.match(said(await waiting), /took too long/);
  assert.match(said(await checkDmarc(dns, 'shop.test')), /took too long/, 'closed means closed');

  server.fail('shop.test', 'SERVFAIL');
  server.fail('_dmarc.shop.test', 'SERVFAIL');
  assert.equal((await checkSpf(dnsOf(), 'shop.test', [])).status, 'unknown');
  assert.equal((await checkDmarc(dnsOf(), 'shop.test')).status, 'unknown');
});

test('SPF: sound or not', async () => {
  const many = Array.from({ length: 11 }, (_, i) => `a:h${i}.shop.test`).join(' ');
  const cases: [string[], string, RegExp][] = [
    [[], 'missing', /There is no SPF record/],
    [['google-site-verification=x'], 'missing', /no SPF record/],
    [['v=spf10 -all'], 'missing', /no SPF record/],
    [['v=spf1 -all', 'V=SPF1 ~all'], 'wrong', /There are 2 SPF records/],
    [['v=spf1 -all', 'other'], 'good', /^Found, 0 of 10 lookups\.$/],
    [['v=spf1'], 'good', /^Found, 0 of 10/],
    [['v=spf1 ip4:1.2.3.4/33 -all'], 'wrong', /"ip4:1\.2\.3\.4\/33" is not a valid SPF term/],
    [
      ['v=spf1 ip4:300.1.1.1 ipv4:1.2.3.4 ip4=1.2.3.4 include a:x:y -all'],
      'wrong',
      /"ipv4:1\.2\.3\.4" is not a valid SPF term\. .* And 1 more\.$/,
    ],
    [['v=spf1 all:x'], 'wrong', /"all:x" is not a valid SPF term/],
    [['v=spf1 +all'], 'weak', /anyone may send as shop\.test/],
    [['v=spf1 include:none.test -all'], 'wrong', /"none\.test" has no SPF record/],
    [['v=spf1 include:two.test -all'], 'wrong', /"two\.test" has several SPF records/],
    [['v=spf1 include:self.test -all'], 'wrong', /more than 10 lookups/],
    [['v=spf1 redirect=loop.test'], 'wrong', /more than 10 lookups/],
    [[`v=spf1 ${many} -all`], 'wrong', /more than 10 lookups/],
    [['v=spf1 a:n1.test a:n2.test a:n3.test -all'], 'wrong', /3 of its terms refer to names that are not in DNS/],
    [
      ['v=spf1 include:down.test -all'],
      'unknown',
      /not everything .* down\.test could not be looked up: the name server failed/,
    ],
    [['v=spf1 exp=explain.test exists:%{i}.x.test -all'], 'good', /^Found, 1 of 10/],
    [
      [`v=spf1 include:${'\u0007<b>'}.test -all`],
      'wrong',
      /"\?<b>\.test" has no SPF record|"include:\?<b>.test" is not a valid SPF term/,
    ],
  ];
  for (const [records, status, text] of cases) {
    server.clear();
    server.txt('two.test', 'v=spf1 -all', 'v=spf1 -all');
    server.txt('self.test', 'v=spf1 include:self.test -all');
    server.txt('loop.test', 'v=spf1 redirect=loop.test');
    server.fail('down.test', 'SERVFAIL');
    for (let i = 0; i < 11; i += 1) server.add(`h${i}.shop.test`, { type: 'A', address: '9.9.9.9' });
    server.txt('shop.test', ...records);
    const finding = await checkSpf(dnsOf(), 'shop.test', []);
    assert.equal(finding.status, status, `${records} → ${said(finding)}`);
    assert.match(said(finding), text);
  }
});

test('SPF: whether it covers the relays', async () => {
  server.add('smtp.relay.test', { type: 'A', address: '20.1.2.3' }, { type: 'AAAA', address: '2a00:1::5' });
  server.add('a.shop.test', { type: 'A', address: '20.1.2.200' });
  server.add('shop.test', { type: 'MX', priority: 10, exchange: 'smtp.relay.test' });
  server.txt('_spf.relay.test', 'v=spf1 ip4:99.0.0.0/8 -all');
  server.txt('wide.test', 'v=spf1 redirect=wider.test');
  server.txt('wider.test', 'v=spf1 ip4:20.1.0.0/16 ~all');
  const relay = ['smtp.relay.test'];
  const cases: [string, readonly string[], string, RegExp][] = [
    ['v=spf1 ip4:20.1.2.3 -all', relay, 'good', /It includes your relays\.$/],
    ['v=spf1 ip6:2a00:1::/32 -all', relay, 'good', /It includes your relays/],
    ['v=spf1 a:smtp.relay.test -all', relay, 'good', /includes/],
    ['v=spf1 a:a.shop.test/24 -all', relay, 'good', /includes/],
    ['v=spf1 mx -all', relay, 'good', /includes/],
    ['v=spf1 include:wide.test -all', relay, 'good', /2 of 10 lookups\. It includes/],
    ['v=spf1 include:_spf.relay.test -all', relay, 'good', /includes/],
    ['v=spf1 ip4:20.1.2.3 -all', ['20.1.2.3'], 'good', /includes/],
    [
      'v=spf1 -ip4:20.1.2.3 -all',
      relay,
      'wrong',
      /^It ends with -all\. It includes none of your relays' addresses: smtp\.relay\.test 20\.1\.2\.3 2a00:1::5\./,
    ],
    ['v=spf1 -all', ['20.1.2.3', 'smtp.relay.test'], 'wrong', /none of your relays' addresses: 20\.1\.2\.3, smtp/],
    [
      'v=spf1 ip4:20.1.2.3 -all',
      ['smtp.relay.test', '30.0.0.1'],
      'wrong',
      /does not include all of your relays' addresses\. Missing: 30\.0\.0\.1\./,
    ],
    ['v=spf1 ip4:1.1.1.1 ~all', relay, 'weak', /ends with ~all\. It includes none/],
    ['v=spf1 ip4:1.1.1.1', relay, 'weak', /has no "all" at the end/],
    ['v=spf1 exists:%{i}.x.test -all', relay, 'weak', /It uses exists.*, so it is not possible to tell/],
    [
      'v=spf1 -all',
      ['127.0.0.1'],
      'good',
      /not possible to tell whether it includes the addresses that 127\.0\.0\.1 sends from/,
    ],
    ['v=spf1 -all', ['gone.test'], 'good', /the addresses that gone\.test sends from/],
    ['v=spf1 -all ip4:20.1.2.3', relay, 'wrong', /includes none/],
  ];
  for (const [record, hosts, status, text] of cases) {
    server.txt('shop.test', record);
    const finding = await checkSpf(dnsOf(), 'shop.test', hosts);
    assert.equal(finding.status, status, `${record} → ${said(finding)}`);
    assert.match(said(finding), text);
  }
});

test('DMARC: at the domain or above it', async () => {
  const cases: [Record<string, string[]>, string, RegExp][] = [
    [{}, 'missing', /no DMARC record/],
    [
      { 'mail.shop.test': ['v=DMARC1; p=none'] },
      'good',
      /^Found, policy none\. It only monitors.* Nobody receives reports/,
    ],
    [
      { 'mail.shop.test': ['v=DMARC1; p=reject; rua=mailto:d@x.test; adkim=s; pct=50'] },
      'good',
      /^Found, policy reject\. It applies to 50 % of the emails\. Reports are sent to "mailto:d@x\.test"\. Strict alignment: only emails from exactly mail\.shop\.test/,
    ],
    [{ 'shop.test': ['v=DMARC1; p=reject; sp=quarantine'] }, 'good', /^The policy of shop\.test applies: quarantine\./],
    [{ 'shop.test': ['v=DMARC1; p=reject'] }, 'good', /shop\.test applies: reject/],
    [{ test: ['v=DMARC1; p=reject'] }, 'missing', /no DMARC record/],
    [{ 'mail.shop.test': ['v=DMARC1; p=none', 'v=DMARC1; p=none'] }, 'wrong', /There are 2 DMARC records/],
    // A record for every name below shop.test answers for this one too; receivers pass it over.
    [{ 'mail.shop.test': ['v=spf1 -all'], 'shop.test': ['v=DMARC1; p=reject'] }, 'good', /shop\.test applies: reject/],
    [{ 'mail.shop.test': ['v=spf1 -all'] }, 'wrong', /does not start with v=DMARC1: "v=spf1 -all"/],
    [
      { 'mail.shop.test': ['v=DMARC1; p=all; sp=x; adkim=y; pct=101; rua=me@x.test'] },
      'wrong',
      /^The DMARC record is wrong\. p= must.*\. sp= must.*\. adkim= must.*\. pct= must.*\. rua= must/,
    ],
    [{ 'mail.shop.test': ['v=DMARC1; rua=mailto:a@b.test'] }, 'wrong', /p= must be none, quarantine or reject/],
    [{ 'mail.shop.test': ['v=DMARC1; p=none; oops'] }, 'wrong', /cannot be read\. "oops" does not have the form/],
  ];
  for (const [zone, status, text] of cases) {
    server.clear();
    for (const [name, records] of Object.entries(zone)) server.txt(`_dmarc.${name}`, ...records);
    const finding = await checkDmarc(dnsOf(), 'mail.shop.test');
    assert.equal(finding.status, status, `${JSON.stringify(zone)} → ${said(finding)}`);
    assert.match(said(finding), text);
  }
});

test('a name is looked up once a check, and look-ups are limited', async () => {
  server.txt('shop.test', 'v=spf1 mx a:h.test include:x.test -all');
  server.txt('x.test', 'v=spf1 mx:shop.test a:h.test -all');
  server.add('shop.test', { type: 'MX', priority: 1, exchange: 'h.test' });
  server.add('h.test', { type: 'A', address: '20.0.0.1' });
  await checkSpf(dnsOf(), 'shop.test', ['h.test']);
  assert.deepEqual(server.asked.toSorted(), ['A h.test', 'AAAA h.test', 'MX shop.test', 'TXT shop.test', 'TXT x.test']);
  const dns = dnsOf();
  for (let i = 0; i < 130; i += 1) await dns.txt(`n${i}.test`);
  assert.deepEqual(await dns.txt('more.test'), {
    kind: 'failed',
    why: { code: 'dns-too-much', values: { name: 'more.test' } },
  });
});

test('what is quoted from DNS is short and printable', () => {
  assert.equal(shown('a\u001b[31m\r\nb'), 'a?[31m?b');
  assert.equal(shown('x'.repeat(500)).length, 101);
});
