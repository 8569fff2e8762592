// `npx mailwright doctor` beside a running server, after its end, and without one.
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { markFile, writeMark } from '../../src/delivery/high-water/mark-file.ts';
import type { Finding } from '../../src/reports/doctor/finding.ts';
import { runProcess } from '../support/command-process.ts';
import { processEnvironment, type ServerSettings } from '../support/server-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';
import { DATABASES, install } from './sending.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

async function doctor(environment: Record<string, string>, ...args: string[]) {
  const { promise, resolve } = Promise.withResolvers<{ code: number; out: string }>();
  const env = { ...processEnvironment(), ...environment };
  execFile(process.execPath, [MAIN, 'doctor', ...args], { env }, (error, out) => {
    resolve({ code: typeof error?.code === 'number' ? error.code : 0, out });
  });
  return promise;
}

/** The findings that are not good, as `check: state`. */
async function findingsOf(environment: Record<string, string>) {
  const { code, out } = await doctor(environment, '--json');
  const { status, findings } = JSON.parse(out) as { status: string; findings: Finding[] };
  const bad = findings.filter(({ state }) => state !== 'good');
  for (const finding of findings) assert.equal(finding.advice === null, finding.state === 'good', finding.text);
  return { code, status, findings, bad: bad.map(({ check, state }) => `${check}: ${state}`) };
}

function environmentOf({ dataDir, port, smtpUrl, databaseUrl }: ServerSettings): Record<string, string> {
  return {
    MAILWRIGHT_DATA_DIR: dataDir,
    MAILWRIGHT_PORT: String(port),
    MAILWRIGHT_BASE_URL: `http://127.0.0.1:${port}`,
    MAILWRIGHT_SMTP_URL: smtpUrl,
    ...(databaseUrl !== undefined && { MAILWRIGHT_DATABASE_URL: databaseUrl }),
  };
}

/** What every installation on one machine that is new has to be told. */
const NEW = ['domains: warning', 'base-url: warning', 'return-path: warning'];

for (const database of DATABASES) {
  test(`what is wrong with an installation, on ${database}`, { timeout: 600_000 }, async (t) => {
    const { settings, start } = await install(t, database);
    const environment = environmentOf(settings);
    const server = await start();
    await until('all is well', async () => (await findingsOf(environment)).code === 0);
    const running = await findingsOf(environment);
    assert.equal(running.status, 'warning');
    const backup = database === 'sqlite' ? ['backup: warning'] : []; // a server's own tools make them
    assert.deepEqual(running.bad, [...backup, ...NEW]);
    const relay = running.findings.find(({ check }) => check === 'relays');
    assert.match(relay?.text ?? '', /^The configured relay, .*: ok: /);

    const { MAILWRIGHT_SMTP_URL = '', ...others } = environment;
    const nowhere = await findingsOf({ ...others, MAILWRIGHT_SMTP_URL: MAILWRIGHT_SMTP_URL.replace(/:\d+/, ':9') });
    assert.equal(nowhere.code, 1);
    assert.deepEqual(nowhere.bad, [...backup, 'relays: wrong', ...NEW]);

    await server.end('SIGTERM');
    const ended = await findingsOf(environment);
    assert.equal(ended.status, 'wrong');
    assert.equal(ended.code, 1);
    const [domains, ...more] = NEW;
    const around = [more[0], 'base-url: wrong', more[1]];
    assert.deepEqual(ended.bad, [...backup, 'clock: wrong', 'workers: wrong', domains, ...around]);

    const { code, out } = await doctor(environment);
    assert.equal(code, 1);
    assert.match(
      out,
      /^✗ workers {7}Nothing is being sent: no worker is running\.\n {16}→ Start a server with the role worker/m,
    );
    assert.match(out, new RegExp(`\\nWrong: 3\\. Warnings: ${3 + backup.length}\\.\\n$`));
  });
}

const FAILED = 'The last backup failed: npx mailwright doctor says why.';

test('a backup that failed is told by doctor, Health and metrics until one is made', {
  timeout: 600_000,
}, async (t) => {
  const { settings, start } = await install(t, 'sqlite');
  const { dataDir } = settings;
  const environment = environmentOf(settings);
  const server = await start();
  const base = environment['MAILWRIGHT_BASE_URL'] ?? '';
  const told = async () => {
    const { findings } = await findingsOf(environment);
    const metrics = await (await fetch(`${base}/metrics`)).text();
    const failed = /^mailwright_backup_failed (\d)$/m.exec(metrics)?.[1];
    const good = /^mailwright_backup_timestamp_seconds (.*)$/m.exec(metrics)?.[1];
    return { finding: findings.find(({ check }) => check === 'backup'), failed, good };
  };
  // What it says is looked at once a second.
  const isWarned = async () => (await (await fetch(`${base}/readyz`)).text()).includes(FAILED);
  const before = await told();
  assert.deepEqual([before.finding?.code, before.failed, before.good], ['backup-none', undefined, undefined]);

  const folder = temporaryFolder(t, 'backups');
  const nowhere = join(folder, 'unmounted', 'night.mailwright');
  const backup = (file: string) => runProcess(['backup', file], { environment: { MAILWRIGHT_DATA_DIR: dataDir } });
  assert.equal((await backup(nowhere)).code, 1);
  const failed = await told();
  assert.match(
    failed.finding?.text ?? '',
    /^The backup from \d{4}-\d\d-\d\d \d\d:\d\d UTC failed: There is no folder .*unmounted\.$/,
  );
  assert.match(failed.finding?.advice ?? '', /No good backup is known\.$/);
  await until('it is a warning', isWarned);
  assert.deepEqual([failed.failed, failed.good], ['1', undefined]);
  const ofHealth = await server.call('POST', '/installation/examination', { check: 'backup' });
  assert.match(JSON.stringify(ofHealth.body), /"code":"backup-failed".*There is no folder .*unmounted/);

  const file = join(folder, 'night.mailwright');
  assert.deepEqual([(await backup(file)).code, statSync(join(dataDir, 'last-backup.json')).mode & 0o777], [0, 0o600]);
  const made = await told();
  assert.deepEqual([made.finding?.state, made.finding?.values['file'], made.failed], ['good', file, '0']);
  assert.ok(Math.abs(Number(made.good) - Date.now() / 1_000) < 3_600);
  await until('it is none any more', async () => !(await isWarned()));
  assert.equal((await backup(file)).code, 1); // it exists
  const again = await told();
  assert.match(again.finding?.text ?? '', / failed: .*night\.mailwright exists\./);
  assert.ok(again.finding?.advice?.endsWith(`: ${file}`), 'the last good one is named');
  assert.deepEqual([again.failed, again.good], ['1', made.good]);
});

