// The settings that all workers of a store must agree on: relay, addresses and secret. They are
// stored, with hashes in place of secrets, so that a process started with different ones notices
// before it sends.
import { createHmac, hkdfSync } from 'node:crypto';
import { sql } from 'kysely';
import { findSetting, insertSetting, lockSetting, replaceSetting } from '../accounts/queries.ts';
import { AppError } from '../kernel/errors.ts';
import { secretsOf } from '../kernel/ids.ts';
import { relayName } from '../mail/smtp/relay-url.ts';
import { type Db, inTransaction, type Tx } from '../storage/db.ts';
import { storeNow } from '../storage/dialect.ts';
import type { UsableRelay } from './usable.ts';

export type SettingsInForce = {
  /**
   * The configured relay: its display name, and a hash of login and encryption. null: the test
   * inbox.
   */
  relay: { name: string; mark: string } | null;
  baseUrl: string;
  /** The public address was not configured, but made of host and port. */
  isBaseUrlDefault: boolean;
  returnAddress: string | null;
  secretMark: string;
  /** What the marks would be with other secrets that this process accepts; not stored. */
  accepted?: readonly { secretMark: string; relayMark: string | null }[];
};

/** The settings that a process was started with. */
export type OwnSettings = {
  /** The configured relay, or the test inbox. */
  relay?: UsableRelay | undefined;
  baseUrl: string;
  isBaseUrlDefault?: boolean | undefined;
  returnAddress?: string | undefined;
  secret: string;
};

/** The name of the setting. */
export const IN_FORCE = 'in-force';
const HISTORY = 'relay-history';
const HISTORY_MAX = 100;
export const TEST_INBOX = 'test inbox';
/** The name of the configured relay for times when it was not recorded. */
export const UNKNOWN_RELAY = 'configured';

/** A process's settings in the form that is compared and stored. */
export function settingsOf({ relay, baseUrl, isBaseUrlDefault, returnAddress, secret }: OwnSettings): SettingsInForce {
  const own = relay && !relay.isInbox ? relay : null;
  const marksOf = (one: string) => ({ secretMark: markOfSecret(one), relayMark: own && relayMark(own, one) });
  const [inForce = '', ...others] = secretsOf(secret);
  return {
    relay: own && { name: own.as ?? relayName(own), mark: relayMark(own, inForce) },
    baseUrl,
    isBaseUrlDefault: isBaseUrlDefault === true,
    returnAddress: returnAddress ?? null,
    secretMark: markOfSecret(inForce),
    accepted: others.map(marksOf),
  };
}

/** What the store knows of the secret that its workers have. */
const markOfSecret = (secret: string): string => markOf(secret, 'secret', '');

/**
 * Whether a stored setting `in-force` is of workers with this secret, or with one that is accepted
 * beside it; undefined: it does not say.
 */
export function hasSecretInForce(stored: string | undefined, secret: string): boolean | undefined {
  const mark = parse(stored)?.secretMark;
  return mark === undefined ? undefined : secretsOf(secret).some((one) => mark === markOfSecret(one));
}

/** Whether the workers of a store have another secret than this one, as far as the store knows. */
export async function hasOtherSecret(db: Db, secret: string): Promise<boolean> {
  return hasSecretInForce(await findSetting(db, IN_FORCE), secret) === false;
}

function relayMark({ user, password, secure, requireTls, ignoreTls, verifyTls }: UsableRelay, secret: string): string {
  return markOf(secret, 'relay', JSON.stringify([user, password, secure, requireTls, ignoreTls, verifyTls]));
}

/**
 * A keyed hash that distinguishes secrets without revealing them; only somebody with the
 * installation's secret can test guesses.
 */
function markOf(secret: string, purpose: string, text: string): string {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', `mailwright settings ${purpose}`, 32));
  return createHmac('sha256', key).update(text).digest('base64url').slice(0, 22);
}

/**
 * A setting that differs: its variable, and both values, while those of others are in force
 * (`text`) and once its own have replaced them (`change`). Contains no secrets.
 */
export type Difference = { variable: string; text: string; change: string };

