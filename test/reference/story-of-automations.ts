// The story of the examples: what leaves by itself.
import type { Cast } from './story.ts';
import type { Teller } from './teller.ts';

export async function tellOfAutomations({ tell }: Teller, { list_uid }: Cast): Promise<void> {
  await tell('createCampaign', {
    body: {
      name: 'First steps',
      status: 'draft',
      type: 'autoresponder',
      subject: 'First steps',
      list_uid,
      options: { autoresponder_event: 'AFTER-SUBSCRIBE', autoresponder_time_unit: 'day', autoresponder_time_value: 2 },
    },
  });
  await tell('getListAutomations', { params: { list_uid } });
  await tell('createCampaign', {
    body: {
      name: 'Autumn sale',
      subject: 'Autumn sale',
      list_uid,
      send_at: '2027-09-23 09:00:00',
      from_name: 'Ann',
      from_email: 'ann@example.com',
      reply_to: 'ann@example.com',
      template: { content: '<p><a href="[UNSUBSCRIBE_URL]">Unsubscribe</a></p>' },
    },
  });
  await tell('getCalendar', { query: { from: '2027-09-20', to: '2027-09-26' } });
}
