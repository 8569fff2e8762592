// What the store says when it fails, in words, by errors of the servers themselves.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { isPostgres } from './dialect.ts';
import { storeTrouble, troubleText } from './trouble.ts';

eachEngine('troubles of the store', (engine) => {
  const opened = suiteStore(engine);
  const fail = (text: string) =>
    sql
      .raw(text)
      .execute(opened().db)
      .then(
        () => assert.fail('it worked'),
        (error: unknown) => error,
      );

  test('a library or an extension that cannot be loaded is no fault of the disk', async (t) => {
    if (!isPostgres(opened().db)) return t.skip('SQLite loads none');
    for (const text of [
      "load 'nonesuch'",
      "create function nonesuch() returns int as '/nowhere/nonesuch', 'nonesuch' language c",
    ]) {
      const error = await fail(text);
      assert.equal(storeTrouble(error)?.kind, 'library', text);
      assert.match(
        troubleText(error),
        /^The database server cannot load one of its libraries .* \(could not access file ".*nonesuch"/,
      );
    }
  });

  test('a mistake of the program is no trouble of the store', async () => {
    assert.equal(storeTrouble(await fail('select nonesuch')), undefined);
  });

  test('a file of the disk that is gone still is', () => {
    const error = Object.assign(new Error('could not open file "base/5/16384"'), { code: '58P01', file: 'md.c' });
    assert.equal(storeTrouble(error)?.kind, 'disk');
  });
});
