// A field for a day, a time, or both, which can be typed as well as picked.
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { TextField } from '../parts.tsx';

type DateFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'value' | 'onChange'> & {
  type: 'date' | 'datetime-local' | 'time';
  value: string;
  /** Gets what is complete, or empty. */
  onChange: (value: string) => void;
};

/** Years have four digits, so that browsers go on to what follows them. */
const LATEST = { date: '9999-12-31', 'datetime-local': '9999-12-31T23:59', time: undefined };
/** A year on its way is 0002, 0020 and 0202. */
const FIRST_YEAR = '1000';

export function DateField({ type, value, onChange, ...shown }: DateFieldProps) {
  const [typed, setTyped] = useState(value);
  const isTyping = useRef(false);
  /** What was told from here while somebody types; as a value it may come after what is typed by now. */
  const told = useRef(new Set<string>());
  useEffect(() => {
    if (!isTyping.current || !told.current.has(value)) setTyped(value);
  }, [value]);
  return (
    <TextField
      {...shown}
      type={type}
      max={LATEST[type]}
      value={typed}
      onFocus={() => {
        isTyping.current = true;
        told.current.clear();
      }}
      onBlur={() => {
        isTyping.current = false;
        setTyped(value);
      }}
      onChange={({ target }) => {
        setTyped(target.value); // another value would throw away the parts that are typed so far
        if (type !== 'time' && target.value !== '' && target.value < FIRST_YEAR) return;
        told.current.add(target.value);
        onChange(target.value);
      }}
    />
  );
}
