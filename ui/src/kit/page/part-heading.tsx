// The heading of one thing within a tab of a screen, as of a domain.
import { type ReactNode, useEffect, useRef } from 'react';
import { takeKeyboard, takesOver } from './keyboard.ts';
import { useWindowTitle } from './window-title.ts';

/**
 * Names the window, and takes the keyboard that the link to it has left nowhere, or at the heading
 * of the screen: so it is read out. When it goes, that heading gets it.
 * @param name as the window has it
 */
export function PartHeading({ name, children }: { name: string; children: ReactNode }) {
  useWindowTitle('part', name);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesOver()) heading.current?.focus({ preventScroll: true });
    return () => void setTimeout(takeKeyboard);
  }, []);
  return (
    <h2 ref={heading} tabIndex={-1}>
      {children}
    </h2>
  );
}
