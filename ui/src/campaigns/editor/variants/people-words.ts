// How many get a campaign that is sent: everybody, or an estimate where it is tested first.
import { useLingui } from '@lingui/react/macro';
import { peopleOfTest } from '../../../api/campaigns/ab-tests.ts';
import { useFormat } from '../../../api/use-format.ts';
import type { Draft } from '../saving/use-draft.ts';
import { useTested } from './use-test.ts';

/** @returns what says the number of an audience that gets it now: "10,412", "about 2,080" */
export function usePeopleWords(draft: Draft): (people: number) => string {
  const { t } = useLingui();
  const format = useFormat();
  const tested = useTested(draft);
  return (people) => {
    if (!tested?.test || !tested.part) return format.number(people);
    const { each, tested: all, rest } = peopleOfTest(people, tested.test);
    const some = { first: all, other: each, rest }[tested.part.kind];
    return some === people ? format.number(people) : t`about ${format.number(some)}`;
  };
}
