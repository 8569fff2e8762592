// Relays ready for delivery, with decrypted passwords: never log one.

import { findSetting, removeSetting, replaceSetting } from '../accounts/queries.ts';
import { systemClock } from '../kernel/clock.ts';
import { seal, unseal } from '../kernel/seal.ts';
import { type Sentence, sentenceOf, storedFault } from '../kernel/sentences/sentence.ts';
import { isDirect, parseDirect } from '../mail/smtp/direct/settings.ts';
import type { Relay } from '../mail/smtp/relay-url.ts';
import type { Db } from '../storage/db.ts';
import type { RelayRow } from '../storage/tables/delivery.ts';
import { listEnabledRelays, listVisibleRelays, setFault } from './queries.ts';
import { isTlsMode, lanesAllowed, tlsOptions } from './rules.ts';

/** The most messages a relay may get in each period; null = unlimited. */
export type Quotas = {
  perSecond: number | null;
  perMinute: number | null;
  perHour: number | null;
  perDay: number | null;
  perMonth: number | null;
};

/**
 * A new relay's daily limit: `firstDay` messages on the day of `startsAt`, more each day, ending at
 * `until`.
 */
export type WarmUp = {
  /** ms since 1970 UTC. */
  startsAt: number;
  firstDay: number;
  growthPercent: number;
  until: number;
};

export type UsableRelay = Relay & {
  /** 0 = the configured relay, or the built-in test inbox. */
  id: number;
  /** The number that its customer sees. */
  number: number;
  /** null = shared by all customers. */
  customerId: number | null;
  label: string;
  /** The lowest is used first. */
  priority: number;
  /** Share among relays of the same priority. */
  weight: number;
  /** null = as many as the server accepts. */
  messagesPerConnection: number | null;
  quotas: Quotas;
  warmUp: WarmUp | null;
  /** Changes with every update of the relay: its connections must be reopened then. */
  revision: number;
  /** The built-in test inbox: used only without any other relay. */
  isInbox: boolean;
};

/** The relay's name in logs. */
export const nameInLog = ({ id, label }: Pick<UsableRelay, 'id' | 'label'>): string =>
  id === 0 ? label : `${label} (${id})`;

/** What limits how much a relay may send. */
export type Limits = Pick<UsableRelay, 'quotas' | 'warmUp'>;

const PURPOSE = 'relay-password';
const NO_QUOTAS: Quotas = { perSecond: null, perMinute: null, perHour: null, perDay: null, perMonth: null };

/**
 * All enabled relays that are shared or an active customer's, by priority. One whose password
 * cannot be decrypted is left out, and the reason stored as its fault.
 * @param secret the installation's
 * @param known relays returned before: unchanged ones need not be decrypted again
 */
export async function usableRelays(db: Db, secret: string, known: readonly UsableRelay[] = []): Promise<UsableRelay[]> {
  const before = new Map(known.map((relay) => [relay.id, relay]));
  const usable: UsableRelay[] = [];
  for (const row of await listEnabledRelays(db)) {
    try {
      const same = before.get(row.id);
      usable.push(same?.revision === row.updated_at ? same : decryptRelay(row, secret));
    } catch (error) {
      await recordRelayFault(db, row.id, sentenceOf(error), systemClock.now());
    }
  }
  return usable;
}

/** How many lanes all relays may have together. @param own those of the configured relay */
export async function lanesOfAll(db: Db, own: number): Promise<number> {
  return (await listEnabledRelays(db)).reduce((sum, row) => sum + lanesAllowed(row), own);
}

/** The configured relay, or the test inbox, as a shared relay without quotas. */
export function configuredRelay(relay: Relay, { isInbox } = { isInbox: false }): UsableRelay {
  return {
    ...relay,
    id: 0,
    number: 0,
    customerId: null,
    label: isInbox ? 'Test inbox' : 'Configuration',
    priority: 100,
    weight: 1,
    messagesPerConnection: null,
    quotas: NO_QUOTAS,
    warmUp: null,
    revision: 0,
    isInbox,
  };
}

/** The setting that says why the configured relay, which has no row, cannot be used. */
const CONFIGURED_FAULT = 'relay-fault';

/** Stores why a relay cannot be used at the moment; null = it works. Writes only changes. */
export async function recordRelayFault(db: Db, relayId: number, fault: Sentence | null, at: number): Promise<void> {
  if (relayId !== 0) return setFault(db, relayId, fault, at);
  const [before, now] = [await findConfiguredFault(db), fault && JSON.stringify([fault])];
  if (now === before) return;
  await (now === null ? removeSetting(db, CONFIGURED_FAULT) : replaceSetting(db, CONFIGURED_FAULT, now));
}

/** Why the configured relay cannot be used, as relays' rows have it; null: nothing is known. */
export async function findConfiguredFault(db: Db): Promise<string | null> {
  return (await findSetting(db, CONFIGURED_FAULT)) ?? null;
}

/**
 * Why none of the relays works that a customer's mail could take.
 * @param of.only numbers of the relays that it may take; absent: any
 * @returns empty when one works as far as is known, or when there is none
 */
export async function whyNoneWorks(
  db: Db,
  customerId: number,
  { hasConfigured, only }: { hasConfigured: boolean; only?: readonly number[] | undefined },
): Promise<readonly Sentence[]> {
  const stored = (await listVisibleRelays(db, customerId)).filter(({ status }) => status === 'active');
  const configured = hasConfigured ? [{ number: 0, fault: await findConfiguredFault(db) }] : [];
  const faults = [...stored, ...configured].flatMap(({ number, fault }) =>
    only === undefined || only.includes(number) ? [fault] : [],
  );
  return faults.includes(null) ? [] : storedFault(faults[0] ?? null);
}

/**
 * A stored relay, ready for connections.
 * @throws AppError `unavailable` when its password was encrypted with another secret
 */
export function decryptRelay(row: RelayRow, secret: string): UsableRelay {
  const tls = isTlsMode(row.tls) ? row.tls : 'starttls';
  return {
    ...(isDirect(row.host) && { direct: parseDirect(row.host) }),
    host: row.host,
    port: row.port,
    ...tlsOptions(tls),
    verifyTls: row.verify_tls === 1,
    ...(row.username !== null && row.password !== null
      ? { user: row.username, password: unseal(secret, PURPOSE, row.password) }
      : {}),
    ...(row.helo_name === null ? {} : { name: row.helo_name }),
    lanes: row.lanes,
    guarded: row.guarded === 1,
    id: row.id,
    number: row.number,
    customerId: row.customer_id,
    label: row.name,
    priority: row.priority,
    weight: row.weight,
    messagesPerConnection: row.messages_per_connection,
    ...limitsOf(row),
    revision: row.updated_at,
    isInbox: false,
  };
}

/** What limits a stored relay. */
export function limitsOf(row: RelayRow): Limits {
  return {
    quotas: {
      perSecond: row.per_second,
      perMinute: row.per_minute,
      perHour: row.per_hour,
      perDay: row.per_day,
      perMonth: row.per_month,
    },
    warmUp: row.warm_up === null ? null : (JSON.parse(row.warm_up) as WarmUp),
  };
}

/** Encrypts a password for the store. */
export function sealPassword(secret: string, password: string): string {
  return seal(secret, PURPOSE, password);
}
