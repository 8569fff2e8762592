// The story of the examples, its end: the customer, and who changed what.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { insertMails } from '../../src/mail/inbox/queries.ts';
import { relayByCommand } from '../support/relays.ts';
import { openSink } from '../support/sink.ts';
import type { Teller } from './teller.ts';

type Ending = { after(close: () => Promise<void>): void };

/** What owners look at. */
export async function tellOfCompany({ app, tell }: Pick<Teller, 'app' | 'tell'>, t: Ending): Promise<void> {
  await tell('getProfile');
  await tell('updateProfile', {
    body: {
      timezone: 'Europe/London',
      locale: 'en-GB',
      company: { name: 'Acme Ltd', country: 'GB', address_1: '2 High Street', city: 'Dover', zip_code: 'CT16 1AA' },
    },
  });
  await tell('getInstallation');
  await tell('examineInstallation', { body: { check: 'workers' } });
  await tell('getExamination');
  await tell('listAudit', { query: { operation: 'updateUser', per_page: 1 } });
  await tellOfTestInbox({ app, tell }, t);
  await tellOfWebhooks({ app, tell });
}

const MAIL = [
  'From: Ann <ann@example.com>',
  'To: ida@example.com',
  'Subject: The tour',
  'MIME-Version: 1.0',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>Hello Ida, <a href="mailto:tours@example.com">write to us</a>.</p>',
  '',
].join('\r\n');

async function tellOfTestInbox({ app, tell }: Pick<Teller, 'app' | 'tell'>, t: Ending): Promise<void> {
  const at = app.clock.now();
  await insertMails(app.db, [
    {
      customer_id: app.customer.id,
      received_at: at,
      mail_from: 'ann@example.com',
      rcpt_to: 'ida@example.com',
      subject: 'The tour',
      search: 'ann@example.com ida@example.com the tour',
      size: MAIL.length,
      source: Buffer.from(MAIL),
    },
  ]);
  const { data } = await tell('listTestMails', { query: { search: 'tour', per_page: 1 } });
  const params = { mail_id: data.records[0].mail_id };
  await tell('getTestMail', { params });
  await tell('getTestMailPage', { params });
  await tell('checkTestMailLinks', { params });
  const { port } = await openSink(t);
  const relay = { name: 'Post office', hostname: '127.0.0.1', port: String(port), tls: 'none', status: 'inactive' };
  const server_id = await relayByCommand(app, app.customer.id, relay);
  await tell('releaseTestMail', { params, body: { server_id } });
  await tell('deleteTestMail', { params });
  await tell('clearTestInbox');
}

async function tellOfWebhooks({ app, tell }: Pick<Teller, 'app' | 'tell'>): Promise<void> {
  const { webhook_uid } = await tell('createWebhook', {
    body: {
      url: 'https://crm.example.com/mailwright',
      events: ['subscriber.unsubscribed', 'message.bounced'],
      description: 'Our CRM',
    },
  });
  const params = { webhook_uid };
  await tell('listWebhooks');
  await tell('getWebhook', { params });
  await tell('updateWebhook', { params, body: { events: ['*'], batch_size: 100 } });
  await tell('rotateWebhookSecret', { params });
  const receiver = createServer((_, response) => response.end('thanks'));
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  await app.db.updateTable('webhook').set({ url }).where('customer_id', '=', app.customer.id).execute();
  await tell('testWebhook', { params, body: { type: 'message.bounced' } });
  receiver.close();
  await app.db
    .updateTable('webhook')
    .set({ url: 'https://crm.example.com/mailwright' })
    .where('customer_id', '=', app.customer.id)
    .execute();
  await tell('listWebhookDeliveries', { params, query: { per_page: 1 } });
  await tell('replayWebhook', { params, body: { from: '2026-11-21 00:00:00' } });
  await tell('deleteWebhook', { params });
}
