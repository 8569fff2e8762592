// The screens of a room, side by side. Where there is no room for all they are moved to the side;
// the one that is shown, and the one that has the keyboard, are in sight.
import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { takeKeyboard } from './keyboard.ts';
import { useWindowTitle } from './window-title.ts';

/**
 * Links to screens under one heading. As the heading stays when another one is shown, its name is
 * in the window's title and told.
 * @param children links; the one that is shown has `aria-current`
 */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  const nav = useRef<HTMLElement>(null);
  const [name, setName] = useState<string>();
  const [told, setTold] = useState<string>();
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  useWindowTitle('tab', name);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time another one is shown
  useEffect(() => {
    const { current } = nav;
    const shown = current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (!current || !shown) return;
    current.scrollLeft = shown.offsetLeft - (current.clientWidth - shown.offsetWidth) / 2;
    const next = shown.textContent;
    if (name !== undefined && next !== name) {
      setTold(next);
      takeKeyboard();
    }
    setName(next);
  }, [path, children]);
  return (
    <>
      <nav
        ref={nav}
        className="tabs"
        aria-label={label}
        data-scrolls
        // A browser leaves one where it is of which a corner is in sight.
        onFocus={({ target }) => target.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
      >
        {children}
      </nav>
      <span className="unseen" role="status">
        {told}
      </span>
    </>
  );
}
