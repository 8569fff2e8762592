import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { TestApp } from '../../../test/support/app.ts';
import { addUser } from '../../../test/support/people.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteApp } from '../../../test/support/suite.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { noteBackup } from '../../coordination/last-backup.ts';
import { DAY_MS, HOUR_MS } from '../../kernel/durations.ts';
import { createLogger } from '../../kernel/log.ts';
import { backsUpItself } from '../../storage/dialect.ts';
import { tellOfBackups } from './tell.ts';

const links = { healthUrl: () => 'https://mail.example.test/app/settings/health' };

eachEngine('what is told of backups', (engine) => {
  const opened = suiteApp(engine);
  let app: TestApp;
  before(async () => {
    app = opened();
    await addUser(app, { email: 'ann@example.com', isOperator: true });
    await addUser(app, { email: 'bert@example.com', isOperator: true, language: 'de' });
    await addUser(app, { email: 'olga@example.com' }); // an owner, and no operator
  });

  const told = async (dataDir: string | undefined) => {
    const lines: string[] = [];
    const log = createLogger('info', { write: (line) => void lines.push(line) });
    const { db, clock } = app;
    await tellOfBackups({ db, clock, log, links, dataDir });
    const mails = await db.selectFrom('email').select(['to_email', 'subject', 'plain_text']).orderBy('id').execute();
    await db.deleteFrom('email').execute();
    const logged = lines.map((line) => JSON.parse(line) as Record<string, string>);
    return { mails, to: mails.map(({ to_email, subject }) => `${to_email}: ${subject}`), logged };
  };
  const isTold = () => !backsUpItself(app.db);

  test('a failure is told once, by mail at most once a day; a good one ends it, and an old one is told', async (t) => {
    const dataDir = temporaryFolder(t, 'told');
    const { clock } = app;
    assert.deepEqual((await told(undefined)).logged, []);
    assert.deepEqual((await told(dataDir)).logged, [], 'nobody has begun to make backups');
    const fail = (reason: string) =>
      noteBackup(dataDir, { failed: { at: clock.now(), file: '/backup/night.mailwright', reason } });
    fail('There is no folder /backup.');
    const first = await told(dataDir);
    if (!isTold()) return assert.deepEqual([first.to, first.logged], [[], []], 'its own tools make its backups');
    assert.deepEqual(first.to, [
      'ann@example.com: A backup of Mailwright failed',
      'bert@example.com: Eine Sicherung von Mailwright ist fehlgeschlagen',
    ]);
    const text = first.mails[0]?.plain_text ?? '';
    assert.ok(text.includes('There is no folder /backup.') && text.includes(links.healthUrl()), text);
    const lines = first.logged.map(({ event, level, reason, file, at }) => [event, level, reason, file, at]);
    const at = new Date(clock.now()).toISOString();
    const file = '/backup/night.mailwright';
    assert.deepEqual(lines, [['backup.failed', 'error', 'There is no folder /backup.', file, at]]);

    const second = await told(dataDir);
    assert.deepEqual([second.to, second.logged], [[], []]);
    clock.forward(HOUR_MS);
    fail('the disk there is full');
    const hourly = await told(dataDir);
    assert.deepEqual([hourly.to, hourly.logged.map(({ reason }) => reason)], [[], ['the disk there is full']]);
    clock.forward(DAY_MS);
    fail('the disk there is full');
    assert.equal((await told(dataDir)).to.length, 2, 'the next day');

    noteBackup(dataDir, { good: { at: clock.now(), file } });
    clock.forward(48 * HOUR_MS);
    assert.deepEqual((await told(dataDir)).logged, []);
    clock.forward(1);
    const late = await told(dataDir);
    assert.equal(late.to[0], 'ann@example.com: Mailwright has not been backed up for two days');
    assert.deepEqual(
      late.logged.map(({ event }) => event),
      ['backup.late'],
    );
    clock.forward(DAY_MS);
    assert.deepEqual((await told(dataDir)).logged, []);
  });
});
