// Addresses and networks as settings write them.
import { BlockList, isIP } from 'node:net';

/** Reads a list with commas. @throws Error with one sentence */
function parseNetworks(text: string): readonly string[] {
  const networks = text.split(',').map((network) => network.trim());
  const wrong = networks.find((network) => !isNetwork(network));
  if (wrong !== undefined) throw new Error(`"${wrong}" is neither an address nor a network like 10.0.0.0/8.`);
  return networks;
}

/** Whether a text is an address, or a network. A zone means something on one machine only. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const most = isIP(address) === 6 ? 128 : 32;
  const isSound = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
  return isIP(address) !== 0 && !address.includes('%') && isSound && rest.length === 0;
}

/**
 * The same for proxies that are believed, of which not everybody may be one.
 * @throws Error with one sentence
 */
export function parseProxies(text: string): readonly string[] {
  const networks = parseNetworks(text);
  const all = networks.find((network) => /\/0+$/.test(network));
  if (all === undefined) return networks;
  throw new Error(
    `"${all}" is every address there is, and each could claim to be any other: name those of the proxies.`,
  );
}

const MAPPED_BITS = 96; // RFC 4291, section 2.5.5.2: before the IPv4 address

/** An address without its zone; an IPv4 one that is written as IPv6 as what it is. */
function plainAddress(text: string): string {
  const address = text.split('%')[0] ?? '';
  if (!address.includes(':') || isIP(address) === 0) return address;
  const found = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(new URL(`http://[${address}]`).hostname);
  if (!found) return address;
  const [high = 0, low = 0] = found.slice(1).map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** Whether an address, as text, is one of those or in one of those networks. */
export function inNetworks(networks: readonly string[]): (address: string) => boolean {
  const lists = { 4: new BlockList(), 6: new BlockList() };
  for (const network of networks) {
    const [written = '', bits] = network.split('/');
    const plain = plainAddress(written);
    const isMapped = plain !== written && Number(bits ?? 128) >= MAPPED_BITS;
    const address = isMapped ? plain : written;
    const family = isIP(address) === 4 ? 4 : 6;
    const own = bits === undefined || !isMapped ? bits : Number(bits) - MAPPED_BITS;
    lists[family].addSubnet(address, Number(own ?? (family === 4 ? 32 : 128)), `ipv${family}`);
  }
  return (written) => {
    const address = plainAddress(written);
    const family = isIP(address);
    return (family === 4 || family === 6) && lists[family].check(address, `ipv${family}`);
  };
}
