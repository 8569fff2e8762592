// A segment as rows of a form: what is chosen and typed so far, what the API is told of it, and
// under which path it speaks of each row.
import type { Segment, SegmentDefinition } from '../api/lists/segments.ts';

type Wire = SegmentDefinition;
export type FieldRow = { id: number; kind: 'field'; field: string | null; operator: string; value: string };
/** `comparison`: empty: at any time. `link`: empty: any. */
export type CampaignRow = {
  id: number;
  kind: 'campaign';
  action: Action;
  campaign: string;
  link: string;
  comparison: Comparison | '';
  value: string;
  unit: Unit;
};
/** `date`: joined, confirmed or the number of a field. */
export type DateRow = {
  id: number;
  kind: 'date';
  date: string;
  direction: 'ago' | 'ahead';
  comparison: Comparison;
  value: string;
  unit: DateUnit;
  everyYear: boolean;
};
export type GroupRow = { id: number; kind: 'group'; match: 'any' | 'all' | 'none'; rows: Row[] };
export type Row = FieldRow | CampaignRow | DateRow | GroupRow;
export type Draft = { name: string; match: 'any' | 'all'; rows: Row[] };

type WireCampaign = Segment['campaign_conditions'][number];
type WireDate = NonNullable<Segment['date_conditions']>[number];
export type Action = WireCampaign['action'];
export type Comparison = WireCampaign['time_comparison_operator'];
export type Unit = WireCampaign['time_unit'];
export type DateUnit = WireDate['time_unit'];

/** Groups in groups in a segment. */
export const MOST_DEPTH = 2;

let last = 0;
const nextId = () => {
  last += 1;
  return last;
};

const NEW: { [K in Row['kind']]: () => Extract<Row, { kind: K }> } = {
  field: () => ({ id: nextId(), kind: 'field', field: null, operator: '1', value: '' }),
  campaign: () => ({
    id: nextId(),
    kind: 'campaign',
    action: 'open',
    campaign: '',
    link: '',
    comparison: 'lte',
    value: '90',
    unit: 'day',
  }),
  date: () => ({
    id: nextId(),
    kind: 'date',
    date: 'joined',
    direction: 'ago',
    comparison: 'lte',
    value: '30',
    unit: 'day',
    everyYear: false,
  }),
  group: () => ({ id: nextId(), kind: 'group', match: 'any', rows: [NEW.field()] }),
};
export const newRow = (kind: Row['kind']): Row => NEW[kind]();

/** A condition on a field of which nothing was chosen yet. */
export const isUntouched = (row: Row) => row.kind === 'field' && row.field === null && row.value === '';

/** What was stored, as rows. */
export function draftOf(segment: Segment | undefined): Draft {
  if (!segment) return { name: '', match: 'all', rows: [NEW.field()] };
  return { name: segment.name, match: segment.operator_match, rows: rowsOf(segment) };
}

type Sets = Pick<Segment, 'conditions' | 'campaign_conditions' | 'date_conditions'> & {
  groups?: readonly (Sets & { operator_match: GroupRow['match'] })[] | undefined;
};

function rowsOf(sets: Sets): Row[] {
  return [
    ...sets.conditions.map(
      ({ field_id, operator_id, value }): Row => ({
        id: nextId(),
        kind: 'field',
        field: String(field_id),
        operator: String(operator_id),
        value,
      }),
    ),
    ...(sets.date_conditions ?? []).map(
      (one): Row => ({
        id: nextId(),
        kind: 'date',
        date: one.date === 'field' ? String(one.field_id) : one.date,
        direction: one.time_direction,
        comparison: one.time_comparison_operator,
        value: String(one.time_value),
        unit: one.time_unit,
        everyYear: one.every_year === 'yes',
      }),
    ),
    ...sets.campaign_conditions.map(campaignRowOf),
    ...(sets.groups ?? []).map(
      (group): Row => ({ id: nextId(), kind: 'group', match: group.operator_match, rows: rowsOf(group) }),
    ),
  ];
}

