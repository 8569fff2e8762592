// A month as a table: a row a week, a cell a day with its first entries.
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { CalendarEntry } from '../../api/campaigns/calendar.ts';
import { useFormat } from '../../api/use-format.ts';
import { Hint } from '../../kit/parts.tsx';
import { useDayName, useEntryState, useWeekday } from './words.ts';

/** Entries of a day that are shown; of one more all are. */
const SHOWN = 3;

type MonthProps = {
  name: string;
  weeks: readonly (readonly string[])[];
  day: string;
  today: string;
  entriesOf: (day: string) => readonly CalendarEntry[];
};

export function Month({ name, weeks, day, today, entriesOf }: MonthProps) {
  const weekday = useWeekday();
  return (
    <table className="calendar card" aria-label={name}>
      <thead>
        <tr>
          {weeks[0]?.map((one) => (
            <th key={one} scope="col">
              <abbr title={weekday(one, 'long')}>{weekday(one, 'short')}</abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((one) => (
              <Day
                key={one}
                day={one}
                isToday={one === today}
                isOther={one.slice(0, 7) !== day.slice(0, 7)}
                entries={entriesOf(one)}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type DayProps = { day: string; isToday: boolean; isOther: boolean; entries: readonly CalendarEntry[] };

function Day({ day, isToday, isOther, entries }: DayProps) {
  const { t } = useLingui();
  const dayName = useDayName()(day);
  const shown = entries.length > SHOWN + 1 ? entries.slice(0, SHOWN) : entries;
  const more = entries.length - shown.length;
  return (
    <td data-other={isOther || undefined} aria-current={isToday ? 'date' : undefined}>
      <time dateTime={day}>
        <span aria-hidden="true">{Number(day.slice(8))}</span>
        <span className="unseen">{dayName}</span>
      </time>
      {shown.length > 0 && (
        <ul>
          {shown.map((entry) => (
            <Item key={`${entry.campaign_uid} ${entry.kind} ${entry.at}`} entry={entry} />
          ))}
          {more > 0 && (
            <li>
              <Link to="/campaigns/calendar" search={{ view: 'week', day }} className="small">
                {t`${plural(more, { one: '# more', other: '# more' })}`}
                <span className="unseen"> {dayName}</span>
              </Link>
            </li>
          )}
        </ul>
      )}
    </td>
  );
}

function Item({ entry }: { entry: CalendarEntry }) {
  const format = useFormat();
  const { name: state, tone } = useEntryState()(entry);
  const time = format.time(Date.parse(entry.at));
  const whole = `${time} · ${entry.name} · ${state}`;
  return (
    <li className="calendar-entry" data-tone={tone}>
      <Hint label={whole} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
        <Link to="/campaigns/$campaignUid" params={{ campaignUid: entry.campaign_uid }}>
          <span className="small">{time}</span> <bdi>{entry.name}</bdi>
          <span className="unseen">, {state}</span>
        </Link>
      </Hint>
    </li>
  );
}
