// Shows segments in answers (wire contract, section 8).
import { formatCalendarTime } from '../../kernel/clock.ts';
import type { Segment } from '../../storage/tables.ts';
import type { DateCondition } from '../dates/rules.ts';
import { type CampaignCondition, type Condition, definitionOf, type Group, OPERATORS } from '../rules.ts';

/** A segment in a listing. */
export function toWireEntry(segment: Segment) {
  return { segment_uid: segment.uid, name: segment.name, subscribers_count: segment.members };
}

/** A segment by itself. Dates and groups are told where there are any. */
export function toWireRecord(segment: Segment) {
  const { match, ...definition } = definitionOf(segment);
  return {
    segment_uid: segment.uid,
    segment_id: String(segment.number),
    name: segment.name,
    operator_match: match,
    date_added: formatCalendarTime(segment.created_at),
    subscribers_count: segment.members,
    ...toWireConditions(definition),
  };
}

type WireSets = {
  conditions: ReturnType<typeof toWireCondition>[];
  campaign_conditions: ReturnType<typeof toWireCampaignCondition>[];
  date_conditions?: ReturnType<typeof toWireDateCondition>[];
  groups?: (WireSets & { operator_match: Group['match'] })[];
};

function toWireConditions({ conditions, campaignConditions, dateConditions, groups }: Omit<Group, 'match'>): WireSets {
  const within = groups.map(({ match, ...group }) => ({
    operator_match: match,
    ...toWireConditions(group),
  }));
  return {
    conditions: conditions.map(toWireCondition),
    campaign_conditions: campaignConditions.map(toWireCampaignCondition),
    ...(dateConditions.length > 0 && { date_conditions: dateConditions.map(toWireDateCondition) }),
    ...(within.length > 0 && { groups: within }),
  };
}

const toWireCondition = ({ fieldNumber, operator, value }: Condition) => ({
  field_id: String(fieldNumber),
  operator_id: String(OPERATORS.indexOf(operator) + 1),
  value,
});

const toWireCampaignCondition = ({ action, campaignNumber, link, comparison, value, unit }: CampaignCondition) => ({
  action,
  campaign_id: campaignNumber === null ? '' : String(campaignNumber),
  ...(link !== undefined && { link_hash: link }),
  time_comparison_operator: comparison,
  time_value: String(value),
  time_unit: unit,
});

const toWireDateCondition = (condition: DateCondition) => ({
  date: condition.date,
  ...(condition.date === 'field' && { field_id: String(condition.fieldNumber) }),
  time_direction: condition.direction,
  time_comparison_operator: condition.comparison,
  time_value: String(condition.value),
  time_unit: condition.unit,
  every_year: condition.everyYear ? ('yes' as const) : ('no' as const),
});

/** The operators for comparing a field's value. */
export function toWireOperators() {
  const records = OPERATORS.map((operator, index) => ({
    operator_id: String(index + 1),
    name: operator,
    slug: operator,
  }));
  return { count: String(records.length), records };
}
