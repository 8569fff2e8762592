// The interface's members of relays, "delivery servers" (wire contract, section 9), both ways.
// Commands use them too.
import { isIP } from 'node:net';
import { type FormObject, isFormObject } from '../http/form/decode.ts';
import { readMembers } from '../http/members/schema.ts';
import { type Faults, throwFaults } from '../kernel/errors.ts';
import { say } from '../kernel/sentences/sentence.ts';
import { isDirect, parseDirect } from '../mail/smtp/direct/settings.ts';
import { DIRECT_LANES, DIRECT_PORT } from '../mail/smtp/relay-url.ts';
import { isOpenAddress } from '../network/public-address.ts';
import type { RelayRow } from '../storage/tables/delivery.ts';
import { defaultPort, isTlsMode } from './rules.ts';
import type { RelaySettings } from './settings.ts';
import type { Quotas, WarmUp } from './usable.ts';
import { members, quotaMembers, warmUpMembers } from './wire-schema.ts';

type RelayContext = {
  /** The relay to change: absent members stay unchanged. */
  before?: RelayRow | undefined;
  /**
   * Sent over the interface, not by the operator: only public addresses, and a stored password must
   * not move to another host.
   */
  isFromOutside: boolean;
  /** Whether an operator sends it, who may set up direct delivery. */
  isOperator?: boolean;
  /** ms since 1970 UTC: when a new warm-up plan begins. */
  now: number;
};

/**
 * Reads a relay from a request or command. An empty member is removed.
 * @throws AppError `invalid` with every faulty member at once
 */
export function readRelay(body: FormObject, around: RelayContext): RelaySettings {
  const { before, isFromOutside } = around;
  const { values, faults } = readMembers(members, body);
  const stays = <T>(member: string, sent: T | undefined, stored: T | null | undefined): T | null =>
    sent ?? (isCleared(body, member) ? null : (stored ?? null));
  const host = values.hostname?.toLowerCase() ?? before?.host ?? '';
  const direct = isDirect(host);
  const usual = before && isDirect(before.host) === direct ? before : undefined;
  const storedTls = usual && isTlsMode(usual.tls) ? usual.tls : undefined;
  const tls = values.tls ?? storedTls ?? (direct ? 'opportunistic' : 'starttls');
  const verifies = usual ? usual.verify_tls === 1 : !direct;
  const port = values.port ?? storedPort(usual, tls) ?? (direct ? DIRECT_PORT : defaultPort(tls));
  if (direct) checkDirect({ ...values, hostname: values.hostname && host, tls }, around, faults);
  if (isCleared(body, 'hostname') || (before === undefined && values.hostname === undefined)) {
    faults['hostname'] ??= say('member-blank', { label: 'Hostname' });
  }
  const hasMoved = before === undefined || before.host !== host || before.port !== port;
  if (isFromOutside && !direct && hasMoved && values.hostname !== undefined) checkPlace(host, faults);
  const settings: RelaySettings = {
    name: stays('name', values.name, before?.name) ?? host,
    host,
    port,
    tls,
    verifyTls: values.verify_tls === undefined ? verifies : values.verify_tls === 'yes',
    username: stays('username', values.username, before?.username),
    password: undefined,
    heloName: stays('helo_name', values.helo_name, before?.helo_name),
    lanes: values.lanes ?? before?.lanes ?? (direct ? DIRECT_LANES : 20),
    messagesPerConnection: stays(
      'messages_per_connection',
      values.messages_per_connection,
      before?.messages_per_connection,
    ),
    priority: values.priority ?? before?.priority ?? 100,
    weight: values.weight ?? before?.weight ?? 1,
    quotas: readQuotas(body, before, faults),
    warmUp: readWarmUp(body, around, faults),
    status: values.status ?? (before?.status === 'inactive' ? 'inactive' : 'active'),
    guarded: direct ? false : hasMoved ? isFromOutside : before.guarded === 1,
  };
  settings.password = readPassword(body, settings, around, faults);
  throwFaults(faults);
  return settings;
}

/** It sends from the operator's own address, and may be let loose on other networks. */
function checkDirect(
  { hostname, username, tls }: { hostname?: string | undefined; username?: string | undefined; tls: string },
  { isFromOutside, isOperator = false }: RelayContext,
  faults: Faults,
): void {
  if (username !== undefined) faults['username'] ??= say('relay-username-direct');
  if (tls === 'implicit') faults['tls'] ??= say('relay-tls-direct');
  if (!isFromOutside || hostname === undefined || faults['hostname'] !== undefined) return;
  const { allowsPrivate, dns } = parseDirect(hostname);
  if (!isOperator) faults['hostname'] ??= say('relay-direct-operator');
  else if (allowsPrivate || dns.length > 0) {
    faults['hostname'] ??= say('relay-direct-options');
  }
}

