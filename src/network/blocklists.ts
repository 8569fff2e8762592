// Blocklists that are asked by DNS (RFC 5782): which, what is asked of them, and what an answer
// means. Pure.
import { isIPv4 } from 'node:net';
import { type Sentence, type SentenceCode, say } from '../kernel/sentences/sentence.ts';

type Meaning = Exclude<Extract<SentenceCode, `listed-${string}`>, 'listed-says'>;

/** `zone`: the domain below which it is asked. */
export type Blocklist = {
  name: string;
  zone: string;
  of: 'address' | 'domain';
  /** Whether it lists IPv6 addresses too. */
  hasIpv6: boolean;
  /** A name below the zone that is always listed. */
  test: string;
  /** Where its operator says why, and takes an entry away. */
  link: string | null;
  /** What one of its codes means; empty: nobody knows. */
  meaningOf: (code: string) => readonly Meaning[];
};

/** Always listed, and never listed (RFC 5782, section 5). */
const TEST_ADDRESS = '2.0.0.127';
const FREE = { address: '1.0.0.127', domain: 'invalid' } as const;

const byCode = (codes: Readonly<Record<string, Meaning>>) => (code: string) => {
  const meaning = codes[code];
  return meaning ? [meaning] : [];
};
const between = (code: string, from: number, to: number) => {
  const last = Number(code.slice(code.lastIndexOf('.') + 1));
  return last >= from && last <= to;
};

const ZEN = (code: string): Meaning[] => {
  if (!code.startsWith('127.0.0.')) return [];
  if (between(code, 2, 2)) return ['listed-sbl'];
  if (between(code, 3, 3)) return ['listed-css'];
  if (between(code, 4, 7)) return ['listed-xbl'];
  if (between(code, 9, 9)) return ['listed-drop'];
  if (between(code, 10, 11)) return ['listed-pbl'];
  return [];
};

const DBL = byCode({
  '127.0.1.2': 'listed-spam',
  '127.0.1.4': 'listed-phishing',
  '127.0.1.5': 'listed-malware',
  '127.0.1.6': 'listed-control',
  '127.0.1.102': 'listed-abused-spam',
  '127.0.1.103': 'listed-abused-redirects',
  '127.0.1.104': 'listed-abused-phishing',
  '127.0.1.105': 'listed-abused-malware',
  '127.0.1.106': 'listed-abused-control',
});

/** Each bit of the last part is a list. */
const SURBL = (code: string): Meaning[] => {
  if (!code.startsWith('127.0.0.')) return [];
  const bits = Number(code.slice(code.lastIndexOf('.') + 1));
  const meanings = [
    [8, 'listed-phishing'],
    [16, 'listed-malware'],
    [64, 'listed-abuse'],
    [128, 'listed-broken-into'],
  ] as const;
  return meanings.filter(([bit]) => (bits & bit) !== 0).map(([, meaning]) => meaning);
};

const KNOWN: readonly Blocklist[] = [
  {
    name: 'Spamhaus ZEN',
    zone: 'zen.spamhaus.org',
    of: 'address',
    hasIpv6: true,
    test: TEST_ADDRESS,
    link: 'https://check.spamhaus.org/',
    meaningOf: ZEN,
  },
  {
    name: 'SpamCop',
    zone: 'bl.spamcop.net',
    of: 'address',
    hasIpv6: false,
    test: TEST_ADDRESS,
    link: 'https://www.spamcop.net/bl.shtml',
    meaningOf: byCode({ '127.0.0.2': 'listed-reported' }),
  },
  {
    name: 'Barracuda',
    zone: 'b.barracudacentral.org',
    of: 'address',
    hasIpv6: false,
    test: TEST_ADDRESS,
    link: 'https://www.barracudacentral.org/lookups',
    meaningOf: byCode({ '127.0.0.2': 'listed-reputation' }),
  },
  {
    name: 'Spamhaus DBL',
    zone: 'dbl.spamhaus.org',
    of: 'domain',
    hasIpv6: false,
    test: 'dbltest.com',
    link: 'https://check.spamhaus.org/',
    meaningOf: DBL,
  },
  {
    name: 'SURBL',
    zone: 'multi.surbl.org',
    of: 'domain',
    hasIpv6: false,
    test: 'test.surbl.org',
    link: 'https://surbl.org/surbl-analysis',
    meaningOf: SURBL,
  },
];

