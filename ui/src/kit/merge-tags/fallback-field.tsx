// What is chosen of a merge tag in a text: the words for people whose field is empty.
import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { TextField } from '../parts.tsx';
import { type Completion, readValue, withFallback } from './tag.ts';
import { useTagWords } from './words.ts';

type FallbackProps = {
  written: string;
  /** What there is; absent: as around it. */
  tags?: readonly Completion[];
  /** Whether it takes the keyboard as it appears. */
  isEntered?: boolean | undefined;
  onChange: (written: string) => void;
  onDone: () => void;
};

export function FallbackField({ written, tags, isEntered = false, onChange, onDone }: FallbackProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(readValue(written)?.fallback ?? '');
  const name = useTagWords(tags)(withFallback(written, ''));
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isEntered) field.current?.focus();
  }, [isEntered]);
  return (
    <TextField
      ref={field}
      label={t`If ${name} is empty`}
      placeholder={t`nothing`}
      size="xs"
      className="fallback"
      maxLength={100}
      value={typed}
      onChange={({ target: { value } }) => {
        setTyped(value);
        onChange(withFallback(written, value));
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        onDone();
      }}
    />
  );
}
