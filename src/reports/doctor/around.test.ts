import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { promises } from 'node:dns';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import type { TestApp } from '../../../test/support/app.ts';
import { startDnsServer } from '../../../test/support/dns-server.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteApp } from '../../../test/support/suite.ts';
import { createMailbox } from '../../inbound/mailboxes.ts';
import { updateMailboxFault } from '../../inbound/queries-mailboxes.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { checkBaseUrl, checkReturnPath } from './around.ts';
import type { Examined } from './finding.ts';

/** A proxy as deploy/ has them: what is for the machine alone is not passed on. */
async function proxied(t: TestContext, { app }: TestApp): Promise<string> {
  const proxy = createServer(async (request, response) => {
    const url = request.url ?? '/';
    if (/^\/(?:healthz|readyz|metrics)$/.test(url)) return response.writeHead(404).end();
    const method = request.method === 'HEAD' ? 'HEAD' : 'GET';
    const { statusCode, headers } = await app.inject({ method, url });
    response.writeHead(statusCode, { 'content-type': String(headers['content-type']) }).end();
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  t.after(() => proxy.close());
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

const examinedOf = ({ db, clock, secret, baseUrl, services }: TestApp): Examined => ({
  db,
  clock,
  secret,
  baseUrl,
  ...services.installation.surroundings,
});

eachEngine('the ways from outside', (engine) => {
  const suite = suiteApp(engine);

  test('the base URL leads to us behind a proxy, by a link as mails have it', async (t) => {
    const baseUrl = await proxied(t, suite());
    const reached = await checkBaseUrl({ ...examinedOf(suite()), baseUrl });
    assert.equal(reached.at(-1)?.code, 'base-url-reached');
    const secret = 'of another installation, 32 characters';
    const other = await checkBaseUrl({ ...examinedOf(suite()), baseUrl, secret });
    assert.match(
      other.at(-1)?.text ?? '',
      /not lead to this installation from here: it answers one of our links with 404$/,
    );
  });

  test('where DNS does not answer, it is not said that returned mail cannot arrive', async (t) => {
    const silent = createSocket('udp4');
    silent.bind(0, '127.0.0.1');
    await once(silent, 'listening');
    t.after(() => silent.close());
    const resolver = new promises.Resolver({ timeout: 100, tries: 1 });
    resolver.setServers([`127.0.0.1:${silent.address().port}`]);
    const of = { ...examinedOf(suite()), returnAddress: 'bounce@example.com', resolver };
    const found = (await checkReturnPath(of)).map(({ code, state }) => [code, state]);
    assert.deepEqual(found, [['return-path-unknown', 'warning']]);
  });

  test('returned mail goes by MX, else to the domain itself, and nowhere where that is said', async (t) => {
    const server = await startDnsServer();
    t.after(() => server.close());
    server.add('by-mx.test', { type: 'MX', priority: 1, exchange: 'mx.by-mx.test' });
    server.add('itself.test', { type: 'AAAA', address: '2001:db8::1' });
    server.add('null.test', { type: 'MX', priority: 0, exchange: '.' }, { type: 'A', address: '192.0.2.1' });
    server.txt('nothing.test', 'some text');
    server.txt('fails.test', 'some text');
    server.fail('A fails.test', 'SERVFAIL');
    const resolver = new promises.Resolver({ timeout: 10_000, tries: 1 });
    resolver.setServers([server.address]);
    const foundOf = async (domain: string) => {
      const of = { ...examinedOf(suite()), returnAddress: `bounce@${domain}`, resolver };
      const { state, text } = (await checkReturnPath(of)).at(-1) ?? {};
      return [state, text];
    };
    assert.deepEqual(await foundOf('by-mx.test'), [
      'good',
      'Returned mail goes to bounce@by-mx.test, via mx.by-mx.test.',
    ]);
    assert.deepEqual(await foundOf('itself.test'), [
      'good',
      'Returned mail goes to bounce@itself.test, via itself.test.',
    ]);
    const nowhere = 'Returned mail to bounce@null.test cannot arrive: DNS: null.test accepts no mail (null MX)';
    assert.deepEqual(await foundOf('null.test'), ['wrong', nowhere]);
    const nothing = 'Returned mail to bounce@nothing.test cannot arrive: nothing.test has no MX record in DNS.';
    assert.deepEqual(await foundOf('nothing.test'), ['wrong', nothing]);
    assert.deepEqual((await foundOf('fails.test'))[0], 'warning');
  });

  test('the advice about a mailbox can be typed, whatever it is called', async () => {
    const { db } = suite();
    const mailbox = { name: 'Bounces of us', host: 'imap.example.com', username: 'bounces', password: 'none' };
    const id = await createMailbox(suite(), mailbox);
    await updateMailboxFault(db, id, say('mx-missing', { name: 'x' }), 1);
    const [found] = await checkReturnPath(examinedOf(suite()));
    assert.equal(found?.advice, `npx mailwright mailbox check ${id}`);
  });
});
