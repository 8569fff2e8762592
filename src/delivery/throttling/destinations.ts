// Groups recipient domains behind the same mail servers: what is too fast for one is too fast for
// all. The group is named after the best MX host; it is looked up in the background, and until then
// a domain is its own group.
import { HOUR_MS } from '../../kernel/durations.ts';
import type { Logger } from '../../kernel/log.ts';
import { newRecent } from '../../kernel/recent.ts';
import type { Ticks } from './time.ts';

export type ResolveMx = (domain: string) => Promise<readonly { exchange: string; priority: number }[]>;

export type Destinations = {
  /** The group of a domain as far as it is known now; never waits. */
  groupOf(domain: string): string;
  /** Look-ups that are running or waiting. */
  pending(): number;
};

type DomainGroup = { group: string; until: number };

const MOST_KNOWN = 50_000;
const MOST_WAITING = 5_000;
const AT_A_TIME = 20;
const GOOD_MS = HOUR_MS;
const FAILED_MS = 600_000;
const PATIENCE_MS = 10_000;
const HOST = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)+$/;
const NEVER_PUBLIC = /(?:^|\.)(?:test|invalid|example|localhost|local|internal|onion|arpa)$/;
/** Second-level labels under which names are registered in countries: co.uk, com.au, … */
const SECOND_LEVELS = new Set(
  'co com net org gov edu ac or ne go gob nom gen ltd plc me mil web in id sch nhs govt asn'.split(' '),
);

/** Without `resolveMx` every domain is its own group. */
export function openDestinations(options: {
  resolveMx: ResolveMx | undefined;
  ticks: Ticks;
  log: Logger;
  /** How long a look-up may take; default 10 s. */
  patienceMs?: number;
}): Destinations {
  const { resolveMx, ticks, log, patienceMs = PATIENCE_MS } = options;
  const known = newRecent<string, DomainGroup>(MOST_KNOWN);
  const waiting = new Set<string>();
  const underWay = new Set<string>();

  async function lookUp(domain: string, resolve: ResolveMx): Promise<void> {
    const stale = known.get(domain)?.group;
    try {
      const group = groupOfHosts(domain, await within(patienceMs, resolve(domain)));
      known.set(domain, { group, until: ticks() + GOOD_MS });
    } catch (error) {
      log.trace({ event: 'throttling.mx-failed', domain, reason: (error as { code?: string } | null)?.code });
      known.set(domain, { group: stale ?? domain, until: ticks() + FAILED_MS });
    }
  }

  function next(resolve: ResolveMx): void {
    while (underWay.size < AT_A_TIME) {
      const [domain] = waiting;
      if (domain === undefined) return;
      waiting.delete(domain);
      underWay.add(domain);
      void lookUp(domain, resolve).finally(() => {
        underWay.delete(domain);
        next(resolve);
      });
    }
  }

  return {
    groupOf(domain) {
      const found = known.get(domain);
      if (found !== undefined && (resolveMx === undefined || ticks() < found.until)) return found.group;
      const name = found === undefined ? domain.toLowerCase().replace(/\.$/, '') : domain;
      if (name !== domain) return this.groupOf(name);
      if (!resolveMx || !isPublic(name)) {
        known.set(name, { group: name, until: Number.POSITIVE_INFINITY });
        return name;
      }
      if (!underWay.has(name) && waiting.size < MOST_WAITING) {
        waiting.add(name);
        next(resolveMx);
      }
      return found?.group ?? name;
    },
    pending: () => waiting.size + underWay.size,
  };
}

/** Rejects when the answer takes longer; a late one is ignored. */
function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no answer')), ms);
    timer.unref();
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * Whether a domain can have mail servers that DNS knows. Address literals and names without a dot
 * cannot.
 */
export function isPublic(domain: string): boolean {
  return HOST.test(domain) && !NEVER_PUBLIC.test(domain) && !/\.\d+$/.test(domain);
}

/**
 * The group that a domain's MX records put it in: the registered name of the best host; of several
 * equally good ones the first in the alphabet. The domain itself when there is no usable host (no
 * MX, RFC 7505's null MX, an address).
 */
export function groupOfHosts(domain: string, records: readonly { exchange: string; priority: number }[]): string {
  const hosts = records
    .filter((record) => typeof record.exchange === 'string' && Number.isFinite(record.priority))
    .map(({ exchange, priority }) => ({ host: exchange.toLowerCase().replace(/\.$/, ''), priority }))
    .filter(({ host }) => isPublic(host));
  const best = Math.min(...hosts.map(({ priority }) => priority));
  const names = hosts.filter(({ priority }) => priority === best).map(({ host }) => registeredName(host));
  return names.sort()[0] ?? domain;
}

/**
 * The part of a host name that somebody registered, as far as can be said without a list of all
 * public suffixes: the last two labels, or three when the last is a country's two letters and the
 * one before it is a usual second level (co.uk).
 */
export function registeredName(host: string): string {
  const labels = host.split('.');
  const [country = '', second = ''] = labels.slice(-2).reverse();
  const isTwoLevel = country.length === 2 && SECOND_LEVELS.has(second);
  return labels.slice(isTwoLevel ? -3 : -2).join('.');
}