function campaignRowOf(one: WireCampaign): Row {
  const isAnytime = one.time_comparison_operator === 'gte' && String(one.time_value) === '0';
  return {
    id: nextId(),
    kind: 'campaign',
    action: one.action,
    link: one.link_hash ?? '',
    campaign: one.campaign_id === '0' ? '' : one.campaign_id,
    unit: one.time_unit,
    comparison: isAnytime ? '' : one.time_comparison_operator,
    value: isAnytime ? '90' : String(one.time_value),
  };
}

/** Operators that need no value. */
export const mayBeEmpty = (operator: string): boolean => operator === '1' || operator === '2';

/** Whether a value is compared as a whole: is, is not, greater, less. */
export const ofWholeValues = (operator: string): boolean => ['1', '2', '7', '8'].includes(operator);

/** Whether a link can be named: of clicks in one campaign. */
export const mayNameLink = ({ action, campaign }: CampaignRow): boolean => action.endsWith('click') && campaign !== '';

/** Whether a date can come every year: of a field, where an anniversary has an end. */
export const mayComeEveryYear = ({ date, comparison }: DateRow): boolean =>
  date !== 'joined' && date !== 'confirmed' && comparison !== 'gte' && comparison !== 'gt';

function isWhole(row: Row): boolean {
  switch (row.kind) {
    case 'field':
      return row.field !== null && (row.value.trim() !== '' || mayBeEmpty(row.operator));
    case 'campaign':
      return row.comparison === '' || row.value !== '';
    case 'date':
      return row.value !== '';
    case 'group':
      return row.rows.length > 0 && row.rows.every(isWhole);
  }
}

const SETS = {
  field: 'conditions',
  date: 'date_conditions',
  campaign: 'campaign_conditions',
  group: 'groups',
} as const satisfies Record<Row['kind'], keyof Wire>;

/** Under which path the API speaks of each row, by its id. */
export function pathsOf(rows: readonly Row[], before = ''): Map<number, string> {
  const paths = new Map<number, string>();
  const counts: Record<string, number> = {};
  for (const row of rows) {
    const set = SETS[row.kind];
    const path = `${before}${set}[${counts[set] ?? 0}]`;
    counts[set] = (counts[set] ?? 0) + 1;
    paths.set(row.id, path);
    if (row.kind === 'group') for (const [id, within] of pathsOf(row.rows, `${path}.`)) paths.set(id, within);
  }
  return paths;
}

/** What the API is told; undefined: a row is not filled in yet. */
export function definitionOf({ match, rows }: Pick<Draft, 'match' | 'rows'>): SegmentDefinition | undefined {
  if (rows.length === 0 || !rows.every(isWhole)) return undefined;
  return { operator_match: match, ...setsOf(rows) };
}

type WireGroup = NonNullable<SegmentDefinition['groups']>[number];

function setsOf(rows: readonly Row[]): Omit<WireGroup, 'operator_match'> {
  const of = <K extends Row['kind']>(kind: K) =>
    rows.filter((row): row is Extract<Row, { kind: K }> => row.kind === kind);
  const groups = of('group').map((group): WireGroup => ({ operator_match: group.match, ...setsOf(group.rows) }));
  return {
    conditions: of('field').map(({ field, operator, value }) => ({
      field_id: Number(field),
      operator_id: Number(operator),
      value,
    })),
    date_conditions: of('date').map((row) => ({
      ...namedDate(row.date),
      time_direction: row.direction,
      time_comparison_operator: row.comparison,
      time_value: Number(row.value),
      time_unit: row.unit,
      every_year: row.everyYear && mayComeEveryYear(row) ? ('yes' as const) : ('no' as const),
    })),
    campaign_conditions: of('campaign').map((row) => ({
      action: row.action,
      ...(row.campaign && { campaign_id: Number(row.campaign) }),
      ...(mayNameLink(row) && row.link && { link_hash: row.link }),
      ...(row.comparison && {
        time_comparison_operator: row.comparison,
        time_value: Number(row.value),
        time_unit: row.unit,
      }),
    })),
    ...(groups.length > 0 && { groups }),
  };
}

const namedDate = (date: string): { date: WireDate['date']; field_id?: number } =>
  date === 'joined' || date === 'confirmed' ? { date } : { date: 'field', field_id: Number(date) };
