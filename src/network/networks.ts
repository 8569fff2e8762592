// Addresses and networks as settings write them.
import { isIP } from 'node:net';

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
