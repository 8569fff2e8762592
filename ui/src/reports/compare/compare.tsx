// A campaign beside another one, or beside the mean of the last ten.
import { useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { overviewsQuery } from '../../api/campaigns/campaigns.ts';
import { type CampaignReport, type Counts, reportQuery } from '../../api/campaigns/reports.ts';
import { useFormat } from '../../api/use-format.ts';
import { Card } from '../../kit/page/page.tsx';
import { Choice } from '../../kit/parts.tsx';
import { Table } from '../../kit/table/table.tsx';
import { LastOnes } from './last-ones.tsx';
import { meanRates, type Rates, ratesIn } from './rates.ts';

const LAST = 'last';

export function Compare({ report, counts }: { report: CampaignReport; counts: Counts }) {
  const { t } = useLingui();
  const format = useFormat();
  const navigate = useNavigate();
  const uid = report.campaign_uid;
  const search = useSearch({ from: '/shell/campaigns/$campaignUid' });
  const sent = useInfiniteQuery(overviewsQuery({ status: 'sent' }, 100));
  const others = (sent.data?.pages ?? [])
    .flatMap(({ records }) => records)
    .filter(({ campaign_uid, accepted }) => campaign_uid !== uid && accepted > 0);
  const chosen = search.compare ?? LAST;
  const other = useQuery({ ...reportQuery(chosen), enabled: chosen !== LAST });
  if (!report.comparison) return null; // it is the first one
  const count = report.comparison.campaigns;
  const own = ratesIn(report, counts);
  const beside = chosen === LAST ? meanRates(report.comparison, counts) : other.data && ratesIn(other.data, counts);
  const names: Record<keyof Rates, string> = {
    accepted: t`Accepted`,
    opened: t`Opened`,
    clicked: t`Clicked`,
    unsubscribed: t`Unsubscribed`,
    complained: t`Complained`,
    bounced: t`Bounced`,
  };
  const rows = (Object.keys(names) as (keyof Rates)[]).map((key) => ({
    key,
    name: names[key],
    own: own[key],
    other: beside?.[key],
  }));
  return (
    <Card
      title={t`Compared`}
      pad={false}
      actions={
        <Choice
          aria-label={t`Compare with`}
          query={sent}
          size="xs"
          searchable
          value={chosen}
          data={[
            { value: LAST, label: count === 1 ? t`the previous one` : t`the last ${format.number(count)}` },
            ...others.map(({ campaign_uid, name }) => ({ value: campaign_uid, label: name })),
          ]}
          onChange={(value) =>
            void navigate({
              to: '/campaigns/$campaignUid',
              params: { campaignUid: uid },
              search: { ...search, compare: value === LAST ? undefined : (value ?? undefined) },
              replace: true,
              resetScroll: false,
            })
          }
        />
      }
    >
      <Table
        label={t`Compared`}
        isFlowing
        rows={rows}
        keyOf={({ key }) => key}
        columns={[
          { head: t`Metric`, isName: true, cell: ({ name }) => name },
          { head: t`This one`, isNumber: true, cell: (row) => format.share(row.own, 100) },
          {
            head: chosen === LAST && count > 1 ? t`Average` : t`The other`,
            isNumber: true,
            cell: (row) => (row.other === undefined ? '…' : format.share(row.other, 100)),
          },
          {
            head: t`Difference in percentage points`,
            isNumber: true,
            cell: (row) => (row.other === undefined ? '…' : format.points(row.own - row.other)),
          },
        ]}
      />
      <p className="small report-note pad">
        {t`“Accepted” is a share of the audience; all others are shares of the people whose mail server accepted the email. This lets you compare large and small campaigns.`}{' '}
        {chosen === LAST && t`Each campaign counts equally in the average.`}
      </p>
      {chosen === LAST && <LastOnes report={report} comparison={report.comparison} counts={counts} names={names} />}
    </Card>
  );
}
