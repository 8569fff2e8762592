// The button that opens the palette, and its keys: Ctrl+K, or Cmd+K on a Mac. The palette itself is
// loaded when somebody is about to open it.
import { useLingui } from '@lingui/react/macro';
import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../kit/load-part.ts';
import { isMac } from '../kit/page/mac.ts';
import { useKeys, useShortcuts } from './keys.ts';

const load = () => import('./palette.tsx');
/** What fails is loaded again when it is opened. */
const preload = () => void load().catch(() => undefined);
const Palette = lazyPart(async () => (await load()).Palette);

export function Search() {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  useKeys(useShortcuts(() => setOpen(true)));
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isAsked = event.key.toLowerCase() === 'k' && (isMac ? event.metaKey : event.ctrlKey);
      if (!isAsked || event.altKey || event.shiftKey) return;
      event.preventDefault(); // browsers have keys of their own for it
      setOpen(true);
    };
    window.addEventListener('keydown', press, { capture: true });
    return () => window.removeEventListener('keydown', press, { capture: true });
  }, []);
  return (
    <>
      <button
        type="button"
        className="find"
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setOpen(true)}
      >
        {t`Search`}
        <span aria-hidden="true" className="keys">
          {isMac ? '⌘ K' : t`Ctrl K`}
        </span>
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <Palette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
