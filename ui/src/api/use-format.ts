// Numbers and instants as the customer writes them, in its time zone; words in the person's language.
import { useLingui } from '@lingui/react';
import { useMemo } from 'react';
import { type Format, formatFor } from '../kit/format.ts';
import { useSession } from './session.ts';

/** What stands there until somebody chooses. */
const UNSET = 'en';

export function useFormat(): Format {
  const { i18n } = useLingui();
  const { time_zone: timeZone } = useSession().customer;
  const locale = useLocale();
  return useMemo(() => formatFor({ language: i18n.locale, locale, timeZone }), [i18n.locale, locale, timeZone]);
}

/** How dates and numbers are written: as the customer says, else as in the person's language. */
export function useLocale(): string {
  const { i18n } = useLingui();
  const { locale } = useSession().customer;
  return locale === UNSET ? i18n.locale : locale;
}
