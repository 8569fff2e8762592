// Field types date and datetime.
import { say } from '../../../kernel/sentences/sentence.ts';
import { fieldType } from '../type.ts';

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATETIME = /^(\d{4}-\d{2}-\d{2}) (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;

/** Day first, with dots between, or year first, with any sign: nobody reads these another way. */
const WRITTEN =
  /^(?:(\d{1,2})\.(\d{1,2})\.(\d{4})|(\d{4})[-/.](\d{1,2})[-/.](\d{1,2}))(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;

type Written = { day: string; time: string | undefined };

/** A date as spreadsheets write it: `28.2.1990`, `1990/02/28`, and a time of day after it. */
function readWritten(text: string): Written | undefined {
  const [, d1, m1, y1, y2, m2, d2, hour, minute, second = '00'] = WRITTEN.exec(text.trim()) ?? [];
  const [year, month = '', day = ''] = y1 === undefined ? [y2, m2, d2] : [y1, m1, d1];
  if (year === undefined) return undefined;
  const time = hour === undefined ? undefined : `${hour.padStart(2, '0')}:${minute}:${second}`;
  return { day: `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`, time };
}

function isDate(text: string): boolean {
  const [year, month, day] = (DATE.exec(text) ?? []).slice(1).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  if (month < 1 || month > 12 || day < 1) return false;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const last = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return day <= last;
}

/** A real day, `Y-m-d`. */
export const date = fieldType({
  identifier: 'date',
  name: 'Date',
  example: '1990-02-28',
  rules: {},
  check: {
    one: (text, { label }) => (isDate(text) ? { value: text } : { fault: say('value-date', { label }) }),
  },
  fromFile(text) {
    const { day = text, time = '00:00:00' } = readWritten(text) ?? {};
    return time === '00:00:00' ? day : text; // a time of day is not left out unseen
  },
  control: { kind: 'input', type: 'date', limits: () => ({}) },
  expects: 'date',
});

/** A real day and a time of day, `Y-m-d H:i:s`. */
export const datetime = fieldType({
  identifier: 'datetime',
  name: 'Datetime',
  example: '2026-11-21 08:05:00',
  rules: {},
  check: {
    one: (text, { label }) =>
      isDate(DATETIME.exec(text)?.[1] ?? '') ? { value: text } : { fault: say('value-date-time', { label }) },
  },
  fromFile(text) {
    const { day, time } = readWritten(text) ?? {};
    return time === undefined ? text : `${day} ${time}`;
  },
  control: { kind: 'input', type: 'datetime-local', limits: () => ({ step: 1 }) },
  expects: 'datetime',
});
