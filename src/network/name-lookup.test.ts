// Names that customers gave: those whose servers are silent hold up nobody else's.
import assert from 'node:assert/strict';
import { lookup as systemLookup } from 'node:dns';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { type DnsServer, startDnsServer } from '../../test/support/dns-server.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { type Address, newNameLookup, type Resolve } from './name-lookup.ts';

let server: DnsServer;
before(async () => {
  server = await startDnsServer();
});
after(() => server.close());
beforeEach(() => server.clear());

const ask = (lookup: Resolve, host: string, family?: number) =>
  new Promise<Address[]>((resolve, reject) => {
    lookup(host, { all: true, ...(family && { family }) }, (error, addresses) =>
      error ? reject(error) : resolve(addresses),
    );
  });
const addressOf = (address: string) => ({ address, family: 4 });
/** A system that knows names without a dot, and answers when it is told to. */
function slowSystem() {
  const waiting: (() => void)[] = [];
  const asked: string[] = [];
  const system: Resolve = (host, _options, done) => {
    asked.push(host);
    waiting.push(() => {
      if (host.includes('unknown')) done(Object.assign(new Error('none'), { code: 'ENOTFOUND' }), []);
      else done(null, [addressOf('192.0.2.7')]);
    });
  };
  const answer = async () => {
    while (waiting.length === 0) await new Promise((next) => setImmediate(next));
    waiting.shift()?.();
  };
  return { system, asked, answer, waiting };
}

test('names whose servers are silent hold up no other name, the system’s neither', async () => {
  const lookup = newNameLookup({ servers: [server.address] });
  server.add('good.test', { type: 'A', address: '192.0.2.1' }, { type: 'AAAA', address: '2001:db8::1' });
  let silent = 0;
  const names = Array.from({ length: 16 }, (_, n) => `silent${n}.test`);
  for (const name of names) server.fail(name, 'silent');
  const waits = names.map((name) =>
    assert.rejects(ask(lookup, name), { code: 'EAI_AGAIN' }).finally(() => {
      silent += 1;
    }),
  );
  const found = await ask(lookup, 'good.test');
  await new Promise((resolve) => systemLookup('localhost', resolve));
  assert.equal(silent, 0, 'before any of them is given up');
  assert.deepEqual(found, [addressOf('192.0.2.1'), { address: '2001:db8::1', family: 6 }]);
  await Promise.all(waits);
});

test('who asks for a name that is being looked up gets the same answer; later ones ask again', async () => {
  const lookup = newNameLookup({ servers: [server.address] });
  server.add('one.test', { type: 'A', address: '192.0.2.1' });
  const answers = await Promise.all([
    ask(lookup, 'one.test', 4),
    ask(lookup, 'ONE.test', 4),
    ask(lookup, 'one.test', 4),
  ]);
  assert.deepEqual(answers, Array(3).fill([addressOf('192.0.2.1')]));
  assert.deepEqual(server.asked, ['A one.test']);
  await ask(lookup, 'one.test', 4);
  assert.equal(server.asked.length, 2);
});

test('the system is asked one name at a time: without a dot, of the hosts file, and what no server knows', async (t) => {
  const hostsFile = join(temporaryFolder(t, 'names'), 'hosts');
  writeFileSync(hostsFile, '127.0.0.1 localhost\n192.0.2.7\tCrm.test crm # not.test\n');
  server.add('crm.test', { type: 'A', address: '192.0.2.1' });
  server.add('not.test', { type: 'A', address: '192.0.2.2' });
  const { system, asked, answer, waiting } = slowSystem();
  const lookup = newNameLookup({ servers: [server.address], hostsFile, system });
  const crm = ask(lookup, 'crm.test');
  const receiver = ask(lookup, 'receiver');
  assert.deepEqual(await ask(lookup, 'not.test'), [addressOf('192.0.2.2')]);
  assert.deepEqual([asked, waiting.length], [['crm.test'], 1]);
  await answer();
  assert.deepEqual(await crm, [addressOf('192.0.2.7')]);
  await answer();
  assert.deepEqual(await receiver, [addressOf('192.0.2.7')]);
  const searched = ask(lookup, 'crm.default');
  await answer();
  assert.deepEqual(await searched, [addressOf('192.0.2.7')], 'by a search domain');
  const unknown = assert.rejects(ask(lookup, 'unknown.test'), { code: 'ENOTFOUND' });
  await answer();
  await unknown;
});

test('a server that refuses or fails is asked again later; one family may be enough', async () => {
  const { system, asked } = slowSystem();
  const lookup = newNameLookup({ servers: [server.address], system });
  server.fail('broken.test', 'SERVFAIL');
  await assert.rejects(ask(lookup, 'broken.test'), { code: 'EAI_AGAIN' });
  server.add('half.test', { type: 'A', address: '192.0.2.1' });
  server.fail('AAAA half.test', 'SERVFAIL');
  assert.deepEqual(await ask(lookup, 'half.test'), [addressOf('192.0.2.1')]);
  assert.deepEqual(asked, []);
});
