// Opens and clicks by hour.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useMemo } from 'react';
import { type Counts, seriesQuery } from '../api/reports.ts';
import { useFormat } from '../api/use-format.ts';
import { Loading, Notice } from '../kit/notice.tsx';
import { Card } from '../kit/page.tsx';

const Chart = lazy(async () => ({ default: (await import('../kit/chart.tsx')).Chart }));

export function Hours({ campaignUid, counts }: { campaignUid: string; counts: Counts }) {
  const { t } = useLingui();
  const format = useFormat();
  const { data, error } = useQuery(seriesQuery(campaignUid, counts));
  const times = useMemo(() => (data ?? []).map(({ at }) => Date.parse(at)), [data]);
  const series = useMemo(
    () => [
      { name: t`Opens`, color: 'accent' as const, values: (data ?? []).map(({ opens }) => opens) },
      { name: t`Clicks`, color: 'good' as const, values: (data ?? []).map(({ clicks }) => clicks) },
    ],
    [data, t],
  );
  const timeName = useCallback((ms: number) => format.hour(ms), [format]);
  const number = useCallback((value: number) => format.number(value), [format]);
  return (
    <Card title={t`By hour`}>
      {error && <Notice tone="bad">{error.message}</Notice>}
      {data && data.length === 0 && <p className="quiet">{t`Nobody opened it yet.`}</p>}
      {data && data.length > 0 && (
        <Suspense fallback={<Loading label={t`Loading the chart`} />}>
          <Chart
            label={t`Opens and clicks by hour`}
            times={times}
            series={series}
            timeName={timeName}
            number={number}
          />
        </Suspense>
      )}
    </Card>
  );
}
