// Looks up the DNS records of sending domains from time to time: a few domains a turn, each at its
// own time. A look that a restart cut off is made again, as its domain is still due.
import type { TrackingLinks } from '../../content/links.ts';
import { checkDomain } from '../../domains/dns/check.ts';
import type { Resolver } from '../../domains/dns/lookup.ts';
import { relayHostsOf } from '../../domains/relay-hosts.ts';
import { domainsDue, updateLookAt } from '../../domains/watch/queries.ts';
import type { Clock } from '../../kernel/clock.ts';
import { HOUR_MS } from '../../kernel/durations.ts';
import { asError } from '../../kernel/errors.ts';
import type { Logger } from '../../kernel/log.ts';
import type { Db } from '../../storage/db.ts';
import type { SendingDomain } from '../../storage/tables/delivery.ts';
import { mailChanges } from './mail.ts';

/** Domains a turn, and of those at a time. */
const TURN = 40;
const TOGETHER = 4;
const AFTER_FAULT_MS = HOUR_MS;

type Looking = {
  db: Db;
  clock: Clock;
  log: Logger;
  links: Pick<TrackingLinks, 'domainUrl'>;
  /** The relay of the configuration. */
  relay?: { host: string } | undefined;
  /** Default: the machine's resolver. */
  resolver?: Resolver | undefined;
  mayGoOn(): boolean;
};

/** Looks up the domains whose time has come. `mayGoOn`: called before each step. */
export async function lookAtDomains(options: Looking): Promise<void> {
  const { db, clock, mayGoOn } = options;
  if (!mayGoOn()) return;
  const due = await domainsDue(db, clock.now(), TURN);
  for (let from = 0; from < due.length && mayGoOn(); from += TOGETHER) {
    await Promise.all(due.slice(from, from + TOGETHER).map((domain) => lookAt(options, domain)));
  }
}

async function lookAt({ db, clock, log, links, relay, resolver }: Looking, domain: SendingDomain): Promise<void> {
  try {
    const relayHosts = await relayHostsOf(db, domain.customer_id, relay);
    const at = clock.now();
    await checkDomain(db, domain, {
      relayHosts,
      resolver,
      at,
      isQuiet: true,
      onChange: (tx, now, changes) => mailChanges(tx, { domain: now, changes, link: links.domainUrl(now.uid), at }),
    });
  } catch (error) {
    log.error({
      event: 'domains.look-failed',
      domain: domain.id,
      customer: domain.customer_id,
      reason: asError(error).message,
    });
    await updateLookAt(db, domain, clock.now() + AFTER_FAULT_MS); // so that it keeps no other waiting
  }
}
