// Evaluates an SPF record (RFC 7208) as far as possible without a mail: the addresses it lets send,
// and its errors.
import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { type Sentence, say } from '../../kernel/sentences/sentence.ts';
import type { Dns } from './lookup.ts';
import { shown } from './verdict.ts';

/** The result of following a record and everything it includes. */
export type SpfWalk = {
  /** Terms that cost receivers a look-up; more than ten invalidate the record (section 4.6.4). */
  lookups: number;
  /** Look-ups that found nothing; receivers may refuse more than two. */
  voids: number;
  networks: BlockList;
  /** Domains included or redirected to. */
  included: string[];
  /** Errors for receivers. */
  faults: Sentence[];
  /** Failed look-ups, with reasons. */
  failures: Sentence[];
  /**
   * Terms that depend on the mail (macros, exists, ptr): which addresses they let send is unknown.
   */
  open: string[];
  /** Qualifier of the `all` that applies in the end; undefined when there is none. */
  all: string | undefined;
};

export const MAX_LOOKUPS = 10;
const MAX_VOIDS = 2;

/** The SPF records among TXT records (section 4.5). */
export function spfRecords(records: readonly string[]): string[] {
  return records.filter((record) => /^v=spf1(?: |$)/i.test(record));
}

/** Follows a record. */
export async function walkSpf(dns: Dns, domain: string, record: string): Promise<SpfWalk> {
  const walk: SpfWalk = {
    lookups: 0,
    voids: 0,
    networks: new BlockList(),
    included: [],
    faults: [],
    failures: [],
    open: [],
    all: undefined,
  };
  walk.all = await follow(dns, domain, record, walk);
  if (walk.lookups > MAX_LOOKUPS) walk.faults.push(say('spf-too-many-lookups', { most: MAX_LOOKUPS }));
  if (walk.voids > MAX_VOIDS) walk.faults.push(say('spf-voids', { count: walk.voids }));
  return walk;
}

/** Follows one record. @returns the qualifier of `all` in this record or where it redirects to */
async function follow(dns: Dns, domain: string, record: string, walk: SpfWalk): Promise<string | undefined> {
  let all: string | undefined;
  let redirect: string | undefined;
  for (const term of record.split(' ').slice(1)) {
    if (term === '') continue;
    if (walk.lookups > MAX_LOOKUPS) return all;
    const [, modifier, value = ''] = MODIFIER.exec(term) ?? [];
    if (modifier !== undefined && !NAMES.has(modifier.toLowerCase())) {
      if (modifier.toLowerCase() === 'redirect') redirect = value;
      continue; // exp= and unknown modifiers add no addresses
    }
    const mechanism = parseMechanism(term);
    if (!mechanism) {
      walk.faults.push(say('spf-no-term', { term: shown(term) }));
      continue;
    }
    if (mechanism.name === 'all') {
      all = mechanism.qualifier;
      break; // terms after it never apply
    }
    await mechanismOf(dns, domain, mechanism, walk);
  }
  if (all !== undefined || redirect === undefined) return all;
  walk.lookups += 1;
  return include(dns, redirect, walk);
}

const NAMES = new Set(['all', 'include', 'a', 'mx', 'ptr', 'ip4', 'ip6', 'exists']);
const MODIFIER = /^([a-z][a-z0-9._-]*)=(.*)$/i;

type Mechanism = { qualifier: string; name: string; value: string; prefix4: number; prefix6: number };

const MECHANISM = /^([+\-~?]?)(all|include|a|mx|ptr|ip4|ip6|exists)(?::([^\s]*?))?(?:\/(\d{1,3}))?(?:\/\/(\d{1,3}))?$/i;

