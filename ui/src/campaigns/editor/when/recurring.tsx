// Again and again: the rhythm, and the next five runs in words.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DateField } from '../../../kit/form/date-field.tsx';
import { NumberField } from '../../../kit/form/number-field.tsx';
import { Choice, TextField } from '../../../kit/parts.tsx';
import { scheduleQuery } from '../../live/queries.ts';
import { NextRunsList } from '../../next-runs.tsx';
import { useChoices, useOptionNames } from '../saving/choices.ts';
import type { Draft } from '../saving/use-draft.ts';
import { cronOf, type Rhythm, rhythmOf, WEEKDAYS } from './cron.ts';
import { ownTimeOf } from './own-time.tsx';
import { RHYTHMS, useRhythmNames } from './words.ts';

export function Recurring({ draft, timeZone }: { draft: Draft; timeZone: string }) {
  const { t } = useLingui();
  const names = useOptionNames();
  const choices = useChoices();
  const [isOwn, setOwn] = useState(false);
  const cron = draft.get('options.cronjob') ?? '';
  const found = rhythmOf(cron);
  const rhythm: Rhythm = isOwn ? { kind: 'own', cron } : found;
  const set = (next: Rhythm) => draft.set({ 'options.cronjob': cronOf(next) });
  const most = draft.get('options.cronjob_max_runs') ?? -1;
  const choose = (kind: Rhythm['kind']) => {
    setOwn(kind === 'own');
    const chosen = found.kind === 'own' ? rhythmOf(null) : found;
    if (kind !== 'own' && chosen.kind !== 'own') set({ ...chosen, kind });
  };
  const fault = draft.faultOf('options.cronjob');
  const rhythms = useRhythmNames();
  return (
    <div className="stack">
      <fieldset className="bare chips">
        <legend className="unseen">{names['options.cronjob']}</legend>
        {RHYTHMS.map((kind) => (
          <button
            key={kind}
            type="button"
            className="chip"
            aria-pressed={rhythm.kind === kind}
            onClick={() => choose(kind)}
          >
            {rhythms[kind]}
          </button>
        ))}
      </fieldset>
      {rhythm.kind === 'own' ? (
        <TextField
          label={t`Cron expression`}
          description={t`Minute, hour, day of month, month, weekday: “0 9 * * 1-5” means nine o’clock from Monday to Friday`}
          value={cron}
          error={fault}
          onChange={(event) => draft.set({ 'options.cronjob': event.target.value })}
        />
      ) : (
        <Chosen rhythm={rhythm} set={set} timeZone={timeZone} fault={fault} />
      )}
      <div className="two">
        <NumberField
          label={names['options.cronjob_max_runs']}
          description={t`Leave empty to continue until you stop it`}
          min={1}
          value={most === -1 ? '' : most}
          error={draft.faultOf('options.cronjob_max_runs')}
          onChange={(value) => draft.set({ 'options.cronjob_max_runs': value === '' ? -1 : value })}
        />
        <Choice
          label={names['options.cronjob_missed']}
          description={t`For example, while the server was off`}
          data={choices['options.cronjob_missed']}
          value={draft.get('options.cronjob_missed') ?? 'once'}
          onChange={(value) => draft.set({ 'options.cronjob_missed': value === 'skip' ? 'skip' : 'once' })}
        />
      </div>
      <NextRuns draft={draft} />
    </div>
  );
}

type ChosenProps = {
  rhythm: Exclude<Rhythm, { kind: 'own' }>;
  set: (next: Rhythm) => void;
  timeZone: string;
  fault: string | undefined;
};

function Chosen({ rhythm, set, timeZone, fault }: ChosenProps) {
  const { t, i18n } = useLingui();
  const names = new Intl.DateTimeFormat(i18n.locale, { weekday: 'short', timeZone: 'UTC' });
  const toggle = (day: number) => {
    const { weekdays } = rhythm;
    const next = weekdays.includes(day) ? weekdays.filter((one) => one !== day) : [...weekdays, day];
    if (next.length > 0) set({ ...rhythm, weekdays: next });
  };
  return (
    <div className="two">
      {rhythm.kind === 'weekly' && (
        <fieldset className="bare">
          <legend className="label">{t`Weekdays`}</legend>
          <div className="chips">
            {WEEKDAYS.map((day) => (
              <button
                key={day}
                type="button"
                className="chip"
                aria-pressed={rhythm.weekdays.includes(day)}
                onClick={() => toggle(day)}
              >
                {/* 4 January 1970 was a Sunday. */}
                {names.format(new Date(Date.UTC(1970, 0, 4 + day)))}
              </button>
            ))}
          </div>
        </fieldset>
      )}
      {rhythm.kind === 'monthly' && (
        <NumberField
          label={t`Day of the month`}
          description={rhythm.day > 28 ? t`Months without this day are skipped` : undefined}
          min={1}
          max={31}
          value={rhythm.day}
          onChange={(value) => value !== '' && set({ ...rhythm, day: value })}
        />
      )}
      <DateField
        type="time"
        label={t`Time`}
        description={t`Time zone: ${timeZone}`}
        value={rhythm.time}
        error={fault}
        onChange={(time) => time !== '' && set({ ...rhythm, time })}
      />
    </div>
  );
}

function NextRuns({ draft }: { draft: Draft }) {
  const { t } = useLingui();
  const { data, error } = useQuery(scheduleQuery(draft.uid));
  if (error) return <p className="small">{error.message}</p>;
  const runs = data?.next_runs ?? [];
  const isCurrent = draft.saving.state === 'saved';
  return (
    <div className="stack close" aria-busy={!isCurrent}>
      <h3>{t`Next runs`}</h3>
      {runs.length === 0 ? (
        <p className="quiet">{isCurrent && data ? t`There are none.` : t`Counting…`}</p>
      ) : (
        <NextRunsList runs={runs} own={ownTimeOf(draft)} />
      )}
      <p className="small">
        <Trans>It starts running once you send it. Each run is a campaign with its own report.</Trans>
      </p>
    </div>
  );
}
