// Compares what a screen shows with what it should show: it is drawn some time after its cause.
import { AssertionError } from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

const PATIENCE_MS = 60_000;
const BETWEEN_MS = 50;

/**
 * Reads from a screen until it is as expected, at most 60 s.
 *
 * @param expected a value, deeply compared, or a pattern for a text
 * @param said why it should be so
 * @throws AssertionError with what was read last
 */
export async function becomes<T>(read: () => Promise<T>, expected: T | RegExp, said?: string): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; ; await sleep(BETWEEN_MS)) {
    const actual = await read();
    if (expected instanceof RegExp ? expected.test(String(actual)) : isDeepStrictEqual(actual, expected)) return;
    if (Date.now() < deadline) continue;
    throw new AssertionError({ actual, expected, operator: 'deepStrictEqual', ...(said && { message: said }) });
  }
}
