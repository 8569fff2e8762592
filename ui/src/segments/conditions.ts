// Conditions of a segment as rows of a form: what is chosen and typed so far, and what the API is
// told of it.
import { useLingui } from '@lingui/react/macro';
import type { Segment, SegmentDefinition } from '../api/lists/segments.ts';

export type Row =
  | { id: number; kind: 'field'; field: string | null; operator: string; value: string }
  | { id: number; kind: 'campaign'; action: Action; campaign: string; days: string };
export type Action = Segment['campaign_conditions'][number]['action'];
export type Draft = { name: string; match: 'any' | 'all'; rows: Row[] };

let last = 0;
const nextId = () => {
  last += 1;
  return last;
};

export const newFieldRow = (): Row => ({ id: nextId(), kind: 'field', field: null, operator: '1', value: '' });
export const newCampaignRow = (): Row => ({ id: nextId(), kind: 'campaign', action: 'open', campaign: '', days: '90' });

/** What was stored, as rows. A time in another unit or comparison than the form has is kept apart. */
export function draftOf(segment: Segment | undefined): Draft {
  if (!segment) return { name: '', match: 'all', rows: [newFieldRow()] };
  const fields = segment.conditions.map(
    ({ field_id, operator_id, value }): Row => ({
      ...{ id: nextId(), kind: 'field', field: String(field_id), operator: String(operator_id), value },
    }),
  );
  const campaigns = segment.campaign_conditions.map(
    ({ action, campaign_id, time_value, time_comparison_operator: comparison }): Row => ({
      ...{ id: nextId(), kind: 'campaign', action, campaign: campaign_id === '0' ? '' : campaign_id },
      days: comparison === 'gte' && String(time_value) === '0' ? '' : String(time_value),
    }),
  );
  return { name: segment.name, match: segment.operator_match, rows: [...fields, ...campaigns] };
}

/** Whether the form can show everything that a segment says. */
export function isPlain(segment: Segment): boolean {
  return segment.campaign_conditions.every(
    ({ time_comparison_operator: comparison, time_unit: unit, time_value: value }) =>
      (comparison === 'lte' && unit === 'day') || (comparison === 'gte' && String(value) === '0'),
  );
}

/** Operators that need no value. */
export const mayBeEmpty = (operator: string): boolean => operator === '1' || operator === '2';

const isWhole = (row: Row): boolean =>
  row.kind === 'campaign' || (row.field !== null && (row.value.trim() !== '' || mayBeEmpty(row.operator)));

/** What the API is told; undefined: a row is not filled in yet. */
export function definitionOf({ match, rows }: Draft): SegmentDefinition | undefined {
  if (rows.length === 0 || !rows.every(isWhole)) return undefined;
  return {
    operator_match: match,
    conditions: rows.flatMap((row) =>
      row.kind === 'field'
        ? [{ field_id: Number(row.field), operator_id: Number(row.operator), value: row.value }]
        : [],
    ),
    campaign_conditions: rows.flatMap((row) => {
      if (row.kind !== 'campaign') return [];
      const campaign = row.campaign ? { campaign_id: Number(row.campaign) } : {};
      const time = row.days
        ? { time_comparison_operator: 'lte' as const, time_value: Number(row.days), time_unit: 'day' as const }
        : {};
      return [{ action: row.action, ...campaign, ...time }];
    }),
  };
}

/** Comparisons by their numbers in the API. */
export function useOperators(): readonly { value: string; label: string }[] {
  const { t } = useLingui();
  return [
    { value: '1', label: t`is` },
    { value: '2', label: t`is not` },
    { value: '3', label: t`contains` },
    { value: '4', label: t`does not contain` },
    { value: '5', label: t`begins with` },
    { value: '9', label: t`does not begin with` },
    { value: '6', label: t`ends with` },
    { value: '10', label: t`does not end with` },
    { value: '7', label: t`is greater than` },
    { value: '8', label: t`is less than` },
  ];
}

export function useCampaignActions(): readonly { value: Action; label: string }[] {
  const { t } = useLingui();
  return [
    { value: 'open', label: t`opened` },
    { value: 'not-open', label: t`did not open` },
    { value: 'click', label: t`clicked in` },
    { value: 'not-click', label: t`did not click in` },
    { value: 'sent', label: t`got` },
    { value: 'not-sent', label: t`did not get` },
  ];
}
