// Tags in the default values of fields; they are filled in when the default is used.
import { formatCalendarTime } from '../../kernel/clock.ts';

/** What is needed to check a value and to fill in a default. */
export type ValueContext = {
  /** Now, ms. */
  at: number;
  /** Time zone of the customer; UTC when absent. */
  timeZone?: string | undefined;
  /** The IP address of the subscriber. */
  ipAddress?: string | undefined;
  /** The country (code or English name) that the subscriber's state is in, when known. */
  country?: string | undefined;
};

const TAG = /\[([A-Z_]{1,30})\]/g;

/** The default value with its tags filled in; unknown tags stay as written. */
export function expandDefault(text: string, context: ValueContext): string {
  if (!text.includes('[')) return text;
  return text.replace(TAG, (written, name: string) => tagValue(name, context) ?? written);
}

function tagValue(name: string, { at, timeZone = 'UTC', ipAddress }: ValueContext): string | undefined {
  const now = formatCalendarTime(at, timeZone);
  const [year = '', month = '', day = ''] = now.slice(0, 10).split('-');
  switch (name) {
    case 'DATETIME':
      return now;
    case 'DATE':
      return now.slice(0, 10);
    case 'CURRENT_DATE':
      return `${month}/${day}/${year}`;
    case 'CURRENT_YEAR':
      return year;
    case 'CURRENT_MONTH':
      return month;
    case 'CURRENT_DAY':
      return day;
    case 'CURRENT_MONTH_FULL_NAME':
      return new Intl.DateTimeFormat('en', { month: 'long', timeZone }).format(at);
    case 'SUBSCRIBER_IP':
      return ipAddress ?? '';
    default:
      return undefined;
  }
}
