// Tables of parts of lists, and of how lists change.
import type { Generated } from 'kysely';
import type { JsonText } from './columns.ts';

export type ListGrowthTable = {
  customer_id: number;
  list_id: number;
  starts_at: number; // of the quarter of an hour
  source: number; // 0 = what people do, 1 = what bounces say
  added: number;
  confirmed: number; // became so, also when they were added
  unsubscribed: number;
  removed: number;
  bounced: number; // addresses that got no mail since, as theirs came back
  net: number; // by how many those who are confirmed grew
};

export type SegmentTable = {
  id: Generated<number>;
  uid: string;
  customer_id: number;
  number: number; // storage/numbers.ts
  list_id: number;
  name: string;
  operator_match: string; // any | all
  conditions: JsonText;
  campaign_conditions: JsonText;
  date_conditions: Generated<JsonText>;
  groups_within: Generated<JsonText>;
  members: number; // last count
  members_revision: number; // list.revision the count was made at; -1 = never
  members_counted_at: number;
  created_at: number;
  updated_at: number;
};
