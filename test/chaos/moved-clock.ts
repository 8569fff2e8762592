// Loaded into the server before anything else (`node --import`), in every thread: the wall clock shows what it showed plus
// the milliseconds that stand in the file MAILWRIGHT_CHAOS_CLOCK names. What counts time that passes (timers,
// performance.now) is not moved, as on a machine whose clock is set.
import { readFileSync } from 'node:fs';

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
    // not there (yet): not moved
  }
}

if (file !== undefined) {
  look();
  setInterval(look, LOOK_EVERY_MS).unref();
  const now = () => realNow() + moved;
  RealDate.now = now;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, as) => Reflect.construct(target, args.length === 0 ? [now()] : args, as),
    apply: () => new RealDate(now()).toString(),
  });
  Object.defineProperty(performance, 'timeOrigin', { get: () => realOrigin + moved, configurable: true });
  // The one of the ways to ask Temporal for the time that the others would stand on.
  Temporal.Now.instant = () => Temporal.Instant.fromEpochMilliseconds(now());
}
