// What is said where details of a campaign are no longer kept.
import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';

/** Why there is nothing to see. @param at when they were removed, as the API writes it */
export function whyRemoved(at: string): string {
  const day = new Intl.DateTimeFormat(i18n.locale, { dateStyle: 'medium' }).format(Date.parse(at));
  return t`What happened to each email, and who opened and clicked, was removed on ${day}: such details are kept for a limited time. The figures stay.`;
}
