import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { before, test } from 'node:test';
import type { TestApp } from '../../../test/support/app.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteApp } from '../../../test/support/suite.ts';
import { contentOf, takeOver } from '../../../test/support/switching.ts';
import { type FormerPerson, type FormerServer, nothing } from '../former.ts';
import { translateOwn } from '../tags/own.ts';

type Person = Pick<FormerPerson, 'key' | 'email' | 'status'>;

/** A server with one list of these people. */
function serverOf(people: readonly Person[]): FormerServer {
  const unknown = { ipAddress: null, addedAt: null, confirmedAt: null, confirmIp: null, unsubscribedAt: null };
  const rows = people.map((one): FormerPerson => ({ ...one, ...unknown, values: {}, source: 'api' }));
  return {
    kind: 'server',
    name: 'https://former.example',
    edition: '',
    suppressions: () => nothing(),
    lists: async () => [{ key: 'list', settings: { name: 'Friends' }, fields: [] }],
    async *people() {
      yield { rows, position: '1' };
    },
    segments: () => nothing(),
    templates: () => nothing(),
    campaigns: () => nothing(),
    mailings: () => nothing(),
    translate: translateOwn,
    notes: () => [],
    close: async () => undefined,
  };
}

eachEngine('people of a former server who have another address since', (engine) => {
  const opened = suiteApp(engine);
  let app: TestApp;
  before(() => {
    app = opened();
  });
  const standing = async () => {
    const { subscribers, tallies } = await contentOf(app);
    return [
      ...subscribers.map(({ email, status }) => `${email} ${status}`),
      ...tallies.map(({ scope, n }) => `${scope} ${n}`),
    ];
  };

  test('the former address of one is another’s now: nobody is lost, and the figures add up', async () => {
    await takeOver(app, serverOf([{ key: 'k1', email: 'ann@example.com', status: 'confirmed' }]));
    const people = [
      { key: 'k1', email: 'ann.new@example.com', status: 'unsubscribed' },
      { key: 'k2', email: 'ann@example.com', status: 'unsubscribed' },
    ] as const;
    for (const changed of [2, 0]) {
      const report = await takeOver(app, serverOf(people));
      const { read, added, changed: some, same, skipped } = report.lists[0]?.people ?? assert.fail();
      assert.deepEqual([read, added + some, same, skipped], [2, changed, 2 - changed, 0]);
      assert.deepEqual(await standing(), [
        'ann.new@example.com unsubscribed',
        'ann@example.com unsubscribed',
        'subscribers:unsubscribed 2',
      ]);
    }
  });

  test('an address twice, in other letters, or two of one id: who left by any row has left', async () => {
    const { customer } = await app.addCustomer();
    const people = [
      { key: 'd1', email: 'eva@example.com', status: 'confirmed' },
      { key: 'd2', email: 'EVA@Example.com', status: 'unsubscribed' },
      { key: 'one', email: 'kim@example.com', status: 'unconfirmed' },
      { key: 'one', email: 'lee@example.com', status: 'confirmed' },
    ] as const;
    for (const isFirst of [true, false]) {
      const report = await takeOver({ ...app, customer }, serverOf(people));
      const { added, changed, skipped_as } = report.lists[0]?.people ?? assert.fail();
      assert.deepEqual([added, changed, skipped_as], [isFirst ? 3 : 0, 0, { 'the address came before': 1 }]);
      const { subscribers } = await contentOf({ ...app, customer });
      assert.deepEqual(
        subscribers.map(({ email, status }) => `${email} ${status}`),
        ['eva@example.com unsubscribed', 'kim@example.com unconfirmed', 'lee@example.com confirmed'],
      );
    }
  });
});

test('an instant without a zone is of UTC, wherever the command runs', () => {
  const noon = Date.UTC(2020, 4, 6, 12);
  const expected: Record<string, number | null> = {
    '2020-05-06T12:00:00': noon,
    '2020-05-06 12:00': noon,
    '2020-05-06 12:00:00.000': noon,
    '2020-05-06 12:00:00 UTC': noon,
    '2020-05-06T14:00:00+02:00': noon,
    '2020-05-06 14:00:00+02': noon,
    '2020-05-06T12:00:00.000000Z': noon,
    '2020-05-06': Date.UTC(2020, 4, 6),
    '2020-05-06x': null,
    '2020-05-06 25:00:00': null,
    '6.5.2020': null,
    '': null,
  };
  const file = new URL('../presets/json.ts', import.meta.url).href;
  const program = `import { instantOf } from ${JSON.stringify(file)};
    console.log(JSON.stringify(JSON.parse(process.argv[1]).map(instantOf)));`;
  const args = ['--input-type=module', '-e', program, JSON.stringify(Object.keys(expected))];
  const said = execFileSync(process.execPath, args, { env: { TZ: 'America/New_York' }, encoding: 'utf8' });
  assert.deepEqual(JSON.parse(said), Object.values(expected));
});
