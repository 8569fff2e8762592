// Why a returned mail was not understood.
import { useLingui } from '@lingui/react/macro';
import type { Words } from './words.ts';

export function useReturnedWords(): Words<'returned' | 'bounce' | 'complaint'> {
  const { t } = useLingui();
  return {
    'returned-unreadable': ({ error }) => t`The email could not be read: ${error}`,
    'returned-no-report': () => t`The email contains no report.`,
    'returned-too-late': () => t`It is about a message that is no longer kept.`,
    'bounce-names-several': () => t`The bounce refers to several messages.`,
    'bounce-names-none': () => t`The bounce refers to no message that is known here.`,
    'complaint-names-several': () => t`The complaint refers to several messages.`,
    'complaint-names-none': () => t`The complaint refers to no message that is known here.`,
  };
}
