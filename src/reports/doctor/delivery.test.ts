import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import net, { type AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import tls from 'node:tls';
import { SMTPServer } from 'smtp-server';
import { makeCertificate } from '../../../test/support/certificates.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { systemClock } from '../../kernel/clock.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { parseRelayUrl } from '../../mail/smtp/relay-url.ts';
import { checkRelays } from './delivery.ts';
import { examinedRelay, examineOne } from './examine.ts';
import type { Finding } from './finding.ts';

/** @returns the port of a mail server whose authority this process trusts from here on */
async function serveTls(t: TestContext, until: Date, authorityUntil: Date): Promise<number> {
  const authority = makeCertificate([`Authority ${randomUUID()}`], { authority: true, until: authorityUntil });
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), authority.cert]);
  const { key, cert } = makeCertificate(['localhost'], { until, issuer: authority.issuer });
  const server = new SMTPServer({ key, cert: `${cert}${authority.cert}`, authOptional: true, closeTimeout: 100 });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
  t.after(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  return (server.server.address() as AddressInfo).port;
}

eachEngine('relays that are examined', (engine) => {
  test('one whose greeting takes 4 s is slow, and works', async (t) => {
    if (engine.name !== 'sqlite') return t.skip('the same on each');
    const { db } = await engine.open(t);
    const server = net.createServer(async (socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (said) => void socket.write(/^QUIT/i.test(`${said}`) ? '221 bye\r\n' : '250 slow\r\n'));
      await sleep(4_000);
      socket.write('220 slow\r\n');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.after(() => server.close());
    const { port } = server.address() as AddressInfo;
    const relay = examinedRelay(parseRelayUrl(`smtp://127.0.0.1:${port}`));
    const [finding] = await checkRelays({
      db,
      clock: systemClock,
      secret: 's'.repeat(32),
      baseUrl: 'http://127.0.0.1',
      relay,
      dataDir: '',
      isBaseUrlDefault: false,
    } as Parameters<typeof checkRelays>[0]);
    assert.equal(finding?.state, 'good', finding?.text ?? 'nothing');
    assert.match(finding?.text ?? '', /: ok: slow, .* took \d{4,} ms$/);
  });

  test('a check that fails says why in one line', async (t) => {
    if (engine.name !== 'sqlite') return t.skip('the same on each');
    const { db } = await engine.open(t);
    const probe = () => Promise.reject(new Error('connection failed: refused\n\tIs the server running?'));
    const relay = { host: 'localhost', shownAs: 'localhost', probe };
    const given = { db, clock: systemClock, secret: 's'.repeat(32), baseUrl: 'http://127.0.0.1', relay };
    const [finding] = await examineOne(given as unknown as Parameters<typeof examineOne>[0], 'relays');
    assert.equal(finding?.text, 'It could not be checked: connection failed: refused Is the server running?');
  });

  test('one whose certificate ends within two weeks is told before it does', async (t) => {
    if (engine.name !== 'sqlite') return t.skip('the same on each');
    const { db } = await engine.open(t);
    const now = Date.now();
    const inDays = (days: number) => new Date(now + days * DAY_MS);
    const foundOf = async (own: Date, authority = inDays(3650), query = 'requireTLS=true') => {
      const port = await serveTls(t, own, authority);
      const relay = examinedRelay(parseRelayUrl(`smtp://localhost:${port}?${query}`));
      const secret = 's'.repeat(32);
      const examined = { db, clock: systemClock, secret, baseUrl: 'http://127.0.0.1', relay, dataDir: '' };
      return checkRelays(examined as Parameters<typeof checkRelays>[0]);
    };
    const codes = (findings: Finding[]) => findings.map(({ code }) => code);

    const soon = await foundOf(inDays(13));
    assert.deepEqual(codes(soon), ['relay-of-configuration-works', 'relay-certificate-ends'], soon[0]?.text ?? '');
    assert.equal(soon[1]?.state, 'warning');
    const [at, port] = [String(soon[1]?.values['at']), /:\d+/.exec(soon[0]?.text ?? '')?.[0] ?? ''];
    assert.equal(Date.parse(at), Math.floor(inDays(13).getTime() / 1000) * 1000);
    const minute = at.slice(0, 16).replace('T', ' ');
    assert.equal(soon[1]?.text, `The certificate of relay smtp://localhost${port} expires on ${minute} UTC.`);

    assert.deepEqual(codes(await foundOf(inDays(15))), ['relay-of-configuration-works']);
    assert.deepEqual(codes(await foundOf(inDays(90), inDays(2))), codes(soon), 'that of its authority ends before');
    const unchecked = 'requireTLS=true&rejectUnauthorized=false';
    assert.deepEqual(codes(await foundOf(inDays(1), inDays(3650), unchecked)), ['relay-of-configuration-works']);

    const [expired, ...more] = await foundOf(inDays(-1));
    assert.deepEqual([expired?.state, more], ['wrong', []]);
    assert.match(expired?.text ?? '', /: TLS: the certificate of localhost has expired; the operator of/);
  });
});
