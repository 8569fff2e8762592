// Field type phone number: as people write them, stored as E.164 (without extension).
import type * as libphonenumber from 'libphonenumber-js/min';
import { say } from '../../../kernel/sentences/sentence.ts';
import { whenNeeded } from '../../../kernel/when-needed.ts';
import { lineLimits, MAX_LINE } from '../line.ts';
import { fieldType } from '../type.ts';
import { countryRule } from './country.ts';
import { internationalForm } from './phone-plans.ts';

const phones = whenNeeded((take) => take('libphonenumber-js/min') as typeof libphonenumber);
const isInternational = whenNeeded(() => internationalForm(phones()));

export const phonenumber = fieldType({
  identifier: 'phonenumber',
  name: 'Phone Number',
  example: '+4930123456',
  rules: { default_country: countryRule },
  check: {
    one(text, { label, rules: { default_country } }) {
      if (isInternational()(text)) return { value: text };
      const country =
        default_country !== undefined && phones().isSupportedCountry(default_country) ? default_country : undefined;
      let number = text.length <= MAX_LINE ? phoneNumber(text, country) : undefined;
      // A trunk prefix that was misread shows only in the international form, so that is read again
      // until it stays the same.
      for (let readings = 0; number !== undefined && readings < 3; readings += 1) {
        const again = phoneNumber(number, country);
        if (again === number) return { value: number };
        number = again;
      }
      return { fault: say('value-phone', { label }) };
    },
  },
  control: { kind: 'input', type: 'tel', autocomplete: 'tel', limits: lineLimits },
  expects: 'phone',
});

function phoneNumber(text: string, defaultCountry: libphonenumber.CountryCode | undefined): string | undefined {
  const number = phones().parsePhoneNumberFromString(text, { defaultCountry, extract: false });
  return number?.isPossible() ? number.number : undefined;
}
