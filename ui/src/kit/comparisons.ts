// How a value is compared, in words that make a sentence: in segments, and in conditions of blocks.
import { useLingui } from '@lingui/react/macro';

/** Those that have a value beside them, by their names in the API. */
export function useComparisons() {
  const { t } = useLingui();
  return [
    { name: 'is', label: t`is` },
    { name: 'is-not', label: t`is not` },
    { name: 'contains', label: t`contains` },
    { name: 'not-contains', label: t`does not contain` },
    { name: 'starts', label: t`begins with` },
    { name: 'not-starts', label: t`does not begin with` },
    { name: 'ends', label: t`ends with` },
    { name: 'not-ends', label: t`does not end with` },
    { name: 'greater', label: t`is greater than` },
    { name: 'less', label: t`is less than` },
  ] as const;
}
