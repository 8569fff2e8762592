import assert from 'node:assert/strict';
import { promises } from 'node:dns';
import { after, before, beforeEach, test } from 'node:test';
import { type DnsServer, startDnsServer } from '../../../test/support/dns-server.ts';
import { textOf } from '../../kernel/sentences/sentence.ts';
import { DEFAULT_BLOCKLISTS, parseBlocklists, questionOf, readAnswer } from '../../network/blocklists.ts';
import { lookUpBlocklists } from './look-up.ts';

let server: DnsServer;
const resolver = new promises.Resolver({ timeout: 10_000, tries: 1 });
before(async () => {
  server = await startDnsServer();
  resolver.setServers([server.address]);
});
after(() => server.close());
beforeEach(() => {
  server.clear();
  for (const name of ['2.0.0.127.zen.spamhaus.org', '2.0.0.127.bl.spamcop.net', '2.0.0.127.b.barracudacentral.org'])
    server.add(name, { type: 'A', address: '127.0.0.2' });
  server.add('dbltest.com.dbl.spamhaus.org', { type: 'A', address: '127.0.1.2' });
  server.add('test.surbl.org.multi.surbl.org', { type: 'A', address: '127.0.0.254' });
});

const ask = async (about: { addresses?: string[]; domains?: string[] }) => {
  const found = await lookUpBlocklists(DEFAULT_BLOCKLISTS, { addresses: [], domains: [], ...about }, resolver);
  return new Map(found.map((one) => [`${one.list} ${one.about}`, one]));
};

test('listed with reason and link, not listed; each list is asked about its own kind', async () => {
  server.add('4.3.2.198.zen.spamhaus.org', { type: 'A', address: '127.0.0.3' }, { type: 'A', address: '127.0.0.10' });
  server.txt('4.3.2.198.zen.spamhaus.org', 'https://www.spamhaus.org/query/ip/198.2.3.4');
  server.add('bad.example.multi.surbl.org', { type: 'A', address: '127.0.0.72' });
  const addresses = await ask({ addresses: ['198.2.3.4', '198.2.3.5'] });
  assert.equal(addresses.size, 6);
  const zen = addresses.get('Spamhaus ZEN 198.2.3.4');
  assert.deepEqual([zen?.state, [...(zen?.codes ?? [])].sort()], ['listed', ['127.0.0.10', '127.0.0.3']]);
  const said = zen?.sentences ?? [];
  assert.deepEqual(said.map(({ code }) => code).sort(), ['listed-css', 'listed-pbl', 'listed-says']);
  assert.deepEqual(said.at(-1)?.values, { words: 'https://www.spamhaus.org/query/ip/198.2.3.4' });
  assert.equal(zen?.link, 'https://www.spamhaus.org/query/ip/198.2.3.4');
  assert.equal(addresses.get('Spamhaus ZEN 198.2.3.5')?.state, 'not-listed');
  assert.equal(addresses.get('SpamCop 198.2.3.4')?.state, 'not-listed');
  const domains = await ask({ domains: ['bad.example'] });
  assert.deepEqual([...domains.keys()], ['Spamhaus DBL bad.example', 'SURBL bad.example']);
  assert.equal(domains.get('Spamhaus DBL bad.example')?.state, 'not-listed');
  const surbl = domains.get('SURBL bad.example');
  assert.deepEqual([surbl?.state, textOf(surbl?.sentences ?? [])], ['listed', 'Phishing. Spam and abuse.']);
});

test('a list that refuses, is silent, rewrites answers or lists everything says nothing', async () => {
  server.add('4.3.2.198.zen.spamhaus.org', { type: 'A', address: '127.255.255.254' });
  server.fail('2.0.0.127.bl.spamcop.net', 'SERVFAIL');
  server.add('1.0.0.127.b.barracudacentral.org', { type: 'A', address: '127.0.0.2' });
  const found = await ask({ addresses: ['198.2.3.4'] });
  const reasonOf = (list: string) => {
    const one = found.get(`${list} 198.2.3.4`);
    assert.equal(one?.state, 'unasked', list);
    return textOf(one?.sentences ?? []);
  };
  assert.match(reasonOf('Spamhaus ZEN'), /does not answer public name servers/);
  assert.match(reasonOf('SpamCop'), /SERVFAIL/);
  assert.match(reasonOf('Barracuda'), /lists everything/);
  server.clear();
  const unknown = (await ask({ domains: ['x.test'] })).get('SURBL x.test');
  assert.match(textOf(unknown?.sentences ?? []), /^Its test entry is not listed/);
});

test('what is asked: addresses turned round, IPv6 by its digits where a list has them', () => {
  const [zen, spamcop] = DEFAULT_BLOCKLISTS;
  assert.ok(zen && spamcop);
  assert.equal(questionOf(zen, '192.0.2.99'), '99.2.0.192.zen.spamhaus.org');
  const digits = 'b.a.9.8.7.6.5.0.4.0.0.0.3.0.0.0.2.0.0.0.1.0.0.0.0.0.0.0.1.2.3.4';
  assert.equal(questionOf(zen, '4321:0:1:2:3:4:567:89ab'), `${digits}.zen.spamhaus.org`); // RFC 5782, section 2.4
  assert.equal(questionOf(zen, '2001:db8::1')?.split('.').length, 35);
  assert.equal(questionOf(spamcop, '2001:db8::1'), undefined);
});

test('an answer says listed, or why it says nothing', () => {
  const plain = { meaningOf: () => [] };
  assert.deepEqual(readAnswer(plain, ['127.0.0.2']), { isListed: true, meanings: [] });
  for (const [code, why] of [
    ['127.255.255.252', /misspelled/],
    ['127.255.255.255', /too often/],
    ['127.255.255.250', /refused to answer \(127\.255\.255\.250\)/],
    ['127.0.0.1', /refused/],
    ['93.184.216.34', /rewrite answers/],
  ] as const) {
    const read = readAnswer(plain, [code]);
    assert.ok(!read.isListed && why.test(textOf([read.why])), `${code} ${JSON.stringify(read)}`);
  }
});

test('the setting: known zones by name, others with their kind, none, and what is wrong', () => {
  assert.deepEqual(parseBlocklists('none'), []);
  const lists = parseBlocklists('bl.spamcop.net, domain:bad.example.org , dnsbl.example.net');
  assert.deepEqual(
    lists.map(({ name, of, test }) => [name, of, test]),
    [
      ['SpamCop', 'address', '2.0.0.127'],
      ['bad.example.org', 'domain', 'test'],
      ['dnsbl.example.net', 'address', '2.0.0.127'],
    ],
  );
  for (const text of ['', 'zen', 'https://zen.spamhaus.org', 'a.b,,c.d', 'domain:']) {
    assert.throws(() => parseBlocklists(text), /is no zone like zen/, text);
  }
});
