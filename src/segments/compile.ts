// A segment as an SQL condition on table `subscriber`, the same on both engines. Values are always
// parameters. test/support/segment-meaning.ts says in plain code what it means; a
// property test compares the two.
import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import { dateOf, numberOf } from '../kernel/text/comparing.ts';
import { holdsSeveral } from '../lists/fields/type.ts';
import { getFieldType } from '../lists/fields/types.ts';
import { madeOnce, mailingOfNumber } from '../storage/campaign-conditions.ts';
import type { Db, Tx } from '../storage/db.ts';
import { memberBeginning, memberNumber } from '../storage/dialect/members.ts';
import { findsAny } from '../storage/dialect/rows-of.ts';
import { byCodePoint, jsonText, textHolds } from '../storage/dialect.ts';
import type { ListField, Tables } from '../storage/tables.ts';
import { conditionText, SEPARATOR } from '../subscribers/values/folded.ts';
import { dateCondition } from './dates/compile.ts';
import {
  type CampaignCondition,
  type Condition,
  definitionOf,
  type Group,
  isKeptOut,
  lacksField,
  type StoredDefinition,
  spanOf,
} from './rules.ts';

type Holds = RawBuilder<SqlBool>;
type SegmentField = Pick<ListField, 'id' | 'number' | 'type'>;

/** A definition with whose it is, and where a day is a day (queries.ts: inZone). */
export type DefinitionThere = StoredDefinition & { customer_id: number; time_zone: string };

/**
 * The condition that a row of `subscriber` (not aliased) is in the segment; without a segment it
 * always holds. List and status are the caller's to check.
 * @param fields all of the segment's list; with a condition on a removed one nobody is in it
 * @param at the instant from which "within the last three days" is counted
 */
export function compileSegment(
  db: Db | Tx,
  segment: DefinitionThere | undefined,
  fields: readonly SegmentField[],
  at: number,
): Expression<SqlBool> {
  if (!segment) return expressionBuilder<Tables, 'subscriber'>().and([]);
  const definition = definitionOf(segment);
  if (lacksField(definition, fields)) return sql<SqlBool>`1 = 0`;
  return compileGroup(db, definition, { fields, customerId: segment.customer_id, at, timeZone: segment.time_zone });
}

/** What conditions are looked at with. `isWithinNone`: whoever meets them is kept out. */
export type Around = {
  fields: readonly SegmentField[];
  customerId: number;
  at: number;
  timeZone: string;
  isWithinNone?: boolean;
};

/** A group as a condition. */
export function compileGroup(db: Db | Tx, group: Group, outer: Around): Expression<SqlBool> {
  const around = { ...outer, isWithinNone: isKeptOut(group, outer.isWithinNone) };
  const eb = expressionBuilder<Tables, 'subscriber'>();
  const all = [
    ...group.conditions.map((condition) => fieldCondition(db, condition, around.fields)),
    ...group.campaignConditions.map((condition) => campaignCondition(db, condition, around)),
    ...group.dateConditions.map((condition) => dateCondition(db, condition, around.fields, around)),
    ...group.groups.map((within) => compileGroup(db, within, around)),
  ];
  if (group.match === 'all') return eb.and(all);
  return group.match === 'any' ? eb.or(all) : eb.not(eb.or(all));
}

function fieldCondition(db: Db | Tx, { fieldNumber, operator, value }: Condition, fields: readonly SegmentField[]) {
  const field = fields.find((candidate) => candidate.number === fieldNumber);
  const key = String(field?.id);
  const kept = field ? jsonText(db, 'subscriber.folded', key) : sql<string | null>`cast(null as text)`;
  const text = sql<string>`coalesce(${kept}, '')`;
  const wanted = conditionText(value);
  // In a field with several values, each is found by the separators around it.
  const several = field !== undefined && holdsSeveral(getFieldType(field.type)) && wanted !== '';
  const holds: Record<'is' | 'contains' | 'starts' | 'ends', () => Holds> = {
    is: () => (several ? found(SEPARATOR + wanted + SEPARATOR) : valueIs(db, key, wanted)),
    contains: () => (wanted === '' ? sql`1 = 1` : (contains(db, key, wanted) ?? found(wanted))),
    starts: () => (several ? found(SEPARATOR + wanted) : startsWith(db, key, wanted)),
    ends: () => (several ? found(wanted + SEPARATOR) : endsWith(db, text, wanted)),
  };
  const found = (part: string): Holds =>
    sql`(${textHolds(db, folded, writtenIn(part))} and ${textHolds(db, text, part)})`;
  switch (operator) {
    case 'is':
    case 'contains':
    case 'starts':
    case 'ends':
      return holds[operator]();
    case 'is-not':
      return not(holds.is());
    case 'not-contains':
      return not(holds.contains());
    case 'not-starts':
      return not(holds.starts());
    case 'not-ends':
      return not(holds.ends());
    case 'greater':
    case 'less':
      return field && !holdsSeveral(getFieldType(field.type))
        ? ordered(db, key, kept, operator, wanted)
        : sql<SqlBool>`1 = 0`;
  }
}

const not = (condition: Holds): Holds => sql`not (${condition})`;

// The column is looked at as the text that it is: parsing it for each row takes much longer. It is
// written by `foldedMember`. Inside of a value each quotation mark has a backslash before it, so a
// member's name stands nowhere else.
const folded = sql.ref<string>('subscriber.folded');
const nameOf = (key: string) => `"${key}":`;

/** A text as it stands within the quotation marks of a value. */
const writtenIn = (text: string) => JSON.stringify(text).slice(1, -1);

