// Files of backups: what is in one, and which are refused.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { holdServing, noteOpened } from '../coordination/serving.ts';
import { markFile, refuseLostStore, writeMark } from '../delivery/high-water/mark-file.ts';
import { systemClock } from '../kernel/clock.ts';
import { HOUR_MS } from '../kernel/durations.ts';
import { settingsOf } from '../relays/in-force.ts';
import { inTransaction, openStore } from '../storage/db.ts';
import { markSource } from '../storage/moving/marks.ts';
import { openTurnstile } from '../storage/sqlite/lock.ts';
import { readBackup } from './contents.ts';
import { restoreBackup } from './restore.ts';
import { takeBackup } from './take.ts';

const SECRET = 'a secret of the test, long enough for it';
const steps = () => () => undefined;

suite('files of backups', () => {
  const place = mkdtempSync(join(tmpdir(), 'mailwright-backup-'));
  const dataDir = join(place, 'data');
  const file = join(place, 'whole.mailwright');
  const request = { file, dataDir, secret: undefined, version: '1.2.3', variables: ['MAILWRIGHT_PORT'] };
  const restoring = { file, version: '1.2.3', secret: undefined };
  let made = 0;
  const emptyFolder = () => {
    made += 1;
    return join(place, `new-${made}`);
  };

  before(async () => {
    const store = await openStore({ dataDir });
    const inForce = settingsOf({ baseUrl: 'http://127.0.0.1', secret: SECRET });
    await store.db
      .insertInto('setting')
      .values({ name: 'in-force', value: JSON.stringify(inForce) })
      .execute();
    await store.close();
    writeFileSync(join(dataDir, 'secret'), `${SECRET}\n`);
    await takeBackup(request, systemClock, steps);
  });
  after(() => rmSync(place, { recursive: true, force: true }));

  const restore = (more: object = {}) => {
    const target = { ...restoring, dataDir: emptyFolder(), ...more };
    return restoreBackup(target, systemClock, () => undefined).then(() => target.dataDir);
  };

  test('what killed ones left beside it under other names is cleared, and nothing else', async () => {
    const folder = join(place, 'nightly');
    const old = new Date(Date.now() - 2 * HOUR_MS);
    const leave = (name: string, files: readonly string[], at = old) => {
      mkdirSync(join(folder, name), { recursive: true });
      for (const one of files) {
        const path = join(folder, name, one);
        writeFileSync(path, '');
        utimesSync(path, at, at);
      }
    };
    const whole = ['lock', 'secret', 'mailwright.db', 'mailwright.db-wal', 'archive'];
    leave('killed.mailwright.part', whole);
    leave('runs.mailwright.part', whole);
    leave('recent.mailwright.part', whole, new Date());
    leave('other.part', [...whole, 'letter.txt']);
    leave('no-lock.part', ['secret']);
    leave('killed.mailwright', whole);
    writeFileSync(join(folder, 'dump.part'), '');
    const running = openTurnstile(join(folder, 'runs.mailwright.part', 'lock'));
    running.enter();
    try {
      await takeBackup({ ...request, file: join(folder, 'today.mailwright') }, systemClock, steps);
    } finally {
      running.close();
    }
    assert.deepEqual(readdirSync(folder).sort(), [
      'dump.part',
      'killed.mailwright',
      'no-lock.part',
      'other.part',
      'recent.mailwright.part',
      'runs.mailwright.part',
      'today.mailwright',
    ]);
    assert.deepEqual(readdirSync(join(folder, 'runs.mailwright.part')).sort(), [...whole].sort());
  });

  test('none is made of a store of a newer version, which is said without a word of restoring', async () => {
    const newer = emptyFolder();
    const store = await openStore({ dataDir: newer });
    await store.db.insertInto('migration').values({ name: '9999-tomorrow', applied_at: 0, fingerprint: '' }).execute();
    await store.close();
    const target = join(place, 'of-newer.mailwright');
    await assert.rejects(takeBackup({ ...request, file: target, dataDir: newer }, systemClock, steps), {
      message:
        'No backup was made: the database was written by a newer version of Mailwright (it has 9999-tomorrow). Make it with that version.',
    });
    assert.equal(existsSync(target), false);
  });

  test('none is made of a store that has moved, or is empty', async () => {
    const moved = join(place, 'moved');
    const store = await openStore({ dataDir: moved });
    const mark = { uid: 'm', state: 'moved', other: 'sqlite:/srv/new', at: 1 } as const;
    await inTransaction(store.db, (tx) => markSource(tx, mark));
    await store.close();
    const other = join(place, 'moved.mailwright');
    await assert.rejects(
      takeBackup({ ...request, dataDir: moved, file: other, secret: SECRET }, systemClock, steps),
      /^AppError: No backup was made\. This database has moved to sqlite:\/srv\/new/,
    );
    const empty = join(place, 'empty');
    mkdirSync(empty);
    writeFileSync(join(empty, 'mailwright.db'), '');
    await assert.rejects(openStore({ dataDir: empty, isThere: true }), /mailwright\.db is empty/);
    await assert.rejects(
      takeBackup({ ...request, dataDir: empty, file: other, secret: SECRET }, systemClock, steps),
      /empty\/mailwright\.db is empty/,
    );
    assert.equal(existsSync(other), false);
  });

  test('a folder whose store is gone or empty is not begun anew in silence', () => {
    const lost = join(place, 'lost');
    mkdirSync(lost);
    refuseLostStore(lost);
    writeMark(markFile(lost), { uid: 'm', n: 5, went_back: 0, store: '7123', clean: true });
    assert.throws(() => refuseLostStore(lost), /PostgreSQL database, but MAILWRIGHT_DATABASE_URL is not set\./);
    writeMark(markFile(lost), { uid: 'm', n: 5, went_back: 0, store: 'file', clean: true });
    assert.throws(() => refuseLostStore(lost), /is gone: .*mailwright\.db\. Put it back.*remove .*high-water\.json/);
    writeFileSync(join(lost, 'mailwright.db'), '');
    assert.throws(() => refuseLostStore(lost), /is empty: /);
    writeFileSync(join(lost, 'mailwright.db'), 'x');
    refuseLostStore(lost);
  });

  test('any tar lists and unpacks one', (t) => {
    const tar = join(place, 'whole.tar');
    writeFileSync(tar, zstdDecompressSync(readFileSync(file)));
    const { status, stdout, stderr, error } = spawnSync('tar', ['-tf', tar], { encoding: 'utf8' });
    if (error) return t.skip('there is no tar here');
    assert.deepEqual([status, stderr], [0, '']);
    assert.deepEqual(stdout.trim().split('\n'), ['manifest.json', 'secret', 'high-water.json', 'mailwright.db']);
  });

  test('one that was cut off or altered is refused, wherever; nothing is left of it', async () => {
    const whole = readFileSync(file);
    const damaged = join(place, 'damaged.mailwright');
    const places = Array.from({ length: 40 }, (_, n) => 4 + Math.floor((n * (whole.length - 5)) / 39));
    const trials: [string, Uint8Array][] = places.flatMap((at) => {
      const altered = Buffer.from(whole);
      altered[at] = (altered[at] ?? 0) ^ 0x55;
      return [
        [`altered at ${at}`, altered],
        [`cut off at ${at}`, whole.subarray(0, at)],
      ];
    });
    trials.push(['one byte less', whole.subarray(0, -1)]);
    trials.push(['one byte more', Buffer.concat([whole, Buffer.from('x')])]);
    trials.push(['twice', Buffer.concat([whole, whole])]);
    const plain = zstdDecompressSync(whole);
    plain[plain.length - 5_000] = 1;
    trials.push(['altered inside', zstdCompressSync(plain)]);
    const read = async (path: string) => {
      const contents: Buffer[] = [];
      await readBackup(path, '1.2.3', async (_file, content) => {
        contents.push(Buffer.concat(await Array.fromAsync(content)));
      });
      return Buffer.concat(contents);
    };
    const same = await read(file);
    let refused = 0;
    for (const [what, bytes] of trials) {
      writeFileSync(damaged, bytes);
      try {
        // Compressed bytes have some bits that mean nothing.
        assert.ok((await read(damaged)).equals(same) && what.startsWith('altered at'), what);
      } catch (error) {
        refused += 1;
        assert.equal((error as { code?: unknown }).code, 'bad_request', what);
        assert.match(
          (error as Error).message,
          /damaged\.mailwright is damaged, cut off or altered.*Take another backup/,
        );
      }
    }
    assert.ok(refused >= trials.length - 3, `${refused} of ${trials.length}`);
    truncateSync(damaged, 30_000);
    const folder = emptyFolder();
    await assert.rejects(restore({ file: damaged, dataDir: folder }), /is damaged/);
    assert.ok(!existsSync(folder), 'the folder that it made is gone too');
    writeFileSync(damaged, 'PK, and no backup');
    await assert.rejects(restore({ file: damaged }), /is not a backup of Mailwright/);
    await assert.rejects(
      restore({ file: join(place, 'none') }),
      /The file .*none cannot be read: there is no such file\.$/,
    );
    await assert.rejects(restore({ file: place }), /cannot be read: it is not a file\.$/);
  });

  test('one of a newer program is refused', async () => {
    const text = () => zstdDecompressSync(readFileSync(file));
    await assert.rejects(
      restore({ version: '1.2.2' }),
      /written by a newer version of Mailwright, 1\.2\.3; this is 1\.2\.2/,
    );
    await assert.rejects(restore({ version: '0.9.9' }), /newer version/);
    const altered = join(place, 'newer.mailwright');
    for (const [is, becomes] of [
      ['"format": 1,', '"format": 2,'],
      ['"0001-schema"', '"0002-schema"'],
    ] as const) {
      writeFileSync(altered, zstdCompressSync(Buffer.from(text().toString('latin1').replace(is, becomes), 'latin1')));
      await assert.rejects(restore({ file: altered }), /newer version/);
    }
    for (const version of ['1.2.3', '1.2.4', '1.10.0', '2.0.0']) await restore({ version });
  });

  test('a folder that holds something is refused, and stays as it is', async () => {
    const folder = await restore();
    assert.equal(readFileSync(join(folder, 'secret'), 'utf8'), `${SECRET}\n`);
    const names = readdirSync(folder).sort();
    await assert.rejects(restore({ dataDir: folder }), /is not empty \(high-water\.json, mailwright\.db, secret\)/);
    assert.deepEqual(readdirSync(folder).sort(), names);
  });

  test('the secret must be the one that the server has', async () => {
    const another = { secret: 'another secret, long enough for this test' };
    const taken = { ...request, ...another, file: join(place, 'other.mailwright') };
    await assert.rejects(takeBackup(taken, systemClock, steps), /another secret than this command/);
    await assert.rejects(restore(another), /MAILWRIGHT_SECRET is set to another secret/);
    await restore({ secret: SECRET });
    await assert.rejects(
      takeBackup({ ...taken, dataDir: join(place, 'nowhere') }, systemClock, steps),
      /There is no folder/,
    );
    assert.ok(!readdirSync(place).some((name) => name.startsWith('other')));
  });

  test('a store that is damaged is not backed up', async () => {
    const folder = await restore();
    const store = join(folder, 'mailwright.db');
    const bytes = readFileSync(store);
    for (let page = 3; page < bytes.length / 4_096; page += 1) bytes.fill(0x55, page * 4_096, page * 4_096 + 100);
    writeFileSync(store, bytes);
    const damaged = { ...request, dataDir: folder, file: join(place, 'damaged-store.mailwright') };
    await assert.rejects(takeBackup(damaged, systemClock, steps), /damaged|malformed/);
    assert.ok(!readdirSync(place).some((name) => name.startsWith('damaged-store')));
  });

  test('a store whose log is missing, or that was replaced under a server, is not backed up', async () => {
    const folder = await restore();
    const file = join(place, 'torn.mailwright');
    const take = () => takeBackup({ ...request, dataDir: folder, file }, systemClock, steps);
    const index = join(folder, 'mailwright.db-shm');
    writeFileSync(index, 'x');
    await assert.rejects(take(), /mailwright\.db-wal with the latest changes of the database is missing/);
    rmSync(index);
    const release = await holdServing(folder, ['worker']);
    noteOpened(folder);
    const store = join(folder, 'mailwright.db');
    const bytes = readFileSync(store);
    renameSync(store, `${store}.former`);
    writeFileSync(store, bytes);
    await assert.rejects(take(), /was replaced while a server is running/);
    assert.deepEqual([readFileSync(store).equals(bytes), existsSync(file)], [true, false]);
    release();
    await take();
  });
});
