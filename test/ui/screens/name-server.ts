// The DNS that the server asks while screens are looked at: blocklists with an answer of each kind,
// and a domain whose records are wrong.
import { type DnsServer, startDnsServer } from '../../support/dns-server.ts';
import { SENDING_DOMAIN } from './texts.ts';

export const WRONG_DOMAIN = `werkstatt.${SENDING_DOMAIN}`;

/** Starts it. @returns what a server needs in its environment to ask it, and no other */
export async function startNameServer(): Promise<{ server: DnsServer; environment: Record<string, string> }> {
  const server = await startDnsServer();
  tellOfBlocklists(server);
  server.txt(WRONG_DOMAIN, 'v=spf1 ipv4:198.51.100.7 include:spf.gibt-es-nicht.example a:mail.werkstatt -all');
  server.txt(`_dmarc.${WRONG_DOMAIN}`, 'v=DMARC1; p=quarantäne; pct=200; rua=postmaster@werkstatt.example');
  const code = `import dns from 'node:dns'; dns.setServers(['${server.address}']);`;
  const environment = {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}`,
    MAILWRIGHT_BLOCKLISTS: 'dbl.spamhaus.org,multi.surbl.org,domain:bad.example.org,domain:open.example.org',
  };
  return { server, environment };
}

function tellOfBlocklists(server: DnsServer): void {
  server.add('dbltest.com.dbl.spamhaus.org', { type: 'A', address: '127.0.1.2' });
  server.add(`${SENDING_DOMAIN}.dbl.spamhaus.org`, { type: 'A', address: '127.0.1.104' });
  server.txt(`${SENDING_DOMAIN}.dbl.spamhaus.org`, `https://check.spamhaus.org/query/domain/${SENDING_DOMAIN}`);
  server.add('test.surbl.org.multi.surbl.org', { type: 'A', address: '127.0.0.254' });
  server.add(`${SENDING_DOMAIN}.multi.surbl.org`, { type: 'A', address: '127.0.0.72' });
  server.add('test.bad.example.org', { type: 'A', address: '127.255.255.254' });
  server.add('test.open.example.org', { type: 'A', address: '127.0.0.2' });
}
