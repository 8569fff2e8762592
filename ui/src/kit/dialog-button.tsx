// A button that opens a dialog; what stands in it can close it.
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Button, Dialog } from './parts.tsx';

type DialogButtonProps = {
  label: string;
  title?: string;
  variant?: 'filled' | 'default' | 'subtle';
  size?: 'md' | 'lg';
  children: (close: () => void) => ReactNode;
};

export function DialogButton({ label, title = label, variant = 'filled', size = 'md', children }: DialogButtonProps) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button variant={variant} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={title} size={size} closeButtonProps={{ 'aria-label': t`Close` }}>
        {isOpen && children(close)}
      </Dialog>
    </>
  );
}
