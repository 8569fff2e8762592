// What left and what will leave, a month or a week at a time. Which one stands in the address.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useSession } from '../../api/accounts/session.ts';
import { type CalendarEntry, calendarQuery } from '../../api/campaigns/calendar.ts';
import { useFormat, useLocale } from '../../api/use-format.ts';
import { localOfInstant } from '../../kit/local-time.ts';
import { Loading, Notice, Refused } from '../../kit/notice.tsx';
import { Page } from '../../kit/page/page.tsx';
import { Button, Segments } from '../../kit/parts.tsx';
import { Agenda } from './agenda.tsx';
import './calendar.css';
import { addDays, addMonths, mondayOf, noonOf, weeksOf } from './days.ts';
import { Month } from './month.tsx';

export type View = 'month' | 'week';

export function Calendar() {
  const { t } = useLingui();
  const format = useFormat();
  const navigate = useNavigate();
  const search = useSearch({ from: '/shell/campaigns/calendar' });
  const { time_zone: timeZone } = useSession().customer;
  const today = localOfInstant(new Date().toISOString(), timeZone).slice(0, 10);
  const view: View = search.view ?? 'month';
  const day = search.day ?? today;
  const weeks = view === 'month' ? weeksOf(day) : [weekOf(day)];
  const [from, to] = [weeks[0]?.[0] ?? day, weeks.at(-1)?.[6] ?? day];
  const calendar = useQuery(calendarQuery(from, to));
  const name = usePeriodName()(view, day);
  const show = (next: { view?: View; day?: string }) =>
    void navigate({ to: '/campaigns/calendar', search: searchOf({ view, day, ...next }, today), replace: true });
  const step = (n: number) => show({ day: view === 'month' ? addMonths(day, n) : addDays(day, 7 * n) });
  const byDay = useMemo(() => entriesByDay(calendar.data?.records ?? []), [calendar.data]);
  const entriesOf = (one: string): readonly CalendarEntry[] => byDay.get(one) ?? [];
  const cut = calendar.data?.complete_until;
  const steps = view === 'month' ? [t`Previous month`, t`Next month`] : [t`Previous week`, t`Next week`];
  return (
    <Page title={t`Calendar`} trail={<Link to="/campaigns">{t`Campaigns`}</Link>}>
      <div className="row apart filters">
        <div className="row">
          <h2 className="calendar-name" aria-live="polite">
            {name}
          </h2>
          <Button variant="default" size="xs" aria-label={steps[0]} onClick={() => step(-1)}>
            ←
          </Button>
          <Button variant="default" size="xs" onClick={() => show({ day: today })}>
            {t`Today`}
          </Button>
          <Button variant="default" size="xs" aria-label={steps[1]} onClick={() => step(1)}>
            →
          </Button>
        </div>
        <Segments
          aria-label={t`View`}
          size="xs"
          value={view}
          onChange={(chosen) => show({ view: chosen as View })}
          data={[
            { value: 'month', label: t`Month` },
            { value: 'week', label: t`Week` },
          ]}
        />
      </div>
      <Refused query={calendar} />
      {calendar.isPending && <Loading label={t`Loading the calendar`} />}
      {calendar.data && (
        <div className="stack">
          {cut && (
            <Notice tone="warn">
              {t`There is more than is shown here: some entries after ${format.instant(Date.parse(cut))} may be missing. Switch to the week view.`}
            </Notice>
          )}
          {view === 'month' && <Month name={name} weeks={weeks} day={day} today={today} entriesOf={entriesOf} />}
          <div className={view === 'month' ? 'calendar-narrow' : undefined}>
            <Agenda
              name={name}
              days={weeks.flat().filter((one) => view === 'week' || one.slice(0, 7) === day.slice(0, 7))}
              isWhole={view === 'week'}
              today={today}
              entriesOf={entriesOf}
            />
          </div>
          <p className="small">
            {t`Times are in ${timeZone}. Automation emails are not shown: each is sent when its person is due.`}
          </p>
        </div>
      )}
    </Page>
  );
}

const weekOf = (day: string) => Array.from({ length: 7 }, (_, n) => addDays(mondayOf(day), n));

function entriesByDay(entries: readonly CalendarEntry[]): Map<string, CalendarEntry[]> {
  const byDay = new Map<string, CalendarEntry[]>();
  for (const entry of entries) {
    const day = entry.local_time.slice(0, 10);
    const some = byDay.get(day);
    if (some) some.push(entry);
    else byDay.set(day, [entry]);
  }
  return byDay;
}

/** The address of a view; what needs no word is left out. */
export function searchOf({ view, day }: { view: View; day: string }, today: string) {
  return { ...(view === 'week' && { view }), ...(day !== today && { day }) };
}

/** "November 2026", or "Nov 23 – 29, 2026". */
function usePeriodName(): (view: View, day: string) => string {
  const locale = useLocale();
  return (view, day) => {
    if (view === 'month') {
      return new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'long', year: 'numeric' }).format(noonOf(day));
    }
    const week = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', dateStyle: 'medium' });
    return week.formatRange(noonOf(mondayOf(day)), noonOf(addDays(mondayOf(day), 6)));
  };
}
