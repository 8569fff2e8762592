// Why people do not get a campaign, behind their number: "402 unsubscribed".
import { useLingui } from '@lingui/react/macro';
import type { paths } from '@mailwright/client/schema';

export type Reason = NonNullable<paths['/lists/{list_uid}/audience/people']['get']['parameters']['query']>['reason'];

export function useReasonNames(): Record<Exclude<Reason, 'gets'>, string> {
  const { t } = useLingui();
  return {
    segment: t`not in the segment`,
    unsubscribed: t`unsubscribed`,
    suppressed: t`suppressed (bounced, complained, blocked)`,
    unconfirmed: t`not confirmed`,
    blacklisted: t`blacklisted`,
    unapproved: t`waiting for approval`,
    disabled: t`disabled`,
    moved: t`moved to another list`,
  };
}

/** Why an address gets no mail. */
export function useSuppressionNames(): Record<string, string> {
  const { t } = useLingui();
  return {
    'hard-bounce': t`mail came back for good`,
    'soft-bounces': t`mail came back several times`,
    complaint: t`reported a mail as spam`,
    manual: t`blocked on request`,
    import: t`blocked by a file`,
  };
}
