// The story of the examples, second half: campaigns, what became of their messages, transactional
// emails, servers, domains.
import dns from 'node:dns';
import { recordComplaint } from '../../src/bounces/record.ts';
import { startCampaign } from '../../src/campaigns/delivery/progress.ts';
import { compiledCampaign } from '../../src/content/compiled.ts';
import { insertReturned } from '../../src/inbound/queries-returned.ts';
import { countReturnedOf } from '../../src/inbound/show/queries.ts';
import { sha256 } from '../../src/kernel/ids.ts';
import { say } from '../../src/kernel/sentences/sentence.ts';
import { inTransaction } from '../../src/storage/db.ts';
import { startDnsServer } from '../support/dns-server.ts';
import { seedDelivery } from '../support/message-rows.ts';
import { openSink } from '../support/sink.ts';
import type { Cast } from './story.ts';
import type { Teller } from './teller.ts';

type After = Parameters<typeof openSink>[0];

export async function tellOfMails(teller: Teller, cast: Cast, t: After): Promise<void> {
  await tellOfCampaigns(teller, cast);
  await tellOfTests(teller, cast);
  await tellOfDelivery(teller);
  await tellOfEmails(teller);
  await tellOfServers(teller, t);
  await tellOfDomains(teller);
}

async function tellOfCampaigns({ tell }: Teller, { list_uid, segment_uid, template_uid }: Cast): Promise<void> {
  const { campaign_uid } = await tell('createCampaign', {
    body: {
      name: 'Spring',
      from_name: 'Ann',
      from_email: 'ann@example.com',
      reply_to: 'ann@example.com',
      subject: 'Hello [FNAME]',
      send_at: '2026-12-24 09:00:00',
      list_uid,
      segment_uid,
      template: { template_uid, inline_css: 'yes' },
      options: { url_tracking: 'yes', email_stats: 'ann@example.com', cronjob: '0 9 * * 1', cronjob_enabled: 1 },
      tags: ['Spring', 'Newsletter'],
      headers: [{ name: 'X-Edition', value: 'spring' }],
      attachments: [{ name: 'prices.txt', type: 'text/plain', data: 'MyBzaGlydHM=' }],
    },
  });
  const campaign = { campaign_uid };
  await tell('listCampaigns', { query: { page: 1, per_page: 10, list_uid } });
  await tell('getCampaign', { params: campaign });
  await tell('updateCampaign', { params: campaign, body: { subject: 'Good morning' } });
  await tell('listCampaignVersions', { params: campaign });
  await tell('getCampaignVersion', { params: { ...campaign, revision: '2' } });
  await tell('previewCampaignVersionPage', { params: { ...campaign, revision: '2' }, query: { scheme: 'light' } });
  await tell('restoreCampaignVersion', { params: { ...campaign, revision: '2' } });
  await tell('noteEditing', { params: campaign, body: { tab: 'a1' } });
  await tell('endEditing', { params: campaign, query: { tab: 'a1' } });
  await tell('getSchedule', { params: campaign });
  await tell('previewCampaign', { params: campaign });
  await tell('listPreviewPeople', { params: campaign });
  await tell('previewCampaignPage', { params: campaign, query: { pictures: 'off', scheme: 'dark' } });
  await tell('sendTestEmail', { params: campaign, body: { emails: ['ann@example.com', 'bob@example.com'] } });
  await tell('checkCampaign', { params: campaign });
  await tell('pauseOrUnpauseCampaign', { params: campaign });
  const copy = await tell('copyCampaign', { params: campaign });
  await tell('markCampaignSent', { params: campaign });
  const ownTime = { delivery: { recipient_time_zone: { last_open: 'yes' } } };
  await tell('updateCampaign', { params: { campaign_uid: copy.campaign_uid }, body: ownTime });
  await tell('getRecipientTimes', { params: { campaign_uid: copy.campaign_uid } });
  await tell('sendCampaign', { params: { campaign_uid: copy.campaign_uid }, body: { send_at: '2026-12-31 18:00:00' } });
  await tell('deleteCampaign', { params: { campaign_uid: copy.campaign_uid } });
}

async function tellOfReturned(app: Teller['app'], tell: Teller['tell']): Promise<void> {
  const source = Buffer.from('From: a@example.net\r\nSubject: Hello\r\n\r\nWho are you?\r\n');
  const sent = { origin: 'smtp', mail_from: 'a@example.net', rcpt_to: 'bounce@example.com', subject: 'Hello', source };
  const sentences = JSON.stringify([say('returned-no-report')]);
  const at = app.clock.now();
  await inTransaction(app.db, async (tx) => {
    await insertReturned(tx, { ...sent, sentences, digest: 'story', size: source.length, received_at: at });
    await countReturnedOf(tx, 'smtp', { understood: 0, unknown: 1, at });
  });
  await tell('getReturnPath');
  const { data } = await tell('listReturnedMails', { query: {} });
  const { mail_id } = data.records[0];
  await tell('getReturnedMail', { params: { mail_id } });
  await tell('deleteReturnedMail', { params: { mail_id } });
  await tell('getQueue');
}

const SHOP = 'https://shop.example.com/spring';

