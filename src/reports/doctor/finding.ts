// What an examination of an installation is of, and what it finds.
import type { Resolver } from '../../domains/dns/lookup.ts';
import type { Surroundings } from '../../http/route.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Sentence } from '../../kernel/sentences/sentence.ts';
import type { Db } from '../../storage/db.ts';

/** What a server that runs can be examined for, in the order in which it is told. */
export const CHECKS = [
  'store',
  'disk',
  'backup',
  'clock',
  'workers',
  'relays',
  'domains',
  'base-url',
  'return-path',
  'replication',
  'pictures',
] as const;
export const STATES = ['good', 'warning', 'wrong'] as const;

export type Check = (typeof CHECKS)[number];
export type State = (typeof STATES)[number];

/**
 * `code` names the sentence and `values` what it is about, for programs that say it in their own
 * words; `advice`: what to do, unless it is good; `sentences`: the value `reason` in codes, if it
 * has them.
 */
export type Finding = {
  check: Check | 'configuration';
  state: State;
  code: string;
  text: string;
  advice: string | null;
  values: Readonly<Record<string, string | number>>;
  sentences?: readonly Sentence[];
};

export type Examined = Surroundings & {
  db: Db;
  clock: Clock;
  secret: string;
  baseUrl: string;
  resolver?: Resolver | undefined;
};

/** How long one question to another machine may take, ms. */
export const PATIENCE_MS = 10_000;
/**
 * How long a relay may take, ms: a session has about six replies, and delivery waits minutes for
 * each. One that takes 5 s for every reply is slow, not wrong.
 */
export const RELAY_PATIENCE_MS = 45_000;

/** What is said of a finding: its code, the sentence, what it is about. */
type Said = readonly [code: string, text: string, values?: Finding['values']];

/** A finding that needs nothing done. */
export function good(check: Finding['check'], [code, text, values = {}]: Said): Finding {
  return { check, state: 'good', code, text, advice: null, values };
}

/** What works today, and may not tomorrow. */
export function warning(check: Finding['check'], [code, text, values = {}]: Said, advice: string): Finding {
  return { check, state: 'warning', code, text, advice, values };
}

/** What keeps mail from going out or coming back. */
export function wrong(check: Finding['check'], [code, text, values = {}]: Said, advice: string): Finding {
  return { check, state: 'wrong', code, text, advice, values };
}

/** The worst of them. */
export function stateOf(findings: readonly Pick<Finding, 'state'>[]): State {
  if (findings.some(({ state }) => state === 'wrong')) return 'wrong';
  return findings.some(({ state }) => state === 'warning') ? 'warning' : 'good';
}
