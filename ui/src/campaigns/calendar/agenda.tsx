// Days below each other, each with its entries: a week with all of its days, on a phone a month
// with those on which something happens.
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { CalendarEntry } from '../../api/campaigns/calendar.ts';
import { useFormat } from '../../api/use-format.ts';
import { Empty } from '../../kit/notice.tsx';
import { Chain } from '../../kit/page/chain.tsx';
import { Card } from '../../kit/page/page.tsx';
import { State } from '../../kit/state.tsx';
import { useDayName, useEntryState } from './words.ts';

type AgendaProps = {
  name: string;
  days: readonly string[];
  /** Whether days without entries are shown. */
  isWhole: boolean;
  today: string;
  entriesOf: (day: string) => readonly CalendarEntry[];
};

export function Agenda({ name, days, isWhole, today, entriesOf }: AgendaProps) {
  const { t } = useLingui();
  const dayName = useDayName();
  const shown = isWhole ? days : days.filter((day) => entriesOf(day).length > 0 || day === today);
  if (!isWhole && days.every((day) => entriesOf(day).length === 0)) {
    return (
      <Card>
        <Empty
          title={t`Nothing in ${name}`}
        >{t`Campaigns appear here on the days they were sent or will be sent.`}</Empty>
      </Card>
    );
  }
  return (
    <div className="card agenda">
      {shown.map((day) => (
        <section key={day} aria-current={day === today ? 'date' : undefined}>
          <h3>
            <time dateTime={day}>{dayName(day)}</time>
            {day === today && <span className="small"> · {t`Today`}</span>}
          </h3>
          {entriesOf(day).length === 0 ? (
            <p className="small">{t`Nothing`}</p>
          ) : (
            <ul>
              {entriesOf(day).map((entry) => (
                <Row key={`${entry.campaign_uid} ${entry.kind} ${entry.at}`} entry={entry} />
              ))}
            </ul>
          )}
        </section>
      ))}
    </div>
  );
}

function Row({ entry }: { entry: CalendarEntry }) {
  const { t } = useLingui();
  const format = useFormat();
  const { name: state, tone } = useEntryState()(entry);
  const { name, list, segment, audience } = entry;
  const n = format.number(audience);
  const toWhom = audience > 0 ? t`${plural(audience, { one: 'to # person', other: `to ${n} people` })}` : undefined;
  return (
    <li>
      <time dateTime={entry.at}>{format.time(Date.parse(entry.at))}</time>
      <div>
        <Link to="/campaigns/$campaignUid" params={{ campaignUid: entry.campaign_uid }}>
          {name}
        </Link>
        <p className="small">
          <Chain parts={[...(list ? [list.name, segment] : [t`its list was removed`]), toWhom]} />
        </p>
      </div>
      <State tone={tone}>{state}</State>
    </li>
  );
}
