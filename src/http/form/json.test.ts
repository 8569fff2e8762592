import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { JSON_TYPE, plain, refuses } from '../../../test/support/forms.ts';
import { decodeBody, MAX_PAIRS } from './decode.ts';
import { jsonSteps } from './json.ts';

const json = (text: string) => decodeBody(Buffer.from(text), JSON_TYPE);

describe('JSON bodies', () => {
  test('keep types; an empty array and null are no members', () => {
    const expected = { a: [1, -2.5e3, true, false, null, 'x'], b: { c: {} }, d: [] };
    assert.deepEqual(plain(json('{"a":[1,-2.5e3,true,false,null,"x"],"b":{"c":{}},"d":[]}')), expected);
    for (const text of ['[]', 'null', ' ', ' { } ', '\ufeff{}']) assert.deepEqual(plain(json(text)), {});
  });

  test('the last of equal names wins, __proto__ is a name, lone surrogates become U+FFFD', () => {
    assert.deepEqual(plain(json('{"a":1,"a":2}')), { a: 2 });
    const body = json('{"__proto__":{"polluted":1},"a\\ud800":"\\udc00"}');
    assert.deepEqual(Object.keys(body), ['__proto__', 'a\ufffd']);
    assert.equal(body['a\ufffd'], '\ufffd');
    assert.equal((Object.prototype as { polluted?: unknown }).polluted, undefined);
  });

  test('malformed bodies are refused with their place', () => {
    const cases: [string, RegExp][] = [
      ['{"a":1', /at character 6: it ends there unfinished/],
      ['{"a":1,}', /at character 7: a member name in double quotes is expected/],
      ['{a:1}', /at character 1: a member name/],
      ['{"a" 1}', /at character 5: a colon/],
      ['{"a":x}', /at character 5: a value/],
      ['{"a":"\\q"}', /at character 6: an escape sequence/],
      ['{"a":"x\ny"}', /at character 7: a closing quote/],
      ['{"a":01}', /at character 6: a comma or }/],
      ['[1 2]', /at character 3: a comma or \]/],
      ['{} {}', /at character 3: the end/],
      ['a=1&b=2', /at character 0: a value/],
    ];
    for (const [text, message] of cases) refuses(() => json(text), 'bad_request', message);
    refuses(() => decodeBody(Buffer.from([0x22, 0xff]), JSON_TYPE), 'bad_request', /character 1: .* not UTF-8/);
    for (const text of ['"x"', '1', '[1]', 'true']) refuses(() => json(text), 'bad_request', /is not an object/);
  });

  test('bounds: nesting and number of values', () => {
    const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    assert.ok(json(nested(11)));
    refuses(() => json(nested(12)), 'bad_request', /nested more than 10 levels deep, at character 55/);
    refuses(() => json('['.repeat(5_000_000)), 'bad_request', /nested/);
    assert.ok(json(`{"a":[${'1,'.repeat(249_999)}1]}`));
    refuses(() => json(`{"a":[${'1,'.repeat(250_000)}1]}`), 'too_large', /250,000/);
  });

  test('long bodies and long texts are read in steps', () => {
    const steps = (text: string) => {
      const work = jsonSteps(Buffer.from(text), MAX_PAIRS);
      let n = 0;
      for (let step = work.next(); ; step = work.next(), n++) if (step.done) return { n, body: step.value };
    };
    const many = steps(`{"a":[${'{"b":"c"},'.repeat(9_999)}{}]}`);
    assert.ok(many.n >= 19, `${many.n} steps`);
    assert.equal((many.body['a'] as unknown[]).length, 10_000);
    const long = '<a href="ä">\\\n\u{1f600}'.repeat(20_000);
    const escaped = JSON.stringify(long).replaceAll('\u{1f600}', '\\ud83d\\ude00');
    const one = steps(`{"a":${escaped}}`);
    assert.ok(one.n >= 20, `${one.n} steps`);
    assert.equal(one.body['a'], long);
    refuses(() => steps(`{"a":${escaped.slice(0, -1)}\n"}`), 'bad_request', /a closing quote is expected/);
    refuses(() => steps(`{"a":${escaped.slice(0, -1)}`), 'bad_request', /it ends there unfinished/);
  });

  test('property: the scan takes exactly what the parser takes', () => {
    const piece = fc.constantFrom(
      ...['{', '}', '[', ']', ',', ':', '"', ' ', '\n', '\\"', '"a"', '"b":', '1', '-', '0', '1.5e+3', 'true', 'nul'],
      ...['\\u00e9', '\u0001', '\u2028', '\ud800'],
    );
    const text = fc.oneof(
      fc.array(piece).map((all) => all.join('')),
      fc.json({ maxDepth: 3 }),
      fc.json({ maxDepth: 3 }).map((all) => all.slice(1)),
    );
    fc.assert(
      fc.property(text, (member) => {
        const source = `{"x":${member}}`;
        const refused = caught(() => json(source));
        assert.equal(refused === undefined, caught(() => JSON.parse(source)) === undefined, source);
        if (!refused) assert.deepEqual(plain(json(source)), wellFormed(JSON.parse(source)));
      }),
      { numRuns: 3000 },
    );
  });
});

/** What UTF-8 can carry of it. */
function wellFormed(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, one) => (typeof one === 'string' ? one.toWellFormed() : one));
}

function caught(work: () => unknown): unknown {
  try {
    work();
    return undefined;
  } catch (error) {
    return error;
  }
}
