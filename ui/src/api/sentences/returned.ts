// Why a returned mail was not understood.
import { useLingui } from '@lingui/react/macro';
import type { Words } from './words.ts';

export function useReturnedWords(): Words<'returned' | 'bounce' | 'complaint'> {
  const { t } = useLingui();
  return {
    'returned-unreadable': ({ error }) => t`The mail could not be read: ${error}`,
    'returned-no-report': () => t`No report was found in the mail.`,
    'returned-too-late': () => t`It is about a message that is not kept any more.`,
    'bounce-names-several': () => t`The bounce names several messages.`,
    'bounce-names-none': () => t`The bounce names no message that is known here.`,
    'complaint-names-several': () => t`The complaint names several messages.`,
    'complaint-names-none': () => t`The complaint names no message that is known here.`,
  };
}