function valueIs(db: Db | Tx, key: string, wanted: string): Holds {
  const isWritten = textHolds(db, folded, nameOf(key) + JSON.stringify(wanted));
  return wanted === '' ? sql`(not ${textHolds(db, folded, nameOf(key))} or ${isWritten})` : isWritten;
}

function startsWith(db: Db | Tx, key: string, wanted: string): Holds {
  return wanted === '' ? sql`1 = 1` : textHolds(db, folded, `${nameOf(key)}"${writtenIn(wanted)}`);
}

/** Undefined for what could be taken for signs of JSON. */
function contains(db: Db | Tx, key: string, wanted: string): Holds | undefined {
  if (writtenIn(wanted) !== wanted || wanted.includes('}')) return undefined;
  const isThere = textHolds(db, memberBeginning(db, 'subscriber.folded', key), wanted);
  return sql`(${textHolds(db, folded, wanted)} and ${isThere})`;
}

/**
 * Compared by characters (code points), which both engines count alike. The end of a text shorter
 * than `wanted` is shorter too, so never equal.
 */
function endsWith(db: Db | Tx, text: Expression<string>, wanted: string): Holds {
  if (wanted === '') return sql`1 = 1`;
  const isEnd = sql`substr(${text}, length(${text}) - ${sql.lit(lengthOf(wanted) - 1)}) = ${wanted}`;
  return sql`(${textHolds(db, folded, `${writtenIn(wanted)}"`)} and ${isEnd})`;
}

const lengthOf = (text: string) => [...text].length;

/**
 * Greater or less: compared as numbers or dates when both sides are, else as texts by code point.
 * Never true for a missing value.
 */
function ordered(
  db: Db | Tx,
  key: string,
  kept: RawBuilder<string | null>,
  operator: 'greater' | 'less',
  wanted: string,
): Holds {
  const sign = operator === 'greater' ? sql`>` : sql`<`;
  const asText = sql<SqlBool>`${byCodePoint(db, kept)} ${sign} ${wanted}`;
  const number = numberOf(wanted);
  const measure = number ?? dateOf(wanted);
  if (measure === undefined) return sql`(${kept} is not null and ${asText})`;
  const measured = memberNumber(db, 'subscriber.folded', `${key}${number === undefined ? 'd' : 'n'}`);
  return sql`coalesce(${measured} ${sign} ${measure}, ${asText}, false)`;
}

const SHA256_LENGTH = 64; // in hex

/** The table that has what somebody did, or got, and its column with the time. */
const PLACES = {
  sent: ['message', 'message.finished_at'],
  open: ['open', 'open.at'],
  click: ['click', 'click.at'],
} as const;

/** What a condition asks about; `isOpposite`: for those who did not. */
const EVENTS_OF = {
  sent: { action: 'sent', isOpposite: false },
  'not-sent': { action: 'sent', isOpposite: true },
  open: { action: 'open', isOpposite: false },
  'not-open': { action: 'open', isOpposite: true },
  click: { action: 'click', isOpposite: false },
  'not-click': { action: 'click', isOpposite: true },
} as const;

function campaignCondition(
  db: Db | Tx,
  condition: CampaignCondition,
  { customerId, at, isWithinNone }: Around & { isWithinNone: boolean },
): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, 'subscriber'>();
  const { action, isOpposite } = EVENTS_OF[condition.action];
  const [table, time] = PLACES[action];
  // The index begins with the subscriber: a few rows each, however many events are stored.
  let did = eb
    .selectFrom(table)
    .select(sql<number>`1`.as('one'))
    .where(sql.ref(`${table}.subscriber_id`), '=', sql.ref('subscriber.id'))
    .where(sql.ref(`${table}.customer_id`), '=', customerId);
  const { from, to } = spanOf(condition, at);
  if (from !== undefined) did = did.where(sql.ref(time), '>=', from);
  if (to !== undefined) did = did.where(sql.ref(time), '<=', to);
  let isThere: Holds | undefined;
  if (condition.campaignNumber !== null) {
    const mailing = mailingOfNumber(customerId, condition.campaignNumber);
    // All parts of a mailing must have their details: nobody knows who was in a part whose details
    // were removed.
    isThere = sql`coalesce((select min(case when campaign.details_removed_at is null then 1 else 0 end) from campaign
      where campaign.customer_id = ${customerId} and campaign.id ${madeOnce(db, mailing)}), 0) = 1`;
    did = did.where(sql<SqlBool>`${sql.ref(`${table}.campaign_id`)} ${madeOnce(db, mailing)}`);
    if (condition.link !== undefined && action === 'click') {
      const hash = sql.ref(`campaign_link.${condition.link.length === SHA256_LENGTH ? 'hash' : 'sha1'}`);
      const links = sql<number>`(select campaign_link.id from campaign_link where campaign_link.customer_id = ${customerId}
        and campaign_link.campaign_id ${madeOnce(db, mailing)} and ${hash} = ${condition.link})`;
      did = did.where(sql<SqlBool>`click.link_id ${madeOnce(db, links)}`);
    }
  }
  if (action === 'sent') did = did.where(sql.ref('message.state'), '=', 'accepted');
  const holds: Holds = isOpposite ? not(findsAny(db, did)) : sql`${findsAny(db, did)}`;
  // Of a campaign that is gone, or whose details are, nobody did anything: that must not let in
  // whom it kept out.
  if (!isThere || isOpposite === isWithinNone) return holds;
  return isWithinNone ? sql`(not (${isThere}) or ${holds})` : sql`(${isThere} and ${holds})`;
}
