import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { at, context, field, inWords, sizes, textIn } from '../../../test/support/fields.ts';
import { FIELD_TYPES, type FieldTypeName, getFieldType } from './types.ts';
import { checkValue, defaultValueFault, definitionOf, type FieldDefinition } from './values.ts';

describe('nothing given', () => {
  test('is the empty text, unless the field is required', () => {
    for (const { identifier } of FIELD_TYPES) {
      for (const given of [undefined, null, '', '  ', [], ['']]) {
        assert.deepEqual(checkValue(field(identifier), given, context), { value: '' }, identifier);
        const required = field(identifier, { required: true });
        assert.deepEqual(inWords(checkValue(required, given, context)), { fault: 'X cannot be blank.' }, identifier);
      }
    }
  });

  test('a tick that says no is no value for a required field', () => {
    const required = field('checkbox', { required: true });
    assert.deepEqual(inWords(checkValue(required, 'no', context)), { fault: 'X cannot be blank.' });
  });

  test('takes the default value, its tags filled in', () => {
    const filled = (type: FieldTypeName, defaultValue: string, more: Partial<FieldDefinition> = {}) => {
      const checked = checkValue(field(type, { defaultValue, required: true, ...more }), undefined, context);
      return 'value' in checked ? checked.value : checked;
    };
    assert.equal(filled('text', 'friend'), 'friend');
    assert.equal(filled('date', '[DATE]'), '2026-11-22'); // it is tomorrow in Tokyo
    assert.equal(filled('datetime', '[DATETIME]'), '2026-11-22 08:30:00');
    assert.equal(
      filled('text', '[CURRENT_DATE] [CURRENT_YEAR] [CURRENT_MONTH] [CURRENT_DAY]'),
      '11/22/2026 2026 11 22',
    );
    assert.equal(filled('text', 'since [CURRENT_MONTH_FULL_NAME]'), 'since November');
    assert.equal(filled('text', 'from [SUBSCRIBER_IP]'), 'from 198.51.100.9');
    assert.equal(filled('text', '[UNKNOWN]'), '[UNKNOWN]');
    assert.deepEqual(filled('multiselect', 'L,S', { options: sizes }), ['S', 'L']);
    assert.equal(filled('checkbox', 'yes'), 'yes');
  });

  test('a default that breaks the rules by now is none; one that needs what is not known is empty', () => {
    const lastYear = field('yearsrange', { defaultValue: '[CURRENT_YEAR]', rules: { year_end: 2025 } });
    assert.deepEqual(checkValue(lastYear, undefined, context), { value: '' });
    const address = field('text', { defaultValue: '[SUBSCRIBER_IP]' });
    assert.deepEqual(checkValue(address, undefined, { at }), { value: '' });
  });

  test('a default that comes back as written is the default', () => {
    const definition = field('date', { defaultValue: '[DATE]' });
    assert.deepEqual(checkValue(definition, '[DATE]', { at }), { value: '2026-11-21' });
  });
});

test('a consent keeps the time it was given at', () => {
  assert.deepEqual(checkValue(field('consentcheckbox'), 'yes', context), { value: 'X', givenAt: at });
});

test('a default value must itself be valid', () => {
  const fault = (type: FieldTypeName, defaultValue: string, more: Partial<FieldDefinition> = {}) =>
    textIn(defaultValueFault(field(type, { defaultValue, ...more }), at));
  assert.equal(fault('text', ''), undefined);
  assert.equal(fault('date', '[DATE]'), undefined);
  assert.equal(fault('date', '[DATETIME]'), 'Default value is not a valid date (Y-m-d).');
  assert.equal(fault('datetime', '[DATETIME]'), undefined);
  assert.equal(fault('rating', '9'), 'Default value must be a whole number from 1 to 5.');
  assert.equal(fault('dropdown', 'M', { options: sizes }), 'Default value holds "M", which is not one of the options.');
  assert.equal(
    fault('text', 'long', { rules: { max_length: 3 } }),
    'Default value is too long (maximum is 3 characters).',
  );
  assert.equal(fault('text', '[SUBSCRIBER_IP]'), undefined);
});

test('a stored field becomes a definition with complete rules', () => {
  const row = { type: 'rating', label: 'Stars', required: 1 as const, default_value: '3', rules: '{}', options: '[]' };
  assert.deepEqual(definitionOf(row), {
    type: getFieldType('rating'),
    label: 'Stars',
    required: true,
    defaultValue: '3',
    rules: { max_stars: 5 },
    options: [],
  });
});
