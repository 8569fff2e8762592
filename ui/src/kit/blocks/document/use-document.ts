// The document that is edited, with undo and redo. What comes from elsewhere (an older version,
// somebody else's change) takes its place, and undo brings back what stood.
import { useCallback, useEffect, useReducer, useRef } from 'react';
import { canonical, type Doc, readDoc } from './document.ts';

/** Changes of the same member within this time are one step. */
const STEP_MS = 1_500;
const STEPS = 100;

type History = { past: Doc[]; now: Doc; future: Doc[] };

export type Edited = {
  doc: Doc;
  /** `step`: names what is changed; the same within a moment is one step of undo. */
  change: (next: Doc, step?: string) => void;
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
};

export function useDocument(value: string, onChange: (json: string) => void): Edited {
  const history = useRef<History>(undefined);
  history.current ??= { past: [], now: readDoc(value), future: [] };
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const last = useRef({ step: '', at: 0 });
  const told = useRef(new Set<string>());
  const tell = useRef(onChange);
  tell.current = onChange;

  const put = useCallback((next: History) => {
    history.current = next;
    told.current.add(canonical(next.now));
    tell.current(JSON.stringify(next.now));
    draw();
  }, []);
  useEffect(() => {
    const { now, past } = history.current as History;
    const sum = canonical(value);
    const isSame = sum === canonical(now);
    if (!isSame && told.current.has(sum)) return; // our own change, of a moment ago
    told.current.clear();
    if (isSame) return;
    history.current = { past: [...past, now], now: readDoc(value), future: [] };
    draw();
  }, [value]);

  const { past, now, future } = history.current;
  const change = (next: Doc, step = '') => {
    const { past: before, now: current } = history.current as History;
    const at = Date.now();
    const isOne = step !== '' && step === last.current.step && at - last.current.at < STEP_MS;
    last.current = { step, at };
    put({ past: isOne ? before : [...before, current].slice(-STEPS), now: next, future: [] });
  };
  const jump = (next: History) => {
    last.current = { step: '', at: 0 };
    put(next);
  };
  const before = past.at(-1);
  const [after, ...later] = future;
  return {
    doc: now,
    change,
    undo: before && (() => jump({ past: past.slice(0, -1), now: before, future: [now, ...future] })),
    redo: after && (() => jump({ past: [...past, now], now: after, future: later })),
  };
}
