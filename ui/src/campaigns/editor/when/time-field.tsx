// An instant on the clocks of the customer, and what the clock of this device shows then.
import { useLingui } from '@lingui/react/macro';
import { useLocale } from '../../../api/use-format.ts';
import { DateField } from '../../../kit/form/date-field.tsx';
import { formatFor } from '../../../kit/format.ts';
import { instantOfLocal, localOfInstant, whichOfTwo } from '../../../kit/local-time.ts';
import { ownZone } from '../../../kit/time-zones.ts';

type TimeFieldProps = {
  /** ISO 8601. */
  instant: string | null;
  timeZone: string;
  error?: string | undefined;
  onChange: (instant: string) => void;
};

export function TimeField({ instant, timeZone, error, onChange }: TimeFieldProps) {
  const { t } = useLingui();
  const here = useTimeHere(instant, timeZone);
  const which = instant ? whichOfTwo(instant, timeZone) : undefined;
  const words = here === undefined ? t`Time zone: ${timeZone}` : t`Time zone: ${timeZone}; ${here} in your time zone`;
  const twice = {
    first: t`Clocks go back that night and show this time twice: this is the first one.`,
    second: t`Clocks go back that night and show this time twice: this is the second one.`,
  };
  return (
    <DateField
      type="datetime-local"
      label={t`Date and time`}
      description={which ? `${words}. ${twice[which]}` : words}
      error={error}
      value={instant ? localOfInstant(instant, timeZone) : ''}
      onChange={(local) => {
        if (local !== '') onChange(instantOfLocal(local, timeZone));
      }}
    />
  );
}

/** What the clock of this device shows at an instant; undefined where it shows the same. */
function useTimeHere(instant: string | null, timeZone: string): string | undefined {
  const { i18n } = useLingui();
  const locale = useLocale();
  const own = ownZone();
  if (!instant || localOfInstant(instant, own) === localOfInstant(instant, timeZone)) return undefined;
  return formatFor({ language: i18n.locale, locale, timeZone: own }).instant(Date.parse(instant));
}
