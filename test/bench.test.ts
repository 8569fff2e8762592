// Measurements can run beside each other.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { startSink } from '../bench/support/peers.ts';

const BENCH = join(import.meta.dirname, '..', 'bench');

async function greetingOf(t: TestContext, port: number): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  t.after(() => socket.destroy());
  const [greeting] = (await once(socket.setEncoding('utf8'), 'data')) as [string];
  return greeting;
}

test('two sinks at once have a port each', async (t) => {
  const sinks = await Promise.all([startSink(), startSink()]);
  for (const sink of sinks) t.after(() => sink.stop());
  assert.notEqual(sinks[0]?.port, sinks[1]?.port);
  for (const { port } of sinks) assert.match(await greetingOf(t, port), /^220 /);
});

test('no measurement asks for a port by its number', () => {
  const files = globSync('**/*.ts', { cwd: BENCH });
  assert.ok(files.length > 30);
  const asking = files.filter((file) => /\bPORT = \d|startWatched\(\d/.test(readFileSync(join(BENCH, file), 'utf8')));
  assert.deepEqual(asking, []);
});
