// DNS look-ups that distinguish "no such record" from "no answer". Answers are untrusted: they are
// cut to a sane size here and cleaned where they are shown.
import { promises } from 'node:dns';
import { type Sentence, say } from '../../kernel/sentences/sentence.ts';
import { nameServersNow } from '../../network/name-servers.ts';
import { shown } from './verdict.ts';

/** A DNS answer. `absent`: there is no such record. `failed`: no answer, or an unusable one. */
export type Answer = { kind: 'found'; values: string[] } | { kind: 'absent' } | { kind: 'failed'; why: Sentence };

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

const REASONS = {
  ETIMEOUT: 'dns-timeout',
  ECANCELLED: 'dns-too-long',
  ESERVFAIL: 'dns-servfail',
  EREFUSED: 'dns-refused',
  ECONNREFUSED: 'dns-unreachable',
  EFORMERR: 'dns-not-understood',
  EBADRESP: 'dns-malformed',
} as const;

/** A new resolver, so that it can be cancelled alone. */
function systemResolver(): Resolver {
  const resolver = new promises.Resolver({ timeout: TRY_MS, tries: TRIES });
  const servers = nameServersNow();
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
    const refused = closed ? 'dns-too-long' : known.size >= MAX_QUESTIONS ? 'dns-too-much' : undefined;
    const answer = refused
      ? Promise.resolve<Answer>({ kind: 'failed', why: say(refused, { name: shown(name) }) })
      : look().then(found, (error: unknown) => failed(name, error));
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

function failed(asked: string, thrown: unknown): Answer {
  const error = String((thrown as { code?: unknown }).code);
  if (error === 'ENOTFOUND' || error === 'ENODATA' || error === 'EBADNAME') return { kind: 'absent' };
  const name = shown(asked);
  const why = isKnown(error) ? say(REASONS[error], { name }) : say('dns-failed', { name, error });
  return { kind: 'failed', why };
}

const isKnown = (code: string): code is keyof typeof REASONS => Object.hasOwn(REASONS, code);
