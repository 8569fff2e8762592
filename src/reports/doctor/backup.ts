// Whether backups are made of a store in a file.
import { backupTrouble, readLastBackup } from '../../coordination/last-backup.ts';
import { minuteText } from '../../kernel/clock.ts';
import { backsUpItself } from '../../storage/dialect.ts';
import { type Examined, type Finding, good, warning } from './finding.ts';

const NIGHTLY = 'Set up a nightly backup: docs/backup.md.';

/** What came of the last one; nothing is said of a server, whose own tools make them. */
export async function checkBackup({
  db,
  dataDir,
  clock,
}: Pick<Examined, 'db' | 'dataDir' | 'clock'>): Promise<Finding[]> {
  if (backsUpItself(db)) return [];
  const last = readLastBackup(db, dataDir);
  const trouble = backupTrouble(last, clock.now());
  if (trouble?.kind === 'failed') {
    const { reason } = trouble;
    const at = iso(trouble.at);
    const text = `The backup from ${minuteText(trouble.at)} failed: ${reason}`;
    const before = last?.good;
    const advice = before
      ? `Fix it, then make a backup: npx mailwright backup <file>. The last good one is from ${minuteText(before.at)}: ${before.file}`
      : 'Fix it, then make a backup: npx mailwright backup <file>. No good backup is known.';
    const values = { at, reason, ...(before && { good_at: iso(before.at), file: before.file }) };
    return [warning('backup', ['backup-failed', text, values], advice)];
  }
  if (!last?.good) {
    const text = 'No backup of this database is known: npx mailwright backup has not made one.';
    return [
      warning(
        'backup',
        ['backup-none', text],
        `${NIGHTLY} You do not need one if you back up the disk in another way.`,
      ),
    ];
  }
  const { at, file } = last.good;
  const values = { at: iso(at), file };
  const text = `The last backup is from ${minuteText(at)}: ${file}`;
  if (!trouble) return [good('backup', ['backup-good', text, values])];
  const advice = `No backup has run since, not even a failed one: check whether the timer is running. ${NIGHTLY}`;
  return [warning('backup', ['backup-late', text, values], advice)];
}

const iso = (at: number) => new Date(at).toISOString();
