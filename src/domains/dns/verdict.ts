// What a check found out, as plain data and as text for people.

/**
 * `good` works · `weak` works, with something to mend · `missing` DNS has no such record · `wrong` it has one that does
 * not do · `unknown` DNS did not answer · `unchecked` nobody has looked yet.
 */
export type Status = 'good' | 'weak' | 'missing' | 'wrong' | 'unknown';
export const STATUSES = ['good', 'weak', 'missing', 'wrong', 'unknown', 'unchecked'] as const;

/** One record looked at. */
export type Finding = {
  purpose: 'dkim' | 'spf' | 'dmarc';
  /** Name of the record in DNS. */
  name: string;
  status: Status;
  /** One or more sentences. */
  text: string;
  /** With `dkim`: the key that was looked for, as in p=. */
  publicKey?: string;
};

export type Verdict = { findings: Finding[] };

/** A stored verdict; undefined when there is none. */
export function readVerdict(stored: string | null): Verdict | undefined {
  return stored === null ? undefined : (JSON.parse(stored) as Verdict);
}

/** The worst of several. DNS that did not answer says nothing against a domain, so it comes after what is known. */
export function worstOf(statuses: readonly (Status | 'unchecked')[]): Status | 'unchecked' {
  const order = ['wrong', 'missing', 'unknown', 'unchecked', 'weak', 'good'] as const;
  return order.find((status) => statuses.includes(status)) ?? 'unchecked';
}

const QUOTED_MAX = 100;

/** Text from DNS as it may be shown: printable ASCII, cut. */
export function quoted(text: string): string {
  const clean = text.replace(/[^\x20-\x7e]+/g, '?');
  return `"${clean.length > QUOTED_MAX ? `${clean.slice(0, QUOTED_MAX)}…` : clean}"`;
}