function parseMechanism(term: string): Mechanism | undefined {
  const parts = MECHANISM.exec(term);
  if (!parts) return undefined;
  const name = (parts[2] ?? '').toLowerCase();
  const value = parts[3] ?? '';
  // ip6 has one prefix length, after a single slash
  const prefix4 = Number(parts[4] ?? (name === 'ip6' ? 128 : 32));
  const prefix6 = name === 'ip6' ? prefix4 : Number(parts[5] ?? 128);
  const needsValue = ['include', 'ip4', 'ip6', 'exists'].includes(name);
  if (needsValue !== (value !== '') && (needsValue || name === 'all')) return undefined;
  if ((name !== 'ip6' && prefix4 > 32) || prefix6 > 128) return undefined;
  if ((name === 'ip4' && !isIPv4(value)) || (name === 'ip6' && !isIPv6(value))) return undefined;
  return { qualifier: parts[1] || '+', name, value, prefix4, prefix6 };
}

async function mechanismOf(dns: Dns, domain: string, mechanism: Mechanism, walk: SpfWalk): Promise<void> {
  const { name, value, qualifier, prefix4, prefix6 } = mechanism;
  const lets = qualifier === '+';
  if (name === 'ip4' || name === 'ip6') {
    if (lets) addNetwork(walk.networks, value, prefix4, prefix6);
    return;
  }
  walk.lookups += 1;
  if (walk.lookups > MAX_LOOKUPS) return;
  if (name === 'exists' || name === 'ptr' || value.includes('%')) {
    if (lets) walk.open.push(name);
    return;
  }
  if (name === 'include') {
    const inner = await include(dns, value, walk);
    if (lets && inner === '+') walk.networks.addSubnet('0.0.0.0', 0, 'ipv4');
    return;
  }
  const hosts = name === 'mx' ? await mailServers(dns, value || domain, walk) : [value || domain];
  for (const host of hosts) {
    const answer = await dns.addresses(host);
    if (answer.kind === 'failed') walk.failures.push(answer.why);
    if (answer.kind === 'absent') walk.voids += 1;
    if (answer.kind !== 'found' || !lets) continue;
    for (const address of answer.values) addNetwork(walk.networks, address, prefix4, prefix6);
  }
}

async function mailServers(dns: Dns, name: string, walk: SpfWalk): Promise<string[]> {
  const answer = await dns.mx(name);
  if (answer.kind === 'failed') walk.failures.push(answer.why);
  if (answer.kind === 'absent') walk.voids += 1;
  if (answer.kind !== 'found') return [];
  if (answer.values.length > MAX_LOOKUPS) {
    walk.faults.push(say('spf-mail-servers', { name: shown(name), most: MAX_LOOKUPS }));
  }
  return answer.values.slice(0, MAX_LOOKUPS);
}

/**
 * Follows `include` and `redirect` (sections 5.2 and 6.1): both require exactly one record there.
 */
async function include(dns: Dns, name: string, walk: SpfWalk): Promise<string | undefined> {
  if (walk.lookups > MAX_LOOKUPS) return undefined;
  if (name.includes('%')) {
    walk.open.push(shown(name));
    return undefined;
  }
  walk.included.push(name.toLowerCase());
  const answer = await dns.txt(name);
  if (answer.kind === 'failed') {
    walk.failures.push(answer.why);
    return undefined;
  }
  const records = answer.kind === 'found' ? spfRecords(answer.values) : [];
  const [record] = records;
  if (record === undefined || records.length > 1) {
    walk.faults.push(say(records.length === 0 ? 'spf-none-there' : 'spf-many-there', { name: shown(name) }));
    return undefined;
  }
  return follow(dns, name, record, walk);
}

function addNetwork(networks: BlockList, address: string, prefix4: number, prefix6: number): void {
  if (isIPv4(address)) networks.addSubnet(address, prefix4, 'ipv4');
  else if (isIPv6(address)) networks.addSubnet(address, prefix6, 'ipv6');
}

/** Whether the record lets this address send. */
export function letsSend({ networks }: SpfWalk, address: string): boolean {
  return networks.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}
