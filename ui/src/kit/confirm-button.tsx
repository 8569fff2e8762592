// Something that cannot be undone: says what will be gone, and asks for its name where much is.
import { useLingui } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, useState } from 'react';
import { DialogButton } from './dialog-button.tsx';
import { Notice } from './notice.tsx';
import { Button, Dialog, TextField } from './parts.tsx';

/** Stand unseen around a name that is written from right to left; a copy of it has them. */
const MARKS = /[\u2068\u2069]/g;

type ConfirmButtonProps = {
  label: string;
  title: string;
  /** What the button is called, where several look alike. */
  about?: string;
  /** What will be gone. */
  children: ReactNode;
  /** To be typed before; absent: a press is enough. */
  name?: string;
  onConfirm: () => Promise<unknown>;
};

export function ConfirmButton({ label, title, about, children, name, onConfirm }: ConfirmButtonProps) {
  return (
    <DialogButton label={label} title={title} about={about} variant="subtle" isCompact={about !== undefined}>
      {(close) => (
        <Confirm label={label} name={name} close={close} onConfirm={onConfirm}>
          {children}
        </Confirm>
      )}
    </DialogButton>
  );
}

type ConfirmProps = Pick<ConfirmButtonProps, 'label' | 'name' | 'onConfirm' | 'children'> & { close: () => void };

/** The same where something else opens it, as a menu does. */
export function ConfirmDialog({ title, isOpen, ...confirm }: ConfirmProps & { title: string; isOpen: boolean }) {
  return (
    <Dialog opened={isOpen} onClose={confirm.close} title={title}>
      {isOpen && <Confirm {...confirm} />}
    </Dialog>
  );
}

/** What such a dialog holds. */
export function Confirm({ label, name, close, onConfirm, children }: ConfirmProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const [isPending, setPending] = useState(false);
  const [fault, setFault] = useState<string>();
  const isTyped = name === undefined || typed.replace(MARKS, '') === name;
  const confirm = async (event: FormEvent) => {
    event.preventDefault();
    if (!isTyped) return;
    setPending(true);
    try {
      await onConfirm();
      close();
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
      setPending(false);
    }
  };
  return (
    <form className="stack" onSubmit={(event) => void confirm(event)}>
      {fault !== undefined && <Notice tone="bad">{fault}</Notice>}
      <p>{children}</p>
      {name !== undefined && (
        <TextField
          label={t`Type “${name}” to continue`}
          data-autofocus
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <div className="row">
        <Button type="submit" color="red" loading={isPending} disabled={!isTyped}>
          {label}
        </Button>
        <Button variant="default" data-autofocus={name === undefined || undefined} onClick={close}>{t`Cancel`}</Button>
      </div>
    </form>
  );
}
