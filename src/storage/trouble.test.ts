// What the store says when it fails, in words, by errors of the servers themselves.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { openStore } from './db.ts';
import { isPostgres } from './dialect.ts';
import { fileGone, storeTrouble, troubleText } from './trouble.ts';

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

  test('a login that the server refuses is told, and so is a password that is missing', async (t) => {
    const { databaseUrl } = opened().place ?? {};
    if (databaseUrl === undefined) return t.skip('needs a server');
    const refused = async (more: { username?: string; password: string }) => {
      const url = Object.assign(new URL(databaseUrl), more).href;
      return openStore({ databaseUrl: url, dataDir: '' }).then(
        (store) => store.close(),
        (error: unknown) => error,
      );
    };
    const wrong = await refused({ username: 'nonesuch', password: 'wrong' });
    if (wrong === undefined) return t.skip('this server lets everybody in');
    assert.equal(storeTrouble(wrong)?.kind, 'login');
    assert.match(troubleText(wrong), /The database server refuses the login \(.*"nonesuch".*\)\./);
    const missing = await refused({ password: '' });
    if (missing === undefined) return t.skip('this server asks for no password');
    assert.match(
      troubleText(missing),
      /: The database server asks for a password, and the database URL has none\. MAILWRIGHT_/,
    );
  });

  test('a database that is not there, and tables of another role, are told', async (t) => {
    const { databaseUrl } = opened().place ?? {};
    if (databaseUrl === undefined) return t.skip('needs a server');
    const elsewhere = Object.assign(new URL(databaseUrl), { pathname: '/nonesuch' }).href;
    const absent = await openStore({ databaseUrl: elsewhere, dataDir: '' }).catch((error: unknown) => error);
    assert.equal(storeTrouble(absent instanceof Error ? absent.cause : undefined)?.kind, 'database');
    assert.match(
      troubleText(absent),
      /has no database with this name \(database "nonesuch" does not exist\)\. It was renamed/,
    );
    const role = `mailwright_test_${process.pid}`;
    await opened()
      .db.transaction()
      .execute(async (tx) => {
        await sql`create role ${sql.id(role)}`.execute(tx);
        await sql`set local role ${sql.id(role)}`.execute(tx);
        const error = await sql`select * from customer`.execute(tx).catch((thrown: unknown) => thrown);
        assert.equal(storeTrouble(error)?.kind, 'rights');
        assert.match(troubleText(error), /denies access \(permission denied for table customer\)\. The role/);
        throw new Error('taken back');
      })
      .catch((error: unknown) => assert.match(String(error), /taken back/));
  });

  test('a refused login is told from a server that is away', () => {
    const refused = Object.assign(new Error('password authentication failed for user "mw"'), { code: '28P01' });
    assert.deepEqual(storeTrouble(refused), {
      kind: 'login',
      text: 'The database server refuses the login.',
      retryAfter: 5,
    });
    for (const kind of ['string', 'non-empty string']) {
      const missing = new Error(`SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a ${kind}`);
      assert.equal(storeTrouble(missing)?.kind, 'password');
      assert.match(troubleText(missing), /^The database server asks for a password, .* has none\.$/);
    }
  });

  test('a server that has no connection or memory left, or cancelled the statement, is not away', () => {
    const said = (code: string, message: string) => troubleText(Object.assign(new Error(message), { code }));
    assert.match(
      said('53300', 'sorry, too many clients already'),
      /no free connections \(sorry, .*\)\. Raise its max_connections/,
    );
    assert.match(
      said('53200', 'out of memory'),
      /^The database server has no memory left for this \(out of memory\)\.$/,
    );
    assert.match(said('57014', 'canceling statement due to user request'), /canceled the statement: .* \(canceling /);
    assert.equal(storeTrouble(Object.assign(new Error('x'), { code: '57014' }))?.kind, 'busy', 'others go on');
  });

  test('what the system said stands within the sentence, of several addresses too', () => {
    const refused = (address: string) =>
      Object.assign(new Error(`connect ECONNREFUSED ${address}`), { code: 'ECONNREFUSED' });
    assert.equal(troubleText(refused('::1:1')), 'The database does not answer (connect ECONNREFUSED ::1:1).');
    const both = Object.assign(new AggregateError([refused('::1:1'), refused('127.0.0.1:1')]), {
      code: 'ECONNREFUSED',
    });
    assert.equal(
      troubleText(both),
      'The database does not answer (connect ECONNREFUSED ::1:1, connect ECONNREFUSED 127.0.0.1:1).',
    );
    const issuer = Object.assign(new Error('unable to get local issuer certificate'), {
      code: 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    });
    assert.match(
      troubleText(issuer),
      /is not trusted \(unable to get local issuer certificate\)\. Set sslrootcert in the database URL .*authority\.$/,
    );
  });

  test('a mistake of the program is no trouble of the store', async () => {
    assert.equal(storeTrouble(await fail('select nonesuch')), undefined);
  });

  test('a connection that fails since the disk is full says so', () => {
    const own = { code: 'XX000', severity: 'FATAL', file: 'relcache.c', routine: 'write_item' };
    const error = Object.assign(new Error('could not write init file'), own);
    assert.equal(storeTrouble(error)?.kind, 'full');
    assert.equal(storeTrouble(Object.assign(error, { file: 'heapam.c' })), undefined, 'others are mistakes');
  });

  test('a file of the disk that is gone still is', () => {
    const error = Object.assign(new Error('could not open file "base/5/16384"'), { code: '58P01', file: 'md.c' });
    assert.equal(storeTrouble(error)?.kind, 'disk');
  });
});

test('what an error says already is not said again around it', () => {
  const lost = new Error('Connection terminated unexpectedly');
  const line = 'Cannot use the PostgreSQL database: The database does not answer (Connection terminated unexpectedly).';
  assert.equal(troubleText(lost), 'The database does not answer (Connection terminated unexpectedly).');
  assert.equal(troubleText(new Error(line, { cause: lost })), line);
  assert.equal(troubleText(fileGone()), storeTrouble(fileGone())?.text);
});
