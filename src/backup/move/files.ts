// The files of a data folder that a SQLite store at another place needs: its secret, and the first
// API key.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureSecretFile } from '../../accounts/secret-files.ts';
import { AppError } from '../../kernel/errors.ts';
import { syncPath } from '../sync-path.ts';
import type { Place } from './place.ts';

/** Puts them there; on PostgreSQL nothing, as the secret is a row there and nodes have the key. */
export async function carryFiles({ from, to }: { from: Place; to: Place }, secret: string): Promise<void> {
  if (to.databaseUrl !== undefined) return;
  const { text, file } = ensureSecretFile(to.dataDir, 'secret', () => secret);
  if (text !== secret) throw new AppError('conflict', `${file} holds another secret. Name an empty folder.`);
  const key = join(from.dataDir, 'api-key');
  const copy = join(to.dataDir, 'api-key');
  if (existsSync(key) && !existsSync(copy)) writeFileSync(copy, readFileSync(key), { mode: 0o600, flush: true });
  syncPath(to.dataDir);
}
