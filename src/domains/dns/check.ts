// Checks a domain in DNS and stores the verdict. New keys become active here, once all their
// records are found.
import type { KeyAlgorithm } from '../../mail/dkim/dkim.ts';
import { type Db, inTransaction } from '../../storage/db.ts';
import type { DkimKey, SendingDomain } from '../../storage/tables/delivery.ts';
import { keysOf, lockDomain, updateKeyStatuses, updateVerdict } from '../queries.ts';
import { checkKey } from './check-dkim.ts';
import { checkDmarc } from './check-dmarc.ts';
import { checkSpf } from './check-spf.ts';
import { openDns, type Resolver } from './lookup.ts';
import type { Finding, Verdict } from './verdict.ts';

export type CheckOptions = {
  /** Names or addresses of the relays that send the customer's mail. */
  relayHosts: readonly string[];
  /** ms since 1970 UTC. */
  at: number;
  /** Default: the machine's resolver. */
  resolver?: Resolver | undefined;
};

const PATIENCE_MS = 20_000; // for all look-ups of a check together

/**
 * Checks the records of all active and waiting keys, SPF and DMARC, and stores the verdict. When
 * every waiting key was found, these become active and the old ones are retired.
 * @returns the verdict and whether keys changed; undefined when the domain is gone
 */
export async function checkDomain(
  db: Db,
  domain: SendingDomain,
  options: CheckOptions,
): Promise<{ verdict: Verdict; changed: boolean } | undefined> {
  const keys = (await keysOf(db, domain.customer_id, [domain.id])).filter(({ status }) => status !== 'retired');
  const verdict = { findings: await lookUp(domain.name, keys, options) };
  return inTransaction(db, async (tx) => {
    if (!(await lockDomain(tx, domain))) return undefined;
    await updateVerdict(tx, domain, JSON.stringify(verdict), options.at);
    const waiting = (await keysOf(tx, domain.customer_id, [domain.id])).filter(({ status }) => status === 'next');
    const changed = waiting.length > 0 && waiting.every((key) => isPublished(key, verdict));
    if (changed) await updateKeyStatuses(tx, domain, options.at);
    return { verdict, changed };
  });
}

async function lookUp(
  name: string,
  keys: readonly DkimKey[],
  { relayHosts, resolver }: CheckOptions,
): Promise<Finding[]> {
  const dns = openDns(resolver);
  const patience = setTimeout(() => dns.close(), PATIENCE_MS);
  try {
    return await Promise.all([
      ...keys.map(({ selector, algorithm, public_key }) =>
        checkKey(dns, name, { selector, algorithm: algorithm as KeyAlgorithm, publicKey: public_key }),
      ),
      checkSpf(dns, name, relayHosts),
      checkDmarc(dns, name),
    ]);
  } finally {
    clearTimeout(patience);
  }
}

function isPublished(key: DkimKey, { findings }: Verdict): boolean {
  const finding = findings.find(({ purpose, publicKey }) => purpose === 'dkim' && publicKey === key.public_key);
  return finding?.status === 'good' || finding?.status === 'weak';
}
