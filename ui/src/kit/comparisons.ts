// How a value is compared, in words that make a sentence: in segments, and in conditions of mails.
import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { ALONE, COMPARED, type Comparison } from './merge-tags/conditions.ts';

/** All of them by their names in the API, those without a value beside them last. */
export function useAllComparisons() {
  const { t } = useLingui();
  return useMemo(() => {
    const labels: Record<Comparison, string> = {
      is: t`is`,
      'is-not': t`is not`,
      contains: t`contains`,
      'not-contains': t`does not contain`,
      starts: t`begins with`,
      'not-starts': t`does not begin with`,
      ends: t`ends with`,
      'not-ends': t`does not end with`,
      greater: t`is greater than`,
      less: t`is less than`,
      'not-empty': t`is known`,
      empty: t`is not known`,
    };
    return [...COMPARED, ...ALONE].map((name) => ({ name, label: labels[name] }));
  }, [t]);
}

/** Those that have a value beside them. */
export function useComparisons() {
  return useAllComparisons().flatMap(({ name, label }) => {
    const compared = COMPARED.find((one) => one === name);
    return compared ? [{ name: compared, label }] : [];
  });
}
