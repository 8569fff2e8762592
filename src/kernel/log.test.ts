import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLogger } from './log.ts';

test('lines are JSON with an event, and never a secret', () => {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line) => lines.push(line) });
  log.info({ event: 'a.b', key: 'hidden', relay: { password: 'hidden', host: 'h' } });
  log.debug({ event: 'too.low' });
  log.warn('prose of a library');
  const [first, second] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  assert.equal(lines.length, 2);
  assert.equal(first?.['event'], 'a.b');
  assert.equal(first?.['level'], 'info');
  assert.match(String(first?.['time']), /^\d{4}-\d\d-\d\dT/);
  assert.doesNotMatch(lines.join(), /"hidden"/);
  assert.equal(second?.['event'], 'server.note');
  assert.equal(second?.['msg'], 'prose of a library');
});
