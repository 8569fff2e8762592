// Turns facts into events: looks up what they name by ids, all of a kind at once, and writes down
// what is told of them.
import { sql } from 'kysely';
import { textOf } from '../kernel/sentences/sentence.ts';
import type { Tx } from '../storage/db.ts';
import { areOwn } from '../storage/dialect.ts';
import type { KeptEvent } from '../webhooks/log/pages.ts';
import type { CampaignFact, DomainFact, Fact, ImportFact, MessageFact, PersonFact } from '../webhooks/outbox/facts.ts';

type Names = {
  lists: ReadonlyMap<number, string>;
  campaigns: ReadonlyMap<number, { uid: string; name: string; list_id: number; tested_uid: string | null }>;
  subscribers: ReadonlyMap<number, { uid: string; email: string; list_id: number }>;
  emails: ReadonlyMap<number, { uid: string; to_email: string }>;
  links: ReadonlyMap<number, string>;
};

/**
 * The events of a customer's facts, in their order; those about what nobody may know are left out.
 */
export async function eventsOf(tx: Tx, customerId: number, facts: readonly Fact[]): Promise<KeptEvent[]> {
  const names = await namesOf(tx, customerId, facts);
  return facts.flatMap((fact) => eventOf(fact, names) ?? []);
}

const isMessage = (fact: Fact): fact is MessageFact => fact.type.startsWith('message.');
const isDomain = (fact: Fact): fact is DomainFact => fact.type.startsWith('domain.');
const isCampaign = (fact: Fact): fact is CampaignFact => fact.type.startsWith('campaign.');

async function namesOf(tx: Tx, customerId: number, facts: readonly Fact[]): Promise<Names> {
  const messages = facts.filter(isMessage);
  const people = messages.flatMap(({ subscriber }) => (subscriber > 0 ? [subscriber] : []));
  const mails = messages.flatMap(({ subscriber }) => (subscriber < 0 ? [-subscriber] : []));
  const clicked = messages.flatMap(({ link }) => link ?? []);
  const ofCampaigns = facts.filter((fact) => isMessage(fact) || isCampaign(fact)).map(({ campaign }) => campaign);
  const own = (table: string, ids: readonly number[]) => areOwn(tx, table, customerId, [...new Set(ids)]);
  const campaigns = await tx
    .selectFrom('campaign')
    .leftJoin('ab_test', (on) =>
      on
        .onRef('ab_test.customer_id', '=', 'campaign.customer_id')
        .on('ab_test.campaign_id', '=', sql<number>`coalesce(campaign.test_of, campaign.id)`),
    )
    .leftJoin('campaign as tested', (on) =>
      on
        .onRef('tested.customer_id', '=', 'ab_test.customer_id')
        .onRef('tested.id', '=', 'ab_test.campaign_id')
        .on('tested.status', '<>', 'pending-delete'),
    )
    .select(['campaign.id', 'campaign.uid', 'campaign.name', 'campaign.list_id', 'tested.uid as tested_uid'])
    .where(own('campaign', ofCampaigns))
    .execute();
  const subscribers = await tx
    .selectFrom('subscriber')
    .select(['id', 'uid', 'email', 'list_id'])
    .where(own('subscriber', people))
    .execute();
  const named = facts.flatMap((fact) => ('list' in fact ? [fact.list] : []));
  const ofLists = [...named, ...campaigns.map(({ list_id }) => list_id), ...subscribers.map(({ list_id }) => list_id)];
  const lists = await tx.selectFrom('list').select(['id', 'uid']).where(own('list', ofLists)).execute();
  const emails = await tx
    .selectFrom('email')
    .select(['id', 'uid', 'to_email', 'kind'])
    .where(own('email', mails))
    .execute();
  const links = await tx
    .selectFrom('campaign_link')
    .select(['id', 'url'])
    .where(own('campaign_link', clicked))
    .execute();
  return {
    lists: new Map(lists.map(({ id, uid }) => [id, uid])),
    campaigns: new Map(campaigns.map((row) => [row.id, row])),
    subscribers: new Map(subscribers.map((row) => [row.id, row])),
    emails: new Map(emails.filter(({ kind }) => kind === 'transactional').map((row) => [row.id, row])),
    links: new Map(links.map(({ id, url }) => [id, url])),
  };
}

