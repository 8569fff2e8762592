import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { createLogger } from '../../kernel/log.ts';
import { groupOfHosts, isPublic, openDestinations, registeredName } from './destinations.ts';

const log = createLogger('silent');
const mx = (...hosts: [string, number][]) => hosts.map(([exchange, priority]) => ({ exchange, priority }));

test('a group is named after what somebody registered', () => {
  assert.equal(registeredName('aspmx.l.google.com'), 'google.com');
  assert.equal(registeredName('gmail-smtp-in.l.google.com'), 'google.com');
  assert.equal(registeredName('example-com.mail.protection.outlook.com'), 'outlook.com');
  assert.equal(registeredName('mx.btinternet.co.uk'), 'btinternet.co.uk');
  assert.equal(registeredName('mail.example.com.au'), 'example.com.au');
  assert.equal(registeredName('mx1.orange.fr'), 'orange.fr');
  assert.equal(registeredName('mx.co.de.example.io'), 'example.io');
});

test('the best host decides; what is no public host name does not count', () => {
  assert.equal(groupOfHosts('a.com', mx(['alt.example.net', 20], ['ASPMX.L.GOOGLE.COM.', 10])), 'google.com');
  assert.equal(groupOfHosts('a.com', mx(['mx.zeta.com', 10], ['mx.alpha.com', 10])), 'alpha.com');
  assert.equal(groupOfHosts('a.com', mx(['', 0])), 'a.com', 'null MX');
  assert.equal(groupOfHosts('a.com', mx(['192.0.2.1', 10], ['localhost', 5], ['x'.repeat(300), 1])), 'a.com');
  assert.equal(groupOfHosts('a.com', []), 'a.com');
  assert.equal(groupOfHosts('a.com', [{ exchange: undefined as unknown as string, priority: Number.NaN }]), 'a.com');
});

test('names that DNS cannot know are never looked up', () => {
  for (const name of [
    'localhost',
    'a.test',
    'x.example',
    'a.invalid',
    'b.localhost',
    '[192.0.2.1]',
    '192.0.2.1',
    '',
    'a b.com',
    'a..com',
  ]) {
    assert.equal(isPublic(name), false, name);
  }
  assert.ok(isPublic('xn--bcher-kva.de') && isPublic('_dmarc.example.com') && isPublic('1and1.com'));
});

test('a look-up goes on in the background, once for each domain, and is kept for an hour', async () => {
  let now = 0;
  const asked: string[] = [];
  const resolveMx = async (domain: string) => {
    asked.push(domain);
    return mx(['mx.big.com', 10]);
  };
  const destinations = openDestinations({ resolveMx, ticks: () => now, log });
  assert.equal(destinations.groupOf('Small.COM.'), 'small.com');
  assert.equal(destinations.groupOf('small.com'), 'small.com');
  await turn();
  assert.equal(destinations.groupOf('SMALL.com'), 'big.com');
  assert.deepEqual(asked, ['small.com']);
  now = 3_600_001;
  assert.equal(destinations.groupOf('small.com'), 'big.com', 'what was known holds until the answer');
  await turn();
  assert.deepEqual(asked, ['small.com', 'small.com']);
  assert.equal(destinations.groupOf('a.test'), 'a.test');
  assert.equal(asked.length, 2);
});

test('a failed look-up is tried again after ten minutes, and forgets nothing', async () => {
  let now = 0;
  let fails = true;
  let asked = 0;
  const resolveMx = async () => {
    asked += 1;
    if (fails) throw new Error('SERVFAIL');
    return mx(['mx.big.com', 10]);
  };
  const destinations = openDestinations({ resolveMx, ticks: () => now, log });
  const look = async () => {
    destinations.groupOf('small.com');
    await turn();
    return destinations.groupOf('small.com');
  };
  assert.equal(await look(), 'small.com');
  assert.equal(await look(), 'small.com');
  assert.equal(asked, 1);
  now = 600_001;
  fails = false;
  assert.equal(await look(), 'big.com');
  now += 3_600_001;
  fails = true;
  assert.equal(await look(), 'big.com');
});

test('at most 20 look-ups at a time; those that never end do not pile up', async () => {
  let running = 0;
  const destinations = openDestinations({
    resolveMx: () => {
      running += 1;
      return new Promise(() => undefined);
    },
    ticks: () => 0,
    log,
  });
  for (let i = 0; i < 20_000; i++) destinations.groupOf(`d${i}.com`);
  await turn();
  assert.equal(running, 20);
  assert.ok(destinations.pending() <= 5020);
});

test('look-ups that get no answer make room for others', async () => {
  const asked: string[] = [];
  const resolveMx = (domain: string) => {
    asked.push(domain);
    return domain === 'last.com' ? Promise.resolve(mx(['mx.big.com', 1])) : new Promise<never>(() => undefined);
  };
  const destinations = openDestinations({ resolveMx, ticks: () => 0, log, patienceMs: 1 });
  for (let i = 0; i < 40; i++) destinations.groupOf(`d${i}.com`);
  while (destinations.groupOf('last.com') !== 'big.com') await sleep(1);
  assert.equal(new Set(asked).size, 41);
});
