// A form in a dialog or on a page. What is written into it is not lost without a question.
import { type FormEvent, type ReactNode, useRef } from 'react';
import { Button } from '../parts.tsx';
import { LeaveGuard, useUnsaved } from './leave-guard.tsx';
import { type Fault, Refusal } from './refusal.tsx';
import './form.css';

type FormProps = {
  onSubmit: () => void;
  /** Why it was refused; what its fields say of that is not said again. */
  fault?: Fault;
  /** Members that are sent with the value of another, whose field says what is wrong with both. */
  echoes?: readonly string[];
  /** What is asked about the fault, and stands for it. */
  question?: ReactNode;
  submit: string;
  isPending: boolean;
  isDisabled?: boolean;
  /** Whether there are more fields than a screen holds: the buttons stay in sight. */
  isLong?: boolean;
  /** Beside the button. */
  beside?: ReactNode;
  children: ReactNode;
};

export function Form({
  onSubmit,
  fault,
  echoes,
  question,
  submit,
  isPending,
  isDisabled = false,
  isLong = false,
  beside,
  children,
}: FormProps) {
  const { form, enter, type, submit: begin, isUnsaved, whenSaved } = useUnsaved(isPending, Boolean(fault));
  // A second press, or Enter in a field, may come before it is drawn that it is on its way.
  const isBegun = useRef(false);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (isBegun.current || isPending) return;
    isBegun.current = true;
    begin();
    onSubmit();
    setTimeout(() => {
      isBegun.current = false; // what began is drawn by now, as `isPending`
    });
  };
  return (
    <form ref={form} className={isLong ? 'stack long-form' : 'stack'} onSubmit={send} onFocus={enter} onInput={type}>
      <LeaveGuard isUnsaved={isUnsaved} whenSaved={whenSaved} />
      <Refusal form={form} fault={fault} echoes={echoes} question={question} />
      {children}
      <div className="row form-foot">
        <Button type="submit" loading={isPending} disabled={isDisabled}>
          {submit}
        </Button>
        {beside}
      </div>
    </form>
  );
}
