// Rhythms, hours and own times as sentences have them.
import { useLingui } from '@lingui/react/macro';
import { useLocale } from '../../../api/use-format.ts';
import { type Rhythm, rhythmOf, WEEKDAYS } from './cron.ts';
import type { OwnTimeMember } from './own-time.tsx';
import { DAYS, type SendingWindow } from './window.tsx';

export const RHYTHMS = ['daily', 'weekly', 'monthly', 'own'] as const;

export function useRhythmNames(): Record<Rhythm['kind'], string> {
  const { t } = useLingui();
  return { daily: t`Every day`, weekly: t`Every week`, monthly: t`Every month`, own: t`Custom` };
}

/** What members hold of when it goes, in words: of a cron text, of a window and of own times as JSON. */
export function useWhenWords() {
  const { t, i18n } = useLingui();
  const names = useRhythmNames();
  const locale = useLocale();
  const days = new Intl.DateTimeFormat(i18n.locale, { weekday: 'short', timeZone: 'UTC' });
  const times = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });
  /** `24:00`, the end of a day, is midnight. */
  const timeOf = (text: string) => {
    const [hour = 0, minute = 0] = text.split(':').map(Number);
    return times.format(new Date(Date.UTC(1970, 0, 4, hour, minute)));
  };
  /** 4 January 1970 was a Sunday, which is 0. */
  const dayOf = (day: number) => days.format(new Date(Date.UTC(1970, 0, 4 + day)));
  return {
    rhythm(cron: string): string {
      const rhythm = rhythmOf(cron);
      if (rhythm.kind === 'own') return cron;
      const weekdays = WEEKDAYS.filter((day) => rhythm.weekdays.includes(day)).map(dayOf);
      return [
        names[rhythm.kind],
        ...(rhythm.kind === 'weekly' ? [weekdays.join(', ')] : []),
        ...(rhythm.kind === 'monthly' ? [`${t`Day of the month`} ${rhythm.day}`] : []),
        timeOf(rhythm.time),
      ].join(' · ');
    },
    window(json: string | null): string {
      if (json === null) return t`At any time`;
      const window = JSON.parse(json) as SendingWindow;
      const open = DAYS.filter((day) => window.days.includes(day)).map((day) => dayOf(DAYS.indexOf(day) + 1));
      return [open.join(', '), `${timeOf(window.from)} – ${timeOf(window.to)}`, window.time_zone].join(' · ');
    },
    /** @param labelOf of the field with a tag */
    ownTime(json: string | null, labelOf: (tag: string) => string): string {
      if (json === null) return t`All at the same time`;
      const { field, last_open, time_zone } = JSON.parse(json) as OwnTimeMember;
      return [
        `${t`Time zone field`}: ${field === null ? t`No field` : labelOf(field)}`,
        `${t`Others at the hour of their last open`}: ${last_open === 'yes' ? t`yes` : t`no`}`,
        time_zone,
      ].join('\n');
    },
  };
}
