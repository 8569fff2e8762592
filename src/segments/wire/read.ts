// Reads segments from requests (wire contract, section 8).

import { type FormObject, type FormValue, isFormObject } from '../../http/form/decode.ts';
import { listByNumber } from '../../http/form/value.ts';
import { optional, required } from '../../http/members/member.ts';
import { readMembers } from '../../http/members/schema.ts';
import { type Faults, throwFaults } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { holdsSeveral } from '../../lists/fields/type.ts';
import { getFieldType } from '../../lists/fields/types.ts';
import type { ListField, Segment } from '../../storage/tables.ts';
import { conditionText } from '../../subscribers/values/folded.ts';
import type { DateCondition } from '../dates/rules.ts';
import type { LinkName } from '../queries.ts';
import {
  type CampaignCondition,
  type Condition,
  conditionsOf,
  type Definition,
  definitionOf,
  type Group,
  MAX_CONDITIONS,
  MAX_DEPTH,
  OPERATORS,
} from '../rules.ts';
import {
  campaignConditionMembers,
  conditionMembers,
  dateConditionMembers,
  groupMembers,
  MATCH,
  NAME,
} from './members.ts';

const { name } = required(NAME);
const { name: maybeName } = optional(NAME);
const { operator_match: operatorMatch } = optional(MATCH);

/** What a request is checked against: the list's fields and the customer's campaigns. */
export type SegmentContext = {
  fields: readonly ListField[];
  /** Those of the numbers that belong to campaigns of the customer. */
  knownCampaigns(numbers: number[]): Promise<Set<number>>;
  /** Those of the links that campaigns of the customer have. */
  knownLinks(links: readonly LinkName[]): Promise<readonly LinkName[]>;
  /** The segment that is changed; absent for a new one. */
  before?: Segment | undefined;
};

/** Conditions and groups as they were sent; undefined where a set is absent. */
type Sent = { [part in 'conditions' | 'campaignConditions' | 'dateConditions' | 'groups']: Group[part] | undefined };

/** A campaign condition with its place in the request. */
type Asked = { condition: CampaignCondition; path: string };

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
  const { values, faults } = readMembers({ name: before ? maybeName : name, operator_match: operatorMatch }, sent);
  const asked: Asked[] = [];
  const parts = readParts(sent, '', { fields: around.fields, faults, asked, depth: 0 });
  await checkCampaigns(asked, around, faults);
  const definition: Definition = {
    match: values.operator_match ?? before?.match ?? 'any',
    conditions: parts.conditions ?? before?.conditions ?? [],
    campaignConditions: parts.campaignConditions ?? before?.campaignConditions ?? [],
    dateConditions: parts.dateConditions ?? before?.dateConditions ?? [],
    groups: parts.groups ?? before?.groups ?? [],
  };
  const n = conditionsOf(definition);
  const hasFaulty = Object.keys(faults).some((name) => /^(?:[a-z_]*conditions|groups)\b/.test(name));
  // A segment without conditions would silently be the whole list.
  if (n === 0 && !hasFaulty) faults['conditions'] ??= say('segment-empty');
  if (n > MAX_CONDITIONS) faults['conditions'] ??= say('segment-many', { max: MAX_CONDITIONS });
  throwFaults(faults);
  return { name: values.name ?? before?.name ?? '', definition };
}

/** Some programs put name and operator into a block `general`. */
function flattened(sent: FormObject): FormObject {
  const { general } = sent;
  return general !== undefined && isFormObject(general) ? Object.assign(Object.create(null), sent, general) : sent;
}

/** `depth`: how many groups it is within. */
type Reading = { fields: readonly ListField[]; faults: Faults; asked: Asked[]; depth: number };

function readParts(sent: FormObject, path: string, reading: Reading): Sent {
  const { fields, faults, asked } = reading;
  const entries = <T>(member: string, read: (entry: FormObject, path: string) => T) =>
    entriesOf(sent[member], `${path}${member}`, faults)?.map((entry, n) => read(entry, `${path}${member}[${n}].`));
  return {
    conditions: entries('conditions', (entry, at) => readCondition(entry, at, fields, faults)),
    campaignConditions: entries('campaign_conditions', (entry, at) => {
      const condition = readCampaignCondition(entry, at, faults);
      asked.push({ condition, path: at });
      return condition;
    }),
    dateConditions: entries('date_conditions', (entry, at) => readDateCondition(entry, at, fields, faults)),
    groups: entries('groups', (entry, at) => readGroup(entry, at, { ...reading, depth: reading.depth + 1 })),
  };
}

function readGroup(entry: FormObject, path: string, reading: Reading): Group {
  const { faults, depth } = reading;
  const { values, faults: found } = readMembers(groupMembers, entry, path);
  Object.assign(faults, found);
  const here = path.slice(0, -1);
  const parts = depth > MAX_DEPTH ? {} : readParts(entry, path, reading);
  if (depth > MAX_DEPTH) faults[here] ??= say('segment-deep', { max: MAX_DEPTH });
  const group = {
    conditions: [],
    campaignConditions: [],
    dateConditions: [],
    groups: [],
    ...Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined)),
    match: values.operator_match ?? 'any',
  } satisfies Group;
  if (conditionsOf(group) === 0 && !Object.keys(faults).some((name) => name.startsWith(here))) {
    faults[here] = say('segment-group-empty');
  }
  return group;
}

