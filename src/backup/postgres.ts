// What to do about backups where the store is on PostgreSQL, whose own tools make them.
import { withoutPassword } from '../storage/postgres/address.ts';

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * @param file where the backup was to go
 * @param hasSecret whether the secret is in the configuration, not in the database
 */
export function dumpAdvice(file: string, databaseUrl: string, hasSecret: boolean): string[] {
  return [
    'No backup was made: the database is on PostgreSQL. Make a dump with its own tools, while servers run:',
    `  pg_dump --format=custom --file=${quoted(file)} ${quoted(withoutPassword(databaseUrl))}`,
    'It asks for the password, or reads it from ~/.pgpass. To lose less than a day, archive the write-ahead log (pg_basebackup, or pgBackRest, WAL-G).',
    hasSecret
      ? 'The secret is not in the database: keep MAILWRIGHT_SECRET with the dump, along with all other settings.'
      : 'The secret is in the database, and so in the dump; keep the settings along with it.',
    'docs/backup.md describes the complete restore, and what happens to messages that were in flight.',
  ];
}

export function loadAdvice(file: string, databaseUrl: string): string[] {
  return [
    'Nothing was restored: the database is on PostgreSQL. Load a dump into an empty database, while no server runs:',
    `  pg_restore --no-owner --single-transaction --dbname=${quoted(withoutPassword(databaseUrl))} ${quoted(file)}`,
    'Workers notice that the database went back in time: campaigns in progress are paused. See docs/backup.md.',
    'To restore a backup of a SQLite database, unset MAILWRIGHT_DATABASE_URL.',
  ];
}
