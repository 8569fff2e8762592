// Drawn segments, and people who are in them or not.
import fc from 'fast-check';
import { sha256 } from '../../src/kernel/ids.ts';
import { COMPARISONS, DATE_UNITS, DATES, type DateCondition, DIRECTIONS } from '../../src/segments/dates/rules.ts';
import {
  ACTIONS,
  type CampaignCondition,
  type Condition,
  cutoffOf,
  type Definition,
  GROUP_MATCHES,
  type Group,
  MATCHES,
  OPERATORS,
  UNITS,
} from '../../src/segments/rules.ts';
import type { ListField } from '../../src/storage/tables.ts';
import type { FieldValues } from '../../src/subscribers/values/values.ts';
import type { Candidate, RecipientEvent } from './segment-meaning.ts';

export const AT = Date.UTC(2026, 10, 21, 12);
/** The last one is a variant of the A/B test of the first. */
export const CAMPAIGNS = [31, 32, 41];
const TESTS = { 41: 31 };
export const fields = [
  { id: 1, number: 11, tag: 'EMAIL', type: 'text' },
  { id: 2, number: 12, tag: 'NOTE', type: 'text' },
  { id: 3, number: 13, tag: 'LIKES', type: 'multiselect' },
  { id: 4, number: 14, tag: 'BORN', type: 'date' },
] as ListField[];
export const GONE = 99;
/** Links of each campaign. */
const LINKS = ['https://example.com/', 'https://example.com/shoes'].map((url) => sha256(url));
export const ZONE = 'Pacific/Auckland';
export const NOW = { at: AT, timeZone: ZONE, campaigns: CAMPAIGNS, tests: TESTS };

const LETTERS = [
  ...'aAbB%_\\\'"$.[]* 019-+',
  'Ä',
  'ä',
  'a\u0308',
  'İ',
  'ı',
  'ß',
  'Σ',
  'ς',
  'K',
  '\ud83d\ude00',
  '\ue000',
  '\ufffd',
  '\uffff',
];
const WORDS = '1|01|1.5|-2|10|9|1e3|0.10|2024-02-29|2024-02-29 10:00:00|2023-02-30|abc|ABD'.split('|');
const ODD = ['\0', '\ud800', '\u001f', '\n'];
const word = (letters: readonly string[]) =>
  fc.oneof(
    fc.constantFrom(...WORDS),
    fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('')),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 }),
  );
const anyWord = word([...LETTERS, ...ODD]);
const option = word(LETTERS);

const moments = UNITS.flatMap((unit) => [0, 1, 3].map((value) => cutoffOf({ unit, value }, AT)));
/** Days around those that conditions name, as stored values and as instants. */
const day = fc
  .tuple(fc.constantFrom(...moments), fc.integer({ min: -400, max: 400 }))
  .map(([at, off]) => new Date(Math.abs(at + off * 86_400_000)).toISOString().slice(0, 10));
const midnights = ['2026-11-20T11:00:00Z', '2026-11-21T11:00:00Z', '2026-11-22T11:00:00Z'].map((at) => Date.parse(at));
const values = fc.record(
  {
    2: fc.oneof(anyWord, fc.constant('')),
    3: fc.array(option, { maxLength: 3 }),
    4: fc.oneof(option, fc.constantFrom('2024-02-29', '1990-11-21', '1990-11-22', '2026-11-22'), day),
  },
  { requiredKeys: [] },
);
const deed: fc.Arbitrary<RecipientEvent> = fc.record({
  kind: fc.constantFrom('open', 'click', 'sent'),
  campaignNumber: fc.constantFrom(...CAMPAIGNS),
  at: fc.tuple(fc.constantFrom(...moments), fc.constantFrom(-1, 0, 1)).map(([at, off]) => at + off),
  link: fc.constantFrom(...LINKS),
});
const instant = fc
  .tuple(fc.constantFrom(...moments, ...midnights), fc.constantFrom(-1, 0, 1))
  .map(([at, off]) => at + off);
export const candidates: fc.Arbitrary<Candidate[]> = fc.array(
  fc.record({
    email: anyWord.map((text) => `${text}@Example.com`),
    joinedAt: instant,
    confirmedAt: fc.oneof(fc.constant(null), instant),
    values: values as fc.Arbitrary<FieldValues>,
    // One message a campaign, any number of opens and clicks.
    deeds: fc.uniqueArray(deed, {
      maxLength: 4,
      selector: ({ kind, campaignNumber, at }) => `${kind}${campaignNumber}${kind === 'sent' ? '' : at}`,
    }),
  }),
  { minLength: 1, maxLength: 12 },
);

/** Seldom one that is gone: nobody is in a segment with it. */
const fieldNumber = (...numbers: number[]) =>
  fc.oneof({ weight: 40, arbitrary: fc.constantFrom(...numbers) }, { weight: 1, arbitrary: fc.constant(GONE) });

const condition: fc.Arbitrary<Condition> = fc.record({
  fieldNumber: fieldNumber(11, 12, 13, 14),
  operator: fc.constantFrom(...OPERATORS),
  value: fc.oneof(anyWord, fc.constant('')),
});
const campaignCondition = fc
  .record({
    action: fc.constantFrom(...ACTIONS),
    campaignNumber: fc.constantFrom(null, ...CAMPAIGNS, 33),
    link: fc.constantFrom(undefined, ...LINKS),
    comparison: fc.constantFrom(...COMPARISONS),
    value: fc.constantFrom(0, 1, 3, 3650),
    unit: fc.constantFrom(...UNITS),
  })
  .map(({ link, ...others }): CampaignCondition => {
    const isOfLink = link !== undefined && others.campaignNumber !== null && others.action.endsWith('click');
    return { ...others, ...(isOfLink && { link }) };
  });
const dateCondition = fc
  .record({
    date: fc.constantFrom(...DATES),
    fieldNumber: fieldNumber(12, 14),
    direction: fc.constantFrom(...DIRECTIONS),
    everyYear: fc.boolean(),
    comparison: fc.constantFrom(...COMPARISONS),
    value: fc.constantFrom(0, 1, 3, 40),
    unit: fc.constantFrom(...DATE_UNITS),
  })
  .map((one): DateCondition => {
    const everyYear = one.everyYear && one.date === 'field' && !one.comparison.startsWith('g');
    return { ...one, everyYear, fieldNumber: one.date === 'field' ? one.fieldNumber : 0 };
  });
const sets = {
  conditions: fc.array(condition, { maxLength: 2 }),
  campaignConditions: fc.array(campaignCondition, { maxLength: 1 }),
  dateConditions: fc.array(dateCondition, { maxLength: 2 }),
};
const group = (groups: fc.Arbitrary<Group[]>): fc.Arbitrary<Group> =>
  fc.record({ match: fc.constantFrom(...GROUP_MATCHES), ...sets, groups });
const inner = fc.array(group(fc.constant([])), { maxLength: 1 });
export const definition: fc.Arbitrary<Definition> = fc.record({
  match: fc.constantFrom(...MATCHES),
  ...sets,
  groups: fc.array(group(inner), { maxLength: 2 }),
});
