// In which encoding a database keeps texts. In any but UTF8 it refuses the letters that it lacks,
// one request or answer of a mail server after the other, and that only when they come.
import { sql } from 'kysely';
import { AppError } from '../../kernel/errors.ts';
import type { Db } from '../tables.ts';

/**
 * @param place what the store is in, for the error
 * @throws AppError `unavailable` when the database keeps texts in another encoding
 */
export async function requireUtf8(db: Db, place: string): Promise<void> {
  const { rows } = await sql<{ encoding: string }>`select current_setting('server_encoding') as encoding`.execute(db);
  const encoding = rows[0]?.encoding;
  if (encoding === 'UTF8') return;
  throw new AppError(
    'unavailable',
    `${place} keeps texts in ${encoding}, which has not every letter. Name one in UTF8 (create database … encoding 'UTF8' template template0).`,
  );
}
