// The parts of the tables that grow with every message, on PostgreSQL: each has the rows of a range
// of campaigns. Ids of campaigns grow with time, so a range is a period, and giving up what is old
// is emptying a table, whatever it holds. A statement that names its campaign reads one part.
//
// Ranges are of the same width everywhere. The last one is open: no row is ever without a part.
// Numbers are left out so that a new period begins with a new range (renew.ts).

/** Tables in parts. Their keys have `campaign_id`. */
export const TABLES_IN_PARTS = ['message', 'response', 'open', 'click'] as const;
export type TableInParts = (typeof TABLES_IN_PARTS)[number];

/** How many ids of campaigns a part has. */
export const PART_WIDTH = 2 ** 24;

/** The number of the part that a campaign is in, from 1 on; links have two bytes for it. */
export const partOf = (campaignId: number): number => Math.floor(campaignId / PART_WIDTH) + 1;

/**
 * Ids from here on are of hidden campaigns, one a customer, which live as long as their customer.
 * Their rows are in a part of their own, and leave it one after the other. Links have room for ids
 * up to twice as many.
 */
export const FIRST_LASTING_ID = 2 ** 39;

/**
 * Rows are inserted once and seldom changed. Frozen a bit at a time, while they are in memory
 * still: otherwise all of a part would be rewritten at once, much later.
 */
const STORED = 'with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_freeze_min_age = 0)';

/** A part from one id (absent: whatever is below) up to another one, which is not in it. */
export function createPart(table: string, name: string, from: number | undefined, to: number | undefined): string {
  const range = `from (${from ?? 'minvalue'}) to (${to ?? 'maxvalue'})`;
  return `create table ${table}_${name} partition of ${table} for values ${range} ${STORED}`;
}

/** The parts that a table has at first. */
export function firstParts(table: string): string[] {
  return [
    createPart(table, '1', undefined, PART_WIDTH),
    createPart(table, 'last', PART_WIDTH, FIRST_LASTING_ID),
    createPart(table, 'lasting', FIRST_LASTING_ID, undefined),
  ];
}
