import assert from 'node:assert/strict';
import net, { type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { eachEngine } from '../../../test/support/stores.ts';
import { systemClock } from '../../kernel/clock.ts';
import { parseRelayUrl } from '../../mail/smtp/relay-url.ts';
import { checkRelays } from './delivery.ts';
import { examinedRelay } from './examine.ts';

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
});
