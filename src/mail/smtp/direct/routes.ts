// Where mail for a domain goes (RFC 5321, section 5.1): its mail servers in their order, or the
// domain itself when it names none; nowhere with a null MX (RFC 7505).
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { newRecent } from '../../../kernel/recent.ts';
import { isOpenAddress } from '../../../network/public-address.ts';
import type { ServerReply } from '../replies.ts';
import type { DirectSettings } from './settings.ts';

export type Address = { address: string; family: 4 | 6 };
/** A mail server. `preference`: lower ones are tried first. */
export type Exchange = { host: string; preference: number };
/** `refused`: no server takes the mail; the reply says whether for now or for good. */
export type Route = { exchanges: Exchange[] } | { refused: ServerReply };

export type DirectDns = {
  routeOf(domain: string): Promise<Route>;
  /** Addresses that may be connected to, or none. Throws when DNS gives no answer. */
  addressesOf(host: string): Promise<Address[]>;
  /** Texts of a name; none when it has none. Throws when DNS gives no answer. */
  textsOf(name: string): Promise<string[]>;
};

const KEPT_MS = 300_000;
const MOST_KNOWN = 20_000;
/** So many servers are tried (RFC 5321: at least two). */
const MOST_EXCHANGES = 5;

/** @param now ms; injected by tests */
export function openDirectDns(settings: DirectSettings, now: () => number = Date.now): DirectDns {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  if (settings.dns.length > 0) resolver.setServers([...settings.dns]);
  const known = newRecent<string, { answer: Promise<unknown>; until: number }>(MOST_KNOWN);
  const isOpen = (address: string) => settings.allowsPrivate || isOpenAddress(address);

  /** Asks once for all who want to know; failures are not kept. */
  function kept<T>(key: string, ask: () => Promise<T>, hasFailed = (_: T) => false): Promise<T> {
    const found = known.get(key);
    if (found && now() < found.until) return found.answer as Promise<T>;
    const answer = ask();
    const entry = { answer, until: now() + KEPT_MS };
    known.set(key, entry);
    const forget = () => {
      entry.until = 0;
    };
    answer.then((one) => hasFailed(one) && forget(), forget);
    return answer;
  }

  const absentAs = async <T>(nothing: T, answer: Promise<T>): Promise<T> => {
    try {
      return await answer;
    } catch (error) {
      if (isAbsent(error)) return nothing;
      throw error;
    }
  };

  async function addresses(host: string): Promise<Address[]> {
    if (isIP(host) !== 0) return []; // an MX must name a host (RFC 5321, section 5.1)
    const of = async (family: 4 | 6) => {
      const found = await absentAs([], family === 4 ? resolver.resolve4(host) : resolver.resolve6(host));
      return found.map((address) => ({ address, family }));
    };
    // One family is enough: a resolver that fails for the other must not keep mail back.
    const [four, six] = await Promise.allSettled([of(4), of(6)]);
    if (four.status === 'rejected' && six.status === 'rejected') throw four.reason;
    const all = [six, four].flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    return all.filter(({ address }) => isOpen(address));
  }

  async function route(domain: string): Promise<Route> {
    const literal = /^\[.*\]$/.test(domain);
    const name = domainToASCII(domain);
    if (literal || name === '') return refused(550, '5.1.2', `${domain} is no domain that mail can be sent to`);
    let records: { exchange: string; priority: number }[];
    try {
      records = await resolver.resolveMx(name);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOTFOUND') return refused(550, '5.1.2', `The domain ${name} does not exist (DNS)`);
      if (code !== 'ENODATA') return refused(451, '4.4.3', `DNS gives no answer for ${name} (${code})`);
      records = [];
    }
    if (records.some(({ exchange }) => exchange === '' || exchange === '.')) {
      if (records.length === 1) return refused(556, '5.1.10', `${name} takes no mail (null MX)`);
      records = records.filter(({ exchange }) => exchange !== '' && exchange !== '.');
    }
    if (records.length === 0) return { exchanges: [{ host: name, preference: 0 }] };
    const exchanges = records.map(({ exchange, priority }) => {
      return { host: exchange.toLowerCase().replace(/\.$/, ''), preference: priority };
    });
    return { exchanges };
  }

  return {
    async routeOf(domain) {
      const found = await kept(`mx ${domain.toLowerCase()}`, () => route(domain), isForNow);
      if ('refused' in found) return found;
      return { exchanges: inOrder(found.exchanges).slice(0, MOST_EXCHANGES) };
    },
    addressesOf: (host) => kept(`host ${host}`, () => addresses(host)),
    textsOf: (name) =>
      absentAs<string[]>(
        [],
        resolver.resolveTxt(name).then((all) => all.map((one) => one.join(''))),
      ),
  };
}

const isForNow = (route: Route) => 'refused' in route && route.refused.code < 500;

/** By preference; equally good ones in any order, so that each has its share. */
export function inOrder(exchanges: readonly Exchange[]): Exchange[] {
  return exchanges
    .map((one) => ({ one, draw: Math.random() }))
    .sort((a, b) => a.one.preference - b.one.preference || a.draw - b.draw)
    .map(({ one }) => one);
}

const isAbsent = (error: unknown) => /^(?:ENOTFOUND|ENODATA)$/.test((error as NodeJS.ErrnoException).code ?? '');

function refused(code: number, enhanced: string, text: string): Route {
  return { refused: { kind: 'reply', code, enhanced, text } };
}
