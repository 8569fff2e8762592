// Makes the workers of one store agree on their relay, addresses and secret. The settings of the
// first worker are in force as long as a worker with them lives; a worker with other settings does
// not send meanwhile. A worker that starts alone brings its own into force, except that a store
// never goes from a relay to none by itself, since a forgotten variable is more likely than an
// intention.

import { expiredLeases, type Lease, registerWorker } from '../../coordination/lease.ts';
import type { Logger } from '../../kernel/log.ts';
import {
  type Difference,
  differencesOf,
  lockInForce,
  replaceInForce,
  type SettingsInForce,
} from '../../relays/in-force.ts';
import { type Db, inTransaction, type Tx } from '../../storage/db.ts';
import { findMoveMarks, whyMoved } from '../../storage/moving/marks.ts';

/** `changed`: the differences to the settings that were in force before. */
export type Agreement = { agreed: true; changed: Difference[] } | { agreed: false; reason: string };

/**
 * Brings a process's settings into force, or finds that they are already.
 * @param own see settingsOf
 * @param at instant in ms
 */
export function agree(db: Db, own: SettingsInForce, at: number): Promise<Agreement> {
  return inTransaction(db, (tx) => agreeIn(tx, own, at));
}

/**
 * As agree, and registers a worker in the same transaction, so that no two registered workers
 * disagree.
 */
export function registerAgreed(
  db: Db,
  own: SettingsInForce,
  at: number,
  threads = 1,
): Promise<(Agreement & { agreed: false }) | { agreed: true; lease: Lease; changed: Difference[] }> {
  return inTransaction(db, async (tx) => {
    const agreement = await agreeIn(tx, own, at);
    if (!agreement.agreed) return agreement;
    return { ...agreement, lease: await registerWorker(tx, undefined, threads) };
  });
}

async function agreeIn(tx: Tx, own: SettingsInForce, at: number): Promise<Agreement> {
  const gone = whyMoved(await findMoveMarks(tx));
  if (gone !== undefined) return { agreed: false, reason: gone };
  const inForce = await lockInForce(tx, own, at); // fails when a move begins in between
  const changed = differencesOf(inForce, own);
  if (changed.length === 0) {
    // Both accept both secrets: from now on the one that is signed with here counts.
    if (inForce.secretMark !== own.secretMark) await replaceInForce(tx, own, at);
    return { agreed: true, changed };
  }
  const reason = await whyNotOurs(tx, inForce, own);
  if (reason !== undefined) {
    return {
      agreed: false,
      reason: `${changed.map(({ variable, text }) => `${variable}: ${text}`).join('; ')}. ${reason}`,
    };
  }
  await replaceInForce(tx, own, at);
  return { agreed: true, changed };
}

async function whyNotOurs(tx: Tx, inForce: SettingsInForce, own: SettingsInForce): Promise<string | undefined> {
  if (await hasLiveWorker(tx))
    return 'Other workers send with the settings in force; stop them first, or start this one with the same settings.';
  if (inForce.relay === null || own.relay !== null) return undefined;
  return 'The test inbox is not used once a relay was configured: set MAILWRIGHT_SMTP_URL, or drop the relay with npx mailwright relay forget.';
}

async function hasLiveWorker(tx: Tx): Promise<boolean> {
  const registered = await tx.selectFrom('lease').select('name').where('name', 'like', 'worker:%').execute();
  const over = new Set((await expiredLeases(tx)).map(({ name }) => name));
  return registered.some(({ name }) => !over.has(name));
}

/** Logs that other settings came into force. */
export function logChange(log: Logger, changed: readonly Difference[]): void {
  if (changed.length === 0) return;
  log.warn({
    event: 'settings.changed',
    changed: changed.map(({ variable, change }) => `${variable}: ${change}`).join('; '),
  });
}
