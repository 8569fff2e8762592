// The examples of the API reference are true: each is told anew to a real application, and must
// come out as it stands there. MAILWRIGHT_TEST_RECORD=1 writes what came out into the file; read
// the difference before you keep it.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { apiRoutes } from '../../src/app.ts';
import { OTHER_OPERATIONS } from '../../src/audit/entry.ts';
import { isAudited } from '../../src/http/audited.ts';
import type { Example } from '../../src/http/openapi/document.ts';
import { type CampaignApp, openCampaignApp } from '../support/campaigns.ts';
import { oneEngine } from '../support/stores.ts';
import { tellOfLists } from './story.ts';
import { tellOfAutomations } from './story-of-automations.ts';
import { tellOfBlocks } from './story-of-blocks.ts';
import { tellOfCompany } from './story-of-company.ts';
import { tellOfJobs } from './story-of-jobs.ts';
import { tellOfMails } from './story-of-mails.ts';
import { tellOfUsers } from './story-of-users.ts';
import { openTeller } from './teller.ts';

const FILE = new URL('../../src/web/reference-examples.json', import.meta.url);
const HOW = 'MAILWRIGHT_TEST_RECORD=1 npm test -- reference/examples';

/**
 * Members that are another each time: keys are made anew, and ports and times of the machine are
 * what they are.
 */
const CHANGING = new Set([
  'selector',
  'value',
  'strings',
  'summary',
  'name',
  'message',
  'result',
  'took_ms',
  'rows_per_second',
]);
const HAS_KEYS = /SendingDomain|probeDeliveryServer|Import/;

oneEngine('the examples of the API reference', (engine) => {
  test('come out as they stand there, and the audit has what they changed', async (t) => {
    const teller = openTeller(await openCampaignApp(t, engine));
    const cast = await tellOfLists(teller);
    await tellOfMails(teller, cast, t);
    await tellOfUsers(teller);
    await tellOfJobs(teller, cast);
    await tellOfCompany(teller, t);
    await tellOfBlocks(teller);
    await tellOfAutomations(teller, cast);
    const told = teller.examples();
    const untold = apiRoutes.filter(({ name }) => !told[name]).map(({ name }) => name);
    assert.deepEqual(untold, [], `Operations without an example: add a step to test/reference/story.ts, then ${HOW}.`);
    await requireAudit(teller.app);
    const kept = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Example>;
    if (process.env['MAILWRIGHT_TEST_RECORD'] === '1') {
      for (const [name, example] of Object.entries(told)) if (!isSame(name, example, kept[name])) kept[name] = example;
      const entries = Object.keys(told).map((name) => [name, kept[name]]);
      writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(entries), undefined, 1)}\n`);
      return;
    }
    assert.deepEqual(Object.keys(kept).sort(), Object.keys(told).sort(), `Record the examples: ${HOW}.`);
    for (const [name, example] of Object.entries(told)) {
      assert.deepEqual(
        steady(name, example),
        steady(name, kept[name]),
        `The example of ${name} is no longer true: ${HOW}.`,
      );
    }
  });
});

/** Under what name the audit has a call of the story, where it is not the route's. */
const AUDITED_AS: Readonly<Record<string, string>> = { useWelcome: 'createFirstOwner' };

/** Whatever changes something has an entry, or says why it has none. */
async function requireAudit({ db }: Pick<CampaignApp, 'db'>): Promise<void> {
  const rows = await db.selectFrom('audit').select('operation').distinct().execute();
  const found = new Set(rows.map(({ operation }) => operation));
  const missing = apiRoutes.filter((route) => isAudited(route) && !found.has(AUDITED_AS[route.name] ?? route.name));
  assert.deepEqual(
    missing.map(({ name }) => name),
    [],
    'Operations that changed something without an entry in the audit.',
  );
  const known = new Set([...apiRoutes.filter(isAudited).map(({ name }) => name), ...OTHER_OPERATIONS]);
  assert.deepEqual(
    [...found].filter((operation) => !known.has(operation)),
    [],
    'Entries of what is no operation.',
  );
}

function isSame(name: string, one: Example, other: Example | undefined): boolean {
  return JSON.stringify(steady(name, one)) === JSON.stringify(steady(name, other));
}

/** An example without what changes each time. */
function steady(name: string, example: Example | undefined): unknown {
  if (!HAS_KEYS.test(name)) return example;
  const text = JSON.stringify(example, (member, value) =>
    CHANGING.has(member) && typeof value !== 'object' ? '…' : value,
  );
  return text === undefined ? undefined : JSON.parse(text);
}
