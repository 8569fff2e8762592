import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AppError } from '../kernel/errors.ts';
import { say } from '../kernel/sentences/sentence.ts';
import { columnsOf, HEAD, lineOf, parseRows, type RowBatch } from './csv.ts';
import type { SuppressionReason } from './rules.ts';

const defaults = { reason: 'import', detail: 'import of a file' } as const;

async function readAll(text: string, options: { piece?: number; size?: number } = {}): Promise<RowBatch[]> {
  const { piece = text.length || 1, size = 1_000 } = options;
  async function* pieces() {
    for (let at = 0; at < text.length; at += piece) yield { text: text.slice(at, at + piece), bytes: piece };
  }
  return Array.fromAsync(parseRows(pieces(), columnsOf(text), { ...defaults, size }));
}
const rowsOf = async (text: string) => (await readAll(text)).flatMap(({ rows }) => rows);
const badOf = async (text: string) => (await readAll(text)).flatMap(({ bad }) => bad);
const emailsOf = async (text: string) => (await rowsOf(text)).map((row) => row.email);

describe('a file of addresses', () => {
  test('a bare list, one address a line, has no first line of names', async () => {
    assert.deepEqual(await rowsOf('a@example.com\r\n\n B@Example.com \nc@example.com'), [
      { email: 'a@example.com', ...defaults },
      { email: 'B@Example.com', ...defaults },
      { email: 'c@example.com', ...defaults },
    ]);
    assert.deepEqual(await emailsOf('1;a@example.com;x\n2;b@example.com;y'), ['a@example.com', 'b@example.com']);
  });

  test('column names in any case and order, any delimiter, unknown columns', async () => {
    for (const text of [
      'When,Detail,E-Mail,REASON\n1,x y,a@example.com,Complaint\n',
      'email;reason\na@example.com;complaint',
    ]) {
      const [row] = await rowsOf(text);
      assert.equal(row?.email, 'a@example.com');
      assert.equal(row?.reason, 'complaint');
    }
    assert.deepEqual(await emailsOf('Name\tEmail Address\nAnn\ta@example.com'), ['a@example.com']);
  });

  test('an unknown reason is kept in the detail: no address is lost for it', async () => {
    const text =
      'email,reason,detail\na@example.com,Spam Report,by ISP\nb@example.com,bounced,\nc@example.com,,why\nd@example.com,,';
    assert.deepEqual(
      (await rowsOf(text)).map(({ reason, detail }) => [reason, detail]),
      [
        ['import', 'Spam Report: by ISP'],
        ['import', 'bounced'],
        ['import', 'why'],
        ['import', 'import of a file'],
      ],
    );
  });

  test('bad rows are reported with their line and stop nothing', async () => {
    const text =
      'email,detail\na@example.com,\nno address,\n,x\n"b@example.com","two\nlines"\n"open,\nc@example.com,\n=1+1,\nd@example.com';
    assert.deepEqual(
      await badOf(text),
      [
        { line: 3, email: 'no address', reasons: [say('row-address-invalid')] },
        { line: 4, email: '', reasons: [say('row-address-none')] },
        { line: 9, email: '=1+1', reasons: [say('row-address-invalid')] },
        { line: 7, email: '', reasons: [say('row-quote-open')] },
      ].sort((a, b) => a.line - b.line),
    );
    assert.deepEqual(await emailsOf(text), ['a@example.com', 'b@example.com', 'c@example.com', 'd@example.com']);
  });

  test('a file without addresses is refused before anything is stored', () => {
    for (const text of ['', '\n\n', 'name,city\nAnn,Bern\n', 'no@address', '"never closed\n'.repeat(10)]) {
      assert.throws(
        () => columnsOf(text),
        (error) => error instanceof AppError && error.code === 'bad_request' && /empty|first line/.test(error.message),
        JSON.stringify(text),
      );
    }
  });

  test('batches have the requested size, however the text is cut', async () => {
    const text = `email\n${Array.from({ length: 25 }, (_, n) => (n % 5 === 4 ? `bad ${n}` : `é${n}@example.com`)).join('\n')}`;
    for (const piece of [1, 7, 1_000]) {
      const batches = await readAll(text, { piece, size: 8 });
      assert.deepEqual(
        batches.map(({ rows }) => rows.length),
        [8, 8, 4],
      );
      assert.equal(batches.flatMap(({ bad }) => bad).length, 5);
    }
  });

  test('hostile cells: long ones are cut, formulas and control characters stay text', async () => {
    const text = `email\n${'x'.repeat(100_000)}\n"=HYPERLINK(""http://evil"")"\na@example.com\0\n\u202ea@example.com\n`;
    const bad = await badOf(text);
    assert.deepEqual(
      bad.map(({ line }) => line),
      [2, 3, 4, 5],
    );
    assert.ok((bad[0]?.email.length ?? 0) <= 255);
  });

  test('an export is safe for a spreadsheet and can be imported unchanged', async () => {
    const rows = [
      '=cmd@example.com',
      '+1@example.com',
      '-a@example.com',
      "'=x@example.com",
      "o'hara@example.com",
      'é@exämple.com',
    ].map((email, n) => ({
      email,
      reason:
        (['hard-bounce', 'soft-bounces', 'complaint', 'manual', 'import'] as SuppressionReason[])[n % 5] ?? 'manual',
      detail: ['=HYPERLINK("http://evil")', '550, "no"; such user', '@SUM(A1)', '', '＝1', "'-1"][n] ?? '',
    }));
    const rest = { customer_id: 1, email_key: '', created_at: Date.UTC(2026, 10, 21, 12) };
    const text = HEAD + rows.map((row) => lineOf({ ...row, ...rest })).join('');
    assert.match(text, /^email,reason,detail,added\r\n'=cmd@example\.com,hard-bounce,/);
    assert.match(text, /,2026-11-21 12:00:00\r\n/);
    for (const cell of text.split(/[,\r\n]+/)) assert.doesNotMatch(cell, /^"?[=+\-@＝]/);
    assert.deepEqual(await rowsOf(text), rows);
  });
});
