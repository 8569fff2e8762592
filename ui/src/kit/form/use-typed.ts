// A text that is typed into a field, for an address that follows it.
import { useEffect, useRef, useState } from 'react';
import { useSettled } from './use-settled.ts';

/**
 * What is typed, at once in its field, and told once it rests; it follows `told` where that changes
 * otherwise, as by the browser's way back.
 */
export function useTyped(told: string, tell: (text: string) => void) {
  const [typed, setTyped] = useState(told);
  const settled = useSettled(typed);
  /** What `told` is, and after it what was said from here and is on its way there. */
  const said = useRef([told]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when typing rests, whatever else changes
  useEffect(() => {
    if (settled === said.current.at(-1)) return;
    said.current.push(settled);
    tell(settled);
  }, [settled]);
  useEffect(() => {
    const at = said.current.indexOf(told);
    said.current = at === -1 ? [told] : said.current.slice(at);
    if (at === -1) setTyped(told); // what comes from here may be behind what is typed by now
  }, [told]);
  return [typed, setTyped] as const;
}
