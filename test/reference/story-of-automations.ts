// The story of the examples: what leaves by itself.
import type { Cast } from './story.ts';
import type { Teller } from './teller.ts';

export async function tellOfAutomations({ tell }: Teller, { list_uid }: Cast): Promise<void> {
  await tell('createCampaign', {
    body: {
      ...{ name: 'First steps', status: 'draft', type: 'autoresponder', subject: 'First steps', list_uid },
      options: { autoresponder_event: 'AFTER-SUBSCRIBE', autoresponder_time_unit: 'day', autoresponder_time_value: 2 },
    },
  });
  await tell('getListAutomations', { params: { list_uid } });
}
