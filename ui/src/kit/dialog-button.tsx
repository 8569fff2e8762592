// A button that opens a dialog; what stands in it can close it.
import { useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { Button, Dialog } from './parts.tsx';

type DialogButtonProps = {
  label: string;
  title?: string;
  variant?: 'filled' | 'default' | 'subtle';
  size?: 'md' | 'lg';
  /** The dialog opens, too, when an address with this after its `#` leads here. */
  anchor?: string;
  /** What the button is called, where several look alike. */
  about?: string;
  /** A small button, as above a field. */
  isCompact?: boolean;
  /** Why it cannot be pressed: stands beside it. */
  why?: string | undefined;
  children: (close: () => void) => ReactNode;
};

export function DialogButton({
  label,
  title = label,
  variant = 'filled',
  size = 'md',
  anchor,
  about,
  isCompact = false,
  why,
  children,
}: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  useAnchor(why === undefined ? anchor : undefined, () => setOpen(true));
  const close = () => setOpen(false);
  return (
    <>
      {why !== undefined && (
        <span id={id} className="small">
          {why}
        </span>
      )}
      <Button
        variant={variant}
        size={isCompact ? 'compact-sm' : 'sm'}
        disabled={why !== undefined}
        aria-label={about}
        aria-describedby={why === undefined ? undefined : id}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={title} size={size}>
        {isOpen && children(close)}
      </Dialog>
    </>
  );
}

/** Does something when an address with this anchor leads here, and takes it from the address. */
function useAnchor(anchor: string | undefined, act: () => void): void {
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time the address has it
  useEffect(() => {
    if (anchor === undefined || hash !== anchor) return;
    act();
    void navigate({ to: '.', search: true, hash: '', replace: true });
  }, [hash, anchor]);
}
