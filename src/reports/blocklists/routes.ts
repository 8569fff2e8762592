// Looks up the addresses of a delivery server, or a sending domain, in blocklists: when asked only.
import { isIP } from 'node:net';
import { type Dns, openDns } from '../../domains/dns/lookup.ts';
import { getDomain } from '../../domains/queries.ts';
import { toWireSentences } from '../../http/members/sentences.ts';
import { type Call, ok, type Route } from '../../http/route.ts';
import { HOUR_MS } from '../../kernel/durations.ts';
import { AppError } from '../../kernel/errors.ts';
import { type Sentence, say, textOf } from '../../kernel/sentences/sentence.ts';
import { isDirect, parseDirect } from '../../mail/smtp/direct/settings.ts';
import { DEFAULT_BLOCKLISTS } from '../../network/blocklists.ts';
import { isPublicAddress } from '../../network/public-address.ts';
import { getVisibleRelay } from '../../relays/queries.ts';
import { countWithin } from '../../storage/rate.ts';
import { lookUpBlocklists } from './look-up.ts';
import { answer, body, readRequest, toWire } from './wire.ts';

/** Blocklists stop answering who asks too often. */
const AN_HOUR = { most: 30, windowMs: HOUR_MS };
const MOST_ADDRESSES = 4;

/** `notes`: what could not be looked up. */
type About = { addresses: string[]; domains: string[]; notes: readonly Sentence[] };

const lookUp: Route = {
  name: 'lookUpBlocklists',
  method: 'POST',
  path: '/blocklists/look-up',
  needs: 'operate',
  summary: 'Check whether blocklists list the addresses of a delivery server, or a sending domain',
  about:
    'Queries the blocklists of the setting `MAILWRIGHT_BLOCKLISTS` over DNS (RFC 5782), at most 30 times per hour. A blocklist that refuses to answer, does not respond, or lacks its own test entry is reported as `unasked`, which says nothing about the address.',
  group: 'Profile',
  body,
  isRepeatable: true,
  status: 200,
  answer,
  refuses: [404, 429],
  unaudited: 'It looks, and changes nothing.',
  handle: async (call) => {
    const about = await aboutOf(call);
    const { db, clock, blocklists = DEFAULT_BLOCKLISTS } = call;
    if (!(await countWithin(db, 'blocklists', AN_HOUR, clock.now())))
      throw new AppError('too_many', say('relay-blocklists-often'));
    const records = await lookUpBlocklists(blocklists, about);
    const { notes } = about;
    const told = { note: textOf(notes) || null, sentences: toWireSentences(notes) };
    return ok({ data: { records: records.map(toWire), ...told } });
  },
};

async function aboutOf(call: Call): Promise<About> {
  const request = readRequest(call.body);
  const { db, caller } = call;
  if ('domainUid' in request) {
    const { name } = await getDomain(db, caller.customerId, request.domainUid);
    return { addresses: [], domains: [name], notes: [] };
  }
  return { ...(await addressesOf(await hostsOf(call, request.serverId))), domains: [] };
}

/** The hosts or addresses that a relay sends from, as far as they are known. */
async function hostsOf(call: Call, serverId: string): Promise<readonly string[]> {
  const configured = call.installation.surroundings.relay;
  if (serverId === '0') {
    if (!configured) throw new AppError('not_found', say('relay-missing'));
    return configured.direct?.sources ?? [configured.host];
  }
  const { host } = await getVisibleRelay(call.db, call.caller.customerId, serverId);
  return isDirect(host) ? parseDirect(host).sources : [host];
}

async function addressesOf(hosts: readonly string[]): Promise<Omit<About, 'domains'>> {
  if (hosts.length === 0) return { addresses: [], notes: [say('addresses-unset')] };
  const dns = openDns();
  try {
    const found = await Promise.all(hosts.map((host) => lookUpHost(dns, host)));
    const all = [...new Set(found.flatMap(({ addresses }) => addresses))];
    const open = all.filter(isPublicAddress);
    const notes = found.flatMap(({ why }) => why ?? []);
    if (all.length > open.length) notes.push(say('addresses-inside'));
    if (open.length > MOST_ADDRESSES) notes.push(say('addresses-many', { count: open.length, most: MOST_ADDRESSES }));
    return { addresses: open.slice(0, MOST_ADDRESSES), notes };
  } finally {
    dns.close();
  }
}

/** The addresses of a host, or why there are none. */
async function lookUpHost(dns: Dns, host: string): Promise<{ addresses: readonly string[]; why?: Sentence }> {
  if (isIP(host)) return { addresses: [host] };
  const answer = await dns.addresses(host);
  if (answer.kind === 'found') return { addresses: answer.values };
  return { addresses: [], why: answer.kind === 'failed' ? answer.why : say('addresses-none', { host }) };
}

export const blocklistRoutes: Route[] = [lookUp];
