// What holds for users: limits, lifetimes, what they may choose. Pure.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kernel/durations.ts';
import { type Faults, throwFaults } from '../kernel/errors.ts';
import type { Told } from '../kernel/sentences/sentence.ts';

/**
 * Length decides, not which characters (NIST SP 800-63B, section 5.1.1). The most: for the hash.
 */
export const PASSWORD = { min: 10, max: 200 };
export const MAX_NAME = 100;
export const MAX_EMAIL = 254;

export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];
export const THEMES = ['system', 'light', 'dark'] as const;

/** A session that nobody used for this long is over. */
export const SESSION_IDLE_MS = 30 * DAY_MS;
/** A session's last use is written down so often at most. */
export const SEEN_EVERY_MS = 5 * MINUTE_MS;
/** The longest that browsers keep a cookie; the server ends sessions before. */
export const COOKIE_MS = 400 * DAY_MS;

export type LinkKind = 'first-owner' | 'invitation' | 'reset';
/** How long a link lets somebody in. */
export const LINK_MS: Readonly<Record<LinkKind, number>> = {
  'first-owner': 30 * MINUTE_MS,
  invitation: 7 * DAY_MS,
  reset: HOUR_MS,
};

/** An invitation that ran out is shown for this long, to be sent again. */
export const INVITATION_SHOWN_MS = 30 * DAY_MS;

/** The language of a locale, where there is a translation. */
export function languageOf(locale: string): Language {
  return LANGUAGES.find((language) => locale.toLowerCase().startsWith(language)) ?? 'en';
}

/** @throws AppError `invalid` that names one member */
export function refuse(member: string, fault: Told): never {
  const faults: Faults = { [member]: fault };
  throwFaults(faults);
  throw new Error('unreachable');
}
