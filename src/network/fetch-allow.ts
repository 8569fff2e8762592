// The operator's exceptions: hosts and networks that content may be fetched from although they are
// not public.
import { isIP } from 'node:net';
import { inNetworks, isNetwork } from './networks.ts';

/**
 * Plain data, so that it can be passed to threads. Hosts as in a URL, without the brackets of IPv6.
 */
export type FetchAllow = {
  hosts: readonly { host: string; port: number | undefined }[];
  /** Networks in CIDR notation. */
  networks: readonly string[];
};

export const ALLOW_NOTHING: FetchAllow = { hosts: [], networks: [] };

/**
 * Parses a comma-separated list of `host`, `host:port` and `network/bits`; IPv6 with a port is in
 * brackets.
 * @throws Error naming the first invalid part
 */
export function parseFetchAllow(text: string): FetchAllow {
  const hosts: { host: string; port: number | undefined }[] = [];
  const networks: string[] = [];
  for (const part of text.split(',').map((one) => one.trim().toLowerCase())) {
    if (part === '') continue;
    if (part.includes('/') && isNetwork(part)) networks.push(part);
    else hosts.push(parseHost(isIP(part) === 6 ? `[${part}]` : part));
  }
  return { hosts, networks };
}

function parseHost(part: string): FetchAllow['hosts'][number] {
  const found = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9_.-]+?))\.?(?::(\d{1,5}))?$/.exec(part);
  const host = found?.[1] ?? found?.[2];
  const port = found?.[3] === undefined ? undefined : Number(found[3]);
  if (host === undefined || (found?.[1] && isIP(host) !== 6) || port === 0 || (port ?? 0) > 65535) {
    throw new Error(`"${part}" is no host, host:port or network like 10.0.0.0/8.`);
  }
  return { host: found?.[1] ? new URL(`http://[${host}]`).hostname.slice(1, -1) : host, port };
}

export type AllowList = {
  /** Whether every address of this host may be connected to. */
  host(host: string, port: number): boolean;
  /** Whether the address is in a network that the operator allowed. */
  address(address: string): boolean;
};

/** Checks hosts and addresses against the exceptions. */
export function allowed({ hosts, networks }: FetchAllow): AllowList {
  return {
    host: (host, port) => hosts.some((one) => one.host === host && (one.port ?? port) === port),
    address: inNetworks(networks),
  };
}
