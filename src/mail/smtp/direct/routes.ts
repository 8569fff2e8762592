// Where mail for a domain goes (RFC 5321, section 5.1): its mail servers in their order, or the
// domain itself when it names none; nowhere with a null MX (RFC 7505).
import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import type { MxData, TlsaData } from 'dns-packet';
import { type Sentence, say } from '../../../kernel/sentences/sentence.ts';
import { isOpenAddress } from '../../../network/public-address.ts';
import type { ServerReply } from '../replies.ts';
import { DnsError } from './dns/ask.ts';
import { type Looked, openResolver, type Resolver } from './dns/resolver.ts';
import type { SilenceEvents } from './dns/silence.ts';
import type { DirectSettings } from './settings.ts';

export type Address = { address: string; family: 4 | 6 };
/** A mail server. `preference`: lower ones are tried first. */
export type Exchange = { host: string; preference: number };
/**
 * `isSecure`: DNSSEC proves that these are the servers. `refused`: no server takes the mail; the
 * reply says whether for now or for good.
 */
export type Route = { exchanges: Exchange[]; isSecure: boolean } | { refused: ServerReply; why: Sentence };
/**
 * A server's addresses that may be connected to, or none. `alias`: the name that it is an alias of.
 * `isSecure`: DNSSEC proves them.
 */
export type Place = { addresses: Address[]; isSecure: boolean; alias: string | undefined };
/** TLSA records of a name, as DNS has them. */
export type Tlsa = { records: TlsaData[]; isSecure: boolean };

/** All throw DnsError when DNS gives no answer, but `routeOf`. */
export type DirectDns = {
  routeOf(domain: string): Promise<Route>;
  placeOf(host: string): Promise<Place>;
  /** Whether DNSSEC proves that a name is an alias. */
  isSecureAlias(host: string): Promise<boolean>;
  tlsaOf(name: string): Promise<Tlsa>;
  /** Texts of a name; none when it has none. */
  textsOf(name: string): Promise<string[]>;
};

/** This many servers are tried (RFC 5321: at least two). */
const MOST_EXCHANGES = 5;

/** @param silence told when resolvers fall silent, and when one answers again */
export function openDirectDns(settings: DirectSettings, silence?: SilenceEvents): DirectDns {
  const resolver = openResolver(settings, { silence });
  const isOpen = (address: string) => settings.allowsPrivate || isOpenAddress(address);
  return {
    routeOf: (domain) => routeOf(resolver, domain),
    async placeOf(host) {
      const place = await placeOf(resolver, host);
      return { ...place, addresses: place.addresses.filter(({ address }) => isOpen(address)) };
    },
    async isSecureAlias(host) {
      const { records, isSecure } = await resolver.look(host, 'CNAME');
      return isSecure && records.length > 0;
    },
    async tlsaOf(name) {
      const { records, isSecure } = await resolver.look(name, 'TLSA');
      return { isSecure, records: records.flatMap((one) => (one.type === 'TLSA' ? [one.data] : [])) };
    },
    async textsOf(name) {
      const { records } = await resolver.look(name, 'TXT');
      return records.flatMap((one) => (one.type === 'TXT' ? [[one.data].flat().map(String).join('')] : []));
    },
  };
}

async function routeOf(resolver: Resolver, domain: string): Promise<Route> {
  const literal = /^\[.*\]$/.test(domain);
  const name = domainToASCII(domain);
  if (literal || name === '')
    return refused(550, '5.1.2', `${domain} is no domain that mail can be sent to`, say('smtp-domain', { domain }));
  let found: Looked;
  try {
    found = await resolver.look(name, 'MX');
  } catch (error) {
    if (!(error instanceof DnsError)) throw error;
    const why = say('smtp-mx-failed', { domain: name, code: error.code });
    return refused(451, '4.4.3', `DNS gives no answer for ${name} (${error.code})`, why);
  }
  const { exists, isSecure } = found;
  if (!exists)
    return refused(550, '5.1.2', `The domain ${name} does not exist (DNS)`, say('smtp-mx-unknown', { domain: name }));
  const all = found.records.flatMap((one) => (one.type === 'MX' ? [one.data] : [])).map(exchangeOf);
  const exchanges = all.filter(({ host }) => host !== '');
  if (exchanges.length === 0) {
    if (all.length > 0)
      return refused(556, '5.1.10', `${name} accepts no mail (null MX)`, say('smtp-mx-null', { domain: name }));
    return { exchanges: [{ host: name, preference: 0 }], isSecure };
  }
  return { exchanges: inOrder(exchanges).slice(0, MOST_EXCHANGES), isSecure };
}

function exchangeOf({ exchange, preference = 0 }: MxData): Exchange {
  return { host: exchange.toLowerCase().replace(/\.$/, ''), preference };
}

async function placeOf(resolver: Resolver, host: string): Promise<Place> {
  if (isIP(host) !== 0) return { addresses: [], isSecure: false, alias: undefined }; // an MX must name a host (RFC 5321, section 5.1)
  // One family is enough: a resolver that fails for the other must not keep mail back.
  const both = await Promise.allSettled([resolver.look(host, 'AAAA'), resolver.look(host, 'A')]);
  const [six, four] = both;
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason;
  const found = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const records = found.flatMap((one) => one.records);
  const alias = records.findLast(({ type }) => type === 'CNAME');
  return {
    isSecure: found.some(({ isSecure }) => isSecure),
    alias: alias?.type === 'CNAME' ? alias.data.toLowerCase() : undefined,
    addresses: inTurn(
      records.flatMap((one) => (one.type === 'AAAA' ? [{ address: one.data, family: 6 as const }] : [])),
      records.flatMap((one) => (one.type === 'A' ? [{ address: one.data, family: 4 as const }] : [])),
    ),
  };
}

/** Both families by turns, so that one that leads nowhere does not use up all tries (RFC 8305). */
function inTurn(first: Address[], second: Address[]): Address[] {
  const length = Math.max(first.length, second.length);
  return Array.from({ length }, (_, n) => [first[n], second[n]].filter((one) => one !== undefined)).flat();
}

/** By preference; equally good ones in any order, so that each has its share. */
function inOrder(exchanges: readonly Exchange[]): Exchange[] {
  return exchanges
    .map((one) => ({ one, draw: Math.random() }))
    .sort((a, b) => a.one.preference - b.one.preference || a.draw - b.draw)
    .map(({ one }) => one);
}

function refused(code: number, enhanced: string, text: string, why: Sentence): Route {
  return { refused: { kind: 'reply', code, enhanced, text }, why };
}
