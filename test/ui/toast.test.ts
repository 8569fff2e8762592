// How long words about what has just happened stay.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endToast, holdToasts, toast, toastsNow } from '../../ui/src/kit/toast.ts';

const shown = () => toastsNow().map(({ message }) => message);

test('what went well goes by itself, not while it is held; what went wrong stays', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  toast('Saved');
  toast('Refused', 'bad');
  t.mock.timers.tick(5_000);
  holdToasts(true);
  t.mock.timers.tick(3_600_000);
  toast('Copied');
  t.mock.timers.tick(3_600_000);
  assert.deepEqual(shown(), ['Saved', 'Refused', 'Copied']);
  holdToasts(false);
  t.mock.timers.tick(5_000);
  assert.equal(shown().length, 3, 'each has its whole time again');
  t.mock.timers.tick(2_000);
  assert.deepEqual(shown(), ['Refused']);
  t.mock.timers.tick(3_600_000);
  endToast(toastsNow()[0]?.id ?? 0);
  assert.deepEqual(shown(), []);
});
