import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { TestApp } from '../../test/support/app.ts';
import { runCommandNamed } from '../../test/support/command.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteApp } from '../../test/support/suite.ts';
import { parseFetchAllow } from '../network/fetch-allow.ts';
import { printTable } from './output.ts';

test('a table of very many rows is printed', () => {
  const lines: string[] = [];
  const rows = Array.from({ length: 150_000 }, (_, n) => [String(n), 'x']);
  printTable(['n', 'what'], rows, (line) => void lines.push(line));
  assert.deepEqual([lines.length, lines[0], lines[1]], [150_001, 'n       what', '0       x']);
});

eachEngine('what others say, on the terminal', (engine) => {
  const opened = suiteApp(engine);
  let app: TestApp;
  before(() => {
    app = opened();
  });

  test('a returned mail moves no cursor', async () => {
    const { id } = await app.db
      .insertInto('returned_mail')
      .values({
        origin: 'smtp',
        mail_from: 'a\x1b[2J@example.com',
        rcpt_to: 'b\x1b[31m@example.com',
        subject: 's',
        sentences: '[]',
        digest: 'd',
        size: 1,
        source: Buffer.from('A: \x1b[2J'),
        received_at: 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { code, text } = await runCommandNamed('returned', ['show', String(id)], app);
    assert.equal(code, 0);
    assert.ok(text.includes('from     a\ufffd[2J@example.com\nto       b\ufffd[31m@example.com\n'), text);
    assert.ok(!text.includes('\x1b'));
  });

  test('a test of a webhook says in words why it was in vain', async () => {
    const allowed = { ...app, fetchAllow: parseFetchAllow('127.0.0.1:1') };
    const made = await runCommandNamed('webhook', ['add', 'http://127.0.0.1:1/hook'], allowed);
    const uid = /^Webhook (\w{13}) /.exec(made.text)?.[1] ?? assert.fail(made.text);
    const { code, text } = await runCommandNamed('webhook', ['test', uid], allowed);
    assert.deepEqual([code, text], [1, 'the connection was refused']);
  });
});
