// The keys that work on every screen: which there are, what they do, and whether somebody wants
// them. They do nothing while somebody writes, and in dialogs.
import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useMay } from '../api/accounts/session.ts';

export type Shortcut = { keys: readonly string[]; name: string; go: () => void };

const OFF = 'mailwright.single-keys';
/** The second key of two has to follow the first in this time. */
const PAUSE_MS = 1_500;

/** Whether single keys do something in this browser. */
export const hasSingleKeys = (): boolean => localStorage.getItem(OFF) !== 'off';
export function setSingleKeys(wanted: boolean): void {
  if (wanted) localStorage.removeItem(OFF);
  else localStorage.setItem(OFF, 'off');
}

/** What can be done by single keys, each one after the other. */
export function useShortcuts(openSearch: () => void): Shortcut[] {
  const { t } = useLingui();
  const navigate = useNavigate();
  const mayEdit = useMay('edit');
  const making: Shortcut[] = [
    { keys: ['n'], name: t`New campaign`, go: () => void navigate({ to: '/campaigns', hash: 'new-campaign' }) },
  ];
  return [
    { keys: ['/'], name: t`Go to the screen’s search field, or to the main search`, go: () => toField(openSearch) },
    { keys: ['?'], name: t`This list`, go: () => void navigate({ to: '/keyboard' }) },
    ...(mayEdit ? making : []),
    { keys: ['g', 'c'], name: t`Go to campaigns`, go: () => void navigate({ to: '/campaigns' }) },
    { keys: ['g', 'k'], name: t`Go to the calendar`, go: () => void navigate({ to: '/campaigns/calendar' }) },
    { keys: ['g', 'l'], name: t`Go to lists`, go: () => void navigate({ to: '/lists' }) },
    { keys: ['g', 's'], name: t`Go to segments`, go: () => void navigate({ to: '/segments' }) },
    { keys: ['g', 't'], name: t`Go to templates`, go: () => void navigate({ to: '/templates' }) },
    { keys: ['g', 'r'], name: t`Go to reports`, go: () => void navigate({ to: '/reports' }) },
    { keys: ['g', 'd'], name: t`Go to deliverability`, go: () => void navigate({ to: '/deliverability' }) },
    { keys: ['g', 'e'], name: t`Go to settings`, go: () => void navigate({ to: '/settings' }) },
  ];
}

/** Listens for the keys of shortcuts, as long as the caller is shown. */
export function useKeys(shortcuts: readonly Shortcut[]): void {
  const current = useRef(shortcuts);
  current.current = shortcuts;
  useEffect(() => {
    let before = '';
    let at = 0;
    const press = (event: KeyboardEvent) => {
      if (!hasSingleKeys() || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (isWriting(event.target) || document.querySelector('[role="dialog"]')) return;
      const pressed = event.timeStamp - at < PAUSE_MS && before !== '' ? [before, event.key] : [event.key];
      const found = current.current.find(({ keys }) => keys.join(' ') === pressed.join(' '));
      const isFirst =
        found === undefined && current.current.some(({ keys }) => keys.length > 1 && keys[0] === event.key);
      before = isFirst ? event.key : '';
      at = event.timeStamp;
      if (!found) return;
      event.preventDefault(); // the key must not be typed where it leads
      found.go();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

function toField(otherwise: () => void): void {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
  if (!field) otherwise();
  field?.focus();
  field?.select();
}
