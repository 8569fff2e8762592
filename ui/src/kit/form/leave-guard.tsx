// What was written and is not saved: asked about before its screen is left, or its dialog closed.
import { useLingui } from '@lingui/react/macro';
import { Button, Modal } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';

type IsUnsaved = () => boolean;

/** The forms in a dialog, which is asked to close by others than they. */
const FormsInside = createContext<Set<IsUnsaved> | undefined>(undefined);

/** Where people are led when their session ends: nothing could be saved any more. */
const SIGN_IN = '/sign-in';

/** Asks before the screen is left by a link, the browser's arrows, a reload or the tab's cross. */
export function LeaveGuard({ isUnsaved }: { isUnsaved: IsUnsaved }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname && !next.pathname.endsWith(SIGN_IN) && isUnsaved(),
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  return <Question isOpen={status === 'blocked'} onStay={() => reset?.()} onLeave={() => proceed?.()} />;
}

type QuestionProps = { isOpen: boolean; onStay: () => void; onLeave: () => void };

function Question({ isOpen, onStay, onLeave }: QuestionProps) {
  const { t } = useLingui();
  return (
    <Modal opened={isOpen} onClose={onStay} title={t`Leave without saving?`} withCloseButton={false}>
      <div className="stack">
        <p>{t`What you have written here is not saved yet.`}</p>
        <div className="row">
          <Button data-autofocus onClick={onStay}>{t`Go on writing`}</Button>
          <Button variant="default" onClick={onLeave}>{t`Leave without saving`}</Button>
        </div>
      </div>
    </Modal>
  );
}

/**
 * Asks before a dialog is closed in which a form holds something that is not saved.
 * @returns what closes it, unless it asks; whether it asks; and what stands around its content
 */
export function useCloseGuard(close: () => void) {
  const [forms] = useState(() => new Set<IsUnsaved>());
  const [isAsking, setAsking] = useState(false);
  const leave = () => {
    setAsking(false);
    close();
  };
  return {
    isAsking,
    tryClose() {
      if (![...forms].some((isUnsaved) => isUnsaved())) return close();
      setTimeout(() => setAsking(true)); // later: the key that closes must not answer as well
    },
    around: (content: ReactNode) => (
      <FormsInside value={forms}>
        {content}
        <Question isOpen={isAsking} onStay={() => setAsking(false)} onLeave={leave} />
      </FormsInside>
    ),
  };
}

/**
 * Knows whether a form holds something else than when it was entered, or saved last.
 * @param isPending it is being saved: who leaves then loses nothing
 * @param isRefused what was sent last was not taken
 */
export function useUnsaved(isPending: boolean, isRefused: boolean) {
  const form = useRef<HTMLFormElement>(null);
  const before = useRef<string>(undefined);
  const busy = useRef(isPending);
  const isUnsaved = useCallback(
    () => !busy.current && before.current !== undefined && before.current !== valuesIn(form.current),
    [],
  );
  useEffect(() => {
    const hasFault = isRefused || form.current?.querySelector('[aria-invalid="true"]');
    if (busy.current && !isPending && !hasFault) before.current = valuesIn(form.current);
    busy.current = isPending;
  }, [isPending, isRefused]);
  const inside = useContext(FormsInside);
  useEffect(() => {
    inside?.add(isUnsaved);
    return () => void inside?.delete(isUnsaved);
  }, [inside, isUnsaved]);
  const enter = useCallback(() => {
    if (form.current) before.current ??= valuesIn(form.current);
  }, []);
  // A field that takes the keyboard by itself does so before the form is known.
  useEffect(() => {
    if (form.current?.contains(document.activeElement)) enter();
  }, [enter]);
  return { form, enter, isUnsaved };
}

/** All that a form holds, as one text to compare. */
function valuesIn(form: HTMLFormElement | null): string {
  const elements = [...(form?.elements ?? [])];
  return elements
    .map((one, i) => {
      if (isLabelOf(one, elements[i + 1])) return '';
      if (one instanceof HTMLInputElement && /^(checkbox|radio)$/.test(one.type)) return one.checked;
      return one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement ? one.value : '';
    })
    .join('\n');
}

/** A choice holds its value in a hidden input; what it shows of it comes a moment later. */
function isLabelOf(one: Element, next: Element | undefined): boolean {
  const isList = one.getAttribute('aria-haspopup') === 'listbox';
  return isList && next instanceof HTMLInputElement && next.type === 'hidden';
}
