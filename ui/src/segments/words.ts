// What the parts of conditions are called, in words that make a sentence of a row.
import { useLingui } from '@lingui/react/macro';
import type { Action, Comparison, DateUnit, Unit } from './draft.ts';

type Words<T extends string = string> = readonly { value: T; label: string }[];

/** Comparisons by their numbers in the API. */
export function useOperators(): Words {
  const { t } = useLingui();
  return [
    { value: '1', label: t`is` },
    { value: '2', label: t`is not` },
    { value: '3', label: t`contains` },
    { value: '4', label: t`does not contain` },
    { value: '5', label: t`begins with` },
    { value: '9', label: t`does not begin with` },
    { value: '6', label: t`ends with` },
    { value: '10', label: t`does not end with` },
    { value: '7', label: t`is greater than` },
    { value: '8', label: t`is less than` },
  ];
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
