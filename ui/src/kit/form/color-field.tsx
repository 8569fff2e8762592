// A color as text, and as what the browser lets people choose one with.
import { TextField } from '../parts.tsx';
import './color-field.css';

type ColorFieldProps = {
  label: string;
  description?: string;
  /** What the choice is called. */
  choice: string;
  error?: string | undefined;
  /** `#rrggbb`, or empty for the usual one. */
  value: string;
  /** What is usual. */
  usual: string;
  onChange: (value: string) => void;
};

export function ColorField({ choice, value, usual, onChange, ...shown }: ColorFieldProps) {
  const isColor = /^#[0-9a-f]{6}$/i.test(value);
  return (
    <TextField
      {...shown}
      placeholder={usual}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      rightSection={
        <input
          type="color"
          className="color-choice"
          aria-label={choice}
          value={isColor ? value : usual}
          onChange={(event) => onChange(event.target.value)}
        />
      }
    />
  );
}
