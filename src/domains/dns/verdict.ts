// The result of a check, as plain data.
import type { Sentence } from '../../kernel/sentences/sentence.ts';

/**
 * `good` works · `weak` works, but should be improved · `missing` DNS has no such record · `wrong`
 * its record is unusable · `unknown` DNS did not answer · `unchecked` not checked yet.
 */
export type Status = 'good' | 'weak' | 'missing' | 'wrong' | 'unknown';
export const STATUSES = ['good', 'weak', 'missing', 'wrong', 'unknown', 'unchecked'] as const;

/** The result for one record. */
export type Finding = {
  purpose: 'dkim' | 'spf' | 'dmarc';
  /** Name of the record in DNS. */
  name: string;
  status: Status;
  /** What was found. */
  sentences: readonly Sentence[];
  /** With `dkim`: the expected key, as in p=. */
  publicKey?: string;
  /** What stands in DNS. */
  seen?: string;
  /** When that was found, ms. */
  at?: number;
  /** What the clock's last look found, when that does not count yet. */
  lately?: { at: number; status: Status; sentences: readonly Sentence[] };
};

/** What is to be said of a record. */
export type Judgement = Pick<Finding, 'status' | 'sentences'>;

/** A judgement of one sentence or more. */
export function judged(status: Status, ...sentences: readonly Sentence[]): Judgement {
  return { status, sentences };
}

export type Verdict = { findings: Finding[] };

/** Parses a stored verdict; undefined when there is none. */
export function parseVerdict(stored: string | null): Verdict | undefined {
  return stored === null ? undefined : (JSON.parse(stored) as Verdict);
}

/**
 * The worst of several. A missing DNS answer says nothing against a domain, so it counts after
 * known results.
 */
export function worstOf(statuses: readonly (Status | 'unchecked')[]): Status | 'unchecked' {
  const order = ['wrong', 'missing', 'unknown', 'unchecked', 'weak', 'good'] as const;
  return order.find((status) => statuses.includes(status)) ?? 'unchecked';
}

const SEEN_MAX = 600;

/** Records from DNS to keep: printable ASCII, each in a line, cut. */
export function seenIn(records: readonly string[]): string {
  return records
    .map((record) => record.replace(/[^\x20-\x7e]+/g, '?'))
    .join('\n')
    .slice(0, SEEN_MAX);
}

const SHOWN_MAX = 100;

/** Text from DNS for display: printable ASCII, cut. */
export function shown(text: string): string {
  const clean = text.replace(/[^\x20-\x7e]+/g, '?');
  return clean.length > SHOWN_MAX ? `${clean.slice(0, SHOWN_MAX)}…` : clean;
}
