// How a list changed: who joined, who left, and how many were left at the end of each day or week.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Suspense, useMemo } from 'react';
import { type GrowthPoint, growthQuery, type Period } from '../api/lists/growth.ts';
import { useFormat } from '../api/use-format.ts';
import type { Series } from '../kit/figures/chart.tsx';
import { Tiles } from '../kit/figures/tiles.tsx';
import { lazyPart } from '../kit/load-part.ts';
import { DAY_MS } from '../kit/local-time.ts';
import { Empty, Loading, Refused } from '../kit/notice.tsx';
import { Card } from '../kit/page/page.tsx';
import { Segments } from '../kit/parts.tsx';

const Chart = lazyPart(async () => (await import('../kit/figures/chart.tsx')).Chart);

const PERIODS = {
  month: { by: 'day', days: 30 },
  quarter: { by: 'day', days: 91 },
  year: { by: 'week', days: 365 },
} as const satisfies Record<string, Period>;

export function Growth() {
  const { t } = useLingui();
  const { listUid } = useParams({ from: '/shell/lists/$listUid/growth' });
  const { period = 'month' } = useSearch({ from: '/shell/lists/$listUid/growth' });
  const navigate = useNavigate();
  const growth = useQuery(growthQuery(listUid, PERIODS[period]));
  return (
    <div className="stack">
      <div className="row apart">
        <p className="quiet">{t`Who joined, who left and how many people get email.`}</p>
        <Segments
          aria-label={t`Period`}
          size="xs"
          value={period}
          onChange={(chosen) =>
            void navigate({
              to: '/lists/$listUid/growth',
              params: { listUid },
              search: chosen === 'quarter' || chosen === 'year' ? { period: chosen } : {},
              replace: true,
            })
          }
          data={[
            { value: 'month', label: t`30 days` },
            { value: 'quarter', label: t`3 months` },
            { value: 'year', label: t`A year, by week` },
          ]}
        />
      </div>
      <Refused query={growth} />
      {growth.isPending && <Loading label={t`Loading growth`} />}
      {growth.data && <Figures points={growth.data} by={PERIODS[period].by} />}
    </div>
  );
}

type Sum = 'added' | 'confirmed' | 'unsubscribed' | 'bounced' | 'removed';
const NAMES: readonly Sum[] = ['added', 'confirmed', 'unsubscribed', 'bounced', 'removed'];

function Figures({ points, by }: { points: readonly GrowthPoint[]; by: Period['by'] }) {
  const { t } = useLingui();
  const format = useFormat();
  const sumOf = (name: Sum) => points.reduce((sum, point) => sum + point[name], 0);
  const figure = (name: Sum) => format.number(sumOf(name));
  const times = useMemo(() => points.map(({ at }) => Date.parse(at)), [points]);
  const changes = useMemo(
    (): Series[] => [
      { name: t`Added`, color: 'accent', values: points.map(({ added }) => added) },
      { name: t`Confirmed`, color: 'good', values: points.map(({ confirmed }) => confirmed) },
      { name: t`Unsubscribed`, color: 'warn', values: points.map(({ unsubscribed }) => unsubscribed) },
      { name: t`Bounced`, color: 'bad', values: points.map(({ bounced }) => bounced) },
    ],
    [points, t],
  );
  const people = useMemo(
    (): Series[] => [
      { name: t`Confirmed people`, color: 'accent', values: points.map(({ subscribed }) => subscribed) },
    ],
    [points, t],
  );
  const axes = { times, timeName: format.day, shortName: format.shortDay, number: format.number, leastStep: DAY_MS };
  return (
    <>
      <Tiles
        label={t`In this period`}
        tiles={[
          { name: t`Added`, value: figure('added'), note: t`from all sources` },
          { name: t`Confirmed`, value: figure('confirmed'), note: t`now get email` },
          { name: t`Unsubscribed`, value: figure('unsubscribed'), note: t`chose to leave` },
          { name: t`Bounced`, value: figure('bounced'), note: t`email returned for good` },
          { name: t`Removed`, value: figure('removed'), note: t`removed for good` },
          { name: t`Confirmed now`, value: format.number(points.at(-1)?.subscribed ?? 0) },
        ]}
      />
      {NAMES.every((name) => sumOf(name) === 0) ? (
        <Card>
          <Empty title={t`Nothing changed in this period`}>
            {t`No one joined and no one left. Choose a longer period, or invite people with the form.`}
          </Empty>
        </Card>
      ) : (
        <Suspense fallback={<Loading label={t`Loading the chart`} />}>
          <Card title={by === 'week' ? t`Week by week` : t`Day by day`}>
            <Chart label={t`Added, confirmed, unsubscribed and bounced`} series={changes} {...axes} />
          </Card>
          <Card title={t`Confirmed people over time`}>
            <Chart label={t`Confirmed people`} series={people} {...axes} />
          </Card>
        </Suspense>
      )}
    </>
  );
}
