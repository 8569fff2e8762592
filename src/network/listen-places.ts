// Addresses that a server listens on.

type Place = { host: string; port: number };

/** Parses `host:port`, or a port of all addresses. @throws Error with a reason */
export function parseListen(text: string): Place {
  const found = /^(?:(\[[0-9a-f:.]+\]|[a-z0-9.-]+):)?(\d{1,5})$/i.exec(text);
  const port = Number(found?.[2]);
  if (!found || port < 1 || port > 65535) throw new Error(`"${text}" is not host:port, like 0.0.0.0:25.`);
  return { host: (found[1] ?? '0.0.0.0').replace(/^\[|\]$/g, ''), port };
}

const EVERYWHERE = ['0.0.0.0', '::'];

/** Whether a server listens on all addresses there; nobody can open that one. */
export const isEverywhere = (host: string): boolean => EVERYWHERE.includes(host);

/** Whether only one of two servers can listen there; names of hosts are not looked up. */
export function isSamePlace(one: Place, other: Place): boolean {
  if (one.port !== other.port) return false;
  return one.host === other.host || [one.host, other.host].some(isEverywhere);
}
