// How fast it goes now, and how fast it went for ten minutes.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useCallback, useMemo } from 'react';
import { useFormat } from '../../api/use-format.ts';
import { lazyPart } from '../../kit/load-part.ts';
import { Loading, Refused } from '../../kit/notice.tsx';
import { Card } from '../../kit/page/page.tsx';
import { SLOW, useRateText } from '../time-left.tsx';
import { paceQuery } from './queries.ts';

const Chart = lazyPart(async () => (await import('../../kit/figures/chart.tsx')).Chart);

type PaceProps = {
  campaignUid: string;
  /** Messages a second at the moment, which is known before the chart has them. */
  now: number;
};

export function PaceCard({ campaignUid, now }: PaceProps) {
  const { t } = useLingui();
  const format = useFormat();
  const rate = useRateText();
  const query = useQuery(paceQuery(campaignUid));
  const { data, isLoading } = query;
  const drawn = useMemo(() => {
    const steps = data?.records ?? [];
    const perSecond = steps.map(({ accepted }) => accepted / (data?.step_seconds ?? 1));
    const isSlow = Math.max(0, ...perSecond) < SLOW;
    const name = isSlow ? t`Accepted per minute` : t`Accepted per second`;
    const values = perSecond.map((value) => Math.round(value * (isSlow ? 600 : 10)) / 10);
    return {
      times: steps.map(({ at }) => Date.parse(at)),
      series: [{ name, color: 'accent' as const, values }],
      last: perSecond.at(-1) ?? 0,
      isAny: perSecond.some((value) => value > 0),
    };
  }, [data, t]);
  const isLate = now > 0 && !drawn.isAny;
  const timeName = useCallback((ms: number) => format.time(ms), [format]);
  const number = useCallback((value: number) => format.number(value), [format]);
  return (
    <Card
      title={t`Last ten minutes`}
      actions={now > 0 && drawn.last > 0 && <span className="small">{t`now ${rate(drawn.last)}`}</span>}
    >
      {!data && <Refused query={query} />}
      {(isLoading || isLate) && <Loading label={t`Loading the chart`} />}
      {data && !drawn.isAny && !isLate && <p className="quiet">{t`Nothing went out in the last ten minutes.`}</p>}
      {drawn.isAny && (
        <Suspense fallback={<Loading label={t`Loading the chart`} />}>
          <Chart
            label={t`Sending speed`}
            times={drawn.times}
            series={drawn.series}
            timeName={timeName}
            number={number}
          />
        </Suspense>
      )}
    </Card>
  );
}
