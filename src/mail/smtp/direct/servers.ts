// The mail servers that direct delivery knows: what is open to each, and which could not be reached
// lately. Instants are those of performance.now(), which no clock that is set changes.
import type { Lane } from '../lane.ts';

/** A mail server. `places`: its connections by the security that they have. */
export type Server = { open: number; waiting: Set<() => void>; places: Map<string, Place> };
/** `failedUntil`: it could not be reached, or not securely. */
export type Place = { open: number; idle: Connection[]; failedUntil: number; why: string };
export type Connection = { lane: Lane; address: string; sent: number; timer?: NodeJS.Timeout };

export type Servers = {
  /** The server of a name, which is known from then on. */
  named(host: string): Server;
  all(): Iterable<Server>;
};

const MOST_KNOWN = 5_000;

/** Knows no server yet. */
export function openServers(): Servers {
  const servers = new Map<string, Server>();
  let sweepAt = MOST_KNOWN;
  return {
    named(host) {
      const found = servers.get(host);
      if (found) return found;
      if (servers.size >= sweepAt) {
        sweep(servers);
        sweepAt = Math.max(MOST_KNOWN, 2 * servers.size); // else each message looked at all that stay
      }
      const made: Server = { open: 0, waiting: new Set(), places: new Map() };
      servers.set(host, made);
      return made;
    },
    all: () => servers.values(),
  };
}

/** Forgets servers that nothing is known of any more. */
function sweep(servers: Map<string, Server>): void {
  const now = performance.now();
  for (const [host, { open, waiting, places }] of servers) {
    const isKnown = [...places.values()].some(({ failedUntil }) => now < failedUntil);
    if (open === 0 && waiting.size === 0 && !isKnown) servers.delete(host);
  }
}

/** What is known of connections to a server with this security. */
export function placeOf({ places }: Server, key: string): Place {
  const found = places.get(key) ?? { open: 0, idle: [], failedUntil: 0, why: '' };
  places.set(key, found);
  return found;
}

/** Forgets kinds of security that no connection has. */
export function forgetUnused({ places }: Server): void {
  for (const [key, { open, failedUntil }] of places) if (open === 0 && failedUntil === 0) places.delete(key);
}
