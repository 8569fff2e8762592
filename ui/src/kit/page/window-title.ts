// The title of the window: by it tabs and what was visited are told apart, and a screen reader says
// where one is.
import { useEffect } from 'react';

type Level = 'part' | 'tab' | 'screen';

const names: Partial<Record<Level, string>> = {};

/**
 * Names what is shown, while that is there.
 * @param level a screen, one of its tabs, or one thing that a tab leads to: the narrowest comes first
 */
export function useWindowTitle(level: Level, name: string | undefined): void {
  useEffect(() => {
    if (!name) return undefined;
    names[level] = name;
    write();
    return () => {
      delete names[level];
      write();
    };
  }, [level, name]);
}

function write(): void {
  const { part, tab, screen } = names;
  document.title = [part ?? tab, screen, 'Mailwright'].filter(Boolean).join(' · ');
}
