// Text that saves itself: a moment after it was typed, when the page is hidden or left, and again
// when the server is back. Until it is saved, this browser keeps a copy that a later visit finds.
import { useCallback, useEffect, useRef, useState } from 'react';
import { findKept, forgetKept, joinWritings, keepUnsaved, leaveUnsaved } from './unsaved.ts';

const WAIT_MS = 700;
const RETRY_MS = 4_000;

export type Saving =
  | { state: 'saved' | 'saving' | 'changed' }
  /** The server cannot be reached, or not work; it is tried again. */
  | { state: 'away' }
  | { state: 'refused'; message: string; fields: Readonly<Record<string, string>> }
  /** Somebody has to decide first. */
  | { state: 'stopped' };

/** `saved`: all of what was sent, or the members of it that were. */
export type SaveResult<Changes> =
  | { state: 'saved' }
  | { state: 'away' }
  | { state: 'stopped' }
  | { state: 'refused'; saved: Partial<Changes>; message: string; fields: Readonly<Record<string, string>> };

type Save<Changes> = (changes: Changes, how: { isLeaving: boolean }) => Promise<SaveResult<Changes>>;

type AutosaveOptions<Changes> = {
  /** What the text belongs to. */
  key: string;
  save: Save<Changes>;
  /** Kept beside the text: what it was written on. */
  mark: () => string;
  /** Text of an earlier visit that was never saved, with its mark. */
  onFound: (mark: string) => void;
};

export type Autosave<Changes> = {
  /** What was changed and is not saved yet. */
  changes: Partial<Changes>;
  /** The same at this moment, for what happens between two drawings of the screen. */
  now: () => Partial<Changes>;
  change: (more: Partial<Changes>) => void;
  /** Saves now. @returns whether everything is saved */
  flush: () => Promise<boolean>;
  /** Forgets these changes: they are saved otherwise, or not wanted. */
  drop: () => void;
  saving: Saving;
};

export function useAutosave<Changes extends object>(options: AutosaveOptions<Changes>): Autosave<Changes> {
  const { key } = options;
  const of = useRef(options);
  of.current = options;
  const pending = useRef<Partial<Changes>>({});
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const running = useRef<Promise<boolean>>(undefined);
  const [changes, setChanges] = useState<Partial<Changes>>({});
  const [saving, setSaving] = useState<Saving>({ state: 'saved' });
  const flushLater = useRef<() => void>(() => undefined);

  const note = useCallback(
    (next: Partial<Changes>) => {
      pending.current = next;
      setChanges(next);
      keepUnsaved(key, isEmpty(next) ? undefined : { mark: of.current.mark(), changes: next });
    },
    [key],
  );
  const later = useCallback((ms: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => flushLater.current(), ms);
  }, []);

  const saveOnce = useCallback(
    async (isLeaving: boolean): Promise<boolean> => {
      const sent = pending.current;
      if (isEmpty(sent)) return true;
      setSaving({ state: 'saving' });
      const result = await of.current.save(sent as Changes, { isLeaving });
      if (result.state === 'saved' || result.state === 'refused')
        note(without(pending.current, result.state === 'saved' ? sent : result.saved));
      if (result.state === 'saved') {
        const isDone = isEmpty(pending.current);
        setSaving({ state: isDone ? 'saved' : 'changed' });
        if (!isDone) later(WAIT_MS);
        return isDone;
      }
      if (result.state === 'away') later(RETRY_MS);
      setSaving(result);
      return false;
    },
    [later, note],
  );
  const flush = useCallback(
    async ({ isLeaving = false } = {}): Promise<boolean> => {
      clearTimeout(timer.current);
      const before = running.current;
      const mine = (async () => {
        if (!isLeaving) await before;
        return saveOnce(isLeaving);
      })();
      running.current = mine;
      return mine;
    },
    [saveOnce],
  );
  flushLater.current = () => void flush();

  const change = useCallback(
    (more: Partial<Changes>) => {
      note({ ...pending.current, ...more });
      setSaving((now) => (now.state === 'stopped' || now.state === 'away' ? now : { state: 'changed' }));
      later(WAIT_MS);
    },
    [later, note],
  );
  const drop = useCallback(() => {
    clearTimeout(timer.current);
    note({});
    setSaving({ state: 'saved' });
  }, [note]);

  useFoundText(key, (found) => {
    of.current.onFound(found.mark);
    note({ ...(found.changes as Partial<Changes>), ...pending.current });
    setSaving({ state: 'changed' });
    later(0);
  });
  useLeaving(key, pending, flush, flushLater);
  useEffect(() => joinWritings({ save: () => flush(), drop }), [flush, drop]);
  return { changes, now: () => pending.current, change, flush: () => flush(), drop, saving };
}

/** Text of an earlier visit is looked for once; what another tab is typing at is not taken. */
function useFoundText(key: string, onFound: (found: { mark: string; changes: object }) => void) {
  const told = useRef(onFound);
  told.current = onFound;
  useEffect(() => {
    const look = () => {
      const found = findKept(key);
      if (!found) return;
      forgetKept(found.name);
      told.current(found);
    };
    look();
    const again = setTimeout(look, 12_000); // a browser that broke down left its mark seconds ago
    return () => clearTimeout(again);
  }, [key]);
}

/** Saves when the page is hidden or left; asks before leaving while something is not saved. */
function useLeaving(
  key: string,
  pending: { current: object },
  flush: (how?: { isLeaving?: boolean }) => Promise<boolean>,
  flushLater: { current: () => void },
) {
  useEffect(() => {
    const onHide = () => void flush({ isLeaving: true });
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') flushLater.current();
    };
    const onOnline = () => flushLater.current();
    const warn = (event: BeforeUnloadEvent) => {
      if (isEmpty(pending.current)) return;
      flushLater.current();
      event.preventDefault();
    };
    window.addEventListener('pagehide', onHide);
    window.addEventListener('beforeunload', warn);
    window.addEventListener('online', onOnline);
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      window.removeEventListener('pagehide', onHide);
      window.removeEventListener('beforeunload', warn);
      window.removeEventListener('online', onOnline);
      document.removeEventListener('visibilitychange', onVisibility);
      void flush({ isLeaving: true }); // another screen of ours was opened
      leaveUnsaved(key);
    };
  }, [key, flush, flushLater, pending]);
}

const isEmpty = (changes: object) => Object.keys(changes).length === 0;

/** The changes that were made while `sent` was on its way. */
function without<Changes extends object>(now: Partial<Changes>, sent: Partial<Changes>): Partial<Changes> {
  return Object.fromEntries(
    Object.entries(now).filter(([name, value]) => !(name in sent) || sent[name as keyof Changes] !== value),
  ) as Partial<Changes>;
}

/** Whether something that was typed is not on the server, and waits for more than the next pause. */
export const isNotSaved = ({ state }: Saving): boolean => ['away', 'refused', 'stopped'].includes(state);

/**
 * Whether how it is saved is read out: what is wrong, and that it is right again. Who hears the screen
 * while writing would be told of each pause otherwise. For `aria-live`.
 */
export function useSavingTold(saving: Saving): 'polite' | 'off' {
  const [isBad, isSaved] = [isNotSaved(saving), saving.state === 'saved'];
  const before = useRef<'bad' | 'right again'>(undefined);
  useEffect(() => {
    if (isBad) before.current = 'bad';
    else if (isSaved && before.current === 'bad') before.current = 'right again';
    else if (!isSaved && before.current === 'right again') before.current = undefined;
  }, [isBad, isSaved]);
  return isBad || (isSaved && before.current !== undefined) ? 'polite' : 'off';
}
