// Compares the statistics with the mails in the inbox.
import type { InboxEntry } from './inbox.ts';

/** The members of the statistics that the demo shows. */
export type Statistics = {
  campaign_status: string;
  subscribers_count: number;
  processed_count: number;
  delivery_success_count: number;
  delivery_error_count: number;
  uncertain_count: number;
  skipped_count: number;
  deferred_count: number;
  waiting_count: number;
  in_flight_count: number;
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

/** The statistics as lines of a table. */
export function statisticsTable(s: Statistics): string[] {
  const rows: [string, number, string?][] = [
    ['audience', s.subscribers_count],
    ['processed', s.processed_count],
    ...statesOf(s),
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

/** The audience by the state of its messages: each state that occurs, with its count. */
export function statesOf(s: Statistics): [state: string, n: number][] {
  return [
    ['accepted', s.delivery_success_count],
    ['rejected', s.delivery_error_count],
    ['uncertain', s.uncertain_count],
    ['skipped', s.skipped_count],
    ['deferred', s.deferred_count],
    ['waiting', s.waiting_count + s.in_flight_count],
  ];
}

/**
 * The differences; empty when everything adds up: everybody is in one state, no message is
 * uncertain, and the inbox holds one mail for each accepted message.
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
  const states = statesOf(s);
  if (s.subscribers_count === 0) faults.push('the audience is empty.');
  same(
    'the sum of all states',
    states.reduce((sum, [, n]) => sum + n, 0),
    s.subscribers_count,
  );
  for (const [state, n] of states) if (state !== 'accepted') same(state, n, 0);
  same('number of different recipients in the inbox', addresses.size, mails.length);
  same('number of mails in the inbox', mails.length, s.delivery_success_count);
  // A click counts as an open too: those who clicked after opening count once as unique.
  same('unique opens', s.unique_opens_count, done.opened);
  same('unique clicks', s.unique_clicks_count, done.clicked);
  same('unsubscribes', s.unsubscribes_count, done.unsubscribed);
  return faults;
}
