import { describe } from 'node:test';
import { context, field, rows, sizes } from '../../../test/support/fields.ts';

describe('values of a set', () => {
  const aText = 'X must be a text.';
  const oneLine = 'X must be one line without control characters.';
  const noOption = (value: string) => `X holds "${value}", which is not one of the options.`;
  for (const type of ['dropdown', 'radiolist'] as const) {
    rows(
      type,
      field(type, { options: sizes }),
      [
        ['S', 'S'],
        [' L ', 'L'],
        ['S,L', 'S,L'],
      ],
      [
        ['M', noOption('M')],
        ['Small', noOption('Small')],
        ['s', noOption('s')],
        [['S'], 'X must be a single value.'],
      ],
    );
    rows(`${type} without options`, field(type), [['', '']], [['S', 'X has no options yet.']]);
  }
  for (const type of ['multiselect', 'checkboxlist'] as const) {
    rows(
      type,
      field(type, { options: sizes }),
      [
        ['S', ['S']],
        ['S,L', ['S,L']], // a value itself
        ['L, S', ['S', 'L']],
        [
          ['L', 'S', 'L', ''],
          ['S', 'L'],
        ],
        [{ 0: 'L', 2: 'S' }, ['S', 'L']],
        [[], ''],
        [',', ''],
      ],
      [
        ['L, M', 'X holds "M", which is not one of the options.'],
        [['x'.repeat(70)], `X holds "${'x'.repeat(60)}…", which is not one of the options.`],
        [[['S']], aText],
      ],
    );
    rows(`${type} without options`, field(type), [[[''], '']], [['S', 'X has no options yet.']]);
  }
  for (const type of ['country', 'geocountry'] as const) {
    rows(
      type,
      field(type),
      [
        ['ro', 'Romania'],
        ['Romania', 'Romania'],
        ['romania', 'Romania'],
        ['USA', 'United States of America'],
      ],
      [['Atlantis', 'X is not a known country.']],
    );
  }
  rows('country by default', field('country', { rules: { default_country: 'RO' } }), [['', 'Romania']], []);
  for (const type of ['state', 'geostate'] as const) {
    rows(
      type,
      field(type),
      [
        ['California', 'California'],
        ['anything', 'anything'],
      ],
      [
        ['x'.repeat(256), 'X is too long (maximum is 255 characters).'],
        ['a\nb', oneLine],
      ],
    );
    rows(
      `${type} of a known country`,
      field(type),
      [
        ['CA', 'California'],
        ['california', 'California'],
      ],
      [['Kent', 'X is not a state of United States of America.']],
      { ...context, country: 'US' },
    );
    rows(`${type} of an unknown country`, field(type), [['Kent', 'Kent']], [], { ...context, country: 'Atlantis' });
  }
  rows(
    'geocity',
    field('geocity'),
    [['São Paulo', 'São Paulo']],
    [['x'.repeat(256), 'X is too long (maximum is 255 characters).']],
  );
  rows(
    'checkbox',
    field('checkbox', { rules: { check_value: 'I do' } }),
    [
      ['I do', 'I do'],
      [true, 'I do'],
      ['1', 'I do'],
      [false, ''],
      ['no', ''],
      ['', ''],
    ],
    [['maybe', 'X must be "I do" or empty.']],
  );
  rows(
    'consentcheckbox',
    field('consentcheckbox', { rules: { consent_text: 'I agree.' } }),
    [
      ['I agree.', 'I agree.'],
      ['yes', 'I agree.'],
      ['0', ''],
    ],
    [['I disagree.', 'X must be its consent text or empty.']],
  );
  rows('consent to the label', field('consentcheckbox'), [['X', 'X']], []);
});
