// Tests the checker: it reports every broken promise, and passes a round without one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkRound, type MessageRow, type RoundRecords } from './check.ts';
import type { LogLine, Verdict } from './sink-log.ts';

const row = (name: string, state: string, attempts = 1): MessageRow => {
  return { email: `${name}@example.com`, subscriberUid: name, state, attempts };
};
const line = (name: string, verdict: Verdict, messageId = `c.${name}@host`): LogLine => {
  return { at: 0, verdict, recipient: `${name}@example.com`, messageId };
};

function reading(rows: MessageRow[], log: LogLine[], more: Partial<RoundRecords> = {}): RoundRecords {
  const count = (state: string) => rows.filter((each) => each.state === state).length;
  const [accepted, rejected, uncertain, skipped] = ['accepted', 'rejected', 'uncertain', 'skipped'].map(count);
  const counters = { audience: rows.length, accepted, rejected, uncertain, skipped } as Record<string, number>;
  const statistics = {
    subscribers_count: rows.length,
    processed_count: rows.length - Number(skipped),
    delivery_success_count: Number(accepted),
    delivery_error_count: Number(rejected),
  };
  const audience = rows.map((each) => each.email);
  return { campaignUid: 'c', status: 'sent', audience, rows, counters, statistics: [statistics], log, ...more };
}

const faultsOf = (given: RoundRecords, allowed = 0) => checkRound(given, allowed).faults;

test('a round without faults', () => {
  const rows = [
    row('came', 'accepted'),
    row('later', 'accepted', 2),
    row('refused', 'rejected'),
    row('cut', 'uncertain'),
    row('killed', 'uncertain'),
    row('left', 'skipped', 0),
  ];
  const log = [
    line('came', 'took'),
    line('later', 'put-off', ''),
    line('later', 'took'),
    line('refused', 'refused'),
    line('cut', 'took-and-cut'),
    line('killed', 'took'),
  ];
  const { figures, faults } = checkRound(reading(rows, log), 1);
  assert.deepEqual(faults, []);
  assert.deepEqual(figures, {
    came: 4,
    accepted: 2,
    rejected: 1,
    skipped: 1,
    uncertain: 2,
    byCut: 1,
    lost: 0,
    twice: 0,
  });
  assert.match(faultsOf(reading(rows, log), 0).join(), /1 are uncertain, and kills and broken networks explain 0/);
});

test('each broken promise is a sentence', () => {
  const broken: [MessageRow[], LogLine[], RegExp, Partial<RoundRecords>?][] = [
    [[row('a', 'accepted', 2)], [line('a', 'took'), line('a', 'took')], /got it twice: a@/],
    [[row('a', 'uncertain', 2)], [line('a', 'took-and-cut'), line('a', 'took')], /got it twice: a@/],
    [[row('a', 'accepted')], [], /accepted, and the sink never said so: a@/],
    [[row('a', 'accepted')], [line('a', 'took-and-cut')], /accepted, and the sink never said so: a@/],
    [[row('a', 'pending', 0)], [], /came to no end: a@example.com \(pending\)/],
    [[row('a', 'rejected')], [line('a', 'took')], /were taken, and their row does not know: a@/],
    [[row('a', 'skipped')], [line('a', 'took-and-cut')], /were taken before a cut, and their row does not know: a@/],
    [[], [], /have no row: b@example.com/, { audience: ['b@example.com'] }],
    [[row('a', 'rejected')], [], /outside the audience: a@/, { audience: [] }],
    [[row('a', 'rejected'), row('a', 'rejected')], [], /more than one row: a@/],
    [[row('a', 'rejected')], [line('z', 'took')], /not of the audience: z@/],
    [[row('a', 'accepted')], [line('a', 'took', 'c.b@host')], /came to somebody else: c\.b@host to a@/],
    [[row('a', 'accepted')], [line('a', 'put-off'), line('a', 'took')], /tried more often than their row says: a@/],
    [[row('a', 'rejected')], [], /the campaign is sending/, { status: 'sending' }],
    [[row('a', 'rejected')], [], /counter rejected says undefined, the rows say 1/, { counters: {} }],
    [[row('a', 'rejected')], [], /delivery_error_count says undefined/, { statistics: [{}] }],
  ];
  for (const [rows, log, fault, more] of broken) {
    assert.ok(
      faultsOf(reading(rows, log, more)).some((sentence) => fault.test(sentence)),
      String(fault),
    );
  }
});
