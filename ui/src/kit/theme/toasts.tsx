// The toasts that are shown now, in a corner; read out as they come.

import { t } from '@lingui/core/macro';
import { Notification } from '@mantine/core';
import { type SyntheticEvent, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { endToast, holdToasts, toastsNow, watchToasts } from '../toast.ts';

export function Toasts() {
  const toasts = useSyncExternalStore(watchToasts, toastsNow);
  const place = useRef<HTMLDivElement>(null);
  const look = ({ currentTarget }: SyntheticEvent) => holdToasts(isUsed(currentTarget));
  // biome-ignore lint/correctness/useExhaustiveDependencies: one that is closed tells nothing of the pointer
  useEffect(() => holdToasts(place.current !== null && isUsed(place.current)), [toasts]);
  useRoom(place, toasts);
  return (
    <div
      ref={place}
      className="toasts"
      role="status"
      aria-live="polite"
      onMouseOver={look}
      onMouseLeave={look}
      onFocus={look}
      onBlur={look}
    >
      {toasts.map(({ id, message, tone }) => (
        <Notification
          key={id}
          withBorder
          color={tone === 'bad' ? 'red' : 'green'}
          role={tone === 'bad' ? 'alert' : undefined}
          onClose={() => endToast(id)}
          closeButtonProps={{ 'aria-label': t`Close` }}
        >
          {message}
        </Notification>
      ))}
    </div>
  );
}

/** Whether the pointer is on one of them, or the keyboard in one. */
const isUsed = (place: Element) => place.matches(':hover, :focus-within');

/**
 * Tells the styles how much of the window the toasts take from below, in pixels: dialogs end above
 * them, so that none of their buttons is covered. What has the keyboard in one stays in sight.
 */
function useRoom(place: { readonly current: HTMLElement | null }, toasts: readonly unknown[]): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured when another one is there, or one less
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const measure = () => {
      const taken = toasts.length > 0 && place.current ? innerHeight - place.current.getBoundingClientRect().top : 0;
      style.setProperty('--toasts-room', `${Math.ceil(taken)}px`);
      const used = document.activeElement;
      if (taken > 0 && used?.closest('[role=dialog]')) used.scrollIntoView({ block: 'nearest' });
    };
    measure();
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, [toasts]);
}
