// Bytes of a connection as replies, wherever they are cut.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bounceTypeOf } from '../bounce/rules.ts';
import { replySplitter } from './answers.ts';
import { classifyReply, parseReply, type ServerReply } from './replies.ts';

/** What is heard of chunks that all come in one buffer, as a connection gives them. */
function heard(chunks: readonly Buffer[]) {
  const answers: { code: number; raw: string }[] = [];
  const faults: string[] = [];
  const split = replySplitter(
    ({ code, raw }) => {
      answers.push({ code, raw: raw() });
      return true;
    },
    (text) => faults.push(text),
  );
  const buffer = Buffer.alloc(100_000);
  for (const chunk of chunks) {
    buffer.fill('9');
    chunk.copy(buffer);
    split(buffer.subarray(0, chunk.length));
  }
  return { answers, faults };
}

const line = fc.string({ unit: fc.constantFrom('O', 'k', ' ', '-', '2', 'é', '😀'), maxLength: 12 });
const reply = fc
  .tuple(fc.integer({ min: 200, max: 599 }), fc.array(line, { maxLength: 3 }), line, fc.constantFrom('\r\n', '\n'))
  .map(([code, before, last, end]) => {
    const lines = [...before.map((text) => `${code}-${text}`), last === '' ? `${code}` : `${code} ${last}`];
    return { code, raw: lines.map((text) => `${text}${end}`).join('') };
  });

test('replies come out as they were sent, wherever the bytes are cut', () => {
  fc.assert(
    fc.property(fc.array(reply, { maxLength: 5 }), fc.array(fc.nat(200), { maxLength: 6 }), (sent, cuts) => {
      const bytes = Buffer.from(sent.map(({ raw }) => raw).join(''));
      const places = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b), bytes.length];
      const chunks = places.slice(1).map((to, i) => bytes.subarray(places[i], to));
      assert.deepEqual(heard(chunks), { answers: sent, faults: [] });
    }),
  );
});

test('words of servers older than UTF-8 are read', () => {
  for (const encoding of ['utf8', 'latin1'] as const) {
    const { answers } = heard([Buffer.from('550 Empfänger unbekannt\r\n', encoding)]);
    assert.deepEqual(answers, [{ code: 550, raw: '550 Empfänger unbekannt\r\n' }]);
    const reply = parseReply(answers[0]?.raw ?? '') as ServerReply;
    assert.equal(bounceTypeOf(classifyReply(reply)).type, 'hard');
  }
});

test('what is no reply is told at once, and so is one without end', () => {
  for (const text of ['HTTP/1.1 400\r\n', '25\r\n', '250Ok\r\n', '250\rOk\r\n', '\r\n']) {
    assert.deepEqual(heard([Buffer.from(text)]), { answers: [], faults: [text.trim()] });
  }
  assert.deepEqual(heard([Buffer.from('250 Ok\r\nwhat?\r\n')]), {
    answers: [{ code: 250, raw: '250 Ok\r\n' }],
    faults: ['what?'],
  });
  for (const text of ['250-Ok\r\n550 5.7.1 no\r\n', '550-no\r\n250-Ok\r\n']) {
    assert.deepEqual(heard([Buffer.from(`${text}354 go on\r\n`)]), { answers: [], faults: [text.trim()] });
  }
  const endless = Buffer.from('250-more\r\n'.repeat(7_000));
  assert.equal(heard([endless]).faults.length, 1);
});
