// The toasts that are shown now, in a corner; read out as they come.

import { t } from '@lingui/core/macro';
import { Notification } from '@mantine/core';
import { type SyntheticEvent, useEffect, useRef, useSyncExternalStore } from 'react';
import { endToast, holdToasts, toastsNow, watchToasts } from '../toast.ts';

export function Toasts() {
  const toasts = useSyncExternalStore(watchToasts, toastsNow);
  const place = useRef<HTMLDivElement>(null);
  const look = ({ currentTarget }: SyntheticEvent) => holdToasts(isUsed(currentTarget));
  // biome-ignore lint/correctness/useExhaustiveDependencies: one that is closed tells nothing of the pointer
  useEffect(() => holdToasts(place.current !== null && isUsed(place.current)), [toasts]);
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
