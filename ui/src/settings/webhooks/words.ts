// Types of events in words.
import { useLingui } from '@lingui/react/macro';
import type { Webhook } from '../../api/accounts/webhooks.ts';

export type EventType = Webhook['events'][number];
export const ALL = '*' satisfies EventType;

type Group = { name: string; types: readonly { type: EventType; label: string }[] };

/** The types, as they are chosen from. */
export function useEventGroups(): readonly Group[] {
  const { t } = useLingui();
  return [
    {
      name: t`Subscribers`,
      types: [
        { type: 'subscriber.added', label: t`added` },
        { type: 'subscriber.confirmed', label: t`confirmed` },
        { type: 'subscriber.updated', label: t`changed` },
        { type: 'subscriber.unsubscribed', label: t`unsubscribed` },
      ],
    },
    {
      name: t`Campaigns`,
      types: [
        { type: 'campaign.started', label: t`started` },
        { type: 'campaign.paused', label: t`paused` },
        { type: 'campaign.finished', label: t`finished` },
      ],
    },
    {
      name: t`Messages`,
      types: [
        { type: 'message.accepted', label: t`accepted` },
        { type: 'message.deferred', label: t`deferred` },
        { type: 'message.rejected', label: t`rejected` },
        { type: 'message.opened', label: t({ context: 'event', message: 'opened' }) },
        { type: 'message.clicked', label: t`clicked` },
        { type: 'message.bounced', label: t`bounced` },
        { type: 'message.complained', label: t`reported as spam` },
      ],
    },
    { name: t`Imports`, types: [{ type: 'import.finished', label: t`finished` }] },
    {
      name: t`Sending domains`,
      types: [
        { type: 'domain.broken', label: t`DNS record broken` },
        { type: 'domain.healed', label: t`DNS record fixed` },
      ],
    },
  ];
}

/** Why the server switched one off. */
export function useOffReasons(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  return {
    gone: t`The receiver wants no more events (410).`,
    failed: t`Every request failed for three days.`,
    behind: t`It fell seven days behind.`,
  };
}
