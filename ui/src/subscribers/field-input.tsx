// The value that a person has in a field: to be chosen, picked or written, as the field's type has it.
import { useLingui } from '@lingui/react/macro';
import { type Field, optionsOf } from '../api/lists/fields.ts';
import { DateField } from '../kit/form/date-field.tsx';
import { Choice, TextArea, TextField } from '../kit/parts.tsx';

type FieldInputProps = {
  field: Field;
  value: string;
  isReadOnly: boolean;
  fault: string | undefined;
  onChange: (value: string) => void;
};

/** Of these one option is chosen; of others that have options, several. */
const OF_ONE: ReadonlySet<string> = new Set(['dropdown', 'radiolist']);
/** Types of input that browsers know. */
const INPUTS: Readonly<Record<string, string>> = { email: 'email', url: 'url', phonenumber: 'tel' };

export function FieldInput({ field, value, isReadOnly, fault, onChange }: FieldInputProps) {
  const { t } = useLingui();
  const { identifier } = field.type;
  const options = optionsOf(field);
  const isRequired = field.required === 'yes';
  const shared = { label: field.label, required: isRequired, withAsterisk: false, readOnly: isReadOnly, error: fault };
  if (OF_ONE.has(identifier) && options.length > 0) {
    // One that was taken out of the options since is shown as it is.
    const isOdd = value !== '' && !options.some((option) => option.value === value);
    return (
      <Choice
        {...shared}
        data={isOdd ? [...options, { value, label: value }] : options}
        placeholder={t`Please choose`}
        clearable={!isRequired && !isReadOnly}
        value={value === '' ? null : value}
        onChange={(chosen) => onChange(chosen ?? '')}
      />
    );
  }
  const written = {
    ...shared,
    value,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  if (identifier === 'textarea') return <TextArea autosize minRows={2} {...written} />;
  const several = options.map((option) => option.value).join(', ');
  const description = several === '' ? undefined : t`One or more of: ${several}`;
  if (identifier === 'date') return <DateField {...shared} type="date" value={value} onChange={onChange} />;
  if (identifier !== 'datetime') return <TextField type={INPUTS[identifier]} description={description} {...written} />;
  return (
    <DateField
      {...shared}
      type="datetime-local"
      step={1}
      value={value.replace(' ', 'T')}
      onChange={(typed) => onChange(typed.replace('T', ' '))}
    />
  );
}
