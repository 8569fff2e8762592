// What is said of regular expressions that cannot be used.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { regexFault } from './regex.ts';

const ownWords = readFileSync(new URL('../../../ui/src/api/refusals/regex.ts', import.meta.url), 'utf8');

test('each fault of a regular expression has words of its own in the browser UI', () => {
  const wrong: Readonly<Record<string, string>> = {
    '(': 'missing closing )',
    '[a': 'missing closing ]',
    ')': 'unexpected )',
    '[b-a]': 'invalid character class range',
    '\\q': 'invalid escape sequence',
    '(?P<1-)a)': 'invalid named capture',
    '(?P<n>a)(?P<n>b)': 'duplicate capture group name',
    '(?<n': 'invalid named capture',
    '(?>a)': 'invalid or unsupported Perl syntax',
    'a**': 'invalid nested repetition operator',
    'a{1001}': 'invalid repeat count',
    '*': 'missing argument to repetition operator',
    'a\\': 'trailing backslash at end of expression',
    '(ab){999}': 'expression too large',
  };
  for (const [regex, fault] of Object.entries(wrong)) {
    const told = regexFault(regex);
    assert.ok(told !== undefined && typeof told !== 'string', `${regex} is refused`);
    assert.equal(String(told.values['error']).split(': `')[0], fault, regex);
    assert.ok(ownWords.includes(`'${fault}': () =>`), fault);
  }
  const flag = regexFault('/a/x');
  assert.equal(typeof flag === 'object' && flag.values['error'], 'the flag "x" is not supported');
  assert.equal(regexFault('^[A-Z]{2}\\d+$'), undefined);
});
