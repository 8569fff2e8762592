// What direct delivery needs around it: a resolver, port 25, and a name for the address that mail
// comes from. Nothing is sent.
import { createSocket } from 'node:dgram';
import type { OutwardState, ResolverState, SourceState } from '../../../network/outward.ts';
import { isPublicAddress } from '../../../network/public-address.ts';
import type { Relay } from '../relay-url.ts';
import { DnsError } from './dns/ask.ts';
import { openResolver, type Resolver } from './dns/resolver.ts';
import { probeDirect } from './probe.ts';
import { type DirectSettings, familyOf } from './settings.ts';

/** Receivers that are always there: one of them is connected to, no message is sent. */
const RECEIVERS = ['gmail.com', 'outlook.com'];
/** In a signed zone that lasts. */
const SIGNED = 'org';

/** Never rejects. */
export async function outwardOf(relay: Relay, direct: DirectSettings, deadlineMs: number): Promise<OutwardState> {
  const resolver = openResolver(direct);
  const own = direct.sources.length > 0 ? direct.sources : await ownAddress();
  const [state, port, sources] = await Promise.all([
    resolverState(resolver),
    reachPort(relay, direct, deadlineMs),
    Promise.all(own.map((address) => sourceState(resolver, address, direct.allowsPrivate))),
  ]);
  return { greets: relay.name, resolver: state, port, sources };
}

async function resolverState(resolver: Resolver): Promise<ResolverState> {
  const servers = resolver.servers.map(({ address }) => address).join(', ');
  try {
    const { isSecure } = await resolver.look(SIGNED, 'SOA');
    const proves = isSecure ? 'yes' : resolver.isTrusted ? 'no' : 'not-trusted';
    return { servers, proves, reason: '' };
  } catch (error) {
    if (!(error instanceof DnsError)) throw error;
    return { servers, proves: 'no-answer', reason: error.message };
  }
}

async function reachPort(relay: Relay, direct: DirectSettings, deadlineMs: number): Promise<OutwardState['port']> {
  const probes = RECEIVERS.map((domain) => probeDirect(relay, direct, { from: `postmaster@${domain}`, deadlineMs }));
  const all = await Promise.all(probes);
  const { works, line } = all.find((one) => one.works) ?? all[0] ?? { works: false, line: '' };
  return { works, line };
}

async function sourceState(resolver: Resolver, address: string, allowsPrivate: boolean): Promise<SourceState> {
  const nothing = { address, names: [], confirmed: [] };
  if (!isPublicAddress(address) && !allowsPrivate) return { ...nothing, state: 'hidden' };
  try {
    const found = await resolver.look(reverseName(address), 'PTR');
    const names = found.records.flatMap((one) => (one.type === 'PTR' ? [one.data.toLowerCase()] : []));
    const type = familyOf(address) === 4 ? 'A' : 'AAAA';
    const back = await Promise.all(
      names.slice(0, MOST_NAMES).map(async (name) => {
        const { records } = await resolver.look(name, type);
        const isBack = records.some(
          (one) => one.type === type && reverseName(String(one.data)) === reverseName(address),
        );
        return isBack ? [name] : [];
      }),
    );
    return { address, state: 'known', names, confirmed: back.flat() };
  } catch (error) {
    if (!(error instanceof DnsError)) throw error;
    return { ...nothing, state: 'no-answer' };
  }
}

const MOST_NAMES = 5;

/** The name that DNS has an address's names at (RFC 1035, section 3.5; RFC 3596, section 2.5). */
export function reverseName(address: string): string {
  if (familyOf(address) === 4) return `${address.split('.').reverse().join('.')}.in-addr.arpa`;
  const short = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [before = '', after] = short.split('::');
  const groups = (part: string | undefined) => (part ? part.split(':') : []);
  const [first, last] = [groups(before), groups(after)];
  const middle = after === undefined ? [] : Array.from({ length: 8 - first.length - last.length }, () => '0');
  const digits = [...first, ...middle, ...last].map((group) => group.padStart(4, '0')).join('');
  return `${[...digits].reverse().join('.')}.ip6.arpa`;
}

/** The address that the system takes for connections to the public internet. Nothing is sent. */
function ownAddress(): Promise<string[]> {
  const { promise, resolve } = Promise.withResolvers<string[]>();
  const socket = createSocket('udp4');
  socket.on('error', () => resolve([]));
  socket.connect(53, '198.41.0.4', () => resolve([socket.address().address]));
  return promise.finally(() => socket.close());
}
