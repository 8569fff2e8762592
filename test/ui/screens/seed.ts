// What screens show while they are looked at: a house that has used the program for a while, with
// long names, a list of more than a million, and something in every state.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { newClient } from '../../../src/demo/client.ts';
import { allMails, getMail } from '../../../src/demo/inbox.ts';
import { asReader, LOOKS_LIKE_A_MACHINE_MS } from '../../../src/demo/programs.ts';
import { openStore } from '../../../src/storage/db.ts';
import { until } from '../../support/until.ts';
import type { Place } from '../nodes.ts';
import type { Site } from '../site.ts';
import { type AbTestIds, makeAbTests } from './seed-ab-tests.ts';
import { makeAutomations, makePlans } from './seed-automations.ts';
import { addMany } from './seed-large.ts';
import { makeOwnTimes, type OwnTimeIds } from './seed-own-times.ts';
import { breakSpf, makeReturned, makeWrongDomain } from './seed-sending.ts';
import { CAMPAIGN, FIELDS, GUESTS, LIST, SEGMENT, SENDER, SENDING_DOMAIN, USERS } from './texts.ts';

/** What addresses of screens are made of: uids. */
export type Ids = Record<
  | 'list'
  | 'guests'
  | 'person'
  | 'segment'
  | 'template'
  | 'domain'
  | 'wrongDomain'
  | 'import'
  | 'readyImport'
  | 'draft'
  | 'blocks'
  | 'blocksTemplate'
  | 'begun'
  | 'scheduled'
  | 'paused'
  | 'sent'
  | 'large'
  | 'toSeveral'
  | keyof AbTestIds
  | keyof OwnTimeIds,
  string
>;

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Call = (method: string, path: string, body?: unknown) => Promise<any>;

const LONG_AGO = '2026-01-01 09:00:00';
const OPENERS = 90;
const CLICKERS = 40;
const LEAVERS = 3;

