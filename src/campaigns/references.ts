// Looks up the list, segment, template, relays and campaigns that a request refers to.
import { type MakePage, pageMaker } from '../blocks/compile/for-customer.ts';
import type { Dialect } from '../http/dialect.ts';
import { fieldsOf } from '../lists/fields/queries.ts';
import { findList } from '../lists/queries.ts';
import { findVisibleRelay } from '../relays/queries.ts';
import { findSegment, findSegmentById } from '../segments/queries.ts';
import type { Db } from '../storage/db.ts';
import type { Campaign, List, Segment } from '../storage/tables.ts';
import { filesOfTemplate, findTemplate } from '../templates/queries.ts';
import { findAttachedFile } from './attached/files.ts';
import type { CampaignSource } from './content/source.ts';
import { knownTags } from './merge/values.ts';
import { findNamedCampaign, listOf } from './queries.ts';
import { type FindTags, tagsIn } from './recipient-time/check.ts';
import { EARLIEST_MS } from './recipient-time/rules.ts';
import { lastRunOf } from './schedule/queries-runs.ts';

export type References = {
  /** IANA name of the customer's time zone, in which times are given. */
  timeZone: string;
  /** The customer's locale, in which records show times. */
  locale: string;
  /** Public address, without a slash at the end. */
  baseUrl: string;
  /** How strictly the request is read. */
  dialect: Dialect;
  /** Now, in ms. */
  at: number;
  findList(uid: string): Promise<List | undefined>;
  listById(id: number): Promise<List | undefined>;
  findSegment(list: List, uid: string): Promise<Segment | undefined>;
  segmentById(id: number): Promise<Segment | undefined>;
  findTemplate(uid: string): Promise<CampaignSource | undefined>;
  /**
   * Whether the customer may use the relay of this number: an own or shared one, or the configured
   * one.
   */
  isKnownRelay(number: number): Promise<boolean>;
  campaignOfNumber(number: number): Promise<Campaign | undefined>;
  /** A file that goes along with one of the campaigns, by the hash of its bytes. */
  findAttachedFile(hash: string): Promise<{ size: number } | undefined>;
  /** The page of blocks, in the customer's brand. */
  pageOfBlocks: MakePage;
  /**
   * Returns whether a tag is filled in for a list's subscribers; without a known list, any tag
   * could be a field's.
   */
  knownTags(list: List | undefined): Promise<(tag: string) => boolean>;
  /**
   * The last instant (ms) for which a run of a recurring campaign was made; undefined: none yet, or
   * only those made when the clock was ahead of the present time.
   */
  lastRunOf(campaign: Campaign | undefined): Promise<number | undefined>;
  /** Fields of a list by tag: whether their values can name a time zone. */
  findTags: FindTags;
};

/** Number of the relay of the configuration. */
const CONFIGURED = 0;

/** Looks things up among those of one customer. */
export function referencesOf(options: {
  db: Db;
  customerId: number;
  timeZone: string;
  dialect: Dialect;
  locale: string;
  baseUrl: string;
  hasConfiguredRelay: boolean;
  at: number;
}): References {
  const { db, customerId, hasConfiguredRelay, ...given } = options;
  return {
    ...given,
    findList: (uid) => findList(db, customerId, uid),
    async listById(id) {
      const list = await listOf(db, { list_id: id, customer_id: customerId });
      return list?.status === 'active' ? list : undefined;
    },
    findSegment: (list, uid) => findSegment(db, customerId, list.id, uid),
    segmentById: (id) => findSegmentById(db, customerId, id),
    async findTemplate(uid) {
      const template = await findTemplate(db, customerId, uid);
      return (
        template && {
          kind: 'template',
          html: template.content,
          blocks: template.blocks,
          files: await filesOfTemplate(db, template),
        }
      );
    },
    isKnownRelay: async (number) =>
      number === CONFIGURED ? hasConfiguredRelay : (await findVisibleRelay(db, customerId, number)) !== undefined,
    findAttachedFile: (hash) => findAttachedFile(db, customerId, hash),
    pageOfBlocks: pageMaker(db, customerId),
    campaignOfNumber: (number) => findNamedCampaign(db, customerId, number),
    lastRunOf: async (campaign) =>
      campaign && campaign.run_count > 0 ? lastRunOf(db, campaign, given.at + EARLIEST_MS) : undefined,
    findTags: tagsIn(db),
    knownTags: async (list) => (list ? knownTags(await fieldsOf(db, list.customer_id, list.id)) : () => true),
  };
}