function isCleared(body: FormObject, member: string): boolean {
  return Object.hasOwn(body, member) && (body[member] === '' || body[member] === null);
}

/** The stored port; the default port of the previous mode becomes that of the new mode. */
function storedPort(before: RelayRow | undefined, tls: string): number | undefined {
  if (before === undefined || before.tls === tls || !isTlsMode(before.tls)) return before?.port;
  return before.port === defaultPort(before.tls) ? undefined : before.port;
}

function checkPlace(host: string, faults: Faults): void {
  if (/(^|\.)(localhost|local|internal)\.?$/.test(host) || (isIP(host) !== 0 && !isOpenAddress(host))) {
    faults['hostname'] ??= say('relay-public');
  }
}

/** @returns the new password, null for none, undefined when unchanged */
function readPassword(
  body: FormObject,
  settings: RelaySettings,
  { before, isFromOutside }: RelayContext,
  faults: Faults,
): string | null | undefined {
  const given = body['password'] ?? '';
  const sent = typeof given === 'string' ? given : undefined;
  const isSent = sent !== '';
  if (sent === undefined) faults['password'] = say('member-text', { label: 'Password' });
  else if (/\0/.test(`${settings.username}${sent}`)) faults['password'] = say('member-nul', { label: 'Password' });
  else if (sent.length > 1000) faults['password'] = say('member-long', { label: 'Password', max: 1000 });
  const isStored = before !== undefined && before.password !== null && !isCleared(body, 'password');
  if (settings.username === null) {
    if (isSent) faults['username'] ??= say('relay-username-blank');
    return null;
  }
  if (!isSent && !isStored) faults['password'] ??= say('relay-password-blank');
  if (!isFromOutside) return isSent ? sent : undefined;
  const isMoved = before === undefined || isElsewhere(before, settings);
  if (settings.tls === 'none' && (isSent || isMoved)) {
    faults['tls'] ??= say('relay-tls-password');
  }
  // Somebody who may change the relay must not learn its password by redirecting it to a server of
  // their own.
  if (!isSent && isStored && isMoved) {
    faults['password'] ??= say('relay-password-again');
  }
  return isSent ? sent : undefined;
}

function isElsewhere(before: RelayRow, { host, port, tls, verifyTls, username }: RelaySettings): boolean {
  const isSame = before.host === host && before.port === port && before.tls === tls && before.username === username;
  return !isSame || (before.verify_tls === 1 && !verifyTls);
}

/** A block of members. `undefined`: not sent. `null`: removed. */
function blockOf(body: FormObject, block: string, faults: Faults): FormObject | null | undefined {
  const sent = body[block];
  if (isFormObject(sent)) return sent;
  if (sent === undefined) return undefined;
  if (!isCleared(body, block) && !(Array.isArray(sent) && sent.length === 0))
    faults[block] = say('member-object', { label: block });
  return null;
}

function readQuotas(body: FormObject, before: RelayRow | undefined, faults: Faults): Quotas {
  const block = blockOf(body, 'quotas', faults);
  const sent = block ?? {};
  const { values, faults: found } = readMembers(quotaMembers, sent, 'quotas.');
  Object.assign(faults, found);
  const quota = (member: keyof typeof quotaMembers) =>
    values[member] ?? (block === null || isCleared(sent, member) ? null : (before?.[member] ?? null));
  return {
    perSecond: quota('per_second'),
    perMinute: quota('per_minute'),
    perHour: quota('per_hour'),
    perDay: quota('per_day'),
    perMonth: quota('per_month'),
  };
}

/** Reads the warm-up plan, which keeps its beginning whatever is changed in it. */
function readWarmUp(body: FormObject, { before, now }: RelayContext, faults: Faults): WarmUp | null {
  const stored = before?.warm_up == null ? null : (JSON.parse(before.warm_up) as WarmUp);
  const block = blockOf(body, 'warm_up', faults);
  if (block === undefined) return stored;
  if (block === null || Object.keys(warmUpMembers).every((member) => isCleared(block, member))) return null;
  const { values, faults: found } = readMembers(warmUpMembers, block, 'warm_up.');
  const firstDay = values.first_day ?? stored?.firstDay;
  const until = values.until ?? stored?.until;
  if (firstDay === undefined) found['warm_up.first_day'] ??= say('member-blank', { label: 'First day' });
  if (until === undefined) found['warm_up.until'] ??= say('member-blank', { label: 'Until' });
  if (firstDay !== undefined && until !== undefined && until < firstDay) {
    found['warm_up.until'] ??= say('relay-until-first');
  }
  Object.assign(faults, found);
  return {
    startsAt: stored?.startsAt ?? now,
    firstDay: firstDay ?? 1,
    growthPercent: values.growth_percent ?? stored?.growthPercent ?? 20,
    until: until ?? 1,
  };
}
