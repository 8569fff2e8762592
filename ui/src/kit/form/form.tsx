// A form in a dialog or on a page: its faults on top when they belong to no field.
import type { FormEvent, ReactNode } from 'react';
import { Notice } from '../notice.tsx';
import { Button } from '../parts.tsx';

type FormProps = {
  onSubmit: () => void;
  /** Why it was refused; words of single fields stand beside these. */
  fault?: string | undefined;
  submit: string;
  isPending: boolean;
  isDisabled?: boolean;
  /** Beside the button. */
  beside?: ReactNode;
  children: ReactNode;
};

export function Form({ onSubmit, fault, submit, isPending, isDisabled = false, beside, children }: FormProps) {
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form className="stack" onSubmit={send}>
      {fault !== undefined && <Notice tone="bad">{fault}</Notice>}
      {children}
      <div className="row">
        <Button type="submit" loading={isPending} disabled={isDisabled}>
          {submit}
        </Button>
        {beside}
      </div>
    </form>
  );
}
