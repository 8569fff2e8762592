// Every table and column, as Kysely sees them. The same on both engines: instants are milliseconds
// since 1970 UTC in `…_at` columns, flags are 0 or 1, structured values are JSON text. Every table
// that belongs to a customer has `customer_id` and is read through it.
import type { Generated, Insertable, Kysely, Selectable, Transaction, Updateable } from 'kysely';
import type {
  AbTestTable,
  CampaignCounterTable,
  CampaignEditorTable,
  CampaignLinkTable,
  CampaignRunTable,
  CampaignTable,
  CampaignVersionTable,
} from './tables/campaigns.ts';
import type { Flag, JsonText } from './tables/columns.ts';
import type {
  CampaignFeedTable,
  ConfirmationTable,
  ConsentTable,
  ConsentTextTable,
  EmailAttachmentTable,
  EmailTable,
  FeedItemTable,
  RateWindowTable,
} from './tables/content.ts';
import type {
  AddressRemovalTable,
  DestinationTable,
  EventTable,
  HighWaterTable,
  InboxMailTable,
  LeaseTable,
  RelayTable,
  ReturnedTables,
  SigningTables,
  SuppressionTable,
} from './tables/delivery.ts';
import type { FormerObjectTable, FormerPersonTable, FormerServerTable, FormerStepTable } from './tables/former.ts';
import type { JobPieceTable, JobTable } from './tables/jobs.ts';
import type {
  AddresseeTable,
  BatchTable,
  MessageTable,
  ResponseTable,
  WorkerHoldTable,
  WorkerTurnTable,
  WorkTable,
} from './tables/ledger.ts';
import type { ListGrowthTable, SegmentTable } from './tables/lists.ts';
import type {
  AuditTable,
  KeyedRequestTable,
  MembershipTable,
  PasskeyTable,
  UserAccountTable,
  UserSessionTable,
  WelcomeLinkTable,
} from './tables/people.ts';
import type {
  BrandTable,
  MediaFileTable,
  MediaTable,
  SavedBlockTable,
  SavedBlockUseTable,
  TemplatePictureTable,
  TemplateTable,
} from './tables/templates.ts';
import type { WebhookTables } from './tables/webhooks.ts';

/** Access to the store. Functions that only read, or write in one statement, take this. */
export type Db = Kysely<Tables>;
/**
 * An open transaction. A function that locks or writes twice takes this, so that the compiler
 * forbids it outside of one.
 */
export type Tx = Transaction<Tables>;

export type Tables = WebhookTables &
  SigningTables &
  ReturnedTables & {
    migration: { name: string; applied_at: number; fingerprint: string };
    setting: { name: string; value: string };
    move: { name: string; value: string }; // storage/moving/marks.ts
    lease: LeaseTable;
    high_water: HighWaterTable;
    tally: { customer_id: number; scope: string; owner_id: number; n: number }; // storage/tally.ts
    blob: { hash: string; media_type: string; size: number; content: Uint8Array; created_at: number };
    customer: CustomerTable;
    api_key: ApiKeyTable;
    user_account: UserAccountTable;
    membership: MembershipTable;
    user_session: UserSessionTable;
    /** Hashes of codes that stand for the second factor, once each. */
    recovery_code: { user_id: number; hash: string };
    passkey: PasskeyTable;
    welcome_link: WelcomeLinkTable;
    audit: AuditTable;
    keyed_request: KeyedRequestTable;
    list: ListTable;
    list_field: ListFieldTable;
    /** Solutions of the captcha that were used (lists/pages/solutions.ts). */
    captcha_solution: { customer_id: number; valid_until: number; hash: string };
    /** How many people of a list stand between two ids (subscribers/search/marks.ts). */
    subscriber_mark: { customer_id: number; list_id: number; level: 0 | 1; last_id: number; n: number };
    /** How a list changed in half an hour (subscribers/growth/note.ts). */
    list_growth: ListGrowthTable;
    /**
     * Lists that lost a field: its values are removed from the subscribers after `after_id` in the
     * background.
     */
    field_removal: { list_id: number; customer_id: number; after_id: number };
    subscriber: SubscriberTable;
    segment: SegmentTable;
    brand: BrandTable;
    saved_block: SavedBlockTable;
    saved_block_use: SavedBlockUseTable;
    media: MediaTable;
    media_file: MediaFileTable;
    template: TemplateTable;
    template_picture: TemplatePictureTable;
    template_file: { customer_id: number; template_id: number; path: string; hash: string; media_type: string };
    ab_test: AbTestTable;
    campaign: CampaignTable;
    campaign_file: { customer_id: number; campaign_id: number; path: string; hash: string; media_type: string };
    campaign_counter: CampaignCounterTable;
    campaign_link: CampaignLinkTable;
    campaign_run: CampaignRunTable;
    campaign_version: CampaignVersionTable;
    campaign_editor: CampaignEditorTable;
    campaign_feed: CampaignFeedTable;
    feed_item: FeedItemTable;
    batch: BatchTable;
    addressee: AddresseeTable;
    work: WorkTable;
    message: MessageTable;
    worker_hold: WorkerHoldTable;
    worker_turn: WorkerTurnTable;
    response: ResponseTable;
    address_removal: AddressRemovalTable;
    open: EventTable & { machine: string | null };
    click: EventTable & { link_id: number; machine: string | null };
    unsubscribe: EventTable & { reason: string; note: string };
    email: EmailTable;
    email_attachment: EmailAttachmentTable;
    confirmation: ConfirmationTable;
    consent: ConsentTable;
    consent_text: ConsentTextTable;
    rate_window: RateWindowTable;
    inbox_mail: InboxMailTable;
    relay: RelayTable;
    /**
     * Messages sent in the period that began at `starts_at`; one row a period, reused when it has
     * ended.
     */
    relay_usage: { relay_id: number; period: string; starts_at: number; used: number };
    destination: DestinationTable;
    suppression: SuppressionTable;
    /** The addresses of the global list once more (suppression/queries.ts). */
    look: { customer_id: number; looker: string; until: number };
    named_owner: { name: string; customer_id: number };
    suppressed_by_all: { email_key: string; created_at: number };
    /** Of addresses that were erased and are not to be mailed again (suppression/hashes.ts). */
    suppressed_hash: { customer_id: number; hash: string; created_at: number };
    job: JobTable;
    job_piece: JobPieceTable;
    former_server: FormerServerTable;
    former_step: FormerStepTable;
    former_object: FormerObjectTable;
    former_person: FormerPersonTable;
  };

