import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { processorMs } from '../../../test/support/processor-time.ts';
import { placeOf, unknownMembers } from './unknown-members.ts';

const place = placeOf([z.object({ entries: z.array(z.object({ a: z.string() })) })], []);
const pathsIn = (body: object) => unknownMembers(body as never, place).map(({ path }) => path);

test('what is unknown in each of many entries is told once', () => {
  assert.deepEqual(
    pathsIn({
      entries: [
        { a: '1', b: '2' },
        { a: '1', b: '2' },
      ],
      c: '3',
    }),
    ['c', 'entries[0].b'],
  );
});

// Strangers may send it too: signing in takes a body.
test('a name of brackets takes no longer than any other of its length', () => {
  const name = '['.repeat(500_000);
  const begun = processorMs();
  assert.deepEqual(pathsIn({ [name]: '1' }), [name]);
  assert.ok(processorMs() - begun < 3_000);
});
