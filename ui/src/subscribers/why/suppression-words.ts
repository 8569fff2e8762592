// Why addresses get no mail at all, and why a campaign passed somebody over.
import { useLingui } from '@lingui/react/macro';

/** By the reason of an entry of the suppression list. */
export function useSuppressionWords(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  return {
    'hard-bounce': t`their mailbox does not exist`,
    'soft-bounces': t`their mailbox refused mail again and again`,
    complaint: t`they reported a mail as spam`,
    manual: t`somebody put the address on the list of those who get no mail`,
    import: t`the address came with a file of those who get no mail`,
  };
}

/** By what the API says of a message that was skipped. */
export function useSkippedWords(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  return {
    unconfirmed: t`they had not confirmed their subscription`,
    unsubscribed: t`they had unsubscribed by then`,
    blacklisted: t`they were blocked on the list by then`,
    unapproved: t`they were not approved`,
    disabled: t`they were switched off on the list`,
    moved: t`they were moved to another list`,
    deleted: t`they were removed from the list`,
    suppressed: t`the address was on the list of those who get no mail`,
    duplicate: t`the same address gets it through another list`,
    'marked as sent': t`the campaign was ended before their turn`,
  };
}
