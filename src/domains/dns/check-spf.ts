// Checks whether the domain's SPF record is valid and covers the relays in use.
import { isIP } from 'node:net';
import { type Sentence, say } from '../../kernel/sentences/sentence.ts';
import { isPublicAddress } from '../../network/public-address.ts';
import type { Dns } from './lookup.ts';
import { letsSend, MAX_LOOKUPS, type SpfWalk, spfRecords, walkSpf } from './spf.ts';
import { type Finding, type Judgement, judged, seenIn } from './verdict.ts';

/** Checks the SPF record. @param relayHosts names or addresses of the relays in use */
export async function checkSpf(dns: Dns, domain: string, relayHosts: readonly string[]): Promise<Finding> {
  const answer = await dns.txt(domain);
  const records = answer.kind === 'found' ? spfRecords(answer.values) : [];
  const judgement =
    answer.kind === 'failed' ? judged('unknown', answer.why) : await judge(dns, domain, records, relayHosts);
  return { purpose: 'spf', name: domain, ...judgement, seen: seenIn(records) };
}

async function judge(
  dns: Dns,
  domain: string,
  [record, ...more]: readonly string[],
  relayHosts: readonly string[],
): Promise<Judgement> {
  if (record === undefined) return judged('missing', say('spf-missing'));
  if (more.length > 0) return judged('wrong', say('spf-many', { count: more.length + 1 }));
  const walk = await walkSpf(dns, domain, record);
  if (walk.faults.length > 0) return judged('wrong', say('spf-wrong'), ...some(walk.faults));
  if (walk.failures.length > 0) return judged('unknown', say('spf-in-part'), ...some(walk.failures));
  const found = say('spf-found', { lookups: walk.lookups, most: MAX_LOOKUPS });
  if (walk.all === '+') return judged('weak', found, say('spf-open-to-all', { domain }));
  return withRelays(found, walk, await placesOf(dns, relayHosts));
}

const SHOWN = 3;

function some(sentences: readonly Sentence[]): Sentence[] {
  const count = sentences.length - SHOWN;
  return [...sentences.slice(0, SHOWN), ...(count > 0 ? [say('spf-more', { count })] : [])];
}

type Place = { host: string; addresses: string[] };

/** The public addresses of the relays; receivers never see the address of an internal relay. */
function placesOf(dns: Dns, hosts: readonly string[]): Promise<Place[]> {
  return Promise.all(
    [...new Set(hosts)].map(async (host) => {
      if (isIP(host)) return { host, addresses: [host].filter(isPublicAddress) };
      const answer = await dns.addresses(host);
      return { host, addresses: answer.kind === 'found' ? answer.values.filter(isPublicAddress) : [] };
    }),
  );
}

function withRelays(found: Sentence, walk: SpfWalk, places: readonly Place[]): Judgement {
  const told = places.filter(({ addresses }) => addresses.length > 0);
  const untold = places.filter(({ addresses }) => addresses.length === 0).map(({ host }) => host);
  const missing = told.filter((place) => !names(walk, place));
  const cannot = untold.length > 0 ? [say('spf-cannot-tell', { hosts: untold.join(', ') })] : [];
  if (missing.length === 0) {
    return judged('good', found, ...(told.length > 0 ? [say('spf-names-relays')] : []), ...cannot);
  }
  const list = missing.map(({ host, addresses }) => (isIP(host) ? host : `${host} ${addresses.join(' ')}`)).join(', ');
  if (walk.open.length > 0) {
    return judged('weak', found, say('spf-depends', { places: list, terms: walk.open.join(', ') }));
  }
  return judged(
    walk.all === '-' ? 'wrong' : 'weak',
    walk.all === undefined ? say('spf-no-end') : say('spf-ends', { end: `${walk.all}all` }),
    say(missing.length === places.length ? 'spf-names-none' : 'spf-names-some', { places: list }),
    say('spf-add-places'),
    ...cannot,
  );
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
