// Why addresses get no mail at all, and why a campaign passed somebody over.
import { useLingui } from '@lingui/react/macro';

/** By the reason of an entry of the suppression list. */
export function useSuppressionWords(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  return {
    'hard-bounce': t`their mailbox does not exist`,
    'soft-bounces': t`their mailbox refused email repeatedly`,
    complaint: t`they reported an email as spam`,
    manual: t`someone added the address to the suppression list`,
    import: t`the address was imported into the suppression list`,
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
    disabled: t`they were disabled on the list`,
    moved: t`they were moved to another list`,
    deleted: t`they were removed from the list`,
    suppressed: t`the address was on the suppression list`,
    duplicate: t`the same address gets it through another list`,
    'marked as sent': t`the campaign was ended before it reached them`,
  };
}
