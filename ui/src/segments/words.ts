// What the parts of conditions are called, in words that make a sentence of a row.
import { useLingui } from '@lingui/react/macro';
import { useComparisons } from '../kit/comparisons.ts';
import type { Action, Comparison, DateUnit, Unit } from './draft.ts';

type Words<T extends string = string> = readonly { value: T; label: string }[];

const NUMBERS = {
  is: '1',
  'is-not': '2',
  contains: '3',
  'not-contains': '4',
  starts: '5',
  'not-starts': '9',
  ends: '6',
  'not-ends': '10',
  greater: '7',
  less: '8',
} as const;

/** Comparisons by their numbers in the API. */
export function useOperators(): Words {
  return useComparisons().map(({ name, label }) => ({ value: NUMBERS[name], label }));
}

export function useCampaignActions(): Words<Action> {
  const { t } = useLingui();
  return [
    { value: 'open', label: t`opened` },
    { value: 'not-open', label: t`did not open` },
    { value: 'click', label: t`clicked in` },
    { value: 'not-click', label: t`did not click in` },
    { value: 'sent', label: t`got` },
    { value: 'not-sent', label: t`did not get` },
  ];
}

/** How long ago something was done; empty: at any time. */
export function useTimes(): Words<Comparison | ''> {
  const { t } = useLingui();
  return [
    { value: '', label: t`at any time` },
    { value: 'lte', label: t`in the last …` },
    { value: 'lt', label: t`less than … ago` },
    { value: 'eq', label: t`exactly … ago` },
    { value: 'gte', label: t`at least … ago` },
    { value: 'gt', label: t`more than … ago` },
  ];
}

/** Where a date is, seen from today. */
export function useDateTimes(): Words<`${'ago' | 'ahead'} ${Comparison}`> {
  const { t } = useLingui();
  return [
    { value: 'ago lte', label: t`in the last …` },
    { value: 'ago lt', label: t`less than … ago` },
    { value: 'ago eq', label: t`exactly … ago` },
    { value: 'ago gte', label: t`at least … ago` },
    { value: 'ago gt', label: t`more than … ago` },
    { value: 'ahead lte', label: t`in the next …` },
    { value: 'ahead lt', label: t`in less than …` },
    { value: 'ahead eq', label: t`in exactly …` },
    { value: 'ahead gte', label: t`in at least …` },
    { value: 'ahead gt', label: t`in more than …` },
  ];
}

export function useDateUnits(): Words<DateUnit> {
  const { t } = useLingui();
  return [
    { value: 'day', label: t`days` },
    { value: 'week', label: t`weeks` },
    { value: 'month', label: t`months` },
    { value: 'year', label: t`years` },
  ];
}

export function useUnits(): Words<Unit> {
  const { t } = useLingui();
  const longer = useDateUnits();
  return [{ value: 'minute', label: t`minutes` }, { value: 'hour', label: t`hours` }, ...longer];
}
