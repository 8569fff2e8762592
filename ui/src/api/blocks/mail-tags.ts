// Merge tags that every mail has, and the fields that most lists have.
import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { Completion } from '../../kit/merge-tags/tag.ts';

/** The day on which a mail is made. */
export function useDateTags(): readonly Completion[] {
  const { t } = useLingui();
  return useMemo(
    () => [
      { label: '[DATE]', detail: t`today’s date, such as 2026-12-31` },
      { label: '[CURRENT_DAY]', detail: t`today’s day, such as 31` },
      { label: '[CURRENT_MONTH]', detail: t`this month, such as 12` },
      { label: '[CURRENT_YEAR]', detail: t`this year, such as 2026` },
    ],
    [t],
  );
}

/** What a footer has use for. */
export function useFooterTags(): readonly Completion[] {
  const { t } = useLingui();
  const dates = useDateTags();
  return useMemo(
    () => [
      { label: '[EMAIL]', detail: t`address` },
      { label: '[UNSUBSCRIBE_URL]', detail: t`where people unsubscribe` },
      { label: '[UPDATE_PROFILE_URL]', detail: t`where people change their details` },
      { label: '[WEB_VERSION_URL]', detail: t`the email as a web page` },
      { label: '[COMPANY_FULL_ADDRESS]', detail: t`your postal address` },
      { label: '[COMPANY_NAME]', detail: t`your company` },
      { label: '[LIST_NAME]', detail: t`name of the list` },
      ...dates,
    ],
    [t, dates],
  );
}

/** What a template has use for. */
export function useSharedTags(): readonly Completion[] {
  const { t } = useLingui();
  const others = useFooterTags();
  return useMemo(
    () => [
      { label: '[FNAME]', detail: t`first name` },
      { label: '[LNAME]', detail: t`last name` },
      { label: '[CAMPAIGN_FROM_NAME]', detail: t`who it is from` },
      ...others,
    ],
    [t, others],
  );
}
