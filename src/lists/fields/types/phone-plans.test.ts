import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import * as library from 'libphonenumber-js/min';
import { internationalForm } from './phone-plans.ts';

const isInternational = internationalForm(library);

test('what is taken as it is, the library would take as it is', () => {
  const codes = [...new Set(library.getCountries().map((country) => library.getCountryCallingCode(country)))];
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 3, maxLength: 14 });
  let taken = 0;
  fc.assert(
    fc.property(fc.constantFrom(...codes), digits, fc.constantFrom(undefined, 'DE', 'US'), (code, rest, country) => {
      const text = `+${code}${rest}`;
      if (!isInternational(text)) return;
      taken += 1;
      const read = library.parsePhoneNumberFromString(text, {
        ...(country && { defaultCountry: country as library.CountryCode }),
        extract: false,
      });
      assert.ok(read?.isPossible(), text);
      assert.equal(read?.number, text);
    }),
    { numRuns: 10_000 },
  );
  assert.ok(taken > 1_000, `${taken} of 10,000`);
});

test('what is written otherwise is left to the library', () => {
  for (const text of ['+4917604100123', '+12025550123', '+442071838750']) assert.ok(isInternational(text), text);
  for (const text of ['+49 17604100123', '+49017604100123', '017604100123', '+1202555012', '+0123456789', '']) {
    assert.ok(!isInternational(text), text);
  }
});
