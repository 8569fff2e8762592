// Relays in the interface's responses. Passwords never leave the store; the login of a shared relay
// is visible to the operator only.
import { toWireSentences } from '../http/members/sentences.ts';
import type { ConfiguredRelay } from '../http/route.ts';
import { formatCalendarTime } from '../kernel/clock.ts';
import { storedFault, storedText } from '../kernel/sentences/sentence.ts';
import { isDirect } from '../mail/smtp/direct/settings.ts';
import type { Probe } from '../mail/smtp/probe.ts';
import type { RelayRow } from '../storage/tables/delivery.ts';
import { tlsModeOf } from './rules.ts';
import type { WarmUp } from './usable.ts';

/** The number of the configured relay. */
export const CONFIGURED_ID = '0';

/** A relay in listings. */
export function toWireRelay(relay: Pick<RelayRow, 'number' | 'name' | 'host' | 'status'>) {
  return {
    server_id: String(relay.number),
    type: isDirect(relay.host) ? 'direct' : 'smtp',
    name: relay.name,
    hostname: relay.host,
    status: relay.status,
  };
}

/** The configured relay in listings. */
export function toWireConfigured({ host }: ConfiguredRelay) {
  return toWireRelay({ number: Number(CONFIGURED_ID), name: 'Configuration', host, status: 'active' });
}

/** A single relay. Instants are in the caller's time zone. */
export function toWireDetail(relay: RelayRow, timeZone: string) {
  const isShared = relay.customer_id === null;
  return {
    ...toWireRelay(relay),
    shared: isShared ? 'yes' : 'no',
    port: String(relay.port),
    tls: relay.tls,
    verify_tls: yesNo(relay.verify_tls === 1),
    username: isShared ? null : relay.username,
    helo_name: relay.helo_name,
    lanes: String(relay.lanes),
    messages_per_connection: textOf(relay.messages_per_connection),
    priority: String(relay.priority),
    weight: String(relay.weight),
    quotas: {
      per_second: textOf(relay.per_second),
      per_minute: textOf(relay.per_minute),
      per_hour: textOf(relay.per_hour),
      per_day: textOf(relay.per_day),
      per_month: textOf(relay.per_month),
    },
    warm_up: relay.warm_up === null ? null : toWireWarmUp(JSON.parse(relay.warm_up) as WarmUp, timeZone),
    fault: storedText(relay.fault),
    sentences: toWireSentences(storedFault(relay.fault)),
    fault_at: relay.fault_at === null ? null : formatCalendarTime(relay.fault_at, timeZone),
    date_added: formatCalendarTime(relay.created_at, timeZone),
    last_updated: formatCalendarTime(relay.updated_at, timeZone),
  };
}

/** The configured relay, single. */
export function toWireConfiguredDetail(relay: ConfiguredRelay) {
  return {
    ...toWireConfigured(relay),
    shared: 'yes',
    port: String(relay.port),
    tls: tlsModeOf(relay),
    verify_tls: yesNo(relay.verifyTls),
    username: null,
    helo_name: null,
    lanes: String(relay.lanes),
    messages_per_connection: null,
    priority: '100',
    weight: '1',
    quotas: { per_second: null, per_minute: null, per_hour: null, per_day: null, per_month: null },
    warm_up: null,
    fault: null,
    sentences: [],
    fault_at: null,
    date_added: null,
    last_updated: null,
  };
}

function toWireWarmUp(plan: WarmUp, timeZone: string) {
  return {
    first_day: String(plan.firstDay),
    growth_percent: String(plan.growthPercent),
    until: String(plan.until),
    started: formatCalendarTime(plan.startsAt, timeZone),
  };
}

/** The result of a probe. */
export function toWireProbe({ works, line, sentences, tookMs }: Probe) {
  const why = toWireSentences(sentences);
  return { works: yesNo(works), result: line, sentences: why, took_ms: String(Math.round(tookMs)) };
}

const yesNo = (flag: boolean) => (flag ? 'yes' : 'no');
const textOf = (number: number | null) => (number === null ? null : String(number));
