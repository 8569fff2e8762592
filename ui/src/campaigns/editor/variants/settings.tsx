// How a test is made: how many people get it, what decides, and when. Saved at once.
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type AbTest, abTestQuery, setTest, type TestSettings } from '../../../api/campaigns/ab-tests.ts';
import { NumberField } from '../../../kit/form/number-field.tsx';
import { Notice } from '../../../kit/notice.tsx';
import { Choice, RadioChoice, RadioGroup } from '../../../kit/parts.tsx';
import type { Draft } from '../saving/use-draft.ts';
import { useDuration, WAITS } from './words.ts';

export function Settings({ draft, test }: { draft: Draft; test: AbTest }) {
  const { t } = useLingui();
  const duration = useDuration();
  const { settings, change, error } = useSettings(draft, test);
  const { percent, decided_by, wait_minutes } = settings;
  const waits = [...new Set<number>([...WAITS, wait_minutes])].toSorted((a, b) => a - b);
  const counts = {
    opens: draft.get('options.open_tracking') === 'yes',
    clicks: draft.get('options.url_tracking') === 'yes',
  };
  return (
    <>
      {error && <Notice tone="bad">{error.message}</Notice>}
      {decided_by !== 'hand' && !counts[decided_by] && (
        <Notice tone="warn">
          {decided_by === 'opens'
            ? t`Opens decide, but this campaign does not count them. Switch on “Count opens”, or choose something else.`
            : t`Clicks decide, but this campaign does not count them. Switch on “Count clicks”, or choose something else.`}
        </Notice>
      )}
      <RadioGroup
        label={t`What decides`}
        value={decided_by}
        onChange={(value) => change({ decided_by: value as AbTest['decided_by'] })}
      >
        <div className="stack close deciders">
          <RadioChoice
            value="opens"
            label={t`Opens`}
            disabled={!counts.opens}
            description={counts.opens ? undefined : t`Not counted: switch on “Count opens” in the options`}
          />
          <RadioChoice
            value="clicks"
            label={t`Clicks`}
            disabled={!counts.clicks}
            description={counts.clicks ? undefined : t`Not counted: switch on “Count clicks” in the options`}
          />
          <RadioChoice value="hand" label={t`Someone, by hand`} />
        </div>
      </RadioGroup>
      <div className="two">
        <NumberField
          label={t`Percentage for the variants`}
          min={1}
          max={100}
          value={percent}
          onChange={(value) => value !== '' && change({ percent: value })}
        />
        {decided_by !== 'hand' && (
          <Choice
            label={t`The winner is sent after`}
            allowDeselect={false}
            data={waits.map((minutes) => ({ value: String(minutes), label: duration(minutes) }))}
            value={String(wait_minutes)}
            onChange={(value) => value && change({ wait_minutes: Number(value) })}
          />
        )}
      </div>
    </>
  );
}

/** The settings as they are on the screen; what was chosen last is stored last. */
function useSettings(draft: Draft, test: AbTest) {
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<Partial<TestSettings>>({});
  const { percent, decided_by, wait_minutes } = test;
  const settings: TestSettings = { percent, decided_by, wait_minutes, ...chosen };
  const { queryKey } = abTestQuery(draft.uid);
  const save = useMutation({
    scope: { id: `ab-test ${draft.uid}` }, // one after the other
    async mutationFn(next: TestSettings) {
      await draft.flush(); // what is counted may just have been changed
      return (await setTest(draft.uid, next)).data.record;
    },
    onSuccess: (record) => queryClient.setQueryData(queryKey, record),
    onError: () => setChosen({}),
  });
  const change = (changes: Partial<TestSettings>) => {
    const next = { ...settings, ...changes };
    setChosen(next);
    save.mutate(next);
  };
  return { settings, change, error: save.error };
}
