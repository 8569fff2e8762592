import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonSteps } from './json-answer.ts';
import { jsonText } from './reply.ts';

test('an answer of many is the same text, written in steps', () => {
  const elements = (n: number) => Array.from({ length: n }, (_, i) => ({ data: { NAME: `n ${i} ü` }, errors: [] }));
  for (const n of [0, 1, 500, 501, 600, 3_050]) {
    const other = { twice: elements(501), undef: undefined, inner: { list: elements(n), end: null } };
    for (const body of [elements(n), { status: 'success', data: { records: elements(n) } }, other]) {
      const work = jsonSteps(body);
      let steps = 0;
      let step = work.next();
      for (; !step.done; step = work.next()) steps += 1;
      assert.equal(Buffer.concat(step.value).toString(), jsonText(body));
      assert.ok(n <= 500 || steps >= n / 100, `${steps} steps`);
    }
  }
  const odd = Array.from({ length: 501 }, () => undefined);
  const work = jsonSteps({ odd });
  let step = work.next();
  while (!step.done) step = work.next();
  assert.equal(Buffer.concat(step.value).toString(), jsonText({ odd }));
});
