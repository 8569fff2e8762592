// What recipients do with messages, and what comes back. Like the ledger without foreign keys.
import type { ColumnTypes } from '../../dialect/schema.ts';

const KEY = 'customer_id bigint not null, campaign_id bigint not null, subscriber_id bigint not null';
const REQUEST = 'ip_address text, user_agent text, at bigint not null';

export const events = ({
  ownId,
  ownKey,
  byCampaigns,
  parts,
  ownPartKey,
  byCampaignAndId,
  storedByKey,
}: ColumnTypes): string[] => [
  // The first time that a recipient did something with a message.
  `create table response (${KEY}, opened_at bigint, clicked_at bigint, unsubscribed_at bigint,
    filtered_opened_at bigint, filtered_clicked_at bigint, primary key (customer_id, campaign_id, subscriber_id)) ${byCampaigns}`,
  ...parts('response'),
  // Whom autoresponders follow, in the order of what they follow.
  `create index response_opened on response (customer_id, campaign_id, opened_at, subscriber_id)
    where opened_at is not null`,
  // `machine`: the rule that says no person did it; null = a person.
  `create table open (id ${ownId}, ${KEY}, ${REQUEST}, machine text${ownPartKey}) ${byCampaigns}`,
  ...parts('open'),
  ...byCampaignAndId('open'),
  'create index open_subscriber on open (customer_id, subscriber_id, campaign_id, at)',
  `create table click (id ${ownId}, ${KEY}, ${REQUEST}, link_id bigint not null, machine text${ownPartKey}) ${byCampaigns}`,
  ...parts('click'),
  ...byCampaignAndId('click'),
  'create index click_subscriber on click (customer_id, subscriber_id, campaign_id, at)',
  // Whether somebody clicked a link before, however often since.
  'create index click_link on click (customer_id, link_id, subscriber_id, machine)',
  // How far addresses of requests were removed: of a campaign's events by id, of the audit
  // (campaign 0) by instant.
  `create table address_removal (customer_id bigint not null, campaign_id bigint not null, kind text not null,
    up_to bigint not null, primary key (customer_id, campaign_id, kind)) ${storedByKey}`,
  `create table unsubscribe (id ${ownId}, ${KEY}, ${REQUEST}, reason text not null, note text not null${ownKey})`,
  'create index unsubscribe_campaign on unsubscribe (customer_id, campaign_id, id)',
  'create index unsubscribe_subscriber on unsubscribe (customer_id, subscriber_id)',
  `create table bounce (id ${ownId}, ${KEY}, type text not null, enhanced text, message text not null,
    counted bigint not null, at bigint not null, unique (customer_id, campaign_id, subscriber_id)${ownKey})`,
  'create index bounce_subscriber on bounce (customer_id, subscriber_id, campaign_id)',
  'create index bounce_campaign on bounce (customer_id, campaign_id, id)',
  'create index bounce_newest on bounce (customer_id, at, id)',
  `create table complaint (id ${ownId}, ${KEY}, message text not null, at bigint not null,
    unique (customer_id, campaign_id, subscriber_id)${ownKey})`,
  'create index complaint_campaign on complaint (customer_id, campaign_id, id)',
  'create index complaint_subscriber on complaint (customer_id, subscriber_id)',
  'create index complaint_newest on complaint (customer_id, at, id)',
];
