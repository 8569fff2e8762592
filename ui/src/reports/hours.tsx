// Opens and clicks by hour.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useCallback, useMemo } from 'react';
import { type Counts, seriesQuery } from '../api/campaigns/reports.ts';
import { useFormat } from '../api/use-format.ts';
import { lazyPart } from '../kit/load-part.ts';
import { HOUR_MS } from '../kit/local-time.ts';
import { Loading, Refused } from '../kit/notice.tsx';
import { Card } from '../kit/page/page.tsx';

const Chart = lazyPart(async () => (await import('../kit/figures/chart.tsx')).Chart);

export function Hours({ campaignUid, counts }: { campaignUid: string; counts: Counts }) {
  const { t } = useLingui();
  const format = useFormat();
  const query = useQuery(seriesQuery(campaignUid, counts));
  const { data, isLoading } = query;
  const points = useMemo(() => withHourBefore(data?.records ?? []), [data]);
  const times = useMemo(() => points.map(({ at }) => Date.parse(at)), [points]);
  const series = useMemo(
    () => [
      { name: t`Opens`, color: 'accent' as const, values: points.map(({ opens }) => opens) },
      { name: t`Clicks`, color: 'good' as const, values: points.map(({ clicks }) => clicks) },
    ],
    [points, t],
  );
  const timeName = useCallback((ms: number) => format.hour(ms), [format]);
  const number = useCallback((value: number) => format.number(value), [format]);
  return (
    <Card title={t`By hour`}>
      <Refused query={query} />
      {isLoading && <Loading label={t`Loading the chart`} />}
      {data?.records.length === 0 && <p className="quiet">{t`No one has opened it yet.`}</p>}
      {points.length > 0 && (
        <Suspense fallback={<Loading label={t`Loading the chart`} />}>
          <Chart
            label={t`Opens and clicks by hour`}
            times={times}
            series={series}
            timeName={timeName}
            number={number}
            leastStep={HOUR_MS}
          />
        </Suspense>
      )}
      {data && data.next !== null && (
        <p className="small">{t`These are the first ${format.number(data.records.length)} hours; later activity is not shown here.`}</p>
      )}
    </Card>
  );
}

type Point = { at: string; opens: number; clicks: number };

/** One hour alone is no line: it begins with the hour before, in which nothing was sent yet. */
function withHourBefore(points: readonly Point[]): readonly Point[] {
  const [only] = points;
  if (points.length !== 1 || !only) return points;
  return [{ at: new Date(Date.parse(only.at) - HOUR_MS).toISOString(), opens: 0, clicks: 0 }, only];
}
