// What leaves next, in a line above the campaigns.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSession } from '../api/accounts/session.ts';
import { calendarQuery } from '../api/campaigns/calendar.ts';
import { useFormat } from '../api/use-format.ts';
import { localOfInstant } from '../kit/local-time.ts';
import { Awaited, Refused } from '../kit/notice.tsx';
import { addDays } from './calendar/days.ts';

/** What is further away is found in the calendar. */
const DAYS = 30;

const LEAVES = new Set(['begins', 'run']);

export function NextUp() {
  const { t } = useLingui();
  const format = useFormat();
  const { time_zone: timeZone } = useSession().customer;
  const now = Date.now();
  const today = localOfInstant(new Date(now).toISOString(), timeZone).slice(0, 10);
  const query = useQuery(calendarQuery(today, addDays(today, DAYS)));
  const { data, isLoading } = query;
  if (isLoading) return <Awaited />;
  if (!data) return <Refused what={t`Up next`} query={query} />;
  const [next] = data.records
    .filter(({ kind, at, status }) => LEAVES.has(kind) && status !== 'paused' && Date.parse(at) > now)
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  if (!next) return null;
  const when = format.instant(Date.parse(next.at));
  return (
    <p className="small next-up" role="note" aria-label={t`Up next`}>
      <Trans>
        Next:{' '}
        <Link to="/campaigns/$campaignUid" params={{ campaignUid: next.campaign_uid }}>
          <bdi>{next.name}</bdi>
        </Link>
        , {when}
      </Trans>
      {next.list && (
        <>
          {' · '}
          <bdi>{next.list.name}</bdi>
        </>
      )}
    </p>
  );
}
