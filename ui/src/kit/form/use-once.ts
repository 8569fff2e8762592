// A press that comes while what the one before began is still running does nothing.
import { useRef } from 'react';

/**
 * Begins something unless it is running already. A button that shows that it is busy is too late for
 * this: it is drawn after the second press of a double click may have come.
 * @returns a function that is given what is begun (its name, so that others may begin meanwhile), and
 * how; a failure is told by whoever began it
 */
export function useOnce(): (what: string, begin: () => Promise<unknown>) => void {
  const running = useRef(new Set<string>());
  return (what, begin) => {
    const { current: names } = running;
    if (names.has(what)) return;
    names.add(what);
    begin()
      .catch(() => undefined)
      .finally(() => names.delete(what));
  };
}
