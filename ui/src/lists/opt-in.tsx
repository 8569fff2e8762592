// How people get on a list by a form.
import { useLingui } from '@lingui/react/macro';
import { RadioChoice, RadioGroup } from '../kit/parts.tsx';

type Way = 'double' | 'single';
type OptInProps = { value: Way; isDisabled?: boolean; onChange: (value: Way) => void };

export function OptIn({ value, isDisabled = false, onChange }: OptInProps) {
  const { t } = useLingui();
  return (
    <RadioGroup
      label={t`People who sign up with a form`}
      value={value}
      onChange={(chosen) => onChange(chosen === 'single' ? 'single' : 'double')}
    >
      <div className="stack close">
        <RadioChoice value="double" disabled={isDisabled} label={t`confirm by email first (recommended)`} />
        <RadioChoice value="single" disabled={isDisabled} label={t`are added to the list right away`} />
      </div>
    </RadioGroup>
  );
}
