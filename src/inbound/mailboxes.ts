// Creates, changes and opens the mailboxes from which returned mail is fetched. Passwords and
// tokens are stored encrypted.
import type { Clock } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import { seal, unseal } from '../kernel/seal.ts';
import { type Db, inTransaction, type Tx } from '../storage/db.ts';
import type { Mailbox } from '../storage/tables/delivery.ts';
import {
  type Credentials,
  type MailboxAccess,
  type MailboxInput,
  mailboxFrom,
  type Protocol,
  replacesCredentials,
  type Tls,
} from './mailbox-rules.ts';
import { findMailbox, holdMailbox, insertMailbox, updateMailbox } from './queries-mailboxes.ts';

const PURPOSE = 'mailbox-credentials';

export type MailboxTools = { db: Db; clock: Clock; secret: string };

/**
 * The mailbox with its secrets. @throws AppError `unavailable` when they were encrypted with
 * another secret
 */
export function openedMailbox(secret: string, row: Mailbox): MailboxAccess {
  const credentials = JSON.parse(unseal(secret, PURPOSE, row.credentials)) as Credentials;
  return { ...plainMailbox(row), credentials };
}

function plainMailbox(row: Mailbox): Omit<MailboxAccess, 'credentials'> {
  return {
    name: row.name,
    protocol: row.protocol as Protocol,
    host: row.host,
    port: row.port,
    tls: row.tls as Tls,
    verifyTls: row.verify_tls === 1,
    username: row.username,
    folder: row.folder,
    doneFolder: row.done_folder,
  };
}

/** Encrypts credentials for the store. */
export function sealCredentials(secret: string, credentials: Credentials): string {
  return seal(secret, PURPOSE, JSON.stringify(credentials));
}

/**
 * Creates a mailbox, which is polled from now on. @throws AppError `invalid`, `conflict` when the
 * name is taken
 */
export async function createMailbox(keeper: MailboxTools, input: MailboxInput): Promise<number> {
  const mailbox = mailboxFrom(input, undefined);
  const now = keeper.clock.now();
  return inTransaction(keeper.db, async (tx) => {
    await nameIsFree(tx, mailbox.name, undefined);
    const row = { ...columns(keeper.secret, mailbox), status: 'active', created_at: now, updated_at: now };
    return insertMailbox(tx, row);
  });
}

/** Changes the given settings. Clears the fault: the changed mailbox is tried at once. */
export async function changeMailbox(keeper: MailboxTools, which: string, input: MailboxInput): Promise<Mailbox> {
  const { db, clock, secret } = keeper;
  return inTransaction(db, async (tx) => {
    const row = (await holdMailbox(tx, which)) ?? missing(which);
    // Secrets that can no longer be decrypted can still be replaced.
    const current = replacesCredentials(input) ? plainMailbox(row) : openedMailbox(secret, row);
    const mailbox = mailboxFrom(input, current);
    await nameIsFree(tx, mailbox.name, row.id);
    await updateMailbox(tx, row.id, {
      ...columns(secret, mailbox),
      fault: null,
      fault_at: null,
      updated_at: later(clock, row),
    });
    return row;
  });
}

/** Enables or disables the polling of a mailbox. */
export async function setMailboxStatus(
  { db, clock }: MailboxTools,
  which: string,
  status: 'active' | 'inactive',
): Promise<Mailbox> {
  return inTransaction(db, async (tx) => {
    const row = (await holdMailbox(tx, which)) ?? missing(which);
    await updateMailbox(tx, row.id, { status, fault: null, fault_at: null, updated_at: later(clock, row) });
    return row;
  });
}

/** The mailbox with that number or name. @throws AppError `not_found` */
export async function getMailbox(db: Db, which: string): Promise<Mailbox> {
  return (await findMailbox(db, which)) ?? missing(which);
}

function missing(which: string): never {
  throw new AppError('not_found', `There is no mailbox "${which}"; npx mailwright mailbox list shows them.`);
}

async function nameIsFree(tx: Tx, name: string, own: number | undefined): Promise<void> {
  if (/^\d+$/.test(name)) throw new AppError('invalid', 'A name of digits only would be taken for a number.');
  const other = await findMailbox(tx, name);
  if (other && other.id !== own) throw new AppError('conflict', `There is a mailbox "${name}" already.`);
}

function columns(secret: string, mailbox: MailboxAccess) {
  const { name, protocol, host, port, tls, username, folder, credentials } = mailbox;
  return {
    name,
    protocol,
    host,
    port,
    tls,
    verify_tls: mailbox.verifyTls ? (1 as const) : (0 as const),
    username,
    auth: 'password' in credentials ? 'password' : 'xoauth2',
    credentials: sealCredentials(secret, credentials),
    folder,
    done_folder: mailbox.doneFolder,
  };
}

/** A later `updated_at`: pollers use it as revision, so it grows with every change. */
function later(clock: Clock, row: Mailbox): number {
  return Math.max(clock.now(), row.updated_at + 1);
}
