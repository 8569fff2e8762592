// Requests drawn from /openapi.json, right and wrong ones: none is answered 500, and none as the
// document does not say. MAILWRIGHT_TEST_FUZZ=10000 draws as many, MAILWRIGHT_TEST_SEED others.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { addKey } from '../../src/accounts/keys/keys.ts';
import { apiRoutes } from '../../src/app.ts';
import type { Example } from '../../src/http/openapi/document.ts';
import { referenceOf } from '../../src/web/reference.ts';
import { type CampaignApp, openCampaignApp } from '../support/campaigns.ts';
import { eachEngine } from '../support/stores.ts';
import { type Drawn, type Keys, openDrawing, randomOf } from './fuzz.ts';
import { openWorld } from './world.ts';

const EXAMPLES = JSON.parse(
  readFileSync(new URL('../../src/web/reference-examples.json', import.meta.url), 'utf8'),
) as Record<string, Example>;
const MANY = Number(process.env['MAILWRIGHT_TEST_FUZZ'] ?? 250);
const SEED = Number(process.env['MAILWRIGHT_TEST_SEED'] ?? 1);
/** After this many requests much of the world has been deleted: another one follows. */
const WORLD = 400;
/** They ask name servers and mail servers, or make keys for a second. */
const SLOW = new Set([
  'probeDeliveryServer',
  'releaseTestMail',
  'checkSendingDomain',
  'createSendingDomain',
  'rotateSendingDomainKeys',
]);

eachEngine('requests drawn from the document', (engine) => {
  for (let from = 0; from < MANY; from += WORLD) {
    const many = Math.min(WORLD, MANY - from);
    test(`${many} of them are answered as it says, and never with our fault`, async (t) => {
      const app = await openCampaignApp(t, engine);
      const keys = await keysOf(app);
      const world = await openWorld(app);
      const document = await referenceOf(apiRoutes, { version: '0.0.0', baseUrl: app.baseUrl });
      const draw = openDrawing(document, EXAMPLES, { random: randomOf(SEED + from), keys, skip: SLOW });
      const found: string[] = [];
      const statuses = new Map<number, number>();
      for (let n = 0; n < many; n += 1) {
        const request = draw(world);
        try {
          const { status, text } = await app.call(request.method, request.path, request.options);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          if (status >= 500) found.push(`${shown(request)} → ${status} ${text.slice(0, 300)}`);
        } catch (error) {
          found.push(`${shown(request)} → ${(error as Error).message.slice(0, 900)}`);
        }
      }
      const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`);
      t.diagnostic(counts.join(' · '));
      assert.deepEqual(found, [], `\n${found.join('\n\n')}\n${found.length} of ${many}`);
      for (const status of [200, 201, 400, 404, 422]) assert.ok(statuses.has(status), `none was answered ${status}`);
    });
  }
});

async function keysOf({ db, clock, customer }: CampaignApp): Promise<Keys> {
  const named = { customerId: customer.id, name: 'fuzz' };
  const owner = await addKey(db, { ...named, scope: 'owner,operator' }, clock);
  const reader = await addKey(db, { ...named, scope: 'read' }, clock);
  return { owner: owner.key, reader: reader.key };
}

function shown({ operation, method, path, options }: Drawn): string {
  const { raw, headers = {} } = options;
  return `${operation}: ${method} ${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 200)} ${raw?.toString().slice(0, 400) ?? ''}`;
}
