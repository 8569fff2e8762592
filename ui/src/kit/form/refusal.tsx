// What a form was refused for: each fault stands at its field, where the keyboard goes; above the
// form stands only what no field says, or how many there are.
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { Notice } from '../notice.tsx';

/** Its words; of members at fault the words of each. */
export type Fault = string | { message: string; fields?: Readonly<Record<string, string>> } | null | undefined;

type Summary = { atFields: number; others: readonly string[] };

const AT_FIELD = '.mantine-InputWrapper-error';
const FOCUSABLE = 'input:not([type=hidden]), textarea, select, button';

type RefusalProps = {
  form: RefObject<HTMLFormElement | null>;
  fault: Fault;
  /** Members whose faults stand at the field of another. */
  echoes?: readonly string[] | undefined;
  /** What is asked about the fault, and stands for it. */
  question?: ReactNode;
};

const NONE: readonly string[] = [];

export function Refusal({ form, fault, echoes = NONE, question }: RefusalProps) {
  const { t } = useLingui();
  const above = useRef<HTMLDivElement>(null);
  const [summary, setSummary] = useState<Summary>();
  useLayoutEffect(() => {
    setSummary(fault ? summaryOf(form.current, fault, echoes) : undefined);
  }, [form, fault, echoes]);
  useLayoutEffect(() => {
    if (!summary) return;
    const first = form.current?.querySelector(AT_FIELD);
    (first ? fieldOf(first) : above.current)?.focus();
  }, [form, summary]);
  if (!summary) return null;
  const { atFields, others } = summary;
  if (!question && atFields < 2 && others.length === 0) return null;
  return (
    <div ref={above} className="refusal" tabIndex={-1}>
      {question || (
        <Notice tone="bad">
          {others.length > 0
            ? others.map((words) => <p key={words}>{words}</p>)
            : t`${plural(atFields, { one: '# field needs attention.', other: '# fields need attention.' })}`}
        </Notice>
      )}
    </div>
  );
}

function summaryOf(form: HTMLFormElement | null, fault: NonNullable<Fault>, echoes: readonly string[]): Summary {
  const atFields = [...(form?.querySelectorAll(AT_FIELD) ?? [])].map((one) => one.textContent);
  const { message, fields = {} } = typeof fault === 'string' ? { message: fault } : fault;
  const ofMembers = Object.entries(fields);
  const texts =
    ofMembers.length > 0 ? ofMembers.flatMap(([name, words]) => (echoes.includes(name) ? [] : words)) : [message];
  return { atFields: atFields.length, others: [...new Set(texts)].filter((words) => !atFields.includes(words)) };
}

/** What is filled in where a fault stands. */
function fieldOf(fault: Element): HTMLElement | null | undefined {
  const wrapper = fault.closest('.mantine-InputWrapper-root');
  return wrapper?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? wrapper?.querySelector<HTMLElement>(FOCUSABLE);
}