/** Fills a site, by its API as far as that is quick. @param many people on the large list */
export async function fill(site: Site, many: number): Promise<Ids> {
  const call: Call = async (method, path, body) => {
    const answer = await site.server.call(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const list = await makeList(call);
  const guests = await makeGuests(call);
  const campaigns = await makeCampaigns(site, call, { list, guests });
  const { running, ...shown } = campaigns;
  const { data } = await call('POST', `/lists/${guests}/subscribers`, USERS.longest);
  const { template_uid: template } = await call('POST', '/templates', { template: { starting: 'offer' } });
  await makePictures(call);
  const domains = { domain: await makeSettings(call), wrongDomain: await makeWrongDomain(call) };
  await site.restart('SIGTERM', async () => {
    await makeReturned(site.place, await breakSpf(site.place, domains.domain));
    await makePasskey(site.place);
    await addMany(site, { list, running, ...shown }, many);
  });
  const segment = await makeSegment(call, list);
  const others = {
    import: await makeImport(site, call, list, { isTried: true }),
    readyImport: await makeImport(site, call, list),
  };
  return { list, guests, person: data.record.subscriber_uid, segment, template, ...domains, ...shown, ...others };
}

/** Pictures for mails. */
async function makePictures(call: Call): Promise<void> {
  for (const name of ['lake', 'lamp', 'evening']) {
    const file = readFileSync(new URL(`../../../src/templates/starting/pictures/${name}.png`, import.meta.url));
    await call('POST', '/media', { name: `${name}-Fördermitgliedertreffen.png`, file: file.toString('base64') });
  }
}

async function makeList(call: Call): Promise<string> {
  const tags = ['Mitglieder', 'Garmisch-Partenkirchen'];
  const general = { name: LIST, description: 'Rundbriefe der Genossenschaft', opt_in: 'double', tags };
  const { list_uid } = await call('POST', '/lists', { general, defaults: SENDER });
  for (const field of FIELDS) await call('POST', `/lists/${list_uid}/fields`, { required: 'no', ...field });
  return list_uid;
}

/** A list whose people get real mails. */
async function makeGuests(call: Call): Promise<string> {
  const general = { name: GUESTS.name, description: GUESTS.name, opt_in: 'single' };
  const { list_uid } = await call('POST', '/lists', { general, defaults: SENDER });
  await call('POST', `/lists/${list_uid}/subscribers/bulk`, { subscribers: GUESTS.people });
  return list_uid;
}

async function makeCampaigns(site: Site, call: Call, { list, guests }: { list: string; guests: string }) {
  const { template_uid } = await call('POST', '/templates', { template: { starting: 'newsletter' } });
  const content = { template: { template_uid, auto_plain_text: 'yes' }, options: { url_tracking: 'yes' } };
  const make = async (name: string, more: Record<string, unknown>): Promise<string> => {
    const body = { name, subject: `${name}, [FNAME]`, ...SENDER, ...content, ...more };
    return (await call('POST', '/campaigns', body)).campaign_uid;
  };
  await makePlans(make, { list, guests });
  const begun = (await call('POST', '/campaigns', { name: 'Sommer', list_uid: list, status: 'draft' })).campaign_uid;
  const sent = await make('Half-price service week', { list_uid: guests, send_at: LONG_AGO });
  await untilSent(call, sent);
  await read(site);
  const large = await make('November news', { list_uid: guests, send_at: LONG_AGO });
  await untilSent(call, large);
  const paused = await make('Gravel tour: last seats', {
    list_uid: guests,
    send_at: LONG_AGO,
    delivery: { max_per_minute: 60 },
  });
  await until('it is being sent', async () => (await statsOf(call, paused)).processed_count > 0);
  await call('PUT', `/campaigns/${paused}/pause-unpause`);
  const scheduled = await make('Winter check-up', { list_uid: guests, send_at: '2036-12-01 09:00:00' });
  const draft = await make(CAMPAIGN, {
    list_uid: list,
    status: 'draft',
    tags: ['spring', 'Fördermitglieder und Ehrenamt', 'Rundbrief 2027'],
  });
  const toSeveral = await make('Sommerfest', { status: 'draft', list_uid: list, list_uids: [list, guests] });
  const ownTimes = await makeOwnTimes(call, make, SENDER);
  const tests = await makeAbTests(call, make, { list, guests });
  const ofBlocks = await call('POST', '/templates', { template: { starting: 'event', made_of: 'blocks' } });
  const { record } = (await call('GET', `/templates/${ofBlocks.template_uid}/blocks`)).data;
  const own = {
    kind: 'condition',
    field: 'LNAME',
    operator: 'contains',
    value: 'Fördermitglied',
    blocks: [
      { kind: 'heading', level: 2, text: 'Für [FNAME]' },
      { kind: 'button', text: 'Zusagen', href: 'https://x.test/' },
      { kind: 'columns', columns: ['Am Ufer 15', '24. April, 19 Uhr'].map((text) => [{ kind: 'text', text }]) },
    ],
  };
  const blocks = await make('Einladung zum Fördermitgliedertreffen', {
    list_uid: list,
    status: 'draft',
    template: { blocks: { ...record.blocks, blocks: record.blocks.blocks.toSpliced(3, 0, own) } },
  });
  const running = await makeAutomations(call, make, { list, guests, sent });
  return {
    ...tests,
    ...ownTimes,
    running,
    toSeveral,
    begun,
    sent,
    large,
    paused,
    scheduled,
    draft,
    blocks,
    blocksTemplate: ofBlocks.template_uid as string,
  };
}

const statsOf = async (call: Call, uid: string) => (await call('GET', `/campaigns/${uid}/stats?full=1`)).data;

async function untilSent(call: Call, uid: string): Promise<void> {
  await until('the campaign is sent', async () => (await statsOf(call, uid)).campaign_status === 'sent');
}

/** Some of those who got a mail open it, click, or leave. */
async function read({ baseUrl }: Site): Promise<void> {
  const client = newClient(baseUrl, '');
  await sleep(LOOKS_LIKE_A_MACHINE_MS);
  const mails = (await allMails(client)).slice(0, OPENERS);
  for (const [n, { id }] of mails.entries()) {
    const { pixel, links, unsubscribe } = await getMail(client, id);
    const visited = [pixel, ...(n < CLICKERS ? [links[n % links.length] ?? ''] : [])];
    for (const address of visited) await (await client.visit(address, asReader(n))).arrayBuffer();
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    if (n < LEAVERS) await client.visit(unsubscribe, { method: 'POST', body });
  }
}

async function makeSegment(call: Call, list: string): Promise<string> {
  const { data } = await call('GET', `/lists/${list}/fields?per_page=100`);
  const fieldId = (tag: string) => data.records.find((field: { tag: string }) => field.tag === tag).field_id;
  const conditions = [
    { field_id: fieldId('EMAIL'), operator_id: '6', value: 'gmail.com' },
    { field_id: fieldId('FNAME'), operator_id: '1', value: 'Maximiliane-Charlotte' },
  ];
  const groups = [
    {
      operator_match: 'none',
      date_conditions: [{ date: 'joined', time_comparison_operator: 'gt', time_value: 2, time_unit: 'year' }],
      campaign_conditions: [{ action: 'open', time_value: 90 }],
      groups: [{ operator_match: 'all', conditions: [{ field_id: fieldId('FNAME'), operator_id: '5', value: 'Jö' }] }],
    },
  ];
  const body = { name: SEGMENT, operator_match: 'any', conditions, groups };
  return (await call('POST', `/lists/${list}/segments`, body)).data.record.segment_uid;
}

/** An import of a file with bad rows, tried when `isTried`. */
async function makeImport(site: Site, call: Call, list: string, { isTried = false } = {}): Promise<string> {
  const rows = Array.from({ length: 40 }, (_, n) => `person${n}${n % 9 === 0 ? '' : '@example.org'},Ilse,2019-03-28`);
  const upload = await fetch(`${site.baseUrl}/api/lists/${list}/imports?file_name=${GUESTS.file}`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', 'x-api-key': await site.server.key() },
    body: ['Email,First name,Mitglied seit', ...rows].join('\n'),
  });
  const uid = ((await upload.json()) as { data: { record: { import_uid: string } } }).data.record.import_uid;
  if (!isTried) return uid;
  const path = `/lists/${list}/imports/${uid}`;
  await call('POST', `${path}/run`, { dry_run: 'yes' });
  const stateOf = async () => (await call('GET', path)).data.record.state;
  await until('the file was tried', async () => ['ready', 'done', 'checked'].includes(await stateOf()));
  return uid;
}

/** Users, keys, a relay that does not answer, a domain. @returns its uid */
async function makeSettings(call: Call): Promise<string> {
  for (const user of USERS.invited) await call('POST', '/users', user);
  for (const key of [
    { name: 'Shop', scope: 'read,send', allow: '203.0.113.7' },
    { name: 'Data warehouse, nightly export', scope: 'viewer', allow: '10.0.0.0/8, 2001:db8:4711::/48' },
    { name: 'Agency', scope: 'sender', expires_at: '2099-12-31' },
    { name: 'Metrics', scope: 'operator' },
  ])
    await call('POST', '/api-keys', key);
  await makeWebhooks(call);
  return (await call('POST', '/sending-domains', { name: SENDING_DOMAIN })).domain_uid;
}

/** A passkey of the owner, as one was added on a phone: no browser here has one. */
async function makePasskey(place: Place): Promise<void> {
  const store = await openStore(place);
  try {
    const { id: user_id } = await store.db
      .selectFrom('user_account')
      .select('id')
      .orderBy('id')
      .executeTakeFirstOrThrow();
    const key = { uid: 'passkey000001', credential_id: 'c2NyZWVucw', public_key: '', sign_count: 0 };
    const name = 'Diensttelefon der Geschäftsstelle Garmisch-Partenkirchen';
    const dates = { created_at: Date.parse(LONG_AGO), used_at: null };
    await store.db
      .insertInto('passkey')
      .values({ user_id, ...key, name, ...dates })
      .execute();
  } finally {
    await store.close();
  }
}

/** Webhooks to places that nobody answers at, and tests of them. */
async function makeWebhooks(call: Call): Promise<void> {
  for (const webhook of [
    {
      url: 'https://erp.radgenossenschaft-garmisch-partenkirchen.example/eingang/mailwright?mandant=4711',
      events: ['*'],
    },
    { url: 'https://shop.example.com/hook', events: ['message.opened'], description: 'Shop', status: 'off' },
    { url: 'https://crm.example/in', events: ['subscriber.unsubscribed', 'message.bounced'], description: 'CRM' },
  ])
    await call('POST', '/webhooks', webhook);
  const { data } = await call('GET', '/webhooks');
  for (const { webhook_uid, description } of data.records) {
    if (description !== 'CRM') continue;
    await call('POST', `/webhooks/${webhook_uid}/test`, {});
    await call('POST', `/webhooks/${webhook_uid}/test`, { type: 'message.bounced' });
  }
}
