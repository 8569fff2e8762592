// Numbers and instants in the person's language and the customer's time zone.
import { useLingui } from '@lingui/react';
import { useMemo } from 'react';
import { type Format, formatFor } from '../kit/format.ts';
import { useSession } from './session.ts';

export function useFormat(): Format {
  const { i18n } = useLingui();
  const { customer } = useSession();
  return useMemo(() => formatFor(i18n.locale, customer.time_zone), [i18n.locale, customer.time_zone]);
}