type CustomerTable = {
  id: Generated<number>;
  uid: string;
  first_name: string;
  last_name: string;
  email: string;
  email_key: string; // kernel/address.ts: emailKey; unique
  time_zone: string;
  locale: string;
  status: string; // active | inactive | removing (jobs/removal/)
  company: JsonText | null; // accounts/company.ts
  statistics: Generated<string>; // raw | filtered: what the documented counts show
  created_at: number;
};

export type ApiKeyTable = {
  id: Generated<number>;
  uid: string;
  customer_id: number;
  hash: string; // SHA-256 of the key, hex; unique
  hint: string; // first four characters, so that people recognise a key
  name: string;
  scope: Generated<string>; // http/rights.ts: names of SCOPES with commas
  allow: Generated<string>; // addresses and networks that it may come from, with commas; '' = all
  expires_at: Generated<number | null>;
  rate_limit: Generated<number | null>; // requests a minute; null = the setting's
  last_used_at: Generated<number | null>; // to the minute: accounts/keys/last-use.ts
  dialect: Generated<string>; // strict | lenient: http/dialect.ts
  created_at: number;
  revoked_at: number | null;
};

type ListTable = {
  id: Generated<number>;
  uid: string;
  customer_id: number;
  name: string;
  display_name: string;
  description: string;
  opt_in: string; // single | double
  opt_out: string; // single
  visibility: string; // public | private
  status: string; // active | pending-delete | removed (rows are gone, campaigns still name it)
  defaults: JsonText;
  notifications: JsonText;
  company: JsonText | null;
  tags: JsonText | null; // string[], as the customer wrote them; null = none
  pages: Generated<JsonText>; // lists/pages/settings.ts: its public pages
  noticed_at: number | null; // until when its people were notified of joins and leaves; null = nobody is
  revision: number; // grows with every change of its subscribers; counts of segments name it
  fields_revision: Generated<number>; // its revision when its fields were last changed
  created_at: number;
  updated_at: number;
};

type ListFieldTable = {
  id: Generated<number>;
  customer_id: number;
  number: number; // storage/numbers.ts
  list_id: number;
  type: string;
  label: string;
  tag: string; // unique in the list
  required: Flag;
  visibility: string; // visible | hidden | none
  sort_order: number;
  help_text: string | null;
  description: string;
  default_value: string;
  rules: JsonText; // lists/fields/rules.ts FieldRules: the settings of the type
  options: JsonText; // [{"name","value"}] in order
  created_at: number;
  updated_at: number;
};

type SubscriberTable = {
  id: Generated<number>;
  uid: string;
  customer_id: number;
  list_id: number;
  email: string; // as given
  email_key: string; // lower case; unique in the list
  status: string; // confirmed | unconfirmed | unsubscribed | blacklisted | unapproved | disabled | moved
  source: string; // web | api | import
  ip_address: string | null;
  field_values: JsonText; // {"<field_id>": "text" | ["several"]} without EMAIL
  folded: JsonText; // subscribers/values/folded.ts: what segments compare
  tokens: string; // subscribers/values/folded.ts: exact search, one word per field value, with spaces
  created_at: number;
  updated_at: number;
  unsubscribed_at: number | null;
  confirmed_at: number | null; // when it was last confirmed
  confirm_ip: string | null; // from which IP address
};

export type { EndState, MessageState } from './tables/ledger.ts';

export type { MediaFileTable, MediaTable, SavedBlockTable } from './tables/templates.ts';

export type Customer = Selectable<CustomerTable>;
export type NewCustomer = Insertable<CustomerTable>;
export type List = Selectable<ListTable>;
export type NewList = Insertable<ListTable>;
export type ListField = Selectable<ListFieldTable>;
export type NewListField = Insertable<ListFieldTable>;
export type ListFieldUpdate = Updateable<ListFieldTable>;
export type Subscriber = Selectable<SubscriberTable>;
export type NewSubscriber = Insertable<SubscriberTable>;
export type SubscriberUpdate = Updateable<SubscriberTable>;
export type Segment = Selectable<SegmentTable>;
export type NewSegment = Insertable<SegmentTable>;
export type SegmentUpdate = Updateable<SegmentTable>;
export type Template = Selectable<TemplateTable>;
export type NewTemplate = Insertable<TemplateTable>;
export type TemplateUpdate = Updateable<TemplateTable>;
export type AbTest = Selectable<AbTestTable>;
export type Campaign = Selectable<CampaignTable>;
export type NewCampaign = Insertable<CampaignTable>;
export type CampaignUpdate = Updateable<CampaignTable>;
/** The sum of a campaign's slots. */
export type CampaignCounter = Omit<Selectable<CampaignCounterTable>, 'slot'>;
export type Message = Selectable<MessageTable>;
export type WorkRow = Selectable<WorkTable>;
export type Job = Selectable<JobTable>;
export type InboxMail = Selectable<InboxMailTable>;
