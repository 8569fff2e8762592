// Moves between folders: what is refused, what was changed meanwhile, and the way back.
import assert from 'node:assert/strict';
import fs, { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { fillStore, SECRET } from '../../../test/support/moving.ts';
import { registerWorker, removeLease } from '../../coordination/lease.ts';
import { systemClock } from '../../kernel/clock.ts';
import { openStore } from '../../storage/db.ts';
import { findMoveMarks } from '../../storage/moving/marks.ts';
import { moveStore, takeBack } from './move.ts';
import { nameOf, type Place, parsePlace } from './place.ts';

const steps = () => () => undefined;

suite('a move in folders', () => {
  const place = mkdtempSync(join(tmpdir(), 'mailwright-move-'));
  const folder = (name: string): Place => ({ databaseUrl: undefined, dataDir: join(place, name) });
  const move = (from: string, to: string, more = {}) =>
    moveStore({ from: folder(from), to: folder(to), secret: SECRET, startsOver: false, ...more }, systemClock, steps);
  const filled = async (name: string) => {
    const store = await openStore({ dataDir: folder(name).dataDir });
    const made = await fillStore(store.db);
    await store.close();
    return made;
  };
  after(() => rmSync(place, { recursive: true, force: true }));

  test('where it may go, and what is refused', async () => {
    await filled('one');
    await filled('other');
    await assert.rejects(move('none', 'new'), /contains no database/);
    await assert.rejects(move('one', 'other'), /already contains a database/);
    await assert.rejects(
      move('one', 'new', { secret: 'another secret, long enough for this test' }),
      /another secret than this command/,
    );
    const store = await openStore({ dataDir: folder('one').dataDir });
    const lease = await registerWorker(store.db);
    await assert.rejects(move('one', 'new'), /A server uses sqlite:.*Stop all servers first/);
    await removeLease(store.db, lease);
    assert.deepEqual(await findMoveMarks(store.db), { source: undefined, target: undefined });
    await store.close();
    assert.deepEqual(parsePlace('sqlite:///srv/data').dataDir, '/srv/data');
    assert.deepEqual(parsePlace('sqlite:data').dataDir, 'data');
    assert.deepEqual(parsePlace('./data').dataDir, './data');
    assert.equal(nameOf(parsePlace('postgres://me:secret@db/name')), 'postgres://me@db/name');
    for (const text of ['mysql://a/b', 'sqlite:', './data/mailwright.db', 'data', 'take-back'])
      assert.throws(() => parsePlace(text), /neither|URL|Give the folder/, text);
    for (const url of ['postgre://me:secret@db/name', 'mysql://me:secret@db', 'me:secret@db'])
      assert.throws(
        () => parsePlace(url),
        (error: Error) => /is neither/.test(error.message) && !error.message.includes('secret'),
      );
    assert.throws(() => parsePlace('take-back'), /Did you mean --take-back\?$/);
  });

  test('a target that was changed meanwhile is found out, and begun anew', async () => {
    const { campaignId } = await filled('first');
    const failing = () => (done: number, total: number) => {
      if (done >= total) throw new Error('cut off');
    };
    const from = folder('first');
    const to = folder('half');
    await assert.rejects(moveStore({ from, to, secret: SECRET, startsOver: false }, systemClock, failing), /cut off/);
    await assert.rejects(openStore({ dataDir: from.dataDir }), /This database is moving to sqlite:.*half/);
    await assert.rejects(
      openStore({ dataDir: to.dataDir }),
      /A move from sqlite:.*first into this database is not complete/,
    );
    await assert.rejects(move('first', 'elsewhere'), /is moving to .*half\. Use that target, or take it back/);
    const half = await openStore({ dataDir: to.dataDir, whileMoving: true });
    await half.db.updateTable('message').set({ reply: 'altered' }).where('campaign_id', '=', campaignId).execute();
    await half.close();
    await assert.rejects(
      move('first', 'half'),
      /The two databases differ: message \(\d+ rows, \d+ at the target\).*--start-over/,
    );
    await move('first', 'half', { startsOver: true });
    await assert.rejects(move('first', 'half', { startsOver: true }), /All of this database is already at/);
    const moved = await openStore({ dataDir: to.dataDir });
    assert.equal((await moved.db.selectFrom('message').selectAll().execute()).length, 1);
    await moved.close();
  });

  test('beginning anew is cut off at any file, and done again', async (t) => {
    await filled('cut');
    const from = folder('cut');
    writeFileSync(join(from.dataDir, 'secret'), `${SECRET}\n`);
    const to = folder('target');
    const failing = () => (done: number, total: number) => {
      if (done >= total) throw new Error('cut off');
    };
    await assert.rejects(
      moveStore({ from, to, secret: undefined, startsOver: false }, systemClock, failing),
      /cut off/,
    );
    const remove = fs.rmSync;
    let left = 0;
    t.mock.method(fs, 'rmSync', (path: string, options: object) => {
      if (path.startsWith(`${to.dataDir}/`) && !/\.\d+$/.test(path) && left-- === 0) throw new Error('killed');
      remove(path, options);
    });
    syncBuiltinESMExports();
    try {
      const again = () => moveStore({ from, to, secret: undefined, startsOver: true }, systemClock, failing);
      for (const files of [0, 1]) {
        left = files;
        await assert.rejects(again(), /killed/, `after ${files} files`);
        assert.equal(existsSync(join(to.dataDir, 'mailwright.db')), true);
      }
    } finally {
      t.mock.restoreAll();
      syncBuiltinESMExports();
    }
    await moveStore({ from, to, secret: undefined, startsOver: true }, systemClock, steps);
    assert.equal(existsSync(join(to.dataDir, 'secret')), true);
  });

  test('it is taken back: nothing is sent that the other one may have sent', async () => {
    await filled('a');
    await assert.rejects(takeBack(folder('a'), systemClock), /has not moved/);
    await move('a', 'b');
    const { held } = await takeBack(folder('a'), systemClock);
    assert.deepEqual([held?.paused, held?.inFlight, held?.mails], [1, 2, 1]);
    const store = await openStore({ dataDir: folder('a').dataDir });
    const { status } = await store.db
      .selectFrom('campaign')
      .select('status')
      .where('type', '=', 'regular')
      .executeTakeFirstOrThrow();
    assert.equal(status, 'paused');
    await store.close();
    const other = await openStore({ dataDir: folder('b').dataDir });
    assert.equal(
      (await other.db.selectFrom('campaign').select('status').where('type', '=', 'regular').executeTakeFirstOrThrow())
        .status,
      'sending',
    );
    await other.close();
  });
});
