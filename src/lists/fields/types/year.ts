// Field type year: a year in the field's range.
import { integer } from '../../../http/members/declare.ts';
import { say } from '../../../kernel/sentences/sentence.ts';
import { fieldType } from '../type.ts';

const FIRST = 1900;
const LAST = 2100;
const bounds = { min: 1000, max: 9999 };

export const yearsrange = fieldType({
  identifier: 'yearsrange',
  name: 'Years Range',
  example: '1984',
  rules: {
    year_start: integer('first year.', { ...bounds, default: FIRST }),
    year_end: integer('last year.', { ...bounds, default: LAST }),
  },
  defaults: ({ year_start = FIRST, year_end = LAST }) => ({
    year_start: Math.min(FIRST, year_end),
    year_end: Math.max(LAST, year_start),
  }),
  faults: ({ year_start = 0, year_end = 0 }) => ({
    ...(year_start > year_end && { year_end: say('field-years') }),
  }),
  check: {
    one: (text, { label, rules: { year_start = FIRST, year_end = LAST } }) =>
      /^\d{4}$/.test(text) && Number(text) >= year_start && Number(text) <= year_end
        ? { value: text }
        : { fault: say('value-year', { label, first: year_start, last: year_end }) },
  },
  control: {
    kind: 'input',
    type: 'number',
    limits: ({ year_start = FIRST, year_end = LAST }) => ({ min: year_start, max: year_end, step: 1 }),
  },
  expects: 'year',
});
