// What an entry of the calendar is called.
import { useLingui } from '@lingui/react/macro';
import { useStateName } from '../../api/campaign-states.ts';
import type { CalendarEntry } from '../../api/campaigns/calendar.ts';
import { useLocale } from '../../api/use-format.ts';
import type { Tone } from '../../kit/state.tsx';
import { noonOf } from './days.ts';

/** What happens, or where the campaign stands, and how that looks. */
export function useEntryState(): (entry: CalendarEntry) => { name: string; tone: Tone } {
  const { t } = useLingui();
  const stateName = useStateName();
  return ({ kind, status }) => {
    if (kind === 'test_ends') return { name: t`A/B test ends`, tone: 'planned' };
    if (kind === 'test_decided') return { name: t`A/B test decided`, tone: 'good' };
    if (status === 'paused') return stateName(status);
    if (kind === 'run') return { name: t`Recurring`, tone: 'planned' };
    return kind === 'begins' ? stateName('pending-sending') : stateName(status);
  };
}

/** "Monday, November 23" of a day. */
export function useDayName(): (day: string) => string {
  const locale = useLocale();
  const name = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: 'long', month: 'long', day: 'numeric' });
  return (day) => name.format(noonOf(day));
}

/** "Mon" of a day. */
export function useWeekday(): (day: string, style: 'short' | 'long') => string {
  const locale = useLocale();
  return (day, weekday) => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday }).format(noonOf(day));
}
