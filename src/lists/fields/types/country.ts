// Field type country: given by code or English name, stored by name.
import { findCountry } from '../../../accounts/countries.ts';
import { type Declaration, text } from '../../../http/members/declare.ts';
import { say } from '../../../kernel/sentences/sentence.ts';
import { type CheckedValue, fieldType } from '../type.ts';

const sentCountry = text('ISO 3166-1 alpha-2 code.', {
  check: (code, label) => (findCountry({ code }) ? undefined : say('field-country-code', { label })),
  json: { pattern: '^\\s*[A-Za-z]{2}\\s*$' },
});

/** A rule whose value is a country's code, upper case. */
export const countryRule: Declaration<string> = {
  ...sentCountry,
  read: (value) => {
    const sent = sentCountry.read(value);
    return typeof sent === 'string' ? sent.toUpperCase() : sent;
  },
};

const both = {
  place: 'country',
  check: {
    one(text: string, { label }: { label: string }): CheckedValue {
      const found = findCountry({ name: text });
      return found ? { value: found.name } : { fault: say('value-country', { label }) };
    },
  },
  control: { kind: 'select', of: 'countries', autocomplete: 'country-name' },
  expects: 'country',
} as const;

export const country = fieldType({
  ...both,
  identifier: 'country',
  name: 'Country',
  example: 'Germany',
  rules: { default_country: countryRule },
  valueByDefault: ({ default_country }) => default_country,
});

export const geocountry = fieldType({
  ...both,
  identifier: 'geocountry',
  name: 'Geo Country',
  example: 'Germany',
  rules: {},
});
