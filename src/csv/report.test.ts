import assert from 'node:assert/strict';
import { linkSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { say } from '../kernel/sentences/sentence.ts';
import { openImportReport } from './report.ts';

suite('the report of an import', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mailwright-report-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const imported = join(folder, 'people.csv');
  writeFileSync(imported, 'EMAIL\na@example.com\n');
  const bad = { line: 2, email: 'a', reasons: [say('member-blank', { label: 'Name' })] };

  test('is never the file that is imported, by whatever name', async () => {
    const other = join(folder, 'linked.csv');
    linkSync(imported, other);
    for (const path of [imported, other, join(folder, '.', 'people.csv')]) {
      await assert.rejects(openImportReport(path, imported), /would replace the file that is imported/);
    }
    assert.equal(readFileSync(imported, 'utf8'), 'EMAIL\na@example.com\n');
  });

  test('replaces a file of its name only when it is whole, for its owner only', async () => {
    const path = join(folder, 'bad.csv');
    writeFileSync(path, 'kept');
    const report = await openImportReport(path, imported);
    await report.add([bad]);
    assert.equal(readFileSync(path, 'utf8'), 'kept');
    assert.match((await report.close()).join('\n'), /line 2, a: Name cannot be blank\.\n.*all of them: /);
    assert.match(readFileSync(path, 'utf8'), /^\ufeffLINE,EMAIL,REASON\r?\n2,a,Name cannot be blank\.\r?\n$/);
    assert.equal(statSync(path).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(folder).sort(), ['bad.csv', 'linked.csv', 'people.csv']);
  });

  test('nothing is left of one that did not come to its end', async () => {
    const path = join(folder, 'dropped.csv');
    const report = await openImportReport(path, imported);
    await report.add([bad]);
    await report.drop();
    assert.deepEqual(readdirSync(folder).sort(), ['bad.csv', 'linked.csv', 'people.csv']);
  });

  test('a device is written to and stays one', async () => {
    const report = await openImportReport('/dev/null', imported);
    await report.add([bad]);
    await report.close();
    assert.ok(statSync('/dev/null').isCharacterDevice());
  });

  test('a place that cannot be written is named before anything is imported', async () => {
    await assert.rejects(
      openImportReport(join(folder, 'none', 'x.csv'), imported),
      /The report .*x\.csv cannot be written/,
    );
  });
});
