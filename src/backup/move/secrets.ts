// What is kept beside the rows and moves along: the secrets, and the first API key.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { insertSetting } from '../../accounts/queries.ts';
import { ensureSecretFile } from '../../accounts/secret-files.ts';
import { findOthers, keepOthers } from '../../accounts/secrets/kept.ts';
import { AppError } from '../../kernel/errors.ts';
import { makeDurably } from '../../kernel/files/durable.ts';
import type { HeldStore } from './open.ts';
import type { Place } from './place.ts';

/** @param configured the secret in the configuration: it is not put into a database */
export async function carrySecrets(
  { source, target }: { source: HeldStore; target: HeldStore },
  { from, to, secret: configured }: { from: Place; to: Place; secret: string | undefined },
  secret: string,
): Promise<void> {
  const isFile = to.databaseUrl === undefined;
  if (isFile) carryFiles(from, to, secret);
  else if (configured === undefined) await insertSetting(target.store.db, 'secret', secret);
  if (configured !== undefined) return;
  const others = await findOthers({ store: source.store, dataDir: from.dataDir });
  await keepOthers({ store: target.store, dataDir: to.dataDir }, others);
}

function carryFiles(from: Place, to: Place, secret: string): void {
  const { text, file } = ensureSecretFile(to.dataDir, 'secret', () => secret);
  if (text !== secret) throw new AppError('conflict', `${file} holds another secret. Name an empty folder.`);
  const key = join(from.dataDir, 'api-key');
  if (existsSync(key)) makeDurably(join(to.dataDir, 'api-key'), readFileSync(key));
}
