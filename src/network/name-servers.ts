// The system's name servers. Node reads them once, when a thread starts: whoever names others in
// /etc/resolv.conf because the former are dead should not have to restart a server for it.
import dns from 'node:dns'; // the whole module: setServers replaces functions that a named import would miss

const atStart = String(dns.getServers());

/**
 * Those of the system as they are now, or those that this thread was given by `dns.setServers`.
 * Reads a file: not for each question.
 */
export function nameServersNow(): string[] {
  const servers = dns.getServers();
  return String(servers) === atStart ? new dns.Resolver().getServers() : servers;
}

/** From one look at the machine's settings to the next. */
export const READ_AGAIN_MS = 5_000;

/**
 * MX records of a domain, from the system's name servers as they are now.
 * @param timeoutMs of one try, of which there are two
 */
export function openMxLookup(timeoutMs: number): (domain: string) => Promise<dns.MxRecord[]> {
  let resolver = new dns.promises.Resolver({ timeout: timeoutMs, tries: 2 });
  let readAt = performance.now();
  return (domain) => {
    if (performance.now() - readAt > READ_AGAIN_MS) {
      readAt = performance.now();
      const servers = nameServersNow();
      // One that is asked at the moment may not change its servers.
      if (String(servers) !== String(resolver.getServers())) {
        resolver = new dns.promises.Resolver({ timeout: timeoutMs, tries: 2 });
        resolver.setServers(servers);
      }
    }
    return resolver.resolveMx(domain);
  };
}
