// What a preset gives of a former server, in the words of this program.
import type { FieldInput } from '../lists/fields/input.ts';
import type { ListSettings } from '../lists/list-settings.ts';
import type { Operator } from '../segments/rules.ts';
import type { Source, Status } from '../subscribers/rules.ts';
import type { SuppressionReason } from '../suppression/rules.ts';
import type { Translate } from './tags/translation.ts';

/**
 * Some rows, and where the next ones begin: a run that was interrupted goes on there. `total`: of
 * all, as far as that is known.
 */
export type Slice<T> = { rows: readonly T[]; position: string; total?: number | undefined };

/** An address that gets no mail. */
export type FormerSuppression = { email: string; reason: SuppressionReason; detail: string };

/** A list; `key` is its name for the former server's programs. */
export type FormerList = {
  key: string;
  /** Absent settings are those of a new list. */
  settings: Partial<ListSettings> & Pick<ListSettings, 'name'>;
  /** All but EMAIL; their tags are those of the former server. */
  fields: readonly FieldInput[];
  /** The list of this uid is meant; else one is made. */
  into?: string | undefined;
  /** The uid that a new list has when nobody else has it. */
  uid?: string | undefined;
};

/** A person on a list, with everything that is known of the consent. Instants in ms. */
export type FormerPerson = {
  /** Tells the person apart from others of the list, for as long as the former server exists. */
  key: string;
  /** The uid that the subscriber has when nobody else has it. */
  uid?: string | undefined;
  email: string;
  /** By the tags of the former server. */
  values: Readonly<Record<string, unknown>>;
  status: Status;
  source: Source;
  ipAddress: string | null;
  addedAt: number | null;
  confirmedAt: number | null;
  confirmIp: string | null;
  unsubscribedAt: number | null;
  /** Columns that have a time which cannot be read. */
  unread?: readonly string[];
};

/** A row that is no person of ours: why, in a few words. */
export type NoPerson = { email: string; skipped: string };

export type FormerSegment = {
  key: string;
  name: string;
  match: 'any' | 'all';
  conditions: readonly { tag: string; operator: Operator; value: string }[];
  /** Why it cannot be made here. */
  skipped?: string | undefined;
};

export type FormerTemplate = { key: string; name: string; html: string };

export type FormerCampaign = {
  key: string;
  name: string;
  listKey: string;
  /** The lists after the first, where it goes to several. */
  furtherKeys?: readonly string[];
  segmentKey?: string | undefined;
  subject: string;
  fromName: string;
  fromEmail: string;
  replyTo: string;
  toName: string;
  html: string;
  plainText: string | null;
  /** Whether it went out, wholly or in part. */
  wasSent: boolean;
  skipped?: string | undefined;
};

/** A mailing that people have links of: the lists that it went to. */
export type FormerMailing = { key: string; listKeys: readonly string[] };

/** Somebody on a list, by the former server's names for both. */
export type FormerMember = { person: string; list: string };

/**
 * A former server, or an export of one. Each part begins after `position` (of a slice before;
 * empty: at the beginning).
 */
export type FormerServer = {
  kind: 'server' | 'mailchimp' | 'listmonk' | 'csv';
  /** Tells servers of one kind apart: an address, the list that a file goes into. */
  name: string;
  /** What is read, and how: an interrupted run goes on where this is the same. */
  edition: string;
  suppressions(position: string): AsyncIterable<Slice<FormerSuppression>>;
  lists(): Promise<FormerList[]>;
  people(list: FormerList, position: string): AsyncIterable<Slice<FormerPerson | NoPerson>>;
  /**
   * Which of these people are on their lists no more; nobody of a list that was removed or emptied.
   * Absent: that cannot be told.
   */
  absent?(members: readonly FormerMember[]): Promise<readonly FormerMember[]>;
  segments(list: FormerList): AsyncIterable<FormerSegment>;
  templates(): AsyncIterable<FormerTemplate>;
  campaigns(): AsyncIterable<FormerCampaign>;
  mailings(position: string): AsyncIterable<Slice<FormerMailing>>;
  translate: Translate;
  /** What a person should know beside the figures. */
  notes(): readonly string[];
  close(): Promise<void>;
};

/** A part that a former server has nothing of. */
export async function* nothing(): AsyncGenerator<never> {}