async function tellOfTests({ app, tell }: Teller, { list_uid, template_uid }: Cast): Promise<void> {
  const { campaign_uid } = await tell('createCampaign', {
    body: { name: 'Summer', status: 'draft', subject: 'Summer is here', list_uid, template: { template_uid } },
  });
  const campaign = { campaign_uid };
  await tell('setAbTest', { params: campaign, body: { percent: 20, decided_by: 'opens', wait_minutes: 240 } });
  await tell('removeAbTest', { params: campaign });
  await tell('setAbTest', { params: campaign, body: { percent: 20 } });
  const variant = await tell('addVariant', { params: campaign, body: { subject: 'The sun is out, [FNAME]' } });
  await tell('sendCampaign', { params: campaign, body: { send_at: '2020-01-01 00:00:00' } });
  await startCampaign(app.db, await app.row(campaign_uid), app.clock.now());
  await tell('getAbTest', { params: campaign });
  await tell('chooseWinner', { params: campaign, body: { campaign_uid: variant.campaign_uid } });
}

async function tellOfDelivery({ app, tell }: Teller): Promise<void> {
  const began = Date.UTC(2026, 10, 21, 11, 0, 0);
  const done = { attempts: 1, in_flight_at: began, finished_at: began + 1000 };
  const seeded = await seedDelivery(
    app,
    [
      { email: 'bob@example.com', message: { state: 'accepted', reply: '250 2.0.0 OK: queued as 4F2A1', ...done } },
      { email: 'eve@example.com', message: { state: 'rejected', reply: '550 5.1.1 no such user', ...done } },
      { email: 'joe@example.com', message: { state: 'accepted', reply: '250 2.0.0 OK: queued as 4F2A2', ...done } },
      { email: 'pat@example.com', message: { state: 'uncertain', reply: 'the connection broke', ...done } },
    ],
    { content: `<a href="${SHOP}">Shop</a>`, options: JSON.stringify({ url_tracking: 'yes' }), started_at: began },
  );
  await compiledCampaign({ db: app.db, baseUrl: app.baseUrl }, seeded.id);
  const campaign = { campaign_uid: seeded.uid };
  const [bob, , joe] = seeded.people.map(({ uid }) => ({ ...campaign, subscriber_uid: uid }));
  const logs = await tell('listDeliveryLogs', { params: campaign, query: { page: 1, per_page: 2, status: 'success' } });
  const { email_message_id } = logs.data.records[0];
  await tell('downloadDeliveryLogs', { params: campaign, query: { status: 'fatal-error' } });
  await tell('getDeliveryLogByMessageId', { params: { email_message_id } });
  await tell('getDeliveryLogByEmailMessageId', { params: { email_message_id } });
  await tell('explainAddress', { params: campaign, query: { email: 'eve@example.com' } });
  await tell('listCampaignLinks', { params: campaign, query: { page: 1, per_page: 10 } });
  await tell('trackOpen', { params: { ...bob } });
  await tell('trackClick', { params: { ...bob, hash: sha256(SHOP) } });
  await tell('trackUnsubscribe', { params: { ...bob }, body: { ip_address: '192.0.2.7', reason: 'too many mails' } });
  await tell('createBounce', {
    params: campaign,
    body: { subscriber_uid: joe?.subscriber_uid, bounce_type: 'soft', message: '552 5.2.2 mailbox full' },
  });
  const message = { campaignId: seeded.id, subscriberId: seeded.people[0]?.id ?? 0 };
  await inTransaction(app.db, (tx) => recordComplaint(tx, message, 'spam', began + 60_000));
  const page = { page: 1, per_page: 10 };
  await tell('listBounces', { params: campaign, query: page });
  await tell('listUnsubscribes', { params: campaign, query: page });
  await tell('listComplaints', { params: campaign, query: page });
  await tell('listReturnedMessages');
  await tellOfReturned(app, tell);
  await tell('sendCampaignAgain', { params: campaign, body: { subject: 'Did you see this?' } });
  await tell('getCampaignStats', { params: campaign, query: { counts: 'raw' } });
  await tellOfReports(campaign, tell);
  await tell('getPerson', { params: { subscriber_uid: bob?.subscriber_uid ?? '' } });
  await tell('listTimeline', { params: { subscriber_uid: bob?.subscriber_uid ?? '' }, query: { per_page: 50 } });
  await tell('getDelivery', { params: campaign });
  await tell('updateDelivery', {
    params: campaign,
    body: {
      uncertain_policy: 'hold',
      max_per_minute: 600,
      sending_window: {
        days: ['mon', 'tue', 'wed', 'thu', 'fri'],
        from: '09:00',
        to: '17:00',
        time_zone: 'Europe/Berlin',
      },
    },
  });
  await tell('settleUncertain', { params: campaign, body: { choice: 'accept', emails: ['pat@example.com'] } });
  await tell('retryFailed', { params: campaign, body: { include_uncertain: 'no' } });
}

