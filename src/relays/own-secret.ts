// The secret of the installation, as long as it is the one that the store knows its workers by.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ensureSecret } from '../accounts/first-start.ts';
import { findSetting } from '../accounts/queries.ts';
import { AppError } from '../kernel/errors.ts';
import type { Store } from '../storage/db.ts';
import { hasSecretInForce, IN_FORCE } from './in-force.ts';

type Given = { dataDir: string; secret?: string | undefined; formerSecrets?: readonly string[] };

/** For a command that has not the secret of the servers. */
export const OTHER_SECRET =
  'The server has another secret than this command: set MAILWRIGHT_SECRET here as it is set for the server.';

/**
 * As ensureSecret (accounts/first-start.ts), which makes a secret where there is none. A store
 * whose workers had one already gets no other one for it.
 * @throws AppError `unavailable` when the secret is gone, or as ensureSecret
 */
export async function ownSecret(store: Pick<Store, 'db' | 'engine'>, given: Given): Promise<string> {
  const { dataDir, secret } = given;
  if (secret === undefined && !(await isKept(store, dataDir)) && (await knowsSecret(store))) {
    const file = store.engine === 'sqlite' ? `file ${resolve(dataDir, 'secret')}` : 'setting "secret" of the store';
    const line = `This store is used with a secret that is not here: there is no ${file}, and MAILWRIGHT_SECRET is not set. Set it as it was set, or put the secret back from a backup. If it is lost, set MAILWRIGHT_SECRET to a new one: links in mails that are out end, and passwords of relays and mailboxes must be given again.`;
    throw new AppError('unavailable', line);
  }
  return ensureSecret(store, given);
}

/**
 * The same for a command, which must have the secret of the servers: what it encrypted with another
 * one they could not read.
 * @throws AppError `unavailable`
 */
export async function secretOfServers(store: Pick<Store, 'db' | 'engine'>, given: Given): Promise<string> {
  const secret = await ownSecret(store, given);
  if (hasSecretInForce(await findSetting(store.db, IN_FORCE), secret) === false) {
    throw new AppError('unavailable', OTHER_SECRET);
  }
  return secret;
}

async function knowsSecret({ db }: Pick<Store, 'db'>): Promise<boolean> {
  return hasSecretInForce(await findSetting(db, IN_FORCE), '') !== undefined;
}

async function isKept({ db, engine }: Pick<Store, 'db' | 'engine'>, dataDir: string): Promise<boolean> {
  if (engine === 'sqlite') return existsSync(join(dataDir, 'secret'));
  return (await findSetting(db, 'secret')) !== undefined;
}
