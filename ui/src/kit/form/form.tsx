// A form in a dialog or on a page: its faults on top when they belong to no field. What is written
// into it is not lost without a question.
import type { FormEvent, ReactNode } from 'react';
import { Notice } from '../notice.tsx';
import { Button } from '../parts.tsx';
import { LeaveGuard, useUnsaved } from './leave-guard.tsx';

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
  const { form, enter, isUnsaved } = useUnsaved(isPending, fault !== undefined);
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form ref={form} className="stack" onSubmit={send} onFocus={enter}>
      <LeaveGuard isUnsaved={isUnsaved} />
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