async function tellOfReports(campaign: { campaign_uid: string }, tell: Teller['tell']): Promise<void> {
  await tell('listCampaignOverviews', { query: { status: 'sending', search: 'spring', per_page: 50 } });
  await tell('getCampaignOverview', { params: campaign });
  await tell('search', { query: { q: 'spring' } });
  await tell('getChecklist');
  await tell('getCampaignReport', { params: campaign });
  await tell('shareReport', { params: campaign });
  await tell('getReportLink', { params: campaign });
  await tell('unshareReport', { params: campaign });
  await tell('getCampaignSeries', { params: campaign, query: { by: 'hour', counts: 'raw', per_page: 48 } });
  await tell('listOpens', { params: campaign, query: { machines: 'with', per_page: 50 } });
  await tell('listClicks', { params: campaign, query: { machines: 'with', per_page: 50, link: sha256(SHOP) } });
  await tell('listNonResponders', { params: campaign, query: { did_not: 'open', counts: 'filtered' } });
  await tell('downloadNonResponders', { params: campaign, query: { did_not: 'open', counts: 'filtered' } });
  await tell('listCampaignDestinations', { params: campaign, query: { counts: 'raw', most: 20 } });
  await tell('listCampaignClients', { params: campaign, query: { counts: 'raw' } });
  await tell('listCampaignFailures', { params: campaign });
  await tell('getCampaignPace', { params: campaign, query: { minutes: 1 } });
  await tell('listSlowedDestinations', { params: campaign });
  await tell('countNotOpened', { params: campaign });
  await tell('showClicksInCampaign', { params: campaign, query: { counts: 'raw' } });
}

async function tellOfEmails({ tell }: Teller): Promise<void> {
  const { email_uid } = await tell('createTransactionalEmail', {
    body: {
      to_name: 'Bob',
      to_email: 'bob@example.com',
      from_name: 'Acme',
      from_email: 'shop@example.com',
      subject: 'Your order',
      body: '<p>Thank you, Bob.</p>',
      send_at: '2026-12-24 09:00:00',
      attachments: [{ name: 'order.txt', type: 'text/plain', data: 'MyBzaGlydHM=' }],
    },
  });
  await tell('listTransactionalEmails', { query: { page: 1, per_page: 1 } });
  await tell('getTransactionalEmail', { params: { email_uid } });
  await tell('deleteTransactionalEmail', { params: { email_uid } });
}

async function tellOfServers({ app, tell }: Teller, t: After): Promise<void> {
  const { server_id } = await tell('createDeliveryServer', {
    body: {
      name: 'Main',
      hostname: 'smtp.example.com',
      port: 587,
      tls: 'starttls',
      username: 'acme',
      password: 'never to be told',
      quotas: { per_hour: 5000 },
      warm_up: { first_day: 500, growth_percent: 30, until: 100_000 },
    },
  });
  const server = { server_id };
  await tell('listDeliveryServers', { query: { page: 1, per_page: 10 } });
  await tell('getDeliveryServer', { params: server });
  await tell('updateDeliveryServer', { params: server, body: { lanes: 40 } });
  const destination = { relay_id: Number(server_id), name: 'example.net', state: 'slowed', per_hour: 1200 };
  await app.db
    .insertInto('destination')
    .values({ ...destination, reason: '421 4.7.28 slow down', parked_until: null, refusals: 7, updated_at: 0 })
    .execute();
  await tell('listDestinations', { params: server, query: { page: 1, per_page: 10 } });
  await tell('getDeliveryServerUsage', { params: server });
  const sink = await openSink(t);
  await app.db
    .updateTable('relay')
    .set({ host: '127.0.0.1', port: sink.port, tls: 'none', guarded: 0, username: null, password: null })
    .where('id', '=', Number(server_id))
    .execute();
  await tell('probeDeliveryServer', { params: server, body: { from: 'ann@example.com' } });
  await tell('deleteDeliveryServer', { params: server });
}

async function tellOfDomains({ app, tell }: Teller): Promise<void> {
  const system = dns.getServers();
  const server = await startDnsServer();
  dns.setServers([server.address]);
  try {
    const { domain_uid } = await tell('createSendingDomain', { body: { name: 'example.com', rsa_bits: 1024 } });
    await tell('listSendingDomains', { query: { page: 1, per_page: 10 } });
    await tell('getSendingDomain', { params: { domain_uid } });
    await tell('checkSendingDomain', { params: { domain_uid } });
    server.txt('example.com', 'v=spf1 mx ~all');
    await app.call('POST', `/sending-domains/${domain_uid}/check`);
    server.clear();
    await app.call('POST', `/sending-domains/${domain_uid}/check`);
    const long = app.clock.now() - 900_000;
    await app.db.updateTable('domain_record').set({ suspect_at: long }).where('suspect_at', 'is not', null).execute();
    await app.call('POST', `/sending-domains/${domain_uid}/check`);
    await tell('listSendingDomainChanges', { params: { domain_uid } });
    await tell('listBrokenDnsRecords');
    await tell('lookUpBlocklists', { body: { domain_uid } });
    await tell('rotateSendingDomainKeys', { params: { domain_uid }, body: { rsa_bits: 1024 } });
    await tell('deleteSendingDomain', { params: { domain_uid } });
  } finally {
    dns.setServers(system);
    await server.close();
  }
}
