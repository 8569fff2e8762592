// A field for a whole number; '' while it is empty.
import { useEffect, useState } from 'react';
import { TextField } from '../parts.tsx';

type NumberFieldProps = {
  label: string;
  description?: string | undefined;
  error?: string | undefined;
  min: number;
  max?: number;
  value: number | '';
  size?: 'xs' | 'sm';
  /** Gets numbers within the bounds alone. */
  onChange: (value: number | '') => void;
};

export function NumberField({
  label,
  description,
  error,
  min,
  max = 1_000_000,
  value,
  size = 'sm',
  onChange,
}: NumberFieldProps) {
  const [typed, setTyped] = useState(String(value));
  useEffect(() => setTyped(String(value)), [value]);
  return (
    <TextField
      type="number"
      inputMode="numeric"
      {...{ label, description, error, min, max, size }}
      value={typed}
      onChange={(event) => {
        const text = event.target.value;
        setTyped(text);
        const number = Number(text);
        if (text === '') onChange('');
        else if (Number.isInteger(number) && number >= min && number <= max) onChange(number);
      }}
    />
  );
}
