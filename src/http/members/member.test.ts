import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { z } from 'zod';
import { textsOf } from '../../kernel/errors.ts';
import * as declare from './declare.ts';
import { optional, required } from './member.ts';
import { readMembers } from './schema.ts';

const KINDS = {
  text: declare.text('A text.', { min: 2, max: 5 }),
  header_line: declare.headerLine('A line.'),
  address: declare.address('An address.', { max: 30, isAddress: (text) => text.includes('@') }),
  yes_no: declare.yesNo('A choice.', { default: 'no' }),
  word: declare.oneOf('A word.', ['one', 'two'], { fold: declare.lower }),
  number: declare.integer('A number.', { min: -1, max: 3 }),
  id: declare.numberedId('An id.', { min: 1, max: 99, label: 'Thing' }),
  gone: declare.clearable(declare.integer('A limit.', { min: 1, max: 9 })),
};

const read = (shape: Record<string, z.ZodType>, sent: object) => readMembers(shape, { ...sent });

test('what clients write is brought into one form', () => {
  const sent = {
    text: ' ab ',
    header_line: 7,
    address: 'a@b',
    yes_no: true,
    word: 'TWO',
    number: '3',
    id: 12,
    gone: '9',
  };
  const values = {
    text: 'ab',
    header_line: '7',
    address: 'a@b',
    yes_no: 'yes',
    word: 'two',
    number: 3,
    id: 12,
    gone: 9,
  };
  assert.deepEqual(read(required(KINDS), sent), { values, faults: {} });
  assert.deepEqual(read(optional(KINDS), sent), { values, faults: {} });
});

test('null, an empty text and nothing are one, but for what they take away', () => {
  const names = Object.keys(KINDS).filter((name) => name !== 'gone');
  for (const blank of [null, '', '  ']) {
    const sent = Object.fromEntries(Object.keys(KINDS).map((name) => [name, blank]));
    assert.deepEqual(read(optional(KINDS), sent), { values: { gone: null }, faults: {} });
    const { faults } = read(required(KINDS), sent);
    assert.deepEqual(Object.keys(faults), Object.keys(KINDS));
    assert.equal(textsOf(faults)['header_line'], 'Header line cannot be blank.');
    assert.equal(textsOf(faults)['id'], 'Thing cannot be blank.');
  }
  assert.deepEqual(read(optional(KINDS), {}), { values: {}, faults: {} });
  assert.deepEqual(Object.keys(read(required(KINDS), {}).faults), [...names, 'gone']);
});

test('a schema is not asked about a member that may be absent and is', () => {
  const schemas = optional(KINDS);
  for (const schema of Object.values(schemas)) {
    Object.assign(schema, { safeParse: () => assert.fail('a listing has many filters, and most requests none') });
  }
  assert.deepEqual(read(schemas, { text: undefined }), { values: {}, faults: {} });
});

test('faults are told in the sentences of the interface', () => {
  const faultOf = (name: keyof typeof KINDS, value: unknown) =>
    textsOf(read(optional(KINDS), { [name]: value }).faults)[name];
  assert.equal(faultOf('text', 'a'), 'Text is too short (minimum is 2 characters).');
  assert.equal(faultOf('text', '😀😀😀😀😀'), undefined, 'characters are code points');
  assert.equal(faultOf('text', '😀😀😀😀😀😀'), 'Text is too long (maximum is 5 characters).');
  assert.equal(faultOf('text', 'a\0b'), 'Text holds a NUL character.');
  assert.equal(faultOf('text', { a: 1 }), 'Text must be a text.');
  assert.equal(faultOf('header_line', 'a\nb'), 'Header line holds a line break.');
  assert.equal(faultOf('address', 'a'), 'Address is not a valid email address.');
  assert.equal(faultOf('yes_no', 'perhaps'), 'Yes no must be yes or no.');
  assert.equal(faultOf('word', 'three'), 'Word must be one of: one, two.');
  assert.equal(faultOf('number', 4), 'Number must be a whole number from -1 to 3.');
  assert.equal(faultOf('number', 1.5), 'Number must be a whole number from -1 to 3.');
  assert.equal(faultOf('id', '0'), 'Thing must be a whole number from 1 to 99.');
});

test('what is judged is described', () => {
  const options = { io: 'input' } as const;
  const [all, some] = [required(KINDS), optional(KINDS)].map((shape) => z.toJSONSchema(z.object(shape), options));
  assert.deepEqual(all?.required, Object.keys(KINDS));
  assert.equal(some?.required, undefined);
  const ajv = new Ajv2020({ strict: false, formats: { password: true } });
  const isRight = { required: ajv.compile(all ?? {}), optional: ajv.compile(some ?? {}) };
  const right = { text: 'ab', header_line: 'a', address: 'a@b', yes_no: 'no', word: 'one', number: 0, id: '1' };
  assert.ok(isRight.required({ ...right, gone: 1 }));
  const members = Object.keys(KINDS).map((name) => ({ [name]: null }));
  assert.ok(members.every((member) => isRight.optional(member)));
  for (const wrong of [
    ...[{ text: 'a' }, { text: 'abcdef' }, { text: 7 }, { header_line: 'a\nb' }, { address: 'a' }, { yes_no: 'maybe' }],
    ...[{ word: 'three' }, { number: 4 }, { number: -2 }, { id: 'x' }, { id: 100 }, { gone: 10 }],
  ]) {
    assert.ok(!isRight.optional(wrong), JSON.stringify(wrong));
    assert.deepEqual(Object.keys(read(optional(KINDS), wrong).faults), Object.keys(wrong));
  }
});

test('types and defaults follow', () => {
  const declared = { yes_no: KINDS.yes_no, gone: KINDS.gone };
  const values: declare.ValuesOf<typeof declared> = declare.defaultsOf(declared);
  assert.deepEqual(values, { yes_no: 'no', gone: null });
  assert.throws(() => declare.defaultsOf({ word: KINDS.word }), /word is declared without a default/);
});
