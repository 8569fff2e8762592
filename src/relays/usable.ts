// Relays as those see them who hand messages over: opened, ready to connect to. What they hold is secret: never log one.

import { systemClock } from '../kernel/clock.ts';
import { asError } from '../kernel/errors.ts';
import { seal, unseal } from '../kernel/seal.ts';
import type { Relay } from '../mail/smtp/relay-url.ts';
import type { Db } from '../storage/db.ts';
import type { RelayRow } from '../storage/tables/delivery.ts';
import { rowsInUse, setFault } from './queries.ts';
import { isTlsMode, tlsOptions } from './rules.ts';

/** The most a relay may be given in each period; null = as much as it takes. */
export type Quotas = {
  perSecond: number | null;
  perMinute: number | null;
  perHour: number | null;
  perDay: number | null;
  perMonth: number | null;
};

/** A new relay's daily ceiling: `firstDay` messages on the day of `startsAt`, more each day, over at `until`. */
export type WarmUp = {
  /** ms since 1970 UTC. */
  startsAt: number;
  firstDay: number;
  growthPercent: number;
  until: number;
};

export type UsableRelay = Relay & {
  /** 0 = the relay of the configuration, or the built-in test inbox. */
  id: number;
  /** As its customer knows it. */
  number: number;
  /** null = shared by all customers. */
  customerId: number | null;
  label: string;
  /** The lowest goes first. */
  priority: number;
  /** Share among relays of the same priority. */
  weight: number;
  /** null = as many as the server takes. */
  messagesPerConnection: number | null;
  quotas: Quotas;
  warmUp: WarmUp | null;
  /** Changes whenever the relay was changed: its connections must be opened anew then. */
  revision: number;
  /** The built-in test inbox: used only by who has nothing else. */
  isInbox: boolean;
};

const PURPOSE = 'relay-password';
const NO_QUOTAS: Quotas = { perSecond: null, perMinute: null, perHour: null, perDay: null, perMonth: null };

/**
 * Every relay that is switched on and shared or an active customer's, by priority. One whose password cannot be opened is
 * left out, with the reason as its fault.
 * @param secret the installation's
 * @param known relays as they were given before: those that have not changed need not be opened again
 */
export async function usableRelays(db: Db, secret: string, known: readonly UsableRelay[] = []): Promise<UsableRelay[]> {
  const before = new Map(known.map((relay) => [relay.id, relay]));
  const usable: UsableRelay[] = [];
  for (const row of await rowsInUse(db)) {
    try {
      const same = before.get(row.id);
      usable.push(same?.revision === row.updated_at ? same : openRelay(row, secret));
    } catch (error) {
      await noteRelayFault(db, row.id, asError(error).message, systemClock.now());
    }
  }
  return usable;
}

/** The relay of the configuration, or the test inbox, as a shared relay without quotas. */
export function configuredRelay(relay: Relay, isInbox = false): UsableRelay {
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

/** Notes why a relay cannot be used at the moment; null = it works. Writes only what is news. */
export async function noteRelayFault(db: Db, relayId: number, fault: string | null, at: number): Promise<void> {
  if (relayId !== 0) await setFault(db, relayId, fault, at);
}

/**
 * A stored relay, ready to connect to.
 * @throws AppError `unavailable` when its password was sealed with another secret
 */
export function openRelay(row: RelayRow, secret: string): UsableRelay {
  const tls = isTlsMode(row.tls) ? row.tls : 'starttls';
  return {
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
    quotas: {
      perSecond: row.per_second,
      perMinute: row.per_minute,
      perHour: row.per_hour,
      perDay: row.per_day,
      perMonth: row.per_month,
    },
    warmUp: row.warm_up === null ? null : (JSON.parse(row.warm_up) as WarmUp),
    revision: row.updated_at,
    isInbox: false,
  };
}

/** A password as it is stored. */
export function sealPassword(secret: string, password: string): string {
  return seal(secret, PURPOSE, password);
}
