// The autoresponders of a list, as screens ask for them.
import type { components } from '@mailwright/client/schema';
import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../client.ts';

export type Chain = components['schemas']['AutomationChain'];
export type Step = components['schemas']['AutomationStep'];
export type Delay = Step['delay'];

/** People come to wait and get their mails without anybody doing something. */
const ANEW_MS = 30_000;

export const automationsQuery = (listUid: string) =>
  queryOptions({
    queryKey: ['campaigns', 'automations', listUid],
    queryFn: async () => {
      const params = { path: { list_uid: listUid } };
      return (await answerOf(api.GET('/lists/{list_uid}/automations', { params }))).data;
    },
    refetchInterval: ANEW_MS,
  });

/** The event that a new autoresponder follows; `campaignId` of a campaign that is opened or got. */
export type Followed = { after: Chain['after']; campaignId: string | null };

/** Makes the draft of an autoresponder. @returns its uid */
export async function makeStep(listUid: string, { name, followed, delay }: StepToMake): Promise<string> {
  const { after, campaignId } = followed;
  const id = Number(campaignId);
  const options = {
    url_tracking: 'yes' as const,
    autoresponder_time_value: delay.value,
    autoresponder_time_unit: delay.unit,
    autoresponder_event: EVENTS[after],
    ...(after === 'open' && { autoresponder_open_campaign_id: id }),
    ...(after === 'sent' && { autoresponder_sent_campaign_id: id }),
  };
  const body = { name, list_uid: listUid, type: 'autoresponder' as const, status: 'draft' as const, options };
  return (await answerOf(api.POST('/campaigns', { body }))).campaign_uid;
}

export type StepToMake = { name: string; followed: Followed; delay: Delay };

const EVENTS = {
  subscribe: 'AFTER-SUBSCRIBE',
  open: 'AFTER-CAMPAIGN-OPEN',
  sent: 'AFTER-CAMPAIGN-SENT',
} as const satisfies Record<Chain['after'], string>;
