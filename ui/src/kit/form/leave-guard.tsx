// What was written and is not saved: asked about before its screen is left, or its dialog closed.
import { useLingui } from '@lingui/react/macro';
import { Button, Modal } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { coverScreen } from '../page/behind.ts';

type IsUnsaved = () => boolean;
/** What is written, and when a save that is on its way is done. */
type Written = { isUnsaved: IsUnsaved; whenSaved: () => Promise<void> };

/** A save that takes longer is asked about as if it had failed. */
const LONGEST_SAVE_MS = 10_000;
/** What was begun and is not pending by then was not sent, as where a field is wrong. */
const LONGEST_DRAWING_MS = 500;

/** The forms in a dialog, which is asked to close by others than they. */
const FormsInside = createContext<Set<Written> | undefined>(undefined);

/** Where people are led when their session ends: nothing could be saved any more. */
const SIGN_IN = '/sign-in';

/**
 * Asks before the screen is left by a link, the browser's arrows, a reload or the tab's cross. Who
 * leaves while it is being saved goes when it is saved, and stays with what was refused.
 */
export function LeaveGuard({ isUnsaved, whenSaved }: Written) {
  const { status, proceed, reset } = useBlocker({
    async shouldBlockFn({ current, next }) {
      if (current.pathname === next.pathname || next.pathname.endsWith(SIGN_IN)) return false;
      await whenSaved();
      return isUnsaved();
    },
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  return <Question isOpen={status === 'blocked'} onStay={() => reset?.()} onLeave={() => proceed?.()} />;
}

type QuestionProps = { isOpen: boolean; onStay: () => void; onLeave: () => void };

function Question({ isOpen, onStay, onLeave }: QuestionProps) {
  const { t } = useLingui();
  useEffect(() => (isOpen ? coverScreen() : undefined), [isOpen]);
  return (
    <Modal opened={isOpen} onClose={onStay} title={t`Leave without saving?`} withCloseButton={false}>
      <div className="stack">
        <p>{t`Your changes are not saved yet.`}</p>
        <div className="row">
          <Button data-autofocus onClick={onStay}>{t`Keep editing`}</Button>
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
  const [forms] = useState(() => new Set<Written>());
  const [isAsking, setAsking] = useState(false);
  const leave = () => {
    setAsking(false);
    close();
  };
  return {
    isAsking,
    async tryClose() {
      const all = [...forms];
      await Promise.all(all.map(({ whenSaved }) => whenSaved()));
      if (!all.some(({ isUnsaved }) => isUnsaved())) return close();
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
 * Knows of a save from the moment it is begun: that it is pending comes with the next drawing, and
 * who leaves in between leaves while it is being saved.
 * @returns `begin` is called with what saves; `whenSaved` waits until what is pending is done, its
 *   form is gone, or it takes too long
 */
export function useSaving(isPending: boolean): { begin: () => void; whenSaved: Written['whenSaved'] } {
  const isBusy = useRef(false);
  const waiting = useRef<(() => void)[]>([]);
  const inVain = useRef<ReturnType<typeof setTimeout>>(undefined);
  const end = useCallback(() => {
    isBusy.current = false;
    for (const go of waiting.current.splice(0)) go();
  }, []);
  const begin = useCallback(() => {
    isBusy.current = true;
    clearTimeout(inVain.current);
    inVain.current = setTimeout(end, LONGEST_DRAWING_MS);
  }, [end]);
  useEffect(() => {
    if (!isPending) return;
    isBusy.current = true;
    clearTimeout(inVain.current);
    return end;
  }, [isPending, end]);
  useEffect(
    () => () => {
      clearTimeout(inVain.current);
      end();
    },
    [end],
  );
  const whenSaved = useCallback(
    () =>
      new Promise<void>((done) => {
        if (!isBusy.current) return done();
        waiting.current.push(done);
        setTimeout(done, LONGEST_SAVE_MS);
      }),
    [],
  );
  return { begin, whenSaved };
}

/**
 * Knows whether a form holds something else than when it was entered, or saved last.
 * @param isPending it is being saved
 * @param isRefused what was sent last was not taken
 */
export function useUnsaved(isPending: boolean, isRefused: boolean) {
  const form = useRef<HTMLFormElement>(null);
  const before = useRef<string>(undefined);
  const sent = useRef<string>(undefined);
  const isUnsaved = useCallback(() => {
    if (!form.current) return false;
    return sent.current !== undefined || (before.current !== undefined && before.current !== valuesIn(form.current));
  }, []);
  // What was typed meanwhile is not in what was saved; what the server put in order is.
  const isTypedOn = useRef(false);
  const type = useCallback(() => {
    isTypedOn.current = true;
  }, []);
  const { begin, whenSaved } = useSaving(isPending);
  const submitted = useRef<string>(undefined);
  const submit = useCallback(() => {
    submitted.current = valuesIn(form.current);
    isTypedOn.current = false;
    begin();
  }, [begin]);
  useEffect(() => {
    const hasFault = isRefused || form.current?.querySelector('[aria-invalid="true"]');
    if (sent.current !== undefined && !isPending && !hasFault)
      before.current = isTypedOn.current ? sent.current : valuesIn(form.current);
    sent.current = isPending ? (submitted.current ?? valuesIn(form.current)) : undefined;
    if (!isPending || submitted.current === undefined) isTypedOn.current = false;
    submitted.current = undefined;
  }, [isPending, isRefused]);
  const inside = useContext(FormsInside);
  useEffect(() => {
    const written = { isUnsaved, whenSaved };
    inside?.add(written);
    return () => void inside?.delete(written);
  }, [inside, isUnsaved, whenSaved]);
  const enter = useCallback(() => {
    if (form.current) before.current ??= valuesIn(form.current);
  }, []);
  // A field that takes the keyboard by itself does so before the form is known.
  useEffect(() => {
    if (form.current?.contains(document.activeElement)) enter();
  }, [enter]);
  return { form, enter, type, submit, isUnsaved, whenSaved };
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
