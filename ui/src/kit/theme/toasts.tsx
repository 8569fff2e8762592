// The toasts that are shown now, in a corner; read out as they come.

import { t } from '@lingui/core/macro';
import { Notification } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { endToast, toastsNow, watchToasts } from '../toast.ts';

export function Toasts() {
  const toasts = useSyncExternalStore(watchToasts, toastsNow);
  return (
    <div className="toasts" role="status" aria-live="polite">
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
