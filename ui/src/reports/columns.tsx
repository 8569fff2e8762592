// The columns of the tables of reports: of a campaign, an A/B test in one, or one of its parts.
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useStateName } from '../api/campaign-states.ts';
import type { CampaignOverview } from '../api/campaigns/campaigns.ts';
import { PeopleShare } from '../api/people-share.tsx';
import { type Part, PartName } from '../api/tested/part-name.tsx';
import { useFormat } from '../api/use-format.ts';
import { State } from '../kit/state.tsx';
import type { Column } from '../kit/table/table.tsx';

export type Row = { campaign: CampaignOverview } | { part: Part };

export const rowsOf = (campaign: CampaignOverview): Row[] => [
  { campaign },
  ...(campaign.ab_test?.parts ?? []).map((part) => ({ part })),
];
export const keyOf = (row: Row) => ('part' in row ? `part ${row.part.campaign_uid}` : row.campaign.campaign_uid);

/** A recurring campaign sends nothing itself: its figures are those of its runs. */
const figuresOf = (row: Row) => ('part' in row ? row.part : (row.campaign.runs ?? row.campaign));
type Figures = ReturnType<typeof figuresOf>;

export function useReportColumns(): Column<Row>[] {
  const { t } = useLingui();
  const format = useFormat();
  const figure = (of: (one: Figures) => { people: number }) => (row: Row) => {
    const figures = figuresOf(row);
    return <PeopleShare people={of(figures).people} of={figures.accepted} />;
  };
  return [
    {
      head: t`Campaign`,
      isName: true,
      cell: (row) => ('part' in row ? <PartName part={row.part} /> : <Name campaign={row.campaign} />),
    },
    { head: t`Accepted`, isNumber: true, cell: (row) => format.number(figuresOf(row).accepted) },
    { head: t`Opened`, isNumber: true, cell: figure((one) => one.filtered.opened) },
    { head: t`Clicked`, isNumber: true, cell: figure((one) => one.filtered.clicked) },
    { head: t`Unsubscribed`, isNumber: true, isWide: true, cell: figure((one) => one.unsubscribed) },
    { head: t`Bounced`, isNumber: true, isWide: true, cell: figure((one) => one.bounced) },
  ];
}

/** Of an A/B test without a link: its parts, which have a report each, follow. */
function Name({ campaign }: { campaign: CampaignOverview }) {
  const { name, campaign_uid: campaignUid, status, ab_test, runs } = campaign;
  // A recurring campaign has no report of its own: its page has the runs, which have.
  const view = status === 'sent' || runs ? {} : ({ view: 'report' } as const);
  return (
    <>
      {ab_test?.parts ? (
        <b className="tested-name">{name}</b>
      ) : (
        <Link to="/campaigns/$campaignUid" params={{ campaignUid }} search={view}>
          {name}
        </Link>
      )}
      <span className="small">
        {status === 'sent' ? <Finished campaign={campaign} /> : <Standing campaign={campaign} />}
      </span>
    </>
  );
}

function Finished({ campaign: { finished_at, ab_test, runs } }: { campaign: CampaignOverview }) {
  const { t } = useLingui();
  const format = useFormat();
  const finished = finished_at && format.instant(Date.parse(finished_at));
  if (ab_test?.parts) return t`A/B test, all parts together · ${finished}`;
  if (runs) return t`Recurring, ${plural(runs.count, { one: '# run', other: 'all # runs together' })} · ${finished}`;
  return finished;
}

function Standing({ campaign }: { campaign: CampaignOverview }) {
  const { t } = useLingui();
  const format = useFormat();
  const stateName = useStateName();
  const { type, status, runs, next_run_at, started_at, ab_test } = campaign;
  const isAutomation = type === 'autoresponder' || runs !== null;
  const { name, tone } =
    isAutomation && status !== 'paused' && status !== 'blocked'
      ? { name: t`Running`, tone: 'moving' as const }
      : stateName(status);
  const since = started_at && format.day(Date.parse(started_at));
  const next = next_run_at && format.instant(Date.parse(next_run_at));
  const words = () => {
    if (runs) {
      const all = t`Recurring, ${plural(runs.count, { one: '# run', other: 'all # runs together' })}`;
      return next && status !== 'paused' ? t`${all} · next ${next}` : all;
    }
    if (type === 'autoresponder') return since ? t`Automation since ${since}` : t`Automation`;
    if (ab_test?.parts) return t`A/B test, all parts together so far`;
    return since ? t`since ${since}, figures so far` : t`figures so far`;
  };
  return (
    <>
      <State tone={tone}>{name}</State> {words()}
    </>
  );
}