function eventOf(fact: Fact, names: Names): KeptEvent | undefined {
  const made = dataOf(fact, names);
  return made && { type: fact.type, at: fact.at, subject: made.subject, data: JSON.stringify(made.data) };
}

type Made = { subject: string; data: object } | undefined;

function dataOf(fact: Fact, names: Names): Made {
  if (isMessage(fact)) return messageData(fact, names);
  if (isCampaign(fact)) return campaignData(fact, names);
  if (fact.type === 'import.finished') return importData(fact, names);
  return isDomain(fact) ? domainData(fact) : personData(fact, names);
}

function personData({ uid, list, email, status, source }: PersonFact, { lists }: Names): Made {
  const list_uid = lists.get(list) ?? null;
  return { subject: uid, data: { subscriber_uid: uid, list_uid, email, status, source } };
}

function campaignData({ campaign }: CampaignFact, { campaigns, lists }: Names): Made {
  const found = campaigns.get(campaign);
  if (!found) return undefined; // removed since: nobody can look it up any more
  const { uid, name, list_id, tested_uid } = found;
  const list_uid = lists.get(list_id) ?? null;
  return { subject: uid, data: { campaign_uid: uid, tested_campaign_uid: tested_uid, list_uid, name } };
}

function importData({ job, list, state, reason, rows }: ImportFact, { lists }: Names): Made {
  const none = { new: 0, changed: 0, unchanged: 0, bad: 0 };
  const data = { import_uid: job, list_uid: lists.get(list) ?? null, state, reason, ...(rows ?? none) };
  return { subject: job, data };
}

function domainData({ uid, domain, purpose, record, sentences, found, wanted }: DomainFact): Made {
  const told = { message: textOf(sentences), sentences };
  return { subject: uid, data: { domain_uid: uid, domain, purpose, record, ...told, found, wanted } };
}

function messageData(fact: MessageFact, names: Names): Made {
  const whom = fact.subscriber < 0 ? mailOf(fact, names) : recipientOf(fact, names);
  if (!whom) return undefined;
  const subject = whom.subscriber_uid ?? whom.email_uid ?? `${fact.subscriber}`;
  return { subject, data: { ...whom, ...detailsOf(fact, names) } };
}

function recipientOf({ campaign, subscriber }: MessageFact, { campaigns, subscribers, lists }: Names) {
  const of = campaigns.get(campaign);
  const person = subscribers.get(subscriber);
  if (!of) return undefined;
  return {
    campaign_uid: of.uid,
    tested_campaign_uid: of.tested_uid,
    email_uid: null,
    list_uid: person ? (lists.get(person.list_id) ?? null) : null,
    subscriber_uid: person?.uid ?? null,
    email: person?.email ?? null,
  };
}

/** Of mails that the server sends by itself, such as confirmations, nothing is told. */
function mailOf({ subscriber }: MessageFact, { emails }: Names) {
  const mail = emails.get(-subscriber);
  if (!mail) return undefined;
  const { uid, to_email } = mail;
  const none = { campaign_uid: null, tested_campaign_uid: null, list_uid: null, subscriber_uid: null };
  return { ...none, email_uid: uid, email: to_email };
}

function detailsOf(fact: MessageFact, { links }: Names): object {
  const { type, reply = null, reason = null, machine = null, link, bounce, code = null, text = '' } = fact;
  if (type === 'message.accepted') return { reply };
  if (type === 'message.deferred' || type === 'message.rejected') return { reply, reason };
  if (type === 'message.opened') return { machine };
  if (type === 'message.clicked') return { machine, url: (link !== undefined && links.get(link)) || null };
  return type === 'message.bounced' ? { bounce_type: bounce, code, text } : { text };
}
