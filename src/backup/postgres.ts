// What to do about backups where the store is on PostgreSQL, whose own tools make them.
import { withoutPassword } from '../storage/postgres/address.ts';

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * @param file where the backup was to go
 * @param hasSecret whether the secret is in the configuration, not in the database
 */
export function dumpAdvice(file: string, databaseUrl: string, hasSecret: boolean): string[] {
  return [
    'No backup was made: the store is on PostgreSQL, whose own tools do that, beside servers that run. A dump:',
    `  pg_dump --format=custom --file=${quoted(file)} ${quoted(withoutPassword(databaseUrl))}`,
    'It asks for the password, or takes it from ~/.pgpass. To lose less than a day, archive the write-ahead log (pg_basebackup, or pgBackRest, WAL-G).',
    hasSecret
      ? 'The secret is not in the database: keep MAILWRIGHT_SECRET with the dump, as all other settings.'
      : 'The secret is in the database, and so in the dump; keep the settings with it.',
    'docs/backup.md has the whole way back, and what becomes of messages that were in flight.',
  ];
}

export function loadAdvice(file: string, databaseUrl: string): string[] {
  return [
    'Nothing was restored: the store is on PostgreSQL. Load a dump into an empty database, while no server runs:',
    `  pg_restore --no-owner --single-transaction --dbname=${quoted(withoutPassword(databaseUrl))} ${quoted(file)}`,
    'Workers recognize it as a store that went back in time: campaigns under way are paused. docs/backup.md tells more.',
    'For a backup of a SQLite store leave MAILWRIGHT_DATABASE_URL out.',
  ];
}
