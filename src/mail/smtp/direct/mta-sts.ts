// MTA-STS (RFC 8461): a domain says that its mail servers are to be spoken to with TLS and a
// certificate that is in order, and which they are. The policy comes over HTTPS and is kept as long
// as it says; a record in DNS says when it has changed.
import { DAY_MS } from '../../../kernel/durations.ts';
import { newRecent } from '../../../kernel/recent.ts';

export type Policy = { mode: 'enforce' | 'testing' | 'none'; hosts: readonly string[]; maxAgeMs: number };

export type MtaSts = {
  /** The policy that holds for a domain now; undefined when there is none. Never throws. */
  policyOf(domain: string): Promise<Policy | undefined>;
};

type Options = {
  textsOf(name: string): Promise<string[]>;
  fetchPolicy(domain: string): Promise<string>;
  now?: (() => number) | undefined;
};

const MOST_KNOWN = 10_000;
const LONGEST_MS = 31_557_600_000;
/** How often DNS is asked whether a policy is new, and a fetch that failed is tried again. */
const LOOK_MS = 300_000;
/** A policy is fetched anew before it ends, so that nobody can sit it out (section 3.3). */
const OLD_MS = DAY_MS;

type Known = { id: string; policy: Policy | undefined; until: number; oldAt: number; lookAt: number };

export function openMtaSts({ textsOf, fetchPolicy, now = () => performance.now() }: Options): MtaSts {
  const known = newRecent<string, Known>(MOST_KNOWN);
  const underWay = new Map<string, Promise<Known>>();

  async function look(domain: string, before: Known | undefined): Promise<Known> {
    const at = now();
    const stays = before !== undefined && at < before.until ? before : undefined;
    const none = { id: '', policy: undefined, until: at, oldAt: at };
    const keep = (one: Omit<Known, 'lookAt'> = stays ?? none): Known => {
      return { ...one, lookAt: one.policy ? Math.min(at + LOOK_MS, one.until) : at + LOOK_MS };
    };
    // Without an answer from DNS the policy that is known stays in force.
    const records = await textsOf(`_mta-sts.${domain}`).catch(() => undefined);
    const id = records && idOf(records);
    if (id === undefined || (stays?.id === id && at < stays.oldAt)) return keep();
    try {
      const policy = parsePolicy(await fetchPolicy(domain));
      const oldAt = at + Math.min(OLD_MS, (policy?.maxAgeMs ?? 0) / 2);
      if (policy) return keep({ id, policy, until: at + policy.maxAgeMs, oldAt });
    } catch {
      // one that cannot be fetched is as if there were none, unless an earlier one is in force
    }
    return keep();
  }

  return {
    async policyOf(domain) {
      const found = known.get(domain);
      if (found && now() < found.lookAt) return found.policy;
      const looking = underWay.get(domain) ?? look(domain, found);
      underWay.set(domain, looking);
      const one = await looking.finally(() => underWay.delete(domain));
      known.set(domain, one);
      return one.policy;
    },
  };
}

/** The id in `v=STSv1; id=…;`. With several records there is no policy (section 3.1). */
export function idOf(records: readonly string[]): string | undefined {
  const ours = records.filter((record) => /^v=STSv1\s*;/.test(record));
  return ours.length === 1 ? /;\s*id\s*=\s*([a-z0-9]{1,32})\s*(?:;|$)/i.exec(ours[0] ?? '')?.[1] : undefined;
}

/** Undefined when it is none (section 3.2). */
export function parsePolicy(text: string): Policy | undefined {
  const pairs = text.split(/\r?\n/).flatMap((line) => {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    return name === '' ? [] : [[name, line.slice(colon + 1).trim()] as const];
  });
  const first = (name: string) => pairs.find(([one]) => one === name)?.[1];
  const mode = first('mode');
  const hosts = pairs.flatMap(([name, value]) => (name === 'mx' ? [value.toLowerCase()] : []));
  const age = first('max_age') ?? '';
  if (first('version') !== 'STSv1' || !/^\d{1,10}$/.test(age)) return undefined;
  if (mode !== 'enforce' && mode !== 'testing' && mode !== 'none') return undefined;
  if (mode !== 'none' && hosts.length === 0) return undefined;
  return { mode, hosts, maxAgeMs: Math.min(Number(age) * 1_000, LONGEST_MS) };
}

/** Whether the policy names a host; `*.` stands for one label (section 4.1). */
export function isNamed({ hosts }: Policy, host: string): boolean {
  return hosts.some((pattern) =>
    pattern.startsWith('*.') ? host.slice(host.indexOf('.') + 1) === pattern.slice(2) : host === pattern,
  );
}
