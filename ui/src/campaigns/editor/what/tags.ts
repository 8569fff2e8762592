// Merge tags that the editor suggests: the list's fields, and what every mail has.
import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { useDateTags } from '../../../api/blocks/mail-tags.ts';
import type { Field } from '../../../api/lists/fields.ts';
import type { Completion } from '../../../kit/merge-tags/tag.ts';

export function useTagCompletions(fields: readonly Field[] | undefined): readonly Completion[] {
  const { t } = useLingui();
  const dates = useDateTags();
  return useMemo(() => {
    const own = (fields ?? []).map(({ tag, label }) => ({ label: `[${tag}]`, detail: label }));
    return [
      ...own,
      { label: '[UNSUBSCRIBE_URL]', detail: t`where people unsubscribe` },
      { label: '[UPDATE_PROFILE_URL]', detail: t`where people change their details` },
      { label: '[WEB_VERSION_URL]', detail: t`the email as a web page` },
      { label: '[FORWARD_FRIEND_URL]', detail: t`to forward it` },
      { label: '[COMPANY_FULL_ADDRESS]', detail: t`your postal address` },
      { label: '[COMPANY_NAME]', detail: t`your company` },
      { label: '[LIST_NAME]', detail: t`name of the list` },
      { label: '[CAMPAIGN_NAME]', detail: t`name of the campaign` },
      { label: '[CAMPAIGN_SUBJECT]', detail: t`the subject` },
      { label: '[CAMPAIGN_FROM_NAME]', detail: t`who it is from` },
      ...dates,
    ];
  }, [fields, t, dates]);
}
