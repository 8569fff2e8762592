// What the API does for programs besides answering: limits of requests, HEAD and OPTIONS, other
// origins.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus, type CallOptions } from '../../../test/support/app.ts';
import { addUser } from '../../../test/support/people.ts';
import { oneEngine } from '../../../test/support/stores.ts';
import { suiteApp } from '../../../test/support/suite.ts';
import { apiRoutes } from '../../app.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { parseOrigins } from './cors.ts';

const SHOP = 'https://shop.example.com';

oneEngine('requests of programs', (engine) => {
  const opened = suiteApp(engine, { rateLimit: 1_000, corsOrigins: [SHOP] });
  const call = (method: string, path: string, options?: CallOptions) => opened().call(method, path, options);
  const send = (method: string, url: string, headers: Record<string, string> = {}, key = opened().key) =>
    opened().app.inject({ method: method as 'GET', url, headers: { 'x-api-key': key, ...headers } });
  const keyWith = async (json: object) => {
    const made = await call('POST', '/api-keys', { json: { name: 'k', ...json } });
    assertStatus(made, 201);
    return made.json.data.record as { api_key: string; key_uid: string };
  };

  test('a key makes so many requests a minute, is told where it stands, and then refused', async () => {
    const { clock } = opened();
    const { api_key: key } = await keyWith({ rate_limit: 3 });
    const told = async (options?: CallOptions) => {
      const { status, headers, json } = await call('GET', '/lists', { key, ...options });
      assert.equal(headers['ratelimit-policy'], '"key";q=3;w=60');
      return [status, headers['ratelimit'], headers['retry-after'], json.error];
    };
    assert.deepEqual(await told(), [200, '"key";r=2;t=60', undefined, undefined]);
    clock.forward(10_500);
    assert.deepEqual(await told(), [200, '"key";r=1;t=50', undefined, undefined]);
    const refused = await call('POST', '/templates', { key, json: {} });
    assert.deepEqual([refused.status, refused.headers['ratelimit']], [422, '"key";r=0;t=50'], 'a refusal counts, too');
    const text = 'This API key may make 3 requests in 60 seconds. Try again in 50 s.';
    assert.deepEqual(await told(), [429, '"key";r=0;t=50', '50', text]);
    assertStatus(await call('POST', '/templates', { key, json: {} }), 429);
    clock.forward(49_500);
    assert.deepEqual(await told(), [200, '"key";r=2;t=60', undefined, undefined]);
  });

  test('keys have what the operator set for all; others give no more than that, operators do', async () => {
    opened().clock.forward(MINUTE_MS);
    const { headers } = await call('GET', '/lists');
    assert.deepEqual([headers['ratelimit-policy'], headers['ratelimit']], ['"key";q=1000;w=60', '"key";r=999;t=60']);
    const { session } = await addUser(opened());
    const own = await call('GET', '/lists', { session });
    assert.equal(own.headers['ratelimit'], undefined, 'people are not counted');
    const more = await call('POST', '/api-keys', { session, json: { name: 'k', rate_limit: 1_001 } });
    assertStatus(more, 422);
    assert.deepEqual(more.json.error, {
      rate_limit: 'Rate limit can be at most 1000; operators of the installation may give more.',
    });
    const { key_uid } = await keyWith({ rate_limit: 5_000 });
    const unset = await call('PUT', `/api-keys/${key_uid}`, { json: { rate_limit: '' } });
    assert.equal(unset.json.data.record.rate_limit, null);
    assertStatus(await call('PUT', `/api-keys/${key_uid}`, { json: { rate_limit: 0 } }), 422);
  });

  test('OPTIONS on every path tells its methods, without a key; HEAD answers where GET does', async () => {
    for (const path of new Set(apiRoutes.map((route) => route.path))) {
      const url = `/api${path.replaceAll(/:(\w+)/g, 'x')}`;
      const { statusCode, headers, body } = await opened().app.inject({ method: 'OPTIONS', url });
      assert.deepEqual([statusCode, body], [204, ''], url);
      const here = new Set(apiRoutes.filter((route) => route.path === path).map(({ method }) => method));
      const told = String(headers.allow).split(', ');
      assert.deepEqual(new Set(told), new Set([...here, ...(here.has('GET') ? ['HEAD'] : []), 'OPTIONS']), url);
      assert.equal(headers['access-control-allow-origin'], undefined);
    }
    for (const method of ['PUT', 'DELETE', 'POST', 'PATCH'] as const) {
      const other = await send(method, '/api/lists/counts');
      assert.deepEqual([other.statusCode, other.headers.allow], [405, 'GET, HEAD'], `${method}: counts is no uid`);
    }
    assert.equal((await send('OPTIONS', '/api/nothing')).statusCode, 404);
    const [get, head] = [await send('GET', '/api/lists'), await send('HEAD', '/api/lists')];
    assert.deepEqual([head.statusCode, head.body, head.headers.etag], [200, '', get.headers.etag]);
    assert.equal((await send('HEAD', '/api/campaigns/x/copy')).statusCode, 405);
  });

  test('a page of a known origin may use the API with a key, never with the cookie', async () => {
    const preflight = await opened().app.inject({
      method: 'OPTIONS',
      url: '/api/lists',
      headers: { origin: SHOP, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-api-key' },
    });
    assert.equal(preflight.statusCode, 204);
    assert.equal(preflight.headers['access-control-allow-origin'], SHOP);
    assert.match(String(preflight.headers['access-control-allow-methods']), /POST/);
    assert.match(String(preflight.headers['access-control-allow-headers']), /X-Api-Key.*Idempotency-Key.*Prefer/);
    for (const url of ['/api/lists', '/api/lists/nothing', '/api/nothing']) {
      const answer = await send('GET', url, { origin: SHOP });
      assert.equal(answer.headers['access-control-allow-origin'], SHOP, url);
      assert.match(String(answer.headers['access-control-expose-headers']), /ETag.*Retry-After/);
      assert.equal(answer.headers['access-control-allow-credentials'], undefined);
      assert.equal(
        (await send('GET', url, { origin: 'https://evil.example' })).headers['access-control-allow-origin'],
        undefined,
      );
      assert.match(String((await send('GET', url)).headers.vary), /Origin/, 'caches tell origins apart');
    }
    const { session } = await addUser(opened());
    const forged = await call('POST', '/lists', {
      session,
      json: {},
      headers: { origin: SHOP, 'sec-fetch-site': 'cross-site' },
    });
    assertStatus(forged, 403);
    const page = await opened().app.inject({ method: 'GET', url: '/healthz', headers: { origin: SHOP } });
    assert.equal(page.headers['access-control-allow-origin'], undefined, 'the API alone');
  });

  test('origins are written as browsers send them', () => {
    assert.deepEqual(parseOrigins('https://a.example, http://localhost:3000'), [
      'https://a.example',
      'http://localhost:3000',
    ]);
    assert.deepEqual(parseOrigins('*'), ['*']);
    for (const wrong of ['https://a.example/', 'a.example', 'https://A.example', '*,https://a.example', 'null', ''])
      assert.throws(() => parseOrigins(wrong), /is no origin like https:\/\/app\.example\.com/, wrong);
  });
});
