// Reads segments from requests and shows them in answers (wire contract, section 8).
import { type FormObject, type FormValue, isFormObject } from '../http/form/decode.ts';
import { optional, required } from '../http/members/member.ts';
import { readMembers } from '../http/members/schema.ts';
import { formatCalendarTime } from '../kernel/clock.ts';
import { type Faults, throwFaults } from '../kernel/errors.ts';
import { holdsSeveral } from '../lists/fields/type.ts';
import { getFieldType } from '../lists/fields/types.ts';
import type { ListField, Segment } from '../storage/tables.ts';
import { conditionText } from './evaluate.ts';
import {
  type CampaignCondition,
  type Condition,
  type Definition,
  definitionOf,
  MAX_CONDITIONS,
  OPERATORS,
} from './rules.ts';
import { campaignConditionMembers, conditionMembers, MATCH, NAME } from './wire-schema.ts';

const { name } = required(NAME);
const { name: maybeName } = optional(NAME);
const { operator_match: operatorMatch } = optional(MATCH);

/** What a request is checked against: the list's fields and the customer's campaigns. */
export type SegmentContext = {
  fields: readonly ListField[];
  /** Those of the numbers that belong to campaigns of the customer. */
  knownCampaigns(numbers: number[]): Promise<Set<number>>;
  /** The segment that is changed; absent for a new one. */
  before?: Segment | undefined;
};

/**
 * Reads a segment from a request; in an update, absent members stay as they are.
 * @throws AppError `invalid` with every faulty member at once
 */
export async function readSegment(
  body: FormObject,
  around: SegmentContext,
): Promise<{ name: string; definition: Definition }> {
  const sent = flattened(body);
  const before = around.before && { name: around.before.name, ...definitionOf(around.before) };
  const keepsName = before !== undefined && !Object.hasOwn(sent, 'name');
  const { values, faults } = readMembers({ name: keepsName ? maybeName : name, operator_match: operatorMatch }, sent);
  const conditions = readConditions(sent['conditions'], around.fields, faults) ?? before?.conditions ?? [];
  const campaignConditions =
    (await readCampaignConditions(sent['campaign_conditions'], around, faults)) ?? before?.campaignConditions ?? [];
  // A segment without conditions would silently be the whole list.
  if (conditions.length + campaignConditions.length === 0) {
    faults['conditions'] ??= 'Please provide at least one condition.';
  }
  throwFaults(faults);
  const match = values.operator_match ?? before?.match ?? 'any';
  return { name: values.name ?? before?.name ?? '', definition: { match, conditions, campaignConditions } };
}

/** Some programs put name and operator into a block `general`. */
function flattened(sent: FormObject): FormObject {
  const { general } = sent;
  return general !== undefined && isFormObject(general) ? Object.assign(Object.create(null), sent, general) : sent;
}

/** The entries of a set, whatever keys a form gave them; undefined when the set is absent. */
function entriesOf(value: FormValue | undefined, member: string, faults: Faults): FormObject[] | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const entries = typeof value === 'object' && !(value instanceof Uint8Array) ? Object.values(value) : [value];
  const objects = entries.filter(isFormObject);
  if (objects.length < entries.length) faults[member] = 'Each condition must be an object.';
  if (entries.length > MAX_CONDITIONS) faults[member] = `Please provide at most ${MAX_CONDITIONS} conditions.`;
  return Object.hasOwn(faults, member) ? [] : objects;
}

function readConditions(
  value: FormValue | undefined,
  fields: readonly ListField[],
  faults: Faults,
): Condition[] | undefined {
  return entriesOf(value, 'conditions', faults)?.map((entry, index) => {
    const path = `conditions[${index}].`;
    const { values, faults: found } = readMembers(conditionMembers, entry, path);
    const operator = OPERATORS[(values.operator_id ?? 1) - 1] ?? 'is';
    const field = fields.find(({ number }) => number === values.field_id);
    if (!field) found[`${path}field_id`] ??= 'Provided list field does not exist.';
    if ((operator === 'greater' || operator === 'less') && field && holdsSeveral(getFieldType(field.type))) {
      found[`${path}operator_id`] ??= `A field that holds several values cannot be compared with ${operator}.`;
    }
    const text = values.value ?? '';
    if (operator !== 'is' && operator !== 'is-not' && conditionText(text) === '') {
      found[`${path}value`] ??= 'Value cannot be blank.';
    }
    Object.assign(faults, found);
    return { fieldNumber: values.field_id ?? 0, operator, value: text };
  });
}

async function readCampaignConditions(
  value: FormValue | undefined,
  around: SegmentContext,
  faults: Faults,
): Promise<CampaignCondition[] | undefined> {
  const entries = entriesOf(value, 'campaign_conditions', faults);
  const read = entries?.map((entry, index) => {
    const { values, faults: found } = readMembers(campaignConditionMembers, entry, `campaign_conditions[${index}].`);
    Object.assign(faults, found);
    return campaignCondition(values);
  });
  const numbers = read?.flatMap((condition) => condition.campaignNumber ?? []) ?? [];
  const known = await around.knownCampaigns(numbers);
  for (const [index, condition] of (read ?? []).entries()) {
    if (condition.campaignNumber === null || known.has(condition.campaignNumber)) continue;
    faults[`campaign_conditions[${index}].campaign_id`] ??= 'Provided campaign does not exist.';
  }
  return read;
}

/** Without a time value: at any time, which is the same as before now. */
function campaignCondition(values: {
  action?: CampaignCondition['action'];
  campaign_id?: number | undefined;
  time_comparison_operator?: CampaignCondition['comparison'] | undefined;
  time_value?: number | undefined;
  time_unit?: CampaignCondition['unit'] | undefined;
}): CampaignCondition {
  const isTimed = values.time_value !== undefined;
  return {
    action: values.action ?? 'open',
    campaignNumber: values.campaign_id || null, // absent or 0: any
    comparison: isTimed ? (values.time_comparison_operator ?? 'lte') : 'gte',
    value: values.time_value ?? 0,
    unit: values.time_unit ?? 'day',
  };
}

/** A segment in a listing. */
export function toWireEntry(segment: Segment) {
  return { segment_uid: segment.uid, name: segment.name, subscribers_count: segment.members };
}

/** A segment by itself. */
export function toWireRecord(segment: Segment) {
  const { match, conditions, campaignConditions } = definitionOf(segment);
  return {
    segment_uid: segment.uid,
    segment_id: String(segment.number),
    name: segment.name,
    operator_match: match,
    date_added: formatCalendarTime(segment.created_at),
    subscribers_count: segment.members,
    conditions: conditions.map(({ fieldNumber, operator, value }) => ({
      field_id: String(fieldNumber),
      operator_id: String(OPERATORS.indexOf(operator) + 1),
      value,
    })),
    campaign_conditions: campaignConditions.map(({ action, campaignNumber, comparison, value, unit }) => ({
      action,
      campaign_id: campaignNumber === null ? '' : String(campaignNumber),
      time_comparison_operator: comparison,
      time_value: String(value),
      time_unit: unit,
    })),
  };
}

/** The operators for comparing a field's value. */
export function toWireOperators() {
  const records = OPERATORS.map((operator, index) => ({
    operator_id: String(index + 1),
    name: operator,
    slug: operator,
  }));
  return { count: String(records.length), records };
}
