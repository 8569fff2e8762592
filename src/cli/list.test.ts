import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import type { TestApp } from '../../test/support/app.ts';
import { runCommandNamed } from '../../test/support/command.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteApp } from '../../test/support/suite.ts';
import { COMMANDS } from './commands.ts';
import { type Columns, printList, timeColumn } from './list.ts';
import { jsonText } from './output.ts';
import { actionsOf } from './words.ts';

type Row = { name: string; count: number | null; isOn: boolean; tags: string[]; at: number | null };
const COLUMNS: Columns<Row> = {
  name: { value: ({ name }) => name },
  how_many: { value: ({ count }) => count },
  is_on: { title: 'on', value: ({ isOn }) => isOn },
  tags: { value: ({ tags }) => tags },
  seen_at: timeColumn('seen', ({ at }) => at, 'never'),
  length: { value: ({ name }) => name.length, isOnlyInJson: true },
};
const ROWS: Row[] = [
  { name: 'Ada', count: 3, isOn: true, tags: ['a', 'b'], at: Date.UTC(2026, 0, 2, 3, 4, 5) },
  { name: 'Bo', count: null, isOn: false, tags: [], at: null },
];

function printed(rows: Row[], json: boolean): string {
  const lines: string[] = [];
  printList(rows, COLUMNS, { json, print: (line) => void lines.push(line) });
  return lines.join('\n');
}

suite('a list', () => {
  test('is a table for people', () => {
    assert.equal(
      printed(ROWS, false),
      `name  how many  on   tags  seen (UTC)
Ada   3         yes  a b   2026-01-02 03:04:05
Bo                         never`,
    );
  });

  test('is typed JSON for programs, an array also when nothing is there', () => {
    assert.deepEqual(JSON.parse(printed(ROWS, true)), [
      { name: 'Ada', how_many: 3, is_on: true, tags: ['a', 'b'], seen_at: '2026-01-02T03:04:05.000Z', length: 3 },
      { name: 'Bo', how_many: null, is_on: false, tags: [], seen_at: null, length: 2 },
    ]);
    assert.equal(printed([], true), '[]');
  });

  test('loses nothing of what others say, and moves no cursor', () => {
    const hostile = { text: 'a\x1b[2J\x9b31m\u202e\u{e0041}é\n"😀' };
    const text = jsonText(hostile);
    assert.match(text, /^[\P{C}\n]*$/u);
    assert.deepEqual(JSON.parse(text), hostile);
  });
});

const LISTS: string[] = [];
for (const [name, load] of Object.entries(COMMANDS)) {
  if (actionsOf((await load()).usage)?.includes('list')) LISTS.push(name);
}

eachEngine('lists of commands', (engine) => {
  const opened = suiteApp(engine);
  let app: TestApp;
  const run = (name: string, ...args: string[]) => runCommandNamed(name, args, app);
  before(async () => {
    app = opened();
    for (const args of [
      ['user', 'invite', 'bo@example.com', '--name', 'Bo'],
      ['relay', 'add', '--host', 'smtp.example.com', '--shared', '--name', 'First'],
      ['domain', 'add', 'example.com', '--bits', '1024'],
      ['mailbox', 'add', '--host', 'imap.example.com', '--user', 'bounces', '--password', 'x'],
      ['provider', 'add', 'postmark'],
      ['webhook', 'add', 'https://shop.example.com/hooks', '--events', 'message.bounced,message.complained'],
      ['suppression', 'add', 'no@example.com', '--detail', 'asked by phone'],
    ]) {
      const { code, text } = await run(args[0] ?? '', ...args.slice(1));
      assert.equal(code, 0, text);
    }
    const { id: relay_id } = await app.db.selectFrom('relay').select('id').executeTakeFirstOrThrow();
    const parked = { state: 'parked', per_hour: null, parked_until: Date.UTC(2026, 0, 2), refusals: 7, reason: 'busy' };
    await app.db
      .insertInto('destination')
      .values({ relay_id, name: 'example.org', ...parked, updated_at: 0 })
      .execute();
    const mail = { origin: 'smtp', mail_from: 'a@example.com', rcpt_to: 'b@example.com', subject: 'x'.repeat(60) };
    await app.db
      .insertInto('returned_mail')
      .values({ ...mail, sentences: '[]', digest: 'd', size: 1, source: Buffer.from('A: b'), received_at: 0 })
      .execute();
  });

  for (const name of LISTS) {
    test(`${name}: a row of the table is an object in JSON`, async () => {
      const table = await run(name, 'list');
      const json = await run(name, 'list', '--json');
      assert.deepEqual([table.code, json.code], [0, 0], table.text + json.text);
      const rows = JSON.parse(json.text) as Record<string, unknown>[];
      assert.equal(rows.length, 1);
      const [head = '', row = ''] = table.lines;
      assert.ok(row.includes(String(Object.values(rows[0] ?? {})[0])), `${head}\n${row}\n${json.text}`);
      for (const member of Object.keys(rows[0] ?? {})) assert.match(member, /^[a-z]+(?:_[a-z]+)*$/);
      assert.match((await run(name, '--help')).text, /^With --json, list prints its rows as one JSON array/m);
    });
  }

  test('what a table shortens or writes in words is whole in JSON', async () => {
    const first = async (name: string) => JSON.parse((await run(name, 'list', '--json')).text)[0];
    assert.equal((await first('returned')).subject, 'x'.repeat(60));
    assert.deepEqual((await first('webhook')).events, ['message.bounced', 'message.complained']);
    assert.deepEqual(await first('destination').then(({ relay: _, ...row }) => row), {
      name: 'example.org',
      state: 'parked',
      per_hour: null,
      parked_until: '2026-01-02T00:00:00.000Z',
      refusals: 7,
      reason: 'busy',
    });
    const { state, expires_at, revoked_at } = await first('key');
    assert.deepEqual([state, expires_at, revoked_at], ['works', null, null]);
  });

  test('JSON goes with list alone', async () => {
    const { code, text } = await run('destination', 'release', '1', 'example.org', '--json');
    assert.equal(code, 2);
    assert.match(text, /^--json cannot be used with release, which takes no options\.\n/);
  });
});
