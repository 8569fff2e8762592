// A number of units of time.
import { useLingui } from '@lingui/react/macro';
import { Choice, TextField } from '../kit/parts.tsx';

type SpanProps<U extends string> = {
  value: string;
  unit: U;
  units: readonly { value: U; label: string }[];
  fault: string | undefined;
  onChange: (value: string, unit: U) => void;
};

/** The most units that the API takes. */
const MOST = 3650;

export function Span<U extends string>({ value, unit, units, fault, onChange }: SpanProps<U>) {
  const { t } = useLingui();
  return (
    <div className="span">
      <TextField
        aria-label={t`Number`}
        inputMode="numeric"
        value={value}
        error={fault}
        onChange={(event) => {
          const typed = event.target.value.replace(/\D/g, '');
          if (Number(typed) <= MOST) onChange(typed, unit);
        }}
      />
      <Choice
        aria-label={t`Unit`}
        data={[...units]}
        value={unit}
        onChange={(chosen) => chosen && onChange(value, chosen as U)}
      />
    </div>
  );
}
