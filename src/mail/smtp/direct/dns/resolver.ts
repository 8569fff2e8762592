// What resolvers answer, kept as long as the records live, with the word of a trusted resolver
// whether DNSSEC proves it. Instants are those of performance.now(): a clock that is set back would
// keep an answer, or that there was none, until it is there again.
import { isIP } from 'node:net';
import type { Answer } from 'dns-packet';
import { HOUR_MS } from '../../../../kernel/durations.ts';
import { newRecent } from '../../../../kernel/recent.ts';
import { nameServersNow } from '../../../../network/name-servers.ts';
import { askServer, type DnsAnswer, DnsError, type Question, type Server } from './ask.ts';
import { type SilenceEvents, watchSilence } from './silence.ts';

/**
 * `exists`: whether there is such a name. `records`: those that were asked for, and the aliases on
 * the way. `isSecure`: DNSSEC proves it, also when there are none.
 */
export type Looked = { exists: boolean; records: Answer[]; isSecure: boolean };

export type Resolver = {
  /** Whether DNSSEC can prove anything here: a resolver is trusted. */
  readonly isTrusted: boolean;
  readonly servers: readonly Server[];
  /** @throws DnsError when there is no answer; that it is bogus is one reason */
  look(name: string, type: Question['type']): Promise<Looked>;
};

export type ResolverSettings = {
  /** `address` or `address:port`; none = the machine's. */
  dns: readonly string[];
  /** Whether resolvers are trusted; undefined: those on this machine. */
  dnssec: boolean | undefined;
};

const PATIENCE_MS = 3_000;
const ROUNDS = 2;
const MOST_KNOWN = 20_000;
/** Between these, the records say how long they are kept. */
const SHORTEST_MS = 10_000;
const LONGEST_MS = HOUR_MS;
/** How long it is known that there are none, when the answer does not say. */
const ABSENT_MS = 300_000;
const FAILED_MS = 5_000;
/** From one look at the machine's settings to the next. */
const READ_AGAIN_MS = 5_000;

type ResolverOptions = {
  /** The machine's resolvers, as they are now. */
  ofMachine?: (() => string[]) | undefined;
  /** What is to be told when none answers any more, and when one does again. */
  silence?: SilenceEvents | undefined;
};

export function openResolver(settings: ResolverSettings, options: ResolverOptions = {}): Resolver {
  const { ofMachine = nameServersNow } = options;
  const silence = watchSilence(options.silence);
  let asked: readonly Server[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  const serversNow = () => {
    if (performance.now() - readAt < READ_AGAIN_MS) return asked;
    readAt = performance.now();
    const all = (settings.dns.length > 0 ? settings.dns : ofMachine()).map((text) => serverOf(text, settings.dnssec));
    // Where some resolvers are trusted, the others are not asked: an attacker could use them to
    // evade DNSSEC.
    const trusted = all.filter(({ isTrusted }) => isTrusted);
    asked = trusted.length > 0 ? trusted : all;
    return asked;
  };
  const known = newRecent<string, { answer: Promise<Looked>; until: number }>(MOST_KNOWN);

  return {
    get isTrusted() {
      return serversNow().some(({ isTrusted }) => isTrusted);
    },
    get servers() {
      return serversNow();
    },
    look(name, type) {
      const key = `${type} ${name.toLowerCase()}`;
      const found = known.get(key);
      if (found && performance.now() < found.until) return found.answer;
      const asking = ask(serversNow(), { name, type });
      const entry = { answer: asking.then(({ looked }) => looked), until: Number.POSITIVE_INFINITY };
      known.set(key, entry);
      asking.then(
        ({ keptMs }) => {
          entry.until = performance.now() + keptMs;
          silence.answered();
        },
        (error: unknown) => {
          entry.until = performance.now() + FAILED_MS;
          if (error instanceof DnsError) silence.unanswered(name, error.code);
        },
      );
      return entry.answer;
    },
  };
}

/** One after the other, twice. */
async function ask(servers: readonly Server[], question: Question): Promise<{ looked: Looked; keptMs: number }> {
  if (!isName(question.name)) return { looked: { exists: false, records: [], isSecure: false }, keptMs: LONGEST_MS };
  let failure = new DnsError('ENOSERVER', question);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const server of servers) {
      try {
        const answer = await askServer(server, question, PATIENCE_MS);
        const { rcode } = answer;
        if (rcode === 'NOERROR' || rcode === 'NXDOMAIN') return lookedAt(answer, server, question);
        failure = new DnsError(`E${rcode}`, question);
      } catch (error) {
        if (!(error instanceof DnsError)) throw error;
        failure = error;
      }
    }
    if (/^E(?:SERVFAIL|REFUSED)$/.test(failure.code)) break; // that was an answer, and asking again gives the same
  }
  throw failure;
}

function lookedAt(answer: DnsAnswer, server: Server, { type }: Question) {
  const records = (answer.answers ?? []).filter((one) => one.type === type || one.type === 'CNAME');
  const isSecure = server.isTrusted && answer.flag_ad;
  const lives = records.some((one) => one.type === type)
    ? records.map((one) => ttlOf(one))
    : (answer.authorities ?? []).flatMap((one) =>
        one.type === 'SOA' ? [Math.min(ttlOf(one), one.data.minimum ?? 0)] : [],
      );
  const keptMs = lives.length === 0 ? ABSENT_MS : Math.min(...lives) * 1_000;
  return {
    looked: { exists: answer.rcode === 'NOERROR', records, isSecure },
    keptMs: Math.min(Math.max(keptMs, SHORTEST_MS), LONGEST_MS),
  };
}

const ttlOf = (record: Answer) => ('ttl' in record ? (record.ttl ?? 0) : 0);

/** `address`, `address:port` or `[address]:port`. */
function serverOf(text: string, dnssec: boolean | undefined): Server {
  const [, bracketed, plain, port] = /^(?:\[(.+)\]|([^:]+))(?::(\d+))?$/.exec(text) ?? [];
  const address = bracketed ?? plain ?? text;
  return { address, port: Number(port ?? 53), isTrusted: dnssec ?? isOnThisMachine(address) };
}

/** Docker's own at 127.0.0.11 only hands on what others say, whoever they are. */
function isOnThisMachine(address: string): boolean {
  return address === '::1' || (isIP(address) === 4 && address.startsWith('127.') && address !== '127.0.0.11');
}

const isName = (name: string) => name.length <= 253 && name.split('.').every((label) => /^[^\s]{1,63}$/.test(label));
