// A customer with one thing of every kind, so that each path of the API leads somewhere.
import { FIELD_TYPES } from '../../src/lists/fields/types.ts';
import { insertMails } from '../../src/mail/inbox/queries.ts';
import { assertStatus } from '../support/app.ts';
import { addSegment, type CampaignApp } from '../support/campaigns.ts';
import { uploadImport } from '../support/jobs.ts';
import { PIXEL } from './story-of-blocks.ts';

/** A type that has the rule, the one with the widest bounds. */
export const TYPE_OF: Record<string, string> = {
  ...Object.fromEntries(
    FIELD_TYPES.flatMap(({ identifier, rules }) => Object.keys(rules).map((rule) => [rule, identifier])),
  ),
  options: 'dropdown',
};

/** By the name of the parameter. */
export type World = Record<string, string>;

/** Things of every kind, by the names of the parameters of paths. */
export async function openWorld(app: CampaignApp): Promise<World> {
  const list = `/lists/${app.listUid}`;
  const post = async (path: string, json: object) => {
    const answer = await app.call('POST', path, { json });
    assertStatus(answer, 201);
    return answer.json;
  };
  const fields: World = {};
  for (const type of new Set(['text', ...Object.values(TYPE_OF)])) {
    const json = { type, label: type, tag: type, required: 'no', visibility: 'visible' };
    fields[`field_id ${type}`] = (await post(`${list}/fields`, json)).data.record.field_id;
  }
  const subscriber = (await post(`${list}/subscribers`, { EMAIL: 'one@example.test' })).data.record.subscriber_uid;
  return {
    ...fields,
    list_uid: app.listUid,
    subscriber_uid: subscriber,
    segment_uid: await addSegment(app, app.listUid),
    campaign_uid: await app.make(),
    'campaign_uid autoresponder': await app.make({ type: 'autoresponder' }),
    'campaign_uid large': await app.make(), // every change of one with megabytes of content takes its time
    import_uid: (await uploadImport(app, app.listUid, 'EMAIL,FNAME\na@b.test,A\n')).import_uid,
    bulk_action_uid: (await post(`${list}/bulk-actions`, { action: 'confirm' })).data.record.bulk_action_uid,
    template_uid: (await post('/templates', { name: 'T', content: '<p>x</p>' })).template_uid,
    media_uid: (await post('/media', { name: 'p', file: PIXEL })).data.record.media_uid,
    saved_block_uid: (await post('/saved-blocks', { name: 'S', block: { kind: 'divider' } })).data.record
      .saved_block_uid,
    mail_id: await addTestMail(app),
    server_id: (await post('/delivery-servers', { hostname: 'smtp.example.com' })).server_id,
    webhook_uid: (await post('/webhooks', { url: 'http://127.0.0.1:1/', events: ['*'] })).webhook_uid,
    user_uid: (await post('/users', { email: 'i@example.test', role: 'viewer' })).data.record.user_uid,
    key_uid: (await post('/api-keys', { name: 'k' })).data.record.key_uid,
    passkey_uid: 'aa00000000000', // of a person, whom an API key is not
    email: 'one@example.test',
    domain_uid: (await post('/sending-domains', { name: 'example.com', rsa_bits: 1024 })).domain_uid,
  };
}

/** Puts a mail into the test inbox. @returns its id */
async function addTestMail({ db, customer, clock }: CampaignApp): Promise<string> {
  const source = Buffer.from('Subject: Hello\r\n\r\nHello\r\n');
  const envelope = { mail_from: 'ann@example.test', rcpt_to: 'bob@example.test', subject: 'Hello', search: 'hello' };
  const row = { ...envelope, customer_id: customer.id, received_at: clock.now(), size: source.length, source };
  const [stored] = await insertMails(db, [row]);
  return String(stored?.number);
}