/** The differences between a process's settings and those in force; empty when they agree. */
export function differencesOf(
  inForce: SettingsInForce,
  own: SettingsInForce,
  of: 'sending' | 'links' = 'sending',
): Difference[] {
  const found: Difference[] = [];
  const differ = (variable: string, here: string, there: string) =>
    void found.push({ variable, text: `${here} here, ${there} in force`, change: `${here}, before: ${there}` });
  const differUnshown = (variable: string, what: string) =>
    void found.push({ variable, text: `${what} here`, change: `${what} than before` });
  const marks = [{ secretMark: own.secretMark, relayMark: own.relay?.mark }, ...(own.accepted ?? [])];
  const same = marks.find(({ secretMark }) => secretMark === inForce.secretMark);
  if (!same) differUnshown('MAILWRIGHT_SECRET', 'another one');
  if (inForce.baseUrl !== own.baseUrl || inForce.isBaseUrlDefault !== own.isBaseUrlDefault) {
    differ('MAILWRIGHT_BASE_URL', baseUrlText(own), baseUrlText(inForce));
  }
  if (of === 'links') return found;
  if (inForce.relay?.name !== own.relay?.name) {
    differ('MAILWRIGHT_SMTP_URL', own.relay?.name ?? NOT_SET, inForce.relay?.name ?? NOT_SET);
  } else if (same && (inForce.relay?.mark ?? null) !== (same.relayMark ?? null)) {
    differUnshown('MAILWRIGHT_SMTP_URL', 'another user, password or encryption');
  }
  if (inForce.returnAddress !== own.returnAddress) {
    differ('MAILWRIGHT_RETURN_ADDRESS', own.returnAddress ?? NOT_SET, inForce.returnAddress ?? NOT_SET);
  }
  return found;
}

const NOT_SET = 'not set';

const baseUrlText = ({ baseUrl, isBaseUrlDefault }: SettingsInForce) =>
  isBaseUrlDefault ? `not set (${baseUrl})` : baseUrl;

/** The settings in force; undefined before the first worker of a store. */
export async function findSettingsInForce(db: Db): Promise<SettingsInForce | undefined> {
  return parse(await findSetting(db, IN_FORCE));
}

/**
 * As findSettingsInForce, locked until the transaction ends; before the first worker the given
 * settings come into force.
 */
export async function lockInForce(tx: Tx, own: SettingsInForce, at: number): Promise<SettingsInForce> {
  if (await insertSetting(tx, IN_FORCE, textOf(own))) await noteRelay(tx, own, at);
  return parse(await lockSetting(tx, IN_FORCE)) ?? own;
}

/** Replaces the settings in force; call lockInForce before. */
export async function replaceInForce(tx: Tx, own: SettingsInForce, at: number): Promise<void> {
  await replaceSetting(tx, IN_FORCE, textOf(own));
  await noteRelay(tx, own, at);
}

const textOf = ({ accepted: _, ...own }: SettingsInForce): string => JSON.stringify(own);

function parse(text: string | undefined): SettingsInForce | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as SettingsInForce);
}

/** Which relay was configured since when; at any time all workers had the same. */
type RelayHistory = { since: number; name: string }[];

async function noteRelay(tx: Tx, { relay }: SettingsInForce, at: number): Promise<void> {
  const history = await findHistory(tx);
  const name = relay?.name ?? TEST_INBOX;
  if (history.at(-1)?.name === name) return;
  const kept = [...history, { since: history.length === 0 ? 0 : at, name }].slice(-HISTORY_MAX);
  await replaceSetting(tx, HISTORY, JSON.stringify(kept));
}

async function findHistory(db: Db): Promise<RelayHistory> {
  return JSON.parse((await findSetting(db, HISTORY)) ?? '[]') as RelayHistory;
}

/**
 * The name of the configured relay (number 0) at an instant in ms: `smtp://host:port`, or the test
 * inbox.
 */
export type ConfiguredNames = (at: number | null) => string;

/** Loads the history once, for many messages. */
export async function configuredNames(db: Db): Promise<ConfiguredNames> {
  const history = await findHistory(db);
  return (at) => history.findLast(({ since }) => at === null || since <= at)?.name ?? UNKNOWN_RELAY;
}

/**
 * Forgets the configured relay: a server started without one then sends to the test inbox.
 * @param at instant in ms
 * @throws AppError `state` while a worker sends through it
 */
export async function forgetRelay(db: Db, at: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const inForce = parse(await lockSetting(tx, IN_FORCE));
    if (!inForce?.relay) throw new AppError('state', 'No relay is configured.');
    const worker = await tx
      .selectFrom('lease')
      .select('id')
      .where('name', 'like', 'worker:%')
      .where(sql<boolean>`expires_at > ${storeNow(tx)}`)
      .executeTakeFirst();
    if (worker) {
      throw new AppError(
        'state',
        'A server sends through it. Stop it; one that was killed counts as gone after 10 seconds.',
      );
    }
    await replaceInForce(tx, { ...inForce, relay: null }, at);
  });
}

const REFUSED = 'worker-refused';
const REFUSED_MS = 30_000;

/**
 * Stores why a worker may not send, so that people can find out why nothing is sent. `at` in ms.
 */
export async function recordRefusal(db: Db, reason: string, at: number): Promise<void> {
  await replaceSetting(db, REFUSED, JSON.stringify({ reason, at }));
}

/** The reason stored in the last half minute. */
export async function findRefusal(db: Db): Promise<string | undefined> {
  const noted = JSON.parse((await findSetting(db, REFUSED)) ?? 'null') as { reason: string; at: number } | null;
  return noted && Math.abs(Date.now() - noted.at) < REFUSED_MS ? noted.reason : undefined;
}
