// The addresses that a customer's host name may resolve to: those of the public internet. All
// others (this machine, its network, the metadata services of clouds) are for the operator only.
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import { lookUpName, type Resolve } from './name-lookup.ts';

/**
 * Ranges outside of the public internet: IANA's registries of special addresses (RFC 6890 and its
 * successors).
 */
const CLOSED_IPV4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared by carriers; some clouds' metadata
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // a cloud's metadata, although the range is public
  '169.254.0.0/16', // link-local; clouds' metadata
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarking
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
];
const OPEN_IPV6 = '2000::/3'; // the allocated range; loopback, mapped IPv4, link-local, private and multicast are outside
const CLOSED_IPV6 = [
  '2001::/23', // protocol assignments, Teredo
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: an embedded IPv4 address
  '3fff::/20', // documentation
];
const TRANSLATED = '64:ff9b::/96'; // RFC 6052: an embedded IPv4 address, where the network has IPv6 only

const closedIpv4 = blockList(CLOSED_IPV4, 'ipv4');
const closedIpv6 = blockList(CLOSED_IPV6, 'ipv6');
const openIpv6 = blockList([OPEN_IPV6], 'ipv6');
const translated = blockList([TRANSLATED], 'ipv6');

function blockList(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/**
 * Whether an address (as text; not a name) belongs to the public internet. Mapped IPv4 and zones
 * never do.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !closedIpv4.check(address, 'ipv4');
  if (family !== 6 || address.includes('%')) return false;
  if (isTranslated(address)) return isPublicAddress(lastIpv4(address));
  return openIpv6.check(address, 'ipv6') && !closedIpv6.check(address, 'ipv6');
}

const isTranslated = (address: string) => isIP(address) === 6 && translated.check(address, 'ipv6');

/** The IPv4 address in the last 32 bits of an IPv6 one. */
function lastIpv4(address: string): string {
  const host = new URL(`http://[${address}]/`).hostname.slice(1, -1); // the shortest form, in hex
  const groups = host.split('::').at(-1)?.split(':').filter(Boolean).slice(-2) ?? [];
  const [high = 0, low = 0] = groups.length === 2 ? groups.map(hex) : [0, ...groups.map(hex)];
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

const hex = (group: string) => Number.parseInt(group, 16);

/** A connection refused because of its address. */
export class ClosedAddressError extends Error {
  readonly code = 'ECLOSEDADDRESS';
  constructor(host: string, address: string) {
    // Never reveals which private address a name resolves to: a refused customer must not learn
    // about the network.
    super(host === address ? `${address} is not a public address` : `${host} does not lead to a public address`);
  }
}

/**
 * Whether customers may make us connect to this address: public, and not one of this machine's own.
 */
export function isOpenAddress(address: string): boolean {
  return isPublicAddress(address) && !isOwnAddress(address);
}

function isOwnAddress(address: string): boolean {
  if (isTranslated(address)) return isOwnAddress(lastIpv4(address));
  return Object.values(networkInterfaces()).some((own) => own?.some((one) => one.address === address));
}

/**
 * A `lookup` for net.connect that returns allowed addresses only. The connection goes to exactly
 * the addresses that were checked: a name that resolves differently the second time gains nothing.
 * @throws (in its callback) ClosedAddressError when none is allowed
 */
export function publicLookup(resolve: Resolve = lookUpName, isOpen = isOpenAddress): LookupFunction {
  return (host, { all, family, hints }, done) => {
    const options = { all: true, ...(family && { family }), ...(hints && { hints }) } as const;
    resolve(host, options, (error, addresses) => {
      if (error) return done(error, []);
      const open = addresses.filter(({ address }) => isOpen(address));
      const first = open[0];
      if (!first) return done(new ClosedAddressError(host, addresses[0]?.address ?? 'nowhere'), []);
      if (all) done(null, open);
      else done(null, first.address, first.family);
    });
  };
}
