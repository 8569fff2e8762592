// The addresses that a customer's host name may resolve to.
import assert from 'node:assert/strict';
import { syncBuiltinESMExports } from 'node:module';
import net, { type AddressInfo, type LookupFunction } from 'node:net';
import os, { networkInterfaces } from 'node:os';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { MINUTE_MS } from '../kernel/durations.ts';
import { ConnectError, connectTo } from '../mail/smtp/connect.ts';
import { isOpenAddress, isPublicAddress, publicLookup } from './public-address.ts';

const PUBLIC = [
  ...['8.8.8.8', '1.1.1.1', '172.15.255.255', '172.32.0.0', '100.63.255.255', '100.128.0.0', '169.253.1.1'],
  ...['192.0.1.1', '198.17.255.255', '198.20.0.0', '223.255.255.255', '11.0.0.0', '126.255.255.255'],
  ...[
    '2606:4700:4700::1111',
    '2a00:1450:4001:82a::200e',
    '2001:200::1',
    '3ffe::1',
    '64:ff9b::8.8.8.8',
    '64:ff9b::808:808',
  ],
];
const CLOSED = [
  ...['127.0.0.1', '127.255.255.254', '0.0.0.0', '0.1.2.3', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  ...[
    '169.254.169.254',
    '100.64.0.1',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    '198.18.0.1',
    '198.19.255.255',
  ],
  ...[
    '192.0.2.1',
    '198.51.100.7',
    '203.0.113.9',
    '192.88.99.1',
    '224.0.0.1',
    '239.1.1.1',
    '240.0.0.1',
    '255.255.255.255',
  ],
  ...[
    '::',
    '::1',
    '::ffff:8.8.8.8',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::8.8.8.8',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
  ],
  ...[
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2002:808:808::',
    '3fff::1',
    '100::1',
  ],
  ...['64:ff9b::127.0.0.1', '64:ff9b::10.0.0.1', '64:ff9b::', '64:ff9b::1', '64:ff9b::a9fe:a9fe', '64:ff9b:1::8.8.8.8'],
  ...['2606:4700:4700::1111%eth0', 'localhost', '', '1.2.3', '0x7f.1', '2130706433', 'example.com'],
];

test('public addresses are told from those that must not be fetched', () => {
  for (const address of PUBLIC) assert.ok(isPublicAddress(address), address);
  for (const address of CLOSED) assert.ok(!isPublicAddress(address), address);
});

test('this machine’s own addresses are not open, public or not', () => {
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  assert.ok(own.length > 0);
  for (const { address } of own) assert.ok(!isOpenAddress(address), address);
  assert.ok(isOpenAddress('8.8.8.8'));
});

test('an own address of the public internet is not open, translated neither', (t) => {
  const interfaces = t.mock.method(os, 'networkInterfaces', () => ({ eth0: [{ address: '8.8.4.4' }] }) as never);
  syncBuiltinESMExports();
  assert.deepEqual(['8.8.4.4', '64:ff9b::8.8.4.4', '64:ff9b::8.8.8.8'].map(isOpenAddress), [false, false, true]);
  interfaces.mock.restore();
  syncBuiltinESMExports();
});

const answers = (...addresses: string[]) => {
  const asked: string[] = [];
  const lookup = (isOpen?: (address: string) => boolean) =>
    publicLookup((host, _options, done) => {
      asked.push(host);
      done(
        null,
        addresses.map((address) => ({ address, family: net.isIP(address) })),
      );
    }, isOpen);
  return { asked, lookup };
};
const all = async (lookup: LookupFunction) => promisify(lookup)('mx.test', { all: true });

test('of a name’s addresses the allowed ones remain', async () => {
  assert.deepEqual(await all(answers('10.0.0.1', '8.8.8.8', '::1', '2606:4700::1').lookup()), [
    { address: '8.8.8.8', family: 4 },
    { address: '2606:4700::1', family: 6 },
  ]);
  assert.equal(await promisify(answers('10.0.0.1', '8.8.8.8').lookup())('mx.test', {}), '8.8.8.8');
  await assert.rejects(all(answers('10.0.0.1', '::1').lookup()), /^Error: mx\.test does not lead to a public address$/);
  await assert.rejects(all(answers().lookup()), /does not lead to a public address/);
  const broken = publicLookup((_host, _options, done) =>
    done(Object.assign(new Error('x'), { code: 'ENOTFOUND' }), []),
  );
  await assert.rejects(all(broken), { code: 'ENOTFOUND' });
});

test('a guarded connection is not made to this machine, by number or by name; an unguarded one is', async (t) => {
  let connections = 0;
  const server = net.createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const closed = (error: unknown) => error instanceof ConnectError && error.step === 'closed';
  for (const host of ['127.0.0.1', 'localhost', '::ffff:127.0.0.1', '127.1', '0x7f000001', '2130706433', '0']) {
    await assert.rejects(connectTo({ host, port, guarded: true }, { timeoutMs: MINUTE_MS }), (error) => {
      return closed(error) || (error instanceof ConnectError && error.step === 'dns'); // some systems reject unusual number forms
    });
  }
  assert.equal(connections, 0);
  (await connectTo({ host: '127.0.0.1', port }, { timeoutMs: MINUTE_MS })).destroy();
});

test('a name is resolved once, and the connection goes to the address that was looked at', async (t) => {
  const server = net.createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const { asked, lookup } = answers('10.0.0.1', '127.0.0.1');
  const relay = { host: 'mx.test', port, guarded: true };
  const socket = await connectTo(relay, { timeoutMs: MINUTE_MS, lookup: lookup((address) => address === '127.0.0.1') });
  assert.equal(socket.remoteAddress, '127.0.0.1');
  assert.deepEqual(asked, ['mx.test']);
  socket.destroy();
});

test('a resolver that does not answer ends as a matter of the name', async () => {
  const relay = { host: 'mx.test', port: 25 };
  await assert.rejects(connectTo(relay, { timeoutMs: 20, lookup: () => undefined }), {
    step: 'dns',
    code: 'ETIMEDOUT',
  });
});
