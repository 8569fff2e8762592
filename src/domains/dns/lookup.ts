// DNS look-ups that distinguish "no such record" from "no answer". Answers are untrusted: they are
// cut to a sane size here and cleaned where they are shown.
import dns, { type promises } from 'node:dns'; // the whole module: setServers replaces functions that a named import would miss

/** A DNS answer. `absent`: there is no such record. `failed`: no answer, or an unusable one. */
export type Answer = { kind: 'found'; values: string[] } | { kind: 'absent' } | { kind: 'failed'; reason: string };

export type Dns = {
  /** TXT records, the strings of each joined. */
  txt(name: string): Promise<Answer>;
  /** IPv4 addresses. */
  ipv4(name: string): Promise<Answer>;
  /** IPv4 and IPv6 addresses. */
  addresses(name: string): Promise<Answer>;
  /** Hosts of MX records, most preferred first. */
  mx(name: string): Promise<Answer>;
  /** Aborts pending look-ups; later ones fail at once. */
  close(): void;
};

export type Resolver = Pick<promises.Resolver, 'resolveTxt' | 'resolve4' | 'resolve6' | 'resolveMx' | 'cancel'>;

const TRY_MS = 2_000;
const TRIES = 2;
const MAX_RECORDS = 50;
const MAX_CHARACTERS = 4_096;
/**
 * For one check. SPF alone may need ten look-ups, each of up to ten mail servers (RFC 7208, section
 * 4.6.4).
 */
const MAX_QUESTIONS = 120;

const REASONS: Record<string, string> = {
  ETIMEOUT: 'the name server did not answer in time',
  ECANCELLED: 'looking up took too long',
  ESERVFAIL: 'the name server failed (SERVFAIL)',
  EREFUSED: 'the name server refused to answer (REFUSED)',
  ECONNREFUSED: 'the name server cannot be reached',
  EFORMERR: 'the name server did not understand (FORMERR)',
  EBADRESP: 'the answer was malformed',
};

/** A new resolver with the process's name servers, so that it can be cancelled alone. */
export function systemResolver(): Resolver {
  const resolver = new dns.promises.Resolver({ timeout: TRY_MS, tries: TRIES });
  const servers = dns.getServers();
  if (servers.length > 0) resolver.setServers(servers);
  return resolver;
}

/** Opens look-ups for one check. */
export function openDns(resolver: Resolver = systemResolver()): Dns {
  const known = new Map<string, Promise<Answer>>();
  let closed = false;

  function ask(kind: string, name: string, look: () => Promise<string[]>): Promise<Answer> {
    const key = `${kind} ${name.toLowerCase()}`;
    const asked = known.get(key);
    if (asked !== undefined) return asked;
    const answer = closed
      ? Promise.resolve<Answer>({ kind: 'failed', reason: REASONS['ECANCELLED'] ?? '' })
      : known.size >= MAX_QUESTIONS
        ? Promise.resolve<Answer>({ kind: 'failed', reason: 'there was too much to look up' })
        : look().then(found, failed);
    known.set(key, answer);
    return answer;
  }

  return {
    txt: (name) =>
      ask('txt', name, async () => {
        const records = await resolver.resolveTxt(name);
        return records.map((strings) => strings.join('').slice(0, MAX_CHARACTERS));
      }),
    ipv4: (name) => ask('a', name, () => resolver.resolve4(name)),
    async addresses(name) {
      const both = await Promise.all([
        ask('a', name, () => resolver.resolve4(name)),
        ask('aaaa', name, () => resolver.resolve6(name)),
      ]);
      const values = both.flatMap((answer) => (answer.kind === 'found' ? answer.values : []));
      if (values.length > 0) return { kind: 'found', values };
      return both.find((answer) => answer.kind === 'failed') ?? { kind: 'absent' };
    },
    mx: (name) =>
      ask('mx', name, async () => {
        const records = await resolver.resolveMx(name);
        return records.sort((a, b) => a.priority - b.priority).map(({ exchange }) => exchange);
      }),
    close() {
      closed = true;
      resolver.cancel();
    },
  };
}

function found(values: string[]): Answer {
  return values.length === 0 ? { kind: 'absent' } : { kind: 'found', values: values.slice(0, MAX_RECORDS) };
}

function failed(error: unknown): Answer {
  const code = String((error as { code?: unknown }).code);
  if (code === 'ENOTFOUND' || code === 'ENODATA' || code === 'EBADNAME') return { kind: 'absent' };
  return { kind: 'failed', reason: REASONS[code] ?? `looking up failed (${code})` };
}
