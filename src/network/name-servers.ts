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
