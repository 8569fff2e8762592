// Tables of former servers that customers came from.
import type { Generated, Selectable } from 'kysely';
import type { Flag, JsonText } from './columns.ts';

/** A server, or an export of one; `name` tells those of one kind apart. */
export type FormerServerTable = {
  id: Generated<number>;
  customer_id: number;
  kind: string; // server | mailchimp | listmonk | csv
  name: string;
  started_at: number;
  finished_at: number | null; // null: the last run is under way, or was interrupted
};

/** A step of the last run, changed in the transactions that do the work. */
export type FormerStepTable = {
  customer_id: number;
  server_id: number;
  step: string;
  position: string; // up to where it is done, as its preset counts; '' = not begun
  is_done: Flag;
  progress: JsonText; // its part of the report
};

/** What became of something of a former server, by its name there. */
export type FormerObjectTable = {
  customer_id: number;
  server_id: number;
  kind: string; // list | segment | template | campaign | mailing (then the object is a list)
  former: string;
  object_id: number;
  digest: string; // of what it was there
  stored_at: number;
};

/** Who a person of a former server is on a list here. */
export type FormerPersonTable = {
  customer_id: number;
  server_id: number;
  former: string;
  list_id: number;
  subscriber_id: number;
  digest: string;
};

export type FormerServerRow = Selectable<FormerServerTable>;
export type FormerStep = Selectable<FormerStepTable>;
export type FormerObject = Selectable<FormerObjectTable>;
