import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { en } from '../texts/en.ts';
import { FORWARD_LIMITS, readForward } from './rules.ts';

const read = (form: Partial<Parameters<typeof readForward>[0]>) =>
  readForward({ to: 'bob@example.test', name: 'Ann', note: '', ...form }, en);
const { faults: texts } = en.forward;

test('addresses are split, told apart without case, and at most five', () => {
  assert.deepEqual(read({ to: ' a@x.test, B@x.test;b@X.test\nc@x.test ' }).friends, [
    'a@x.test',
    'b@X.test',
    'c@x.test',
  ]);
  assert.deepEqual(read({ to: ' , ' }).faults, { to: texts.noAddress });
  assert.deepEqual(read({ to: [1, 2, 3, 4, 5].map((n) => `f${n}@x.test`).join() }).faults, {});
  assert.deepEqual(read({ to: [1, 2, 3, 4, 5, 6].map((n) => `f${n}@x.test`).join() }).faults, {
    to: texts.tooManyAddresses,
  });
  assert.deepEqual(read({ to: 'a@x.test,<b@x>' }).faults, { to: texts.badAddress('<b@x>') });
});

test('anything a mail program could turn into a link is refused, in the name and in the note', () => {
  const links = [
    'https://evil.example',
    'see evil.com now',
    'EVIL.COM',
    'www evil',
    'evil．com', // a full stop of full width
    'éxample.com',
    'a@b',
    'me＠there',
    '10.0.0.1/x',
    'javascript://x',
  ];
  for (const text of links) {
    assert.deepEqual(read({ note: text }).faults, { note: texts.address }, text);
    assert.deepEqual(read({ name: text }).faults, { name: texts.address }, text);
  }
  const hidden = 'ev\u200bil.c\u00adom'; // shows as evil.com
  assert.deepEqual(read({ note: hidden }).faults, { note: texts.address });
  assert.equal(read({ name: hidden }).name, 'ev il.c om');
  for (const text of ['Hi! 3.5 of 5, e.g. this one. Great.', 'Look at this… it’s good :-)', 'これはいい。読んで。']) {
    assert.deepEqual(read({ note: text }).faults, {}, text);
  }
});

test('the name is one line, the note keeps its lines; both have an end', () => {
  const { name, note } = read({ name: ' Ann\r\nBcc: x ', note: ' One\r\n\r\n\r\n\r\nTwo\u202e \n' });
  assert.equal(name, 'Ann Bcc: x');
  assert.equal(note, 'One\n\nTwo');
  assert.deepEqual(read({ name: '\n' }).faults, { name: texts.noName });
  assert.deepEqual(read({ name: 'x'.repeat(61), note: 'x'.repeat(301) }).faults, {
    name: texts.tooLong(FORWARD_LIMITS.name),
    note: texts.tooLong(FORWARD_LIMITS.note),
  });
});

test('no text that passes holds a control character, a scheme or an address', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: anyCharacter, maxLength: 80 }),
      fc.string({ unit: anyCharacter, maxLength: 400 }),
      (name, note) => {
        const form = read({ name, note });
        if (Object.keys(form.faults).length > 0) return;
        assert.doesNotMatch(form.name, /[\p{Cc}@]|:\/\//u);
        assert.doesNotMatch(form.note.replaceAll('\n', ''), /[\p{Cc}\p{Cf}@]|:\/\//u);
        assert.ok(form.name.length <= FORWARD_LIMITS.name && form.note.length <= FORWARD_LIMITS.note);
      },
    ),
  );
});
