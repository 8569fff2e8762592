// A recurring campaign on its way: when it runs next, and its runs, which are campaigns of their
// own.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useStateName } from '../../api/campaign-states.ts';
import type { CampaignOverview } from '../../api/campaigns/campaigns.ts';
import { Awaited, Notice, Refused } from '../../kit/notice.tsx';
import { Card } from '../../kit/page/page.tsx';
import { State } from '../../kit/state.tsx';
import { Table } from '../../kit/table/table.tsx';
import { NextRunsList, useRunTime } from '../next-runs.tsx';
import { useNotice } from '../use-notice.ts';
import { deliveryQuery, scheduleQuery } from './queries.ts';

/** Nothing tells of the moment at which a run is made. */
const ASK_AGAIN_MS = 20_000;

export function Runs({ campaign }: { campaign: CampaignOverview }) {
  const { campaign_uid: uid, status } = campaign;
  const notice = useNotice()(campaign);
  const { t } = useLingui();
  const inWords = useRunTime();
  const stateName = useStateName();
  const query = useQuery({ ...scheduleQuery(uid), refetchInterval: ASK_AGAIN_MS });
  const { data: schedule, isLoading } = query;
  const { data: delivery } = useQuery(deliveryQuery(uid));
  if (isLoading) return <Awaited />;
  if (!schedule) return <Refused query={query} />;
  const { next_runs: next, begins_at: begins, last_runs: last } = schedule;
  const own = delivery?.recipient_time_zone;
  const begin = begins === null ? '' : inWords(begins);
  const state = (run: string) => {
    if (run === 'missed') return { name: t({ context: 'run', message: 'Missed' }), tone: 'open' } as const;
    if (run === 'deleted') return { name: t({ context: 'run', message: 'Removed' }), tone: 'open' } as const;
    return stateName(run);
  };
  return (
    <div className="stack">
      {status === 'paused' ? (
        <Notice tone="warn">
          <Trans>
            <b>Paused.</b> No run starts until it is resumed. Runs already on their way continue.
          </Trans>
          {notice && <p className="small">{notice}</p>}
        </Notice>
      ) : (
        <Notice>
          {begins === null
            ? t`No more runs are planned.`
            : own
              ? t`The next run starts on ${begin} (your time).`
              : t`The next run starts on ${begin}.`}
        </Notice>
      )}
      <div className="split">
        <Card title={t`Recent runs`} pad={last.length === 0}>
          {last.length === 0 ? (
            <p className="quiet">{t`No runs yet.`}</p>
          ) : (
            <Table
              label={t`Recent runs`}
              keyOf={({ run_at }) => run_at}
              rows={last}
              columns={[
                {
                  head: t`Time`,
                  isName: true,
                  cell: ({ campaign_uid: run, run_at: at, status: its }) =>
                    run === null || its === 'deleted' ? (
                      inWords(at)
                    ) : (
                      <Link to="/campaigns/$campaignUid" params={{ campaignUid: run }}>
                        {inWords(at)}
                      </Link>
                    ),
                },
                { head: t`Status`, cell: ({ status: its }) => <State tone={state(its).tone}>{state(its).name}</State> },
              ]}
            />
          )}
        </Card>
        {next.length > 0 && (
          <Card title={t`Next runs`}>
            <div className="stack close">
              <NextRunsList runs={next} own={own} />
            </div>
          </Card>
        )}
      </div>
    </div>
  );
}
