// How an A/B test is told: its times, its letters, what will happen.
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type AbTest, peopleOfTest } from '../../../api/campaigns/ab-tests.ts';
import { useFormat } from '../../../api/use-format.ts';

const HOUR = 60;
const DAY = 1_440;

/** So long a test may last on the screen, in minutes; others can be set by the API. */
export const WAITS = [30, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY] as const;

/** "4 hours". */
export function useDuration(): (minutes: number) => string {
  const { t } = useLingui();
  return (minutes) => {
    if (minutes % DAY === 0) return t`${plural(minutes / DAY, { one: '# day', other: '# days' })}`;
    if (minutes % HOUR === 0) return t`${plural(minutes / HOUR, { one: '# hour', other: '# hours' })}`;
    return t`${plural(minutes, { one: '# minute', other: '# minutes' })}`;
  };
}

/** "After 4 hours", as a sentence begins. */
function useAfter(): (minutes: number) => string {
  const { t } = useLingui();
  return (minutes) => {
    if (minutes % DAY === 0) return t`${plural(minutes / DAY, { one: 'After # day', other: 'After # days' })}`;
    if (minutes % HOUR === 0) return t`${plural(minutes / HOUR, { one: 'After # hour', other: 'After # hours' })}`;
    return t`${plural(minutes, { one: 'After # minute', other: 'After # minutes' })}`;
  };
}

/** What will happen, in numbers where they are known. */
export function usePlan(): (test: AbTest, people: number | undefined) => string {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const after = useAfter();
  return (test, people) => {
    const { variants, percent, decided_by, wait_minutes } = test;
    const numbers = people === undefined ? undefined : peopleOfTest(people, test);
    const letters = new Intl.ListFormat(i18n.locale).format(variants.map(({ letter }) => letter));
    const share = format.percent(percent / variants.length);
    const begin = numbers
      ? t`${letters} each go to about ${format.number(numbers.each)} of ${format.number(people ?? 0)} people.`
      : t`${letters} each go to ${share} of the people.`;
    if (percent === 100) return `${begin} ${t`No one is left to get a winner.`}`;
    const others = numbers ? t`the other ${format.number(numbers.rest)}` : t`everyone else`;
    const end = {
      opens: t`${after(wait_minutes)}, the variant that more people opened is sent to ${others}.`,
      clicks: t`${after(wait_minutes)}, the variant that more people clicked is sent to ${others}.`,
      hand: t`Then you choose which one is sent to ${others}.`,
    };
    return `${begin} ${end[decided_by]}`;
  };
}
