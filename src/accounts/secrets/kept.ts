// Secrets that are accepted beside the one in force, where the configuration has none: a file
// beside the secret's, or a row beside its row.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../kernel/errors.ts';
import { removeDurably, replaceDurably } from '../../kernel/files/durable.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import { inTransaction, type Store } from '../../storage/db.ts';
import { findSetting, lockSetting, removeSetting, replaceSetting } from '../queries.ts';

/**
 * `since`: when it was replaced, ms; null: it is the next one. `unaware`: the owners of leases
 * (coordination/owner.ts) that were alive when the next one was made, and so do not accept it.
 */
export type OtherSecret = { secret: string; since: number | null; unaware?: readonly string[] | undefined };

/** Where the secrets of an installation are kept. */
export type Keeping = { store: Pick<Store, 'db' | 'engine'>; dataDir: string };

/** The name of the file, and of the setting. */
export const OTHERS = 'secret-former';
const SECRET = 'secret';

const othersSchema = whenNeeded(() =>
  z.array(
    z.object({ secret: z.string().min(32), since: z.number().nullable(), unaware: z.array(z.string()).optional() }),
  ),
);

export async function findOthers({ store, dataDir }: Keeping): Promise<OtherSecret[]> {
  if (store.engine === 'postgres')
    return parse(await findSetting(store.db, OTHERS), `Setting "${OTHERS}" of the database`);
  return readOthers(dataDir);
}

/** Those that are kept in a data folder. */
export function readOthers(dataDir: string): OtherSecret[] {
  const file = join(dataDir, OTHERS);
  return parse(textOf(file), file);
}

function parse(text: string | undefined, where: string): OtherSecret[] {
  if (text === undefined) return [];
  try {
    return othersSchema().parse(JSON.parse(text));
  } catch (error) {
    const line = `${where} does not contain former secrets; links in emails already sent may need them.`;
    throw new AppError('unavailable', line, { cause: error });
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Keeps others in the place of those that were kept. */
export async function keepOthers({ store, dataDir }: Keeping, others: readonly OtherSecret[]): Promise<void> {
  if (store.engine !== 'postgres') keepFile(dataDir, OTHERS, others.length === 0 ? undefined : JSON.stringify(others));
  else if (others.length === 0) await removeSetting(store.db, OTHERS);
  else await replaceSetting(store.db, OTHERS, JSON.stringify(others));
}

/**
 * Puts a new secret into force; `others` are accepted beside it. Of two files the one with all
 * secrets is written first: whenever this is cut off, all of them are accepted.
 */
export async function keepSecret(keeping: Keeping, secret: string, others: readonly OtherSecret[]): Promise<void> {
  const { store, dataDir } = keeping;
  if (store.engine !== 'postgres') {
    keepFile(dataDir, OTHERS, JSON.stringify([...others, { secret, since: null }]));
    keepFile(dataDir, SECRET, secret);
    return keepOthers(keeping, others);
  }
  await inTransaction(store.db, async (tx) => {
    await lockSetting(tx, SECRET);
    await replaceSetting(tx, SECRET, secret);
    await replaceSetting(tx, OTHERS, JSON.stringify(others));
  });
}

/** Replaces or removes a file of the data folder. */
function keepFile(dataDir: string, name: string, text: string | undefined): void {
  const file = join(dataDir, name);
  if (text === undefined) {
    removeDurably(file);
    return;
  }
  const { uid, gid } = statSync(file, { throwIfNoEntry: false }) ?? statSync(dataDir);
  // Written by root, it must stay readable for the user that the server runs as.
  replaceDurably(file, `${text}\n`, process.getuid?.() === 0 ? { uid, gid } : undefined);
}