/** The entries of a set, whatever keys a form gave them; undefined when the set is absent. */
function entriesOf(value: FormValue | undefined, member: string, faults: Faults): FormObject[] | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const entries = listByNumber(value) ?? [value];
  const objects = entries.filter(isFormObject);
  const what = member.endsWith('groups') ? 'group' : 'condition';
  const odd = entries.findIndex((entry) => !isFormObject(entry));
  if (entries.length > MAX_CONDITIONS) faults[member] = say('segment-many-of', { max: MAX_CONDITIONS, what });
  else if (odd !== -1)
    faults[typeof value === 'object' ? `${member}[${odd}]` : member] = say('segment-each-object', { what });
  return odd === -1 && !Object.hasOwn(faults, member) ? objects : [];
}

function readCondition(entry: FormObject, path: string, fields: readonly ListField[], faults: Faults): Condition {
  const { values, faults: found } = readMembers(conditionMembers, entry, path);
  const operator = OPERATORS[(values.operator_id ?? 1) - 1] ?? 'is';
  const field = fields.find(({ number }) => number === values.field_id);
  if (!field) found[`${path}field_id`] ??= say('segment-field-provided');
  if ((operator === 'greater' || operator === 'less') && field && holdsSeveral(getFieldType(field.type))) {
    found[`${path}operator_id`] ??= say('segment-several', { operator });
  }
  const text = values.value ?? '';
  if (operator !== 'is' && operator !== 'is-not' && conditionText(text) === '') {
    found[`${path}value`] ??= say('member-blank', { label: 'Value' });
  }
  Object.assign(faults, found);
  return { fieldNumber: values.field_id ?? 0, operator, value: text };
}

/** Without a time value: at any time, which is the same as before now. */
function readCampaignCondition(entry: FormObject, path: string, faults: Faults): CampaignCondition {
  const { values, faults: found } = readMembers(campaignConditionMembers, entry, path);
  const action = values.action ?? 'open';
  const link = values.link_hash?.toLowerCase();
  if (link !== undefined && !action.endsWith('click')) found[`${path}link_hash`] ??= say('segment-link-clicks');
  if (link !== undefined && !values.campaign_id) found[`${path}link_hash`] ??= say('segment-link-campaign');
  Object.assign(faults, found);
  const isTimed = values.time_value !== undefined;
  return {
    action,
    campaignNumber: values.campaign_id || null, // absent or 0: any
    ...(link !== undefined && { link }),
    comparison: isTimed ? (values.time_comparison_operator ?? 'lte') : 'gte',
    value: values.time_value ?? 0,
    unit: values.time_unit ?? 'day',
  };
}

function readDateCondition(
  entry: FormObject,
  path: string,
  fields: readonly ListField[],
  faults: Faults,
): DateCondition {
  const { values, faults: found } = readMembers(dateConditionMembers, entry, path);
  const date = values.date ?? 'joined';
  const comparison = values.time_comparison_operator ?? 'lte';
  const everyYear = values.every_year === 'yes';
  const field = fields.find(({ number }) => number === values.field_id);
  if (date === 'field' && !field) found[`${path}field_id`] ??= say('segment-field-provided');
  if (date === 'field' && field && holdsSeveral(getFieldType(field.type))) {
    found[`${path}field_id`] ??= say('segment-several-date');
  }
  if (everyYear && date !== 'field') found[`${path}every_year`] ??= say('segment-yearly-field');
  if (everyYear && (comparison === 'gte' || comparison === 'gt')) {
    found[`${path}every_year`] ??= say('segment-yearly-operator');
  }
  Object.assign(faults, found);
  return {
    date,
    fieldNumber: date === 'field' ? (values.field_id ?? 0) : 0,
    direction: values.time_direction ?? 'ago',
    everyYear,
    comparison,
    value: values.time_value ?? 0,
    unit: values.time_unit ?? 'day',
  };
}

/** Campaigns and links that are named must be there. */
async function checkCampaigns(asked: readonly Asked[], around: SegmentContext, faults: Faults): Promise<void> {
  const known = await around.knownCampaigns(asked.flatMap(({ condition }) => condition.campaignNumber ?? []));
  const links = asked.flatMap(({ condition: { campaignNumber, link } }) =>
    campaignNumber !== null && link !== undefined ? [{ campaignNumber, hash: link }] : [],
  );
  const knownLinks = await around.knownLinks(links);
  for (const { condition, path } of asked) {
    const { campaignNumber, link } = condition;
    if (campaignNumber === null) continue;
    if (!known.has(campaignNumber)) faults[`${path}campaign_id`] ??= say('campaign-provided');
    else if (
      link !== undefined &&
      !knownLinks.some((one) => one.campaignNumber === campaignNumber && one.hash === link)
    ) {
      faults[`${path}link_hash`] ??= say('segment-link-unknown');
    }
  }
}
