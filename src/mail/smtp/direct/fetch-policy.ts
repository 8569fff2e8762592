// Fetches the policies of domains (mta-sts.ts) over HTTPS.
import { get } from 'node:https';
import type { LookupFunction } from 'node:net';
import { ClosedAddressError } from '../../../network/public-address.ts';
import type { DirectDns } from './routes.ts';

const MOST_BYTES = 64 * 1024;
const PATIENCE_MS = 10_000;

/** For tests. */
type Options = { port?: number; patienceMs?: number };

/**
 * Fetches a policy: only from addresses that mail may go to, certificate checked, no redirects, of
 * limited size and time (RFC 8461, section 3.3).
 */
export function policyFetcher(
  dns: Pick<DirectDns, 'placeOf'>,
  { port, patienceMs = PATIENCE_MS }: Options = {},
): (domain: string) => Promise<string> {
  const lookup: LookupFunction = (host, { all }, done) => {
    dns.placeOf(host).then(
      ({ addresses: [first, ...more] }) => {
        if (!first) done(new ClosedAddressError(host, 'nowhere'), []);
        else if (all) done(null, [first, ...more]);
        else done(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => done(error, []),
    );
  };
  return (domain) =>
    new Promise((resolve, reject) => {
      const request = get(
        {
          host: `mta-sts.${domain}`,
          path: '/.well-known/mta-sts.txt',
          agent: false,
          lookup,
          signal: AbortSignal.timeout(patienceMs),
          ...(port && { port }),
        },
        (response) => {
          const isText = /^text\/plain\b/i.test(response.headers['content-type'] ?? '');
          if (response.statusCode !== 200 || !isText) {
            response.destroy();
            return reject(new Error(`status ${response.statusCode}`));
          }
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (part: string) => {
            text += part;
            if (text.length > MOST_BYTES) response.destroy(new Error('too long'));
          });
          response.on('end', () => resolve(text));
          response.on('error', reject);
        },
      );
      request.on('error', reject);
    });
}
