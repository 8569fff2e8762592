// A series over time, drawn; the same figures as a table behind a button.
import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { DAY_MS } from '../local-time.ts';
import { Button } from '../parts.tsx';

/** `values` has a number for each of `times` (ms since 1970). */
export type Series = { name: string; color: 'accent' | 'good' | 'warn' | 'bad'; values: readonly number[] };

type ChartProps = {
  label: string;
  times: readonly number[];
  series: readonly Series[];
  /** What an instant is called, below the lines and in the table. */
  timeName: (ms: number) => string;
  /** The same below the lines of a narrow chart. */
  shortName?: ((ms: number) => string) | undefined;
  number: (value: number) => string;
  /** The least distance between names of instants, ms; they are whole multiples of it apart. */
  leastStep?: number | undefined;
};

const HEIGHT = 200;

export function Chart(props: ChartProps) {
  const { label, times, series, timeName, number } = props;
  const { t } = useLingui();
  const [isTable, setTable] = useState(false);
  const shape = isTable ? t`As a chart` : t`As a table`;
  return (
    <figure className="stack close">
      <figcaption className="row apart small">
        <span className="row">
          {series.map(({ name, color }) => (
            <span key={name} className="legend" data-color={color}>
              {name}
            </span>
          ))}
        </span>
        <Button variant="subtle" size="compact-sm" aria-label={`${shape}: ${label}`} onClick={() => setTable(!isTable)}>
          {shape}
        </Button>
      </figcaption>
      {isTable ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keyboard too
        <section className="table-frame chart-table" aria-label={label} tabIndex={0}>
          <table className="table" aria-label={label}>
            <thead>
              <tr>
                <th scope="col">{t`Time`}</th>
                {series.map(({ name }) => (
                  <th key={name} scope="col" className="number">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {times.map((ms, at) => (
                <tr key={ms}>
                  <th scope="row">{timeName(ms)}</th>
                  {series.map(({ name, values }) => (
                    <td key={name} className="number">
                      {number(values[at] ?? 0)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : (
        <Lines {...props} />
      )}
    </figure>
  );
}

/** How many times the least step names of instants may be apart: hours become days and weeks. */
const MULTIPLES = [1, 2, 3, 6, 12, 24, 48, 72, 168, 336, 720];
/** The same of days: those above 28 are months to the chart, whose first days it names. */
const MULTIPLES_OF_DAYS = [1, 2, 3, 7, 10, 14, 30, 60, 90, 120, 180, 365];

/** Px of a chart that has room for few names of instants, and px from one to the next. */
const NARROW = 480;
const SHORT_SPACE = 60;
const SPACE = 110;
/** Lines differ by more than their colors (px of line and of gap, in turn); legends show the same, in table/data.css. */
const DASHES: Record<Series['color'], number[] | undefined> = {
  accent: undefined,
  good: [2, 3],
  warn: [10, 3, 2, 3],
  bad: [6, 4],
};
const LEAST_AXIS = 56;
const BESIDE_LABELS = 14;

/** How wide the axis of these labels is, px: the longest one is not cut off. */
function sizeFor({ ctx, axes }: uPlot, labels: readonly string[]): number {
  ctx.font = axes[1]?.font?.[0] ?? ctx.font;
  const widths = labels.map((label) => ctx.measureText(label).width / devicePixelRatio);
  return Math.max(LEAST_AXIS, Math.ceil(Math.max(0, ...widths)) + BESIDE_LABELS);
}

function Lines({ label, times, series, timeName, shortName = timeName, number, leastStep }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = place;
    if (!current) return undefined;
    const style = getComputedStyle(current);
    const color = (name: string) => () => style.getPropertyValue(`--${name}`);
    const multiples = leastStep === DAY_MS ? MULTIPLES_OF_DAYS : MULTIPLES;
    const axis = { stroke: color('text-2'), grid: { stroke: color('line'), width: 1 }, ticks: { show: false } };
    const chart = new uPlot(
      {
        width: current.clientWidth,
        height: HEIGHT,
        legend: { show: false },
        cursor: { y: false },
        scales: {
          x: { range: (_, from, to) => (from === to ? [from - 3_600, to + 3_600] : [from, to]) },
          y: { range: (_, __, most) => [0, Math.max(most, 1)] },
        },
        padding: [8, 52, 0, 0], // room for half of the last label
        axes: [
          {
            ...axis,
            values: ({ width }, ticks) => ticks.map((tick) => (width < NARROW ? shortName : timeName)(tick * 1_000)),
            space: ({ width }) => (width < NARROW && shortName !== timeName ? SHORT_SPACE : SPACE),
            size: 30,
            ...(leastStep !== undefined && { incrs: multiples.map((multiple) => (multiple * leastStep) / 1_000) }),
          },
          {
            ...axis,
            size: (chart, labels) => sizeFor(chart, labels ?? []),
            values: (_, ticks) => ticks.map((tick) => (Number.isInteger(tick) ? number(tick) : '')),
          },
        ],
        series: [
          {},
          ...series.map((line) => ({
            label: line.name,
            stroke: color(line.color),
            width: 2,
            ...(DASHES[line.color] && { dash: DASHES[line.color] }),
            points: { show: times.length < 3 },
          })),
        ],
      },
      [times.map((ms) => ms / 1_000), ...series.map(({ values }) => [...values])],
      current,
    );
    const draw = () => chart.setSize({ width: current.clientWidth, height: HEIGHT });
    const observer = new ResizeObserver(draw);
    observer.observe(current);
    const paper = matchMedia('print'); // has a width and colors of its own
    paper.addEventListener('change', draw);
    return () => {
      observer.disconnect();
      paper.removeEventListener('change', draw);
      chart.destroy();
    };
  }, [times, series, timeName, shortName, number, leastStep]);
  const most = series.map(({ name, values }) => `${name} ${number(Math.max(0, ...values))}`).join(', ');
  return <div ref={place} className="chart" role="img" aria-label={`${label}: ${most}`} />;
}
