// Numbers and instants as the customer writes them, in its time zone; words in the person's language.
import { useLingui } from '@lingui/react';
import { type Format, formatFor, instantOfUtc } from '../kit/format.ts';
import { useSession } from './accounts/session.ts';

/** What stands there until somebody chooses: each person gets what goes with their language. */
export const UNSET_LOCALE = 'en';

/** How dates and numbers are written for who reads a language. */
export const localeFor = (locale: string, language: string): string => (locale === UNSET_LOCALE ? language : locale);

export function useFormat(): Format {
  const { i18n } = useLingui();
  const { time_zone: timeZone } = useSession().customer;
  const locale = useLocale();
  return formatFor({ language: i18n.locale, locale, timeZone });
}

/** Writes an instant that the API says in the customer's time zone, as `2026-11-22 09:00:00`. */
export function useWallClock(): (text: string | null) => string {
  const { i18n } = useLingui();
  const { instant } = formatFor({ language: i18n.locale, locale: useLocale(), timeZone: 'UTC' });
  return (text) => (text === null ? '' : instant(instantOfUtc(text)));
}

export function useLocale(): string {
  const { i18n } = useLingui();
  const { locale } = useSession().customer;
  return localeFor(locale, i18n.locale);
}
