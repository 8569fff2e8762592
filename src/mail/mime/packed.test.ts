// Compiled messages on their way between threads.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { source } from '../../../test/support/compose.ts';
import { atOnce } from '../../kernel/slices.ts';
import { compileMessage } from './compile.ts';
import { packed, unpackedSteps } from './packed.ts';

const there = (html: string, text: string | null = null) => compileMessage({ ...source, html, text });
const andBack = (message: ReturnType<typeof there>) => atOnce(unpackedSteps(structuredClone(packed(message))));

test('a message comes back as it was', () => {
  const choice = '[RANDOM_CONTENT:a [FNAME]|b <a href="https://x.test/1">c</a>][IF:FNAME:is:Ö]d[ELSE]\ud83d e[ENDIF]';
  const links = Array.from({ length: 5_200 }, (_, i) => `<a href="https://x.test/${i % 5_100}">[FNAME] ${i}</a>\n`);
  for (const html of ['', '<p>Hi</p>', `${choice}<p>Hi [FNAME:filter:ucfirst]</p>`, links.join('')]) {
    for (const text of [null, '', 'Hi [FNAME], https://x.test/2']) {
      const message = there(html, text);
      assert.deepEqual(andBack(message), message);
    }
  }
  const bare = compileMessage({ ...source, plainTextEmail: false });
  assert.deepEqual(andBack(bare), bare);
});

test('pieces that are alike are told once, and read in steps', () => {
  const told = packed(there('Hi [FNAME], '.repeat(60_000)));
  assert.ok(JSON.stringify(told.table).length < 1_000, 'a few entries');
  assert.ok(Math.max(...told.lists.html.map((text) => text.length)) < 100_000);
  const steps = unpackedSteps(told);
  let count = 0;
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) {
      assert.ok(new Set(step.value.html).size < 10, 'the same objects');
      break;
    }
    count += 1;
  }
  assert.ok(count > 50, `${count} steps`);
});
