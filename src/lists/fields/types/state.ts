// Field type state: a zone of the subscriber's country when that is known and has zones; otherwise
// any line.
import { findCountry, findZone, zonesOf } from '../../../accounts/countries.ts';
import { say } from '../../../kernel/sentences/sentence.ts';
import type { ValueContext } from '../default-values.ts';
import { checkLine, lineLimits } from '../line.ts';
import { type CheckedValue, type Field, fieldType } from '../type.ts';

/** Stored by name. */
function checkState(text: string, field: Field<object>, { country: named }: ValueContext): CheckedValue {
  const country = named === undefined ? undefined : findCountry({ name: named });
  if (!country || zonesOf(country.code).length === 0) return checkLine(text, field);
  const zone = findZone(country.code, text);
  return zone ? { value: zone.name } : { fault: say('value-state', { label: field.label, country: country.name }) };
}

const states = {
  rules: {},
  place: 'state',
  check: { one: checkState },
  control: { kind: 'input', type: 'text', autocomplete: 'address-level1', limits: lineLimits },
  expects: 'state',
} as const;

export const state = fieldType({ ...states, identifier: 'state', name: 'State', example: 'Bayern' });

export const geostate = fieldType({ ...states, identifier: 'geostate', name: 'Geo State', example: 'Bayern' });

export const geocity = fieldType({
  identifier: 'geocity',
  name: 'Geo City',
  example: 'Köln',
  rules: {},
  check: { one: checkLine },
  control: { kind: 'input', type: 'text', autocomplete: 'address-level2', limits: lineLimits },
  expects: 'line',
});
