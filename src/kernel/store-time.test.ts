import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { agreedNow, systemClock } from './clock.ts';
import { HOUR_MS } from './durations.ts';
import { APART_MS, clockAhead, clockApartText, hearStoreTime, notAhead } from './store-time.ts';

const hear = (ms: number) => hearStoreTime(Date.now() + ms, performance.now());
after(() => hear(0)); // other tests of this process go by the machine's clock

test('a machine that is ahead of the store goes by the store, and says so', () => {
  hear(-HOUR_MS);
  const late = Date.now() - systemClock.now();
  assert.ok(late > HOUR_MS - 2 * APART_MS && late <= HOUR_MS, `${late}`);
  assert.ok(Math.abs((clockAhead() ?? 0) - HOUR_MS) < APART_MS);
  assert.match(clockApartText() ?? '', /^The clock of this machine is 3\d{3} s ahead of the database's: /);
});

test('one that is behind keeps its own time, so that nothing begins before it is due by both', () => {
  hear(HOUR_MS);
  const before = Date.now();
  assert.ok(systemClock.now() >= before && systemClock.now() <= Date.now());
  assert.match(clockApartText() ?? '', /^The clock of this machine is 3\d{3} s behind the database's: /);
});

test('what is signed and what expires goes by the store, whichever clock is behind', () => {
  const offBy = (ms: number) => {
    hear(ms);
    return agreedNow(systemClock) - Date.now() - ms;
  };
  for (const ms of [HOUR_MS, -HOUR_MS]) assert.ok(Math.abs(offBy(ms)) < APART_MS, `${ms}`);
  assert.ok(Math.abs(agreedNow({ now: () => 5 }) - 5) === 0, 'another clock keeps its time');
  hear(APART_MS / 2);
  assert.ok(agreedNow(systemClock) <= Date.now(), 'a small difference is none');
});

test('a clock that is put forward afterwards is held back too', () => {
  hear(0);
  assert.equal(clockApartText(), undefined);
  const now = Date.now();
  assert.ok(notAhead(now + HOUR_MS) < now + HOUR_MS / 2);
});

test('an answer that took long says nothing', () => {
  hear(0);
  hearStoreTime(Date.now() - HOUR_MS, performance.now() - 1_001);
  assert.equal(clockApartText(), undefined);
});

test('what was heard long ago says nothing', () => {
  const then = performance.now() - 61_000;
  hearStoreTime(Date.now() - HOUR_MS, then, then);
  assert.equal(clockAhead(), undefined);
  const now = Date.now();
  assert.equal(notAhead(now), now);
});
