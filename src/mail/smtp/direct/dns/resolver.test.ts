// Which resolvers are asked.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startDnsServer } from '../../../../../test/support/dns-server.ts';
import { openResolver } from './resolver.ts';

test('the machine names another resolver while mail is sent: it is asked, without a restart', async (t) => {
  const [former, next] = [await startDnsServer(), await startDnsServer()];
  t.after(() => Promise.all([former.close(), next.close()]));
  former.fail('one.test', 'SERVFAIL');
  next.add('one.test', { type: 'A', address: '192.0.2.1' });
  next.sign('one.test');
  let named = [former.address];
  let passed = 0;
  const now = performance.now.bind(performance);
  t.mock.method(performance, 'now', () => now() + passed);

  const resolver = openResolver({ dns: [], dnssec: undefined }, { ofMachine: () => named });
  await assert.rejects(resolver.look('one.test', 'A'), { code: 'ESERVFAIL' });
  named = [next.address];
  passed = 60_000;
  const { records, isSecure } = await resolver.look('one.test', 'A');
  assert.deepEqual([records.length, isSecure], [1, true]);
  assert.deepEqual(
    resolver.servers.map(({ port }) => `127.0.0.1:${port}`),
    [next.address],
  );

  named = ['192.0.2.53'];
  passed += 60_000;
  assert.equal(resolver.isTrusted, false, 'what proved is gone');
});

test('resolvers that answer nothing are told once, and that one answers again', async (t) => {
  const server = await startDnsServer();
  t.after(() => server.close());
  const told: string[] = [];
  const silence = { silent: (code: string) => void told.push(code), answers: () => void told.push('answers') };
  const resolver = openResolver({ dns: [server.address], dnssec: undefined }, { silence });
  const ask = (name: string) => resolver.look(name, 'MX').catch(() => undefined);
  const fail = async (name: string) => {
    server.fail(name, 'SERVFAIL');
    await ask(name);
  };

  for (let n = 0; n < 4; n += 1) await fail(`broken${n}.test`);
  await ask('absent.test');
  for (let n = 4; n < 8; n += 1) await fail(`broken${n}.test`);
  assert.deepEqual(told, [], 'one of the last five was answered');
  for (let n = 8; n < 14; n += 1) await fail(`broken${n}.test`);
  assert.deepEqual(told, ['ESERVFAIL']);
  await ask('none.test');
  await ask('others.test');
  assert.deepEqual(told, ['ESERVFAIL', 'answers']);
});
