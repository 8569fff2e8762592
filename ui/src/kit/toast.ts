// A word about what has just happened, which goes away by itself.
import { t } from '@lingui/core/macro';
import { notifications } from '@mantine/notifications';

export function toast(message: string, tone: 'good' | 'bad' = 'good'): void {
  notifications.show({
    message,
    color: tone === 'bad' ? 'red' : 'green',
    autoClose: tone === 'bad' ? 10_000 : 4_000,
    withBorder: true,
    closeButtonProps: { 'aria-label': t`Close` },
  });
}
