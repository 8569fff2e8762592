// One figure of a campaign and of the last ones, each as a bar on one scale.
import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { CampaignReport, Counts } from '../../api/campaigns/reports.ts';
import { useFormat } from '../../api/use-format.ts';
import { Segments } from '../../kit/parts.tsx';
import { Table } from '../../kit/table/table.tsx';
import { comparedRates, meanRates, type Rates, ratesIn } from './rates.ts';

const FIGURES = ['opened', 'clicked', 'unsubscribed', 'bounced'] as const;
type Figure = (typeof FIGURES)[number];

export function LastOnes({
  report,
  comparison,
  counts,
  names,
}: {
  report: CampaignReport;
  comparison: NonNullable<CampaignReport['comparison']>;
  counts: Counts;
  names: Record<keyof Rates, string>;
}) {
  const { t } = useLingui();
  const format = useFormat();
  const [figure, setFigure] = useState<Figure>('opened');
  const own = { campaign_uid: report.campaign_uid, name: report.name, started_at: report.started_at, isOwn: true };
  const rows = [
    { ...own, rate: ratesIn(report, counts)[figure] },
    ...comparison.each.map((one) => ({ ...one, isOwn: false, rate: comparedRates(one, counts)[figure] })),
  ].sort((a, b) => Date.parse(b.started_at ?? '') - Date.parse(a.started_at ?? ''));
  const mean = meanRates(comparison, counts)[figure];
  const most = Math.max(...rows.map(({ rate }) => rate), mean, 0.01);
  return (
    <>
      <div className="row pad figure-choice">
        <Segments
          size="xs"
          aria-label={t`Metric to compare`}
          value={figure}
          data={FIGURES.map((value) => ({ value, label: names[value] }))}
          onChange={(value) => setFigure(value as Figure)}
        />
      </div>
      <Table
        label={t`One by one`}
        isFlowing
        rows={rows}
        keyOf={({ campaign_uid }) => campaign_uid}
        columns={[
          {
            head: t`Campaign`,
            isName: true,
            cell: ({ name, campaign_uid: campaignUid, started_at, isOwn }) => (
              <>
                {isOwn ? (
                  <strong>{name}</strong>
                ) : (
                  <Link to="/campaigns/$campaignUid" params={{ campaignUid }}>
                    {name}
                  </Link>
                )}
                <span className="small">{started_at && format.day(Date.parse(started_at))}</span>
              </>
            ),
          },
          { head: names[figure], isNumber: true, cell: ({ rate }) => format.share(rate, 100) },
          {
            head: t`To scale`,
            cell: ({ rate, isOwn }) => (
              <div className="scale" data-own={isOwn} aria-hidden="true">
                <i style={{ width: `${(rate / most) * 100}%` }} />
                <b style={{ insetInlineStart: `${(mean / most) * 100}%` }} />
              </div>
            ),
          },
        ]}
      />
      <p className="small report-note pad">{t`The line marks the average, ${format.share(mean, 100)}; the bars end at ${format.share(most, 100)}.`}</p>
    </>
  );
}
