// The hours of the week at which its mails may go out.
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSession } from '../../../api/accounts/session.ts';
import { DateField } from '../../../kit/form/date-field.tsx';
import { ZoneChoice } from '../../../kit/form/zone-choice.tsx';
import { Toggle } from '../../../kit/parts.tsx';
import type { Name } from '../saving/members.ts';
import type { Draft } from '../saving/use-draft.ts';

export const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export const WINDOW = 'delivery.sending_window';
type Day = (typeof DAYS)[number];
export type SendingWindow = { days: Day[]; from: string; to: string; time_zone: string };

export const USUAL = { days: DAYS.slice(0, 5), from: '09:00', to: '17:00' };

/** How a field for a time of day writes the end of the day. */
const MIDNIGHT = { field: '00:00', api: '24:00' };

/** @param why why it cannot be chosen */
export function Window({ draft, why }: { draft: Draft; why: string | undefined }) {
  const { t } = useLingui();
  const { time_zone } = useSession().customer;
  const text = draft.get(WINDOW);
  const window = text === null ? undefined : (JSON.parse(text) as SendingWindow);
  const set = (next: SendingWindow | undefined) => draft.set({ [WINDOW]: next ? JSON.stringify(next) : null });
  return (
    <div className="stack" data-member={WINDOW}>
      <Toggle
        label={t`Only at certain hours`}
        description={why ?? t`Outside these hours the campaign waits, then continues automatically`}
        checked={window !== undefined}
        disabled={window === undefined && why !== undefined}
        onChange={({ target }) => set(target.checked ? { ...USUAL, time_zone } : undefined)}
      />
      {window && (
        <Hours window={window} set={set} faultOf={(name) => draft.faultOf(`${WINDOW}.${name}` as Name)}>
          <Trans>
            Who gets it is determined when the campaign starts. Anyone left when the hours end gets it the next time.
          </Trans>
        </Hours>
      )}
    </div>
  );
}

type HoursProps = {
  window: SendingWindow;
  set: (next: SendingWindow) => void;
  faultOf: (name: 'days' | 'from' | 'to' | 'time_zone') => string | undefined;
  /** What stands below. */
  children: ReactNode;
};

export function Hours({ window, set, faultOf, children }: HoursProps) {
  const { t, i18n } = useLingui();
  const names = new Intl.DateTimeFormat(i18n.locale, { weekday: 'short', timeZone: 'UTC' });
  const toggle = (day: Day) => {
    const days = DAYS.filter((one) => window.days.includes(one) !== (one === day));
    if (days.length > 0) set({ ...window, days });
  };
  return (
    <>
      <fieldset className="bare">
        <legend className="label">{t`Weekdays`}</legend>
        <div className="chips">
          {DAYS.map((day, n) => (
            <button
              key={day}
              type="button"
              className="chip"
              aria-pressed={window.days.includes(day)}
              onClick={() => toggle(day)}
            >
              {/* 5 January 1970 was a Monday. */}
              {names.format(new Date(Date.UTC(1970, 0, 5 + n)))}
            </button>
          ))}
        </div>
      </fieldset>
      <div className="pair">
        <DateField
          type="time"
          label={t`From`}
          value={window.from}
          error={faultOf('from')}
          onChange={(from) => from !== '' && set({ ...window, from })}
        />
        <DateField
          type="time"
          label={t({ context: 'time', message: 'Until' })}
          value={window.to === MIDNIGHT.api ? MIDNIGHT.field : window.to}
          error={faultOf('to')}
          onChange={(until) => {
            const to = until === MIDNIGHT.field ? MIDNIGHT.api : until;
            if (to !== '') set({ ...window, to });
          }}
        />
      </div>
      <ZoneChoice
        label={t`Time zone`}
        zone={window.time_zone}
        error={faultOf('time_zone')}
        onChange={(zone) => set({ ...window, time_zone: zone })}
      />
      <p className="small">{children}</p>
    </>
  );
}
