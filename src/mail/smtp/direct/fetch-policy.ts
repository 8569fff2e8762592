// Fetches the policies of domains (mta-sts.ts) over HTTPS.
import { get } from 'node:https';
import type { LookupFunction } from 'node:net';

const MOST_BYTES = 64 * 1024;
const PATIENCE_MS = 10_000;

/** Fetches a policy: certificate checked, no redirects, of limited size and time (section 3.3). */
export function policyFetcher(lookup: LookupFunction | undefined): (domain: string) => Promise<string> {
  return (domain) =>
    new Promise((resolve, reject) => {
      const request = get(
        {
          ...{ host: `mta-sts.${domain}`, path: '/.well-known/mta-sts.txt', agent: false },
          ...{ signal: AbortSignal.timeout(PATIENCE_MS), ...(lookup && { lookup }) },
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
