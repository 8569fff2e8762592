import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { runOnStore } from '../../../test/support/command.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteStore } from '../../../test/support/suite.ts';
import { createCustomer } from '../../accounts/create.ts';
import type { Db } from '../../storage/db.ts';
import { findTally } from '../../storage/tally.ts';
import { findSuppression, tallyScope } from '../../suppression/queries.ts';
import { EVERYBODY } from '../../suppression/rules.ts';
import { suppressionCommand } from './suppression.ts';

const clock = { now: () => Date.UTC(2026, 10, 21, 12) };

eachEngine('the command suppression', (engine) => {
  const opened = suiteStore(engine);
  let db: Db;
  let folder: string;
  before(() => {
    ({ db } = opened());
    folder = mkdtempSync(join(tmpdir(), 'mailwright-suppression-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const run = (...args: string[]) => runOnStore(suppressionCommand, args, { db, clock });
  function file(content: string | Buffer, name = `${Math.random()}.csv`): string {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  }
  const customer = (name: string) => createCustomer(db, { name, email: `${name}@example.test`, company: {} }, clock);

  test('addresses are added, listed and removed; whose list must be clear', async () => {
    assert.match((await run('list')).text, /There is no customer yet/);
    const ada = await customer('ada');
    const added = await run('add', 'A@example.com', 'b@example.com', '--detail', 'phoned', '--reason', 'complaint');
    assert.deepEqual([added.code, added.text], [0, `2 added to the list of customer ${ada.uid}, 0 already there.`]);
    const bob = await customer('bob');
    const unclear = await run('list');
    assert.deepEqual([unclear.code, unclear.text], [1, 'There are several customers: choose one by uid or email.']);
    const list = await run('list', '--customer', ada.uid);
    assert.match(list.text, /b@example\.com +complaint +2026-11-21 12:00:00 +phoned\nA@example\.com/);
    assert.match(list.text, /2 of 2 on the list of customer/);
    assert.match((await run('list', '--customer', ada.uid, '--email', 'a@example.com')).text, /1 of 1 on/);
    assert.match((await run('list', '--customer', ada.uid, '--limit', '1')).text, /1 of 2 on/);
    assert.match((await run('list', '--customer', 'bob@example.test')).text, /0 of 0 on/);
    assert.equal((await run('remove', 'a@example.com', '--customer', bob.uid)).code, 1);
    const removed = await run('remove', 'a@example.com', 'no@example.com', '--customer', ada.uid);
    assert.deepEqual([removed.code, removed.text], [0, `1 removed from the list of customer ${ada.uid}, 1 not on it.`]);
    assert.equal(await findSuppression(db, ada.id, 'a@example.com'), undefined);
  });

  test('the list for all customers', async () => {
    assert.equal(
      (await run('add', 'all@example.com', '--global')).text,
      '1 added to the list for all customers, 0 already there.',
    );
    assert.equal((await findSuppression(db, EVERYBODY, 'all@example.com'))?.detail, 'added by command');
    assert.match((await run('add', 'ALL@example.com', '--global')).text, /^0 added .* 1 already there/);
    assert.equal(
      (await run('export', '--global')).out.split('\r\n')[1],
      'all@example.com,manual,added by command,2026-11-21 12:00:00',
    );
    assert.equal((await run('export', '-', '--global')).out, (await run('export', '--global')).out);
    assert.equal((await run('list', '--global', '--customer', 'x')).code, 1);
    assert.equal((await run('remove', 'all@example.com', '--global')).code, 0);
  });

  test('faults are reported, and nothing has changed', async () => {
    const before = await findTally(db, EVERYBODY, tallyScope());
    for (const [args, code, text] of [
      [['add', 'a@example.com', 'no address', '--global'], 1, /^Not a valid email address: no address$/],
      [['add', 'a@example.com', '--global', '--reason', 'because'], 1, /^The reason must be one of: hard-bounce/],
      [['list', '--global', '--limit', '0'], 1, /^The limit must be a whole number/],
      [['add', '--global'], 2, /^Usage/m],
      [['list', 'more', '--global'], 2, /^Usage/m],
      [['what'], 2, /^Usage/m],
      [[], 2, /^Usage/m],
      [['list', '--nonsense'], 2, /nonsense[\s\S]*Usage/],
      [['--help'], 0, /^Usage: npx mailwright suppression/],
      [
        ['import', join(folder, 'none.csv'), '--global'],
        1,
        /^The file .*none\.csv cannot be read: there is no such file\.$/,
      ],
      [['import', folder, '--global'], 1, /not a file/],
      [
        ['import', file('name\nAnn'), '--global'],
        1,
        /^No column holds addresses: the first line has "name"\. It must name the columns/,
      ],
      [['import', file('PK\x03\x04xl/workbook.xml'), '--global'], 1, /an Excel workbook \(\.xlsx\), not CSV/],
      [
        ['export', join(folder, 'none', 'x.csv'), '--global'],
        1,
        /^The file .*x\.csv cannot be written: there is no such folder\.$/,
      ],
    ] as [string[], number, RegExp][]) {
      const done = await run(...args);
      assert.equal(done.code, code, args.join(' '));
      assert.match(done.text, text);
    }
    assert.equal(await findTally(db, EVERYBODY, tallyScope()), before);
  });

  test('a file is imported with a report of bad rows, again without effect, exported and imported elsewhere', async () => {
    const [from, to] = [await customer('from'), await customer('to')];
    const rows = Array.from({ length: 12_000 }, (_, n) =>
      n % 1_000 === 999 ? `"no ${n}",` : `P${(n * 7919) % 12_000}@example.com,${n % 2 === 0 ? 'hard-bounce' : ''}`,
    );
    const path = file(`email,reason\r\n${rows.join('\r\n')}`, 'people.csv');
    const bad = join(folder, 'bad.csv');
    const done = await run('import', path, '--customer', from.uid, '--report', bad);
    assert.equal(done.code, 0);
    assert.match(
      done.text,
      /^12,000 rows of .*people\.csv for the list of .*: 11,988 added, 0 already there, 12 bad \(/,
    );
    assert.match(done.text, /\n {2}line 1001, no 999: This is not a valid email address\./);
    assert.match(done.text, /… and 2 more/);
    assert.match(done.out, /100 % +12,000 of 12,000 rows/);
    assert.equal(readFileSync(bad, 'utf8').split('\r\n').length, 14);
    assert.match((await run('import', path, '--customer', from.uid)).text, /: 0 added, 11,988 already there, 12 bad/);
    assert.equal((await findSuppression(db, from.id, 'p0@example.com'))?.reason, 'hard-bounce');
    assert.equal((await findSuppression(db, from.id, 'p7919@example.com'))?.detail, 'import of people.csv');

    const out = join(folder, 'out.csv');
    const written = await run('export', out, '--customer', from.uid);
    assert.deepEqual([written.code, written.text], [0, `The list of customer ${from.uid} was written to ${out}.`]);
    assert.equal(statSync(out).mode & 0o777, 0o600);
    assert.ok(readdirSync(folder).every((name) => !name.endsWith('.part')));
    assert.match((await run('import', out, '--customer', to.uid)).text, /: 11,988 added, 0 already there, 0 bad/);
    const twin = await run('export', '--customer', to.uid);
    assert.deepEqual(sorted(twin.out), sorted(withoutMark(readFileSync(out, 'utf8'))));
  });
});

const withoutMark = (text: string) => text.replace(/^\ufeff/, '');
const sorted = (text: string) => text.split('\r\n').toSorted();
