// Addresses and networks as settings write them.
import { BlockList, isIP } from 'node:net';

/** Reads a list with commas. @throws Error with one sentence */
export function parseNetworks(text: string): readonly string[] {
  const networks = text.split(',').map((network) => network.trim());
  for (const network of networks) {
    const [address = '', bits, ...rest] = network.split('/');
    const most = isIP(address) === 6 ? 128 : 32;
    const isNetwork = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
    if (isIP(address) === 0 || !isNetwork || rest.length > 0) {
      throw new Error(`"${network}" is neither an address nor a network like 10.0.0.0/8.`);
    }
  }
  return networks;
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

/** Whether an address, as text, is one of those or in one of those networks. */
export function inNetworks(networks: readonly string[]): (address: string) => boolean {
  const lists = { 4: new BlockList(), 6: new BlockList() };
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 4 ? 4 : 6;
    lists[family].addSubnet(address, Number(bits ?? (family === 4 ? 32 : 128)), `ipv${family}`);
  }
  return (address) => {
    const family = isIP(address);
    return (family === 4 || family === 6) && lists[family].check(address, `ipv${family}`);
  };
}
