// The screens of a room, side by side. Where there is no room for all they are moved to the side;
// the one that is shown is in sight.
import { type ReactNode, useEffect, useRef } from 'react';

/** @param children links; the one that is shown has `aria-current` */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time another one is shown
  useEffect(() => {
    const { current } = nav;
    const shown = current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (current && shown) current.scrollLeft = shown.offsetLeft - (current.clientWidth - shown.offsetWidth) / 2;
  }, [children]);
  return (
    <nav ref={nav} className="tabs" aria-label={label} data-scrolls>
      {children}
    </nav>
  );
}
