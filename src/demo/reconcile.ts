// Holds the statistics against what the inbox really got.
import type { InboxEntry } from './inbox.ts';

/** The members of the statistics answer that the demo shows. */
export type Statistics = {
  campaign_status: string;
  subscribers_count: number;
  processed_count: number;
  delivery_success_count: number;
  delivery_error_count: number;
  opens_count: number;
  unique_opens_count: number;
  clicks_count: number;
  unique_clicks_count: number;
  unsubscribes_count: number;
  bounces_count: number;
  complaints_count: number;
  delivery_success_rate: number;
  unique_opens_rate: number;
  unique_clicks_rate: number;
  unsubscribes_rate: number;
};

/** Lines of a table for people. */
export function statisticsTable(s: Statistics): string[] {
  const uncertain = s.processed_count - s.delivery_success_count - s.delivery_error_count;
  const rows: [string, number, string?][] = [
    ['audience', s.subscribers_count],
    ['processed', s.processed_count],
    ['accepted', s.delivery_success_count, `${s.delivery_success_rate} %`],
    ['rejected', s.delivery_error_count],
    ['uncertain', uncertain],
    ['opens', s.opens_count],
    ['unique opens', s.unique_opens_count, `${s.unique_opens_rate} %`],
    ['clicks', s.clicks_count],
    ['unique clicks', s.unique_clicks_count, `${s.unique_clicks_rate} %`],
    ['unsubscribes', s.unsubscribes_count, `${s.unsubscribes_rate} %`],
    ['bounces', s.bounces_count],
    ['complaints', s.complaints_count],
  ];
  const line = '─'.repeat(35);
  return [
    line,
    ...rows.map(([name, count, rate = '']) => ` ${name.padEnd(14)}${String(count).padStart(8)}${rate.padStart(12)}`),
    line,
  ];
}

/**
 * What does not add up; empty when everything does.
 * A message whose fate the kill left open is uncertain: the inbox may have it or not.
 */
export function reconcile(
  s: Statistics,
  mails: readonly InboxEntry[],
  done: { opened: number; clicked: number; unsubscribed: number },
): string[] {
  const faults: string[] = [];
  const same = (what: string, found: number, expected: number) => {
    if (found !== expected) faults.push(`${what} is ${found}, not ${expected}.`);
  };
  const addresses = new Set(mails.map((mail) => mail.to.toLowerCase()));
  const uncertain = s.processed_count - s.delivery_success_count - s.delivery_error_count;
  if (s.subscribers_count === 0) faults.push('the audience is empty.');
  same('processed', s.processed_count, s.subscribers_count);
  same('rejected', s.delivery_error_count, 0);
  same('number of different recipients in the inbox', addresses.size, mails.length);
  if (mails.length < s.delivery_success_count || mails.length > s.delivery_success_count + uncertain) {
    faults.push(
      `the inbox holds ${mails.length}, but ${s.delivery_success_count} were accepted and ${uncertain} are uncertain.`,
    );
  }
  // A click is an open too: those who clicked after opening count once as unique.
  same('unique opens', s.unique_opens_count, done.opened);
  same('unique clicks', s.unique_clicks_count, done.clicked);
  same('unsubscribes', s.unsubscribes_count, done.unsubscribed);
  return faults;
}
