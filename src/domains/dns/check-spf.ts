// Checks whether the domain's SPF record is valid and covers the relays in use.
import { isIP } from 'node:net';
import { isPublicAddress } from '../../network/public-address.ts';
import type { Dns } from './lookup.ts';
import { letsSend, MAX_LOOKUPS, type SpfWalk, spfRecords, walkSpf } from './spf.ts';
import { type Finding, type Status, seenIn } from './verdict.ts';

type Judgement = { status: Status; text: string };

/** Checks the SPF record. @param relayHosts names or addresses of the relays in use */
export async function checkSpf(dns: Dns, domain: string, relayHosts: readonly string[]): Promise<Finding> {
  const answer = await dns.txt(domain);
  const records = answer.kind === 'found' ? spfRecords(answer.values) : [];
  const { status, text } =
    answer.kind === 'failed'
      ? { status: 'unknown' as const, text: `Could not be looked up: ${answer.reason}.` }
      : await judgement(dns, domain, records, relayHosts);
  return { purpose: 'spf', name: domain, status, text, seen: seenIn(records) };
}

async function judgement(
  dns: Dns,
  domain: string,
  [record, ...more]: readonly string[],
  relayHosts: readonly string[],
): Promise<Judgement> {
  if (record === undefined) return { status: 'missing', text: 'There is no SPF record.' };
  if (more.length > 0) {
    const text = `There are ${more.length + 1} SPF records: receivers ignore them all. Join them into one.`;
    return { status: 'wrong', text };
  }
  const walk = await walkSpf(dns, domain, record);
  if (walk.faults.length > 0) return { status: 'wrong', text: `The SPF record is wrong: ${some(walk.faults)}.` };
  if (walk.failures.length > 0) {
    const text = `The SPF record is there, but not all that it names could be looked up: ${some(walk.failures)}.`;
    return { status: 'unknown', text };
  }
  const found = `Found, ${walk.lookups} of ${MAX_LOOKUPS} look-ups.`;
  if (walk.all === '+') return { status: 'weak', text: `${found} It ends with +all: anybody may send as ${domain}.` };
  return withRelays(found, walk, await placesOf(dns, relayHosts));
}

const SHOWN = 3;

function some(texts: readonly string[]): string {
  const more = texts.length > SHOWN ? `; and ${texts.length - SHOWN} more` : '';
  return texts.slice(0, SHOWN).join('; ') + more;
}

type Place = { host: string; addresses: string[]; failure?: string };

/** The public addresses of the relays; receivers never see the address of an internal relay. */
function placesOf(dns: Dns, hosts: readonly string[]): Promise<Place[]> {
  return Promise.all(
    [...new Set(hosts)].map(async (host) => {
      if (isIP(host)) return { host, addresses: [host].filter(isPublicAddress) };
      const answer = await dns.addresses(host);
      if (answer.kind === 'failed') return { host, addresses: [], failure: answer.reason };
      return { host, addresses: answer.kind === 'found' ? answer.values.filter(isPublicAddress) : [] };
    }),
  );
}

function withRelays(found: string, walk: SpfWalk, places: readonly Place[]): Judgement {
  const told = places.filter(({ addresses }) => addresses.length > 0);
  const untold = places.filter(({ addresses }) => addresses.length === 0).map(({ host }) => host);
  const missing = told.filter((place) => !names(walk, place));
  const cannot = untold.length > 0 ? ` Whether it names what ${untold.join(', ')} sends from cannot be told.` : '';
  if (missing.length === 0) {
    return { status: 'good', text: `${found}${told.length > 0 ? ' It names your relays.' : ''}${cannot}` };
  }
  const list = missing.map(({ host, addresses }) => (isIP(host) ? host : `${host} ${addresses.join(' ')}`)).join(', ');
  if (walk.open.length > 0) {
    return {
      status: 'weak',
      text: `${found} Whether it names ${list} cannot be told: it uses ${walk.open.join(', ')}.`,
    };
  }
  const end = walk.all === undefined ? 'has no "all" at its end' : `ends with ${walk.all}all`;
  const covered =
    missing.length === places.length ? "none of your relays' addresses" : "not all of your relays' addresses";
  return {
    status: walk.all === '-' ? 'wrong' : 'weak',
    text: `SPF ${end} and names ${covered}: ${list}. Add what these send from (a relay may send from other addresses than it takes mail at: its operator knows).${cannot}`,
  };
}

/**
 * Whether the record covers the relay: by address, or by including something of the relay's own
 * domain (smtp.mail.example and include:spf.mail.example).
 */
function names(walk: SpfWalk, { host, addresses }: Place): boolean {
  if (addresses.some((address) => letsSend(walk, address))) return true;
  if (isIP(host)) return false;
  const family = host.toLowerCase().split('.').slice(-2).join('.');
  return walk.included.some((name) => name === family || name.endsWith(`.${family}`));
}
