// The warm-up of a relay as a curve: how many messages each day allows.
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Suspense } from 'react';
import type { WholeRelay } from '../api/campaigns/sending.ts';
import { useFormat } from '../api/use-format.ts';
import { lazyPart } from '../kit/load-part.ts';
import { DAY_MS } from '../kit/local-time.ts';
import { Loading } from '../kit/notice.tsx';
import { Card } from '../kit/page/page.tsx';

const Chart = lazyPart(async () => (await import('../kit/figures/chart.tsx')).Chart);

/** Nobody looks at a curve of more days. */
const MOST_DAYS = 1_000;

export function WarmUp({ plan }: { plan: NonNullable<WholeRelay['warm_up']> }) {
  const { t } = useLingui();
  const format = useFormat();
  const [firstDay, growth, until] = [plan.first_day, plan.growth_percent, plan.until].map(Number) as [
    number,
    number,
    number,
  ];
  const values = ceilings(firstDay, growth, until);
  const dayName = (ms: number) => {
    const day = format.number(ms / DAY_MS + 1);
    return t`day ${day}`;
  };
  return (
    <Card title={t`Warm-up`}>
      <p className="small">
        {t`${plural(firstDay, { one: '# message', other: '# messages' })} on the first day, ${format.number(growth)}% more each day, up to ${format.number(until)} per day: ${plural(values.length, { one: '# day', other: '# days' })}. It started on ${format.day(Date.parse(`${plan.started.slice(0, 10)}T12:00:00Z`))}.`}
      </p>
      <Suspense fallback={<Loading label={t`Drawing the chart`} lines={4} />}>
        <Chart
          label={t`Messages per day`}
          times={values.map((_, day) => day * DAY_MS)}
          series={[{ name: t`Messages per day`, color: 'accent', values }]}
          timeName={dayName}
          number={format.number}
          leastStep={DAY_MS}
        />
      </Suspense>
    </Card>
  );
}

/** What each day of a plan allows: growing by the same share from day to day. */
function ceilings(firstDay: number, growthPercent: number, until: number): number[] {
  const values: number[] = [];
  for (let ceiling = firstDay; ceiling < until && values.length < MOST_DAYS; ceiling *= 1 + growthPercent / 100)
    values.push(Math.floor(ceiling));
  return [...values, until];
}
