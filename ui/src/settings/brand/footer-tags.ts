// Merge tags that a footer has use for.
import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { Completion } from '../../kit/html/code-editor.tsx';

export function useFooterTags(): readonly Completion[] {
  const { t } = useLingui();
  return useMemo(
    () => [
      { label: '[EMAIL]', detail: t`address` },
      { label: '[UNSUBSCRIBE_URL]', detail: t`where people unsubscribe` },
      { label: '[UPDATE_PROFILE_URL]', detail: t`where people change their details` },
      { label: '[WEB_VERSION_URL]', detail: t`the mail as a page` },
      { label: '[COMPANY_FULL_ADDRESS]', detail: t`your postal address` },
      { label: '[COMPANY_NAME]', detail: t`your company` },
      { label: '[LIST_NAME]', detail: t`name of the list` },
      { label: '[CURRENT_YEAR]', detail: t`this year` },
    ],
    [t],
  );
}