/** The setting where nobody has set one. */
export const DEFAULT_BLOCKLISTS: readonly Blocklist[] = KNOWN;

const MOST = 20;
const LABEL = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?';
const ZONE = new RegExp(`^(?:${LABEL}\\.)+${LABEL}$`);

/**
 * Parses the setting: zones with commas, `domain:` before one that lists domains, or `none`.
 * @throws Error with what is wrong
 */
export function parseBlocklists(text: string): readonly Blocklist[] {
  if (text.trim().toLowerCase() === 'none') return [];
  const lists = text.split(',').map((part) => parseOne(part.trim().toLowerCase()));
  if (lists.length > MOST) throw new Error(`it must name ${MOST} blocklists at most.`);
  return lists;
}

function parseOne(text: string): Blocklist {
  const [, kind, zone = ''] = /^(?:(address|domain):)?(.*)$/.exec(text) ?? [];
  if (!ZONE.test(zone) || zone.length > 120) {
    throw new Error(
      `"${text}" is no zone like zen.spamhaus.org; give several with commas, domain: before those that list domains, or none.`,
    );
  }
  const known = KNOWN.find((one) => one.zone === zone);
  if (known) return known;
  const of = kind === 'domain' ? 'domain' : 'address';
  const test = of === 'domain' ? 'test' : TEST_ADDRESS;
  return { name: zone, zone, of, hasIpv6: false, test, link: null, meaningOf: () => [] };
}

/** What is asked of a list about an address or a domain; undefined when it does not list such. */
export function questionOf({ of, zone, hasIpv6 }: Blocklist, about: string): string | undefined {
  if (of === 'domain') return `${about}.${zone}`;
  if (isIPv4(about)) return `${about.split('.').reverse().join('.')}.${zone}`;
  return hasIpv6 ? `${nibblesOf(about).reverse().join('.')}.${zone}` : undefined;
}

/** The questions by which one sees that a list answers as it should: listed, and not listed. */
export function testsOf({ of, zone, test }: Blocklist): { listed: string; free: string } {
  return { listed: `${test}.${zone}`, free: `${FREE[of]}.${zone}` };
}

/** The 32 digits of an IPv6 address. */
function nibblesOf(address: string): string[] {
  const url = new URL(`http://[${address.split('%')[0]}]/`).hostname.slice(1, -1);
  const [head = '', tail] = url.split('::');
  const groups = (part: string | undefined) => (part ? part.split(':') : []);
  const [before, after] = [groups(head), groups(tail)];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  const all = tail === undefined ? before : [...before, ...zeros, ...after];
  return [...all.map((group) => group.padStart(4, '0')).join('')];
}

const REFUSALS: Readonly<Record<string, Sentence>> = {
  '127.255.255.252': say('blocklist-misspelt'),
  '127.255.255.254': say('blocklist-own-resolver'),
  '127.255.255.255': say('blocklist-too-often'),
};

/**
 * What the addresses mean that a list answers with.
 * @returns `listed` with the meaning of its codes, or why the answer says nothing
 */
export function readAnswer(
  { meaningOf }: Pick<Blocklist, 'meaningOf'>,
  codes: readonly string[],
): { isListed: true; meanings: readonly Sentence[] } | { isListed: false; why: Sentence } {
  const refused = codes.find((code) => code.startsWith('127.255.255.'));
  if (refused !== undefined) {
    return { isListed: false, why: REFUSALS[refused] ?? say('blocklist-refused', { code: refused }) };
  }
  const foreign = codes.find((code) => !code.startsWith('127.'));
  if (foreign !== undefined) return { isListed: false, why: say('blocklist-foreign', { address: foreign }) };
  const refusal = codes.find((code) => code === '127.0.0.1');
  if (refusal !== undefined) return { isListed: false, why: say('blocklist-refused', { code: refusal }) };
  if (codes.includes('127.0.1.255')) return { isListed: false, why: say('blocklist-of-domains') };
  return { isListed: true, meanings: [...new Set(codes.flatMap(meaningOf))].map((code) => say(code)) };
}
