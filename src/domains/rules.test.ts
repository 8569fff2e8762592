import assert from 'node:assert/strict';
import { generateKeyPairSync, KeyObject } from 'node:crypto';
import { test } from 'node:test';
import { inEnglish } from '../kernel/sentences/sentence.ts';
import { worstOf } from './dns/verdict.ts';
import { bitsFault, generateKeys, parseGivenKey, parsePublicText, publicText } from './keys.ts';
import { asStrings, suggestedSpf } from './records.ts';
import { parseDomainName, parseSelector } from './rules.ts';

test('domain names: lower case, A-labels, two labels at least', () => {
  const good: [string, string][] = [
    ['example.com', 'example.com'],
    [' Mail.EXAMPLE.com. ', 'mail.example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['例え.テスト', 'xn--r8jz45g.xn--zckzah'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['a-1.co', 'a-1.co'],
  ];
  for (const [text, name] of good) assert.deepEqual(parseDomainName(text), { name });
  const bad = ['', 'com', 'localhost', '.com', 'a..com', '-a.com', 'a-.com', 'a_b.com', 'a b.com', '127.0.0.1', '1.2'];
  bad.push('%61.com', 'a.com?', 'a\\.com', '[1.2.3.4]', 'a.com\0', `${'a'.repeat(64)}.com`, 'a.c', '*.a.com');
  for (const text of bad) {
    const read = parseDomainName(text);
    assert.ok('fault' in read, text);
    assert.equal(inEnglish(read.fault), 'Name must be a domain name of at least two parts, such as example.com.');
  }
  for (const text of ['me@example.com', 'https://example.com', 'example.com:25', 'example.com/x']) {
    const read = parseDomainName(text);
    assert.match('fault' in read ? inEnglish(read.fault) : '', /without/);
  }
  const long = parseDomainName(`${'abcdefghi.'.repeat(20)}com`);
  assert.match('fault' in long ? inEnglish(long.fault) : '', /too long/);
});

test('selectors are DNS labels, in lower case', () => {
  for (const text of ['s1', 'mail.2026', 'a-b']) assert.deepEqual(parseSelector(text), { selector: text });
  assert.deepEqual(parseSelector(' S1 '), { selector: 's1' });
  for (const text of ['', '.', 'a.', '-a', 'a_b', 'a b', 'a;b', 'é', 'x'.repeat(64)]) {
    assert.ok('fault' in parseSelector(text), text);
  }
});

test('keys that are made: sizes, selectors, public halves', async () => {
  const [rsa, ed] = await generateKeys(['rsa-sha256', 'ed25519-sha256'], 1024);
  assert.ok(rsa && ed);
  assert.equal(rsa.key.asymmetricKeyDetails?.modulusLength, 1024);
  assert.match(rsa.selector, /^mw-[a-z0-9]{6}-rsa$/);
  assert.equal(ed.selector, rsa.selector.replace('rsa', 'ed'));
  assert.equal(Buffer.from(ed.publicKey, 'base64').length, 32);
  for (const { algorithm, publicKey } of [rsa, ed]) {
    const read = parsePublicText(algorithm, publicKey);
    assert.ok(read instanceof KeyObject);
    assert.equal(publicText(read), publicKey);
    assert.equal(parsePublicText(algorithm, 'AAAA'), undefined);
  }
  assert.equal(parsePublicText('rsa-sha256', ed.publicKey), undefined);
  assert.equal(bitsFault(2048), undefined);
  assert.match(inEnglish(bitsFault(2047) ?? ''), /1024, 2048, 3072, 4096/);
});

test("RFC 8463, appendix A: the public half of the RFC's secret key", () => {
  const seed = Buffer.from('nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A=', 'base64');
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  const pem = `-----BEGIN PRIVATE KEY-----\n${der.toString('base64')}\n-----END PRIVATE KEY-----\n`;
  const key = parseGivenKey({ selector: 'brisbane', pem });
  assert.ok('publicKey' in key);
  assert.deepEqual([key.algorithm, key.publicKey], ['ed25519-sha256', '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=']);
});

test('imported keys: valid ones, and every fault of others', () => {
  const rsa = (bits: number) => generateKeyPairSync('rsa', { modulusLength: bits });
  const pkcs8 = { type: 'pkcs8', format: 'pem' } as const;
  const { privateKey, publicKey } = rsa(1024);
  const good = [privateKey.export({ type: 'pkcs1', format: 'pem' }), privateKey.export(pkcs8)];
  for (const pem of good) {
    const key = parseGivenKey({ selector: 'S1', pem: `${pem}` });
    assert.ok('key' in key && key.selector === 's1' && key.algorithm === 'rsa-sha256');
  }
  const cases: [string, RegExp][] = [
    ['', /must be a private key in PEM form/],
    ['-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----', /must be a private key in PEM form/],
    [`${publicKey.export({ type: 'spki', format: 'pem' })}`, /This is a public key/],
    [`${privateKey.export({ ...pkcs8, cipher: 'aes-256-cbc', passphrase: 'x' })}`, /protected by a password/],
    [`${rsa(768).privateKey.export(pkcs8)}`, /has 768 bits; receivers take keys of 1024 to 4096 bits/],
    [`${generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export(pkcs8)}`, /it is of type ec\./],
    [`${generateKeyPairSync('rsa-pss', { modulusLength: 2048 }).privateKey.export(pkcs8)}`, /of type rsa-pss/],
  ];
  for (const [pem, fault] of cases) {
    const key = parseGivenKey({ selector: 'a b', pem });
    assert.ok('faults' in key && key.faults.length === 2, pem);
    assert.match(inEnglish(key.faults[0] ?? ''), /^Selector "a b" must have/);
    assert.match(inEnglish(key.faults[1] ?? ''), fault);
  }
});

test('values are cut into strings of 255 bytes; the SPF suggestion names what receivers can see', () => {
  assert.equal(asStrings('a'.repeat(255)), `"${'a'.repeat(255)}"`);
  assert.equal(asStrings('a'.repeat(300)), `"${'a'.repeat(255)}" "${'a'.repeat(45)}"`);
  assert.equal(suggestedSpf([]), 'v=spf1 mx ~all');
  assert.equal(suggestedSpf(['127.0.0.1', 'localhost', '10.1.1.1']), 'v=spf1 mx ~all');
  assert.equal(
    suggestedSpf(['smtp.relay.test', '20.1.2.3', '2a00:1::5']),
    'v=spf1 a:smtp.relay.test ip4:20.1.2.3 ip6:2a00:1::5 ~all',
  );
});

test('a domain is as good as the worst of its records', () => {
  assert.equal(worstOf(['good', 'weak']), 'weak');
  assert.equal(worstOf(['good', 'unknown', 'missing']), 'missing');
  assert.equal(worstOf(['good', 'unchecked']), 'unchecked');
  assert.equal(worstOf([]), 'unchecked');
});