test('a data folder that is open to others is told at the start and by doctor, with what mends it', {
  timeout: 600_000,
}, async (t) => {
  const { settings, start } = await install(t, 'sqlite');
  const environment = environmentOf(settings);
  await (await start()).end('SIGTERM');
  const { dataDir } = settings;
  const secret = join(dataDir, 'secret');
  chmodSync(dataDir, 0o777);
  chmodSync(secret, 0o666);
  const server = await start();
  const folderText = `Others can add files to the data folder and remove them: ${dataDir} (mode 0777).`;
  const fileText = `Others can read or change files in the data folder: ${secret} (mode 0666).`;
  for (const line of [`${folderText} To fix it: chmod 700 ${dataDir}`, `${fileText} To fix it: chmod 600 ${secret}`])
    assert.ok(server.output().includes(`\n${line}\n`) || server.output().startsWith(`${line}\n`), line);
  assert.match(server.output(), /"level":"warn".*"event":"data\.open"/);
  const toldBy = async () =>
    (await findingsOf(environment)).findings
      .filter(({ check }) => check === 'configuration')
      .map(({ state, code, text, advice }) => [state, code, text, advice]);
  assert.deepEqual(await toldBy(), [
    ['warning', 'folder-open', folderText, `chmod 700 ${dataDir}`],
    ['warning', 'files-open', fileText, `chmod 600 ${secret}`],
  ]);
  spawnSync('sh', ['-c', `chmod 700 ${dataDir}; chmod 600 ${secret}`]);
  assert.deepEqual(await toldBy(), []);
});

test('a configuration that cannot be, and a store that is not there, are findings', { timeout: 600_000 }, async (t) => {
  const dataDir = temporaryFolder(t, 'doctor');
  const wrong = await findingsOf({ MAILWRIGHT_DATA_DIR: dataDir, MAILWRIGHT_PORT: 'x', MAILWRIGHT_WORKERS: '0' });
  assert.equal(wrong.code, 1);
  assert.deepEqual(wrong.bad, ['configuration: wrong', 'configuration: wrong']);
  assert.match(wrong.findings[0]?.text ?? '', /^MAILWRIGHT_PORT: /);
  const absent = await findingsOf({ MAILWRIGHT_DATA_DIR: join(dataDir, 'nothing') });
  assert.equal(absent.code, 1);
  assert.deepEqual(absent.bad, ['store: wrong']);
});

test('a store that is gone, empty or damaged is told with the way back, by doctor and other commands', async (t) => {
  const environment = { MAILWRIGHT_DATA_DIR: temporaryFolder(t, 'doctor') };
  const dataDir = environment.MAILWRIGHT_DATA_DIR;
  const file = join(dataDir, 'mailwright.db');
  writeMark(markFile(dataDir), { uid: 'm', n: 5, went_back: 0, store: 'file', clean: true });
  const said = async () => {
    const { findings, bad } = await findingsOf(environment);
    assert.deepEqual(bad, ['store: wrong']);
    const { code, err } = await runProcess(['customer', 'list'], { environment });
    assert.deepEqual([code, err], [1, `${findings[0]?.text}\n`]);
    return err;
  };
  assert.match(await said(), /^The database of the folder .* is gone: .*Put it back, or restore a backup/);
  writeFileSync(file, '');
  assert.match(await said(), /^The database of the folder .* is empty: .*Put it back, or restore a backup/);
  writeFileSync(file, 'no page of a store '.repeat(400));
  const line = `The SQLite database in ${dataDir} cannot be used: The database file is damaged, or is not a SQLite file (file is not a database). Stop the servers, keep a copy of the data folder, and restore the last backup into another folder (docs/backup.md). The folder is set by MAILWRIGHT_DATA_DIR.\n`;
  assert.equal(await said(), line);
  writeMark(markFile(dataDir), { uid: 'm', n: 5, went_back: 0, store: '7123', clean: true });
  rmSync(file);
  assert.match(await said(), /PostgreSQL database, but MAILWRIGHT_DATABASE_URL is not set\. Set it as before\./);
});
