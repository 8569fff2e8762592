// Every GET of the reference: it gives a 304 where the document says so and nowhere else, and HEAD
// answers with the same headers.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { apiRoutes } from '../../src/app.ts';
import type { Example } from '../../src/http/openapi/document.ts';
import { referenceOf } from '../../src/web/reference.ts';
import { openCampaignApp } from '../support/campaigns.ts';
import { oneEngine } from '../support/stores.ts';
import { openWorld } from './world.ts';

const EXAMPLES = JSON.parse(
  readFileSync(new URL('../../src/web/reference-examples.json', import.meta.url), 'utf8'),
) as Record<string, Example>;
/** Different for each answer, and what says how a body is sent, which HEAD has none of. */
const ITS_OWN = new Set(['date', 'x-request-id', 'connection', 'transfer-encoding']);

oneEngine('reading by the reference', (engine) => {
  test('304 where it stands, and HEAD as GET', async (t) => {
    const app = await openCampaignApp(t, engine);
    const world = await openWorld(app);
    const { paths } = await referenceOf(apiRoutes, { version: '0.0.0', baseUrl: app.baseUrl });
    const reading = Object.entries(paths).flatMap(([path, { get }]) => (get ? [{ path, get }] : []));
    const found: string[] = [];
    let read = 0;
    for (const { path, get } of reading) {
      if (get.operationId === 'streamEvents') continue; // its GET does not end
      const { params = {}, query = {} } = (EXAMPLES[get.operationId] ?? {}) as Record<string, Record<string, string>>;
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(world[name] ?? params[name] ?? 'x'));
      const at = `${filled}?${new URLSearchParams(query)}`;
      const first = await app.call('GET', at);
      if (first.status !== 200) continue; // the world has no such thing
      read += 1;
      const head = await app.call('HEAD', at);
      assert.deepEqual(lasting(head.headers), lasting(first.headers), get.operationId);
      const headers = { 'if-none-match': String(first.headers['etag'] ?? '*') };
      const { status } = await app.call('GET', at, { headers });
      const isSaid = '304' in get.responses;
      if ((status === 304) !== isSaid) found.push(`${get.operationId}: ${status}, the reference has a 304: ${isSaid}`);
    }
    assert.deepEqual(found, []);
    assert.ok(read > 100, `only ${read} of ${reading.length} were read`);
  });
});

function lasting(headers: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ITS_OWN.has(name)));
}
