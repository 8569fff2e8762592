// A button that asks for a file.
import { useRef } from 'react';
import { Button } from '../parts.tsx';

type FileButtonProps = {
  label: string;
  /** What the field is called that takes the file. */
  fieldLabel: string;
  accept: string;
  isPending?: boolean;
  variant?: 'default' | 'subtle';
  /** As large as the buttons of a screen. */
  isLarge?: boolean;
  onFile: (file: File) => void;
};

export function FileButton({
  label,
  fieldLabel,
  accept,
  isPending = false,
  variant = 'default',
  isLarge = false,
  onFile,
}: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={fieldLabel}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) onFile(file);
          event.target.value = '';
        }}
      />
      <Button
        variant={variant}
        size={isLarge ? 'sm' : 'compact-sm'}
        loading={isPending}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
    </>
  );
}
