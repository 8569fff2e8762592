// Loaded into the server first (`node --import`), in every thread: adds the milliseconds in the
// file MAILWRIGHT_CHAOS_CLOCK to the wall clock. Durations (timers, performance.now) are not
// affected, as on a machine whose clock is set. Rounds let time pass by it, which a store's clock
// must not hold back.
import { readFileSync } from 'node:fs';
import { trustMachine } from '../../src/kernel/store-time.ts';

const LOOK_EVERY_MS = 20;

const file = process.env['MAILWRIGHT_CHAOS_CLOCK'];
const RealDate = Date;
const realNow = Date.now;
const realOrigin = performance.timeOrigin;
let moved = 0;

function look(): void {
  try {
    const read = Number(readFileSync(file ?? '', 'utf8'));
    if (Number.isSafeInteger(read)) moved = read;
  } catch {
    // does not exist (yet): not moved
  }
}

if (file !== undefined) {
  trustMachine();
  look();
  setInterval(look, LOOK_EVERY_MS).unref();
  const now = () => realNow() + moved;
  RealDate.now = now;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, as) => Reflect.construct(target, args.length === 0 ? [now()] : args, as),
    apply: () => new RealDate(now()).toString(),
  });
  Object.defineProperty(performance, 'timeOrigin', { get: () => realOrigin + moved, configurable: true });
  // The function on which Temporal's other ways to get the time would build.
  Temporal.Now.instant = () => Temporal.Instant.fromEpochMilliseconds(now());
}
