// Checks a domain in DNS and stores the verdict. New keys become active here, once all their
// records are found.
import type { KeyAlgorithm } from '../../mail/dkim/dkim.ts';
import { type Db, inTransaction, type Tx } from '../../storage/db.ts';
import type { DkimKey, SendingDomain } from '../../storage/tables/delivery.ts';
import { getDomain, keysOf, lockDomain, updateKeyStatuses, updateVerdict } from '../queries.ts';
import { noteFindings, type RecordChange } from '../watch/note.ts';
import { tellChanges } from '../watch/webhook-facts.ts';
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
  /** By the clock: what may be a blip does not replace what was found before. */
  isQuiet?: boolean;
  /** Does more about what changed, in the same transaction. */
  onChange?: (tx: Tx, domain: SendingDomain, changes: readonly RecordChange[]) => Promise<void>;
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
  const { at, isQuiet = false, onChange } = options;
  const found = await lookUp(domain.name, keys, options);
  return inTransaction(db, async (tx) => {
    if (!(await lockDomain(tx, domain))) return undefined;
    const now = await getDomain(tx, domain.customer_id, domain.uid);
    const { findings, changes } = await noteFindings(tx, { domain: now, keys, findings: found, at, isQuiet });
    const verdict = { findings };
    await updateVerdict(tx, domain, JSON.stringify(verdict), at);
    const waiting = (await keysOf(tx, domain.customer_id, [domain.id])).filter(({ status }) => status === 'next');
    // By what this look found: what is kept of an earlier one may be gone.
    const changed = waiting.length > 0 && waiting.every((key) => isPublished(key, found));
    if (changed) await updateKeyStatuses(tx, domain, at);
    if (changes.length > 0) {
      await tellChanges(tx, now, changes, at);
      await onChange?.(tx, now, changes);
    }
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

function isPublished(key: DkimKey, findings: readonly Finding[]): boolean {
  const finding = findings.find(({ purpose, publicKey }) => purpose === 'dkim' && publicKey === key.public_key);
  return finding?.status === 'good' || finding?.status === 'weak';
}
