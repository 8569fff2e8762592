// The secret of the installation, as long as it is the one that the store knows its workers by.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ensureSecret } from '../accounts/first-start.ts';
import { findSetting } from '../accounts/queries.ts';
import { AppError } from '../kernel/errors.ts';
import type { Store } from '../storage/db.ts';
import { hasOtherSecret, hasSecretInForce, IN_FORCE } from './in-force.ts';

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
    const file = placeOf(store, dataDir);
    const line = `The secret that this database was used with is missing: there is no ${file}, and MAILWRIGHT_SECRET is not set. Set it to its former value, or restore the secret from a backup. If it is lost, set MAILWRIGHT_SECRET to a new one: links in emails already sent stop working, and the passwords of relays and mailboxes must be entered again.`;
    throw new AppError('unavailable', line);
  }
  return ensureSecret(store, given);
}

/**
 * The same for a server. A secret that the installation keeps itself and that is another one than
 * the store was used with was changed by a slip, or is of another installation: nothing may be made
 * with it before somebody has said that it is meant, by MAILWRIGHT_SECRET.
 * @throws AppError `unavailable`, as ownSecret too
 */
export async function secretToServe(store: Pick<Store, 'db' | 'engine'>, given: Given): Promise<string> {
  const secret = await ownSecret(store, given);
  if (given.secret !== undefined || !(await hasOtherSecret(store.db, secret))) return secret;
  const place = placeOf(store, given.dataDir);
  const line = `This database was used with a different secret: the ${place} was changed or belongs to another installation, or MAILWRIGHT_SECRET no longer has its former value. Set it again, restore the former secret from a backup, or name it in MAILWRIGHT_SECRET_FORMER. If it is lost, set MAILWRIGHT_SECRET to the secret found here: links in emails already sent stop working, and the passwords of relays and mailboxes, DKIM keys, webhook secrets and second factors must be entered or created again.`;
  throw new AppError('unavailable', line);
}

/**
 * The same for a command, which must have the secret of the servers: what it encrypted with another
 * one they could not read.
 * @throws AppError `unavailable`
 */
export async function secretOfServers(store: Pick<Store, 'db' | 'engine'>, given: Given): Promise<string> {
  const secret = await ownSecret(store, given);
  if (await hasOtherSecret(store.db, secret)) throw new AppError('unavailable', OTHER_SECRET);
  return secret;
}

const placeOf = ({ engine }: Pick<Store, 'engine'>, dataDir: string): string =>
  engine === 'sqlite' ? `file ${resolve(dataDir, 'secret')}` : 'setting "secret" of the database';

async function knowsSecret({ db }: Pick<Store, 'db'>): Promise<boolean> {
  return hasSecretInForce(await findSetting(db, IN_FORCE), '') !== undefined;
}

async function isKept({ db, engine }: Pick<Store, 'db' | 'engine'>, dataDir: string): Promise<boolean> {
  if (engine === 'sqlite') return existsSync(join(dataDir, 'secret'));
  return (await findSetting(db, 'secret')) !== undefined;
}
