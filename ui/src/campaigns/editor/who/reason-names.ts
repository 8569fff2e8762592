// Why people do not get a campaign, after their number: "402 unsubscribed".
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
