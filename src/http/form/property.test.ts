import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { JSON_TYPE, MULTIPART, plain, URLENCODED } from '../../../test/support/forms.ts';
import { AppError } from '../../kernel/errors.ts';
import { decodeBody } from './decode.ts';

type Tree = string | Tree[] | { [name: string]: Tree };

/**
 * Names without brackets, not empty, well-formed, without what browsers escape in a multipart name.
 */
const nameText = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'toString', 'name', 'EMAIL', '01', 'a.b', 'a b'),
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
    .filter((name) => !/[[\]]|%(22|0D|0A)/i.test(name) && !/^\d+$/.test(name)),
);

const tree = fc.letrec<{ value: Tree; list: Tree[]; object: { [name: string]: Tree } }>((tie) => ({
  value: fc.oneof({ maxDepth: 6 }, fc.string({ unit: anyCharacter }), tie('list'), tie('object')),
  list: fc.array(tie('value'), { minLength: 1, maxLength: 4 }),
  object: fc.dictionary(nameText, tie('value'), { minKeys: 1, maxKeys: 4, noNullPrototype: false }),
})).object;

function pairsOf(value: Tree, name: string): [string, string][] {
  if (typeof value === 'string') return [[name, value]];
  return Object.entries(value).flatMap(([key, member]) => pairsOf(member, name === '' ? key : `${name}[${key}]`));
}

const encoders: Record<string, (value: { [name: string]: Tree }) => [Buffer, string]> = {
  urlencoded: (value) => [Buffer.from(new URLSearchParams(pairsOf(value, '')).toString()), URLENCODED],
  multipart: (value) => {
    const escaped = (name: string) => name.replace(/["\r\n]/g, (c) => encodeURIComponent(c)).replaceAll('\\', '\\\\');
    const all = pairsOf(value, '').map(
      ([name, text]) => `--xYx\r\nContent-Disposition: form-data; name="${escaped(name)}"\r\n\r\n${text}\r\n`,
    );
    return [Buffer.from(`${all.join('')}--xYx--\r\n`), MULTIPART];
  },
  json: (value) => [Buffer.from(JSON.stringify(value)), JSON_TYPE],
};

describe('any structure survives', () => {
  for (const [encoding, encode] of Object.entries(encoders)) {
    test(encoding, () => {
      fc.assert(
        fc.property(tree, (value) => {
          const [raw, type] = encode(value);
          assert.deepEqual(plain(decodeBody(raw, type)), plainTree(value));
        }),
        { numRuns: 500 },
      );
    });
  }

  test('and no bytes at all do anything but decode or be refused in words', () => {
    const types = fc.constantFrom(URLENCODED, MULTIPART, JSON_TYPE);
    const junk = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc
        .array(
          fc.constantFrom(
            'a',
            '[',
            ']',
            '=',
            '&',
            '%',
            '%5B',
            '%41',
            '--xYx',
            '\r\n',
            '{',
            '}',
            '"',
            ':',
            ',',
            '1',
            'Content-Disposition: form-data; name="a[]"',
          ),
        )
        .map((all) => Buffer.from(all.join(''))),
    );
    fc.assert(
      fc.property(junk, types, (bytes, type) => {
        try {
          plain(decodeBody(Buffer.from(bytes), type));
        } catch (error) {
          assert.ok(error instanceof AppError, String(error));
          assert.match(error.message, /\.$/);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

/** What is expected of a tree: lone surrogates cannot be carried. */
function plainTree(value: Tree): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(plainTree);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plainTree(member)]));
}
