// What an examination of an installation is of, and what it finds.
import type { Resolver } from '../../domains/dns/lookup.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Relay } from '../../mail/smtp/relay-url.ts';
import type { Db } from '../../storage/db.ts';

export const CHECKS = [
  'configuration',
  'store',
  'disk',
  'clock',
  'workers',
  'relays',
  'domains',
  'base-url',
  'return-path',
  'replication',
] as const;
export const STATES = ['good', 'warning', 'wrong'] as const;

/** `advice`: what to do, unless it is good. */
export type Finding = {
  check: (typeof CHECKS)[number];
  state: (typeof STATES)[number];
  text: string;
  advice: string | null;
};

export type Examined = {
  db: Db;
  clock: Clock;
  secret: string;
  dataDir: string;
  baseUrl: string;
  isBaseUrlDefault: boolean;
  relay: Relay | undefined;
  returnAddress: string | undefined;
  resolver?: Resolver | undefined;
  /** How long one question to another machine may take, ms. */
  patienceMs: number;
};

/** A finding that needs nothing done. */
export function good(check: Finding['check'], text: string): Finding {
  return { check, state: 'good', text, advice: null };
}

/** What works today, and may not tomorrow. */
export function warning(check: Finding['check'], text: string, advice: string): Finding {
  return { check, state: 'warning', text, advice };
}

/** What keeps mail from going out or coming back. */
export function wrong(check: Finding['check'], text: string, advice: string): Finding {
  return { check, state: 'wrong', text, advice };
}
