// Where a store moves to: a PostgreSQL database, or a data folder with SQLite.
import { resolve } from 'node:path';
import { AppError } from '../../kernel/errors.ts';
import { STORE_FILE } from '../../storage/folder.ts';
import { parseDatabaseUrl, withoutPassword } from '../../storage/postgres/address.ts';

/** A store's place; without a URL it is SQLite in the folder. */
export type Place = { databaseUrl: string | undefined; dataDir: string };

const OPTIONS = new Set(['take-back', 'start-over', 'help']);

/** A place for people, without its password; the same for the same place. */
export function nameOf({ databaseUrl, dataDir }: Place): string {
  return databaseUrl === undefined ? `sqlite:${resolve(dataDir)}` : withoutPassword(databaseUrl);
}

/**
 * Reads `postgres://…`, `sqlite:<folder>`, or a path that begins with `/` or `.`: another word may
 * be a mistyped option.
 * @throws AppError `bad_request` that says what would be right
 */
export function parsePlace(text: string): Place {
  if (/^postgres(ql)?:/i.test(text)) {
    try {
      parseDatabaseUrl(text);
    } catch (error) {
      throw new AppError('bad_request', `The database's URL: ${(error as Error).message}`);
    }
    return { databaseUrl: text, dataDir: '' };
  }
  const folder = text.replace(/^sqlite:(?:\/\/(?=\/))?/i, '');
  const isNamed = folder !== text || /^[/.]/.test(text);
  if (folder === '' || !isNamed || /^[a-z][a-z0-9+.-]+:/i.test(folder)) {
    const shown = text.replace(/^([^:]*:\/\/)?([^:]*):.*@/s, '$1$2@');
    const hint = OPTIONS.has(text.replace(/^-/, '')) ? ` Did you mean --${text.replace(/^-/, '')}?` : '';
    throw new AppError('bad_request', `"${shown}" is neither postgres://… nor sqlite:<folder>.${hint}`);
  }
  if (folder.endsWith(`/${STORE_FILE}`) || folder === STORE_FILE) {
    throw new AppError('bad_request', `Give the folder, without ${STORE_FILE}: the database gets that name in it.`);
  }
  return { databaseUrl: undefined, dataDir: folder };
}
