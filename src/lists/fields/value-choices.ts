// Values that are one or several of a set: options, countries and their zones, ticks.
import { findCountry, findZone, zonesOf } from '../../accounts/countries.ts';
import type { ValueContext } from './default-values.ts';
import type { FieldDefinition } from './rules.ts';
import { type CheckedValue, checkLine } from './value-texts.ts';

/** One option of the field. */
export function checkOption(text: string, { label, options }: FieldDefinition): CheckedValue {
  if (options.length === 0) return { fault: `${label} has no options yet.` };
  return options.some(({ value }) => value === text)
    ? { value: text }
    : { fault: `${label} is not one of the options.` };
}

/**
 * Some options of the field, stored in the options' order, each once.
 * @param sent values, or one text with commas between them
 */
export function checkOptions(sent: string | readonly string[], { label, options }: FieldDefinition): CheckedValue {
  if (options.length === 0) return { fault: `${label} has no options yet.` };
  const known = options.map(({ value }) => value);
  const texts = typeof sent !== 'string' ? sent : known.includes(sent) ? [sent] : sent.split(',');
  const chosen = new Set(texts.map((text) => text.trim()).filter((text) => text !== ''));
  for (const text of chosen) {
    if (!known.includes(text)) return { fault: `${label} holds ${shown(text)}, which is not one of the options.` };
  }
  return chosen.size === 0 ? { value: '' } : { value: known.filter((value) => chosen.has(value)) };
}

const SHOWN_CHARACTERS = 60;

function shown(text: string): string {
  return JSON.stringify(text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text);
}

/** A country by code or English name, stored by name. */
export function checkCountry(text: string, { label }: FieldDefinition): CheckedValue {
  const country = findCountry({ name: text });
  return country ? { value: country.name } : { fault: `${label} is not a known country.` };
}

/** A zone of the subscriber's country when that is known and has zones, stored by name; else any line. */
export function checkState(text: string, definition: FieldDefinition, { country: named }: ValueContext): CheckedValue {
  const country = named === undefined ? undefined : findCountry({ name: named });
  if (!country || zonesOf(country.code).length === 0) return checkLine(text, definition);
  const zone = findZone(country.code, text);
  return zone ? { value: zone.name } : { fault: `${definition.label} is not a state of ${country.name}.` };
}

const YES = new Set(['yes', 'true', '1', 'on']);
const NO = new Set(['no', 'false', '0', 'off']);

/** A tick: the field's own value when set, nothing when not; yes and no in the usual words count as well. */
export function checkTick(text: string, { label, rules: { checkValue = 'yes' } }: FieldDefinition): CheckedValue {
  if (text === checkValue || YES.has(text.toLowerCase())) return { value: checkValue };
  if (NO.has(text.toLowerCase())) return { value: '' };
  return { fault: `${label} must be ${shown(checkValue)} or empty.` };
}

/** A consent: its text when given, with the time; nothing when not. */
export function checkConsent(text: string, { label, rules }: FieldDefinition, { at }: ValueContext): CheckedValue {
  const consentText = rules.consentText ?? label;
  if (text === consentText || YES.has(text.toLowerCase())) return { value: consentText, givenAt: at };
  if (NO.has(text.toLowerCase())) return { value: '' };
  return { fault: `${label} must be its consent text or empty.` };
}
