// The fields of a list as controls of a form: each with its label, its help, what is wrong with it, and the kind of input
// that phones and browsers know. A program that reads pages aloud gets the same.
import { allCountries } from '../../accounts/countries.ts';
import { type Html, html } from '../../http/html.ts';
import type { FieldOption } from '../../lists/fields/rules.ts';
import { faultSummary } from '../parts.ts';
import type { Texts } from '../texts/en.ts';
import type { EnteredValue, FormField } from './values.ts';

/** A field as a form shows it. `fault`: what is wrong with what was given. */
export type Shown = { field: FormField; given: EnteredValue; fault?: string | undefined };

/** Id of a field's control, or of the first of several. */
export function idOf({ tag }: FormField): string {
  return `f-${tag}`;
}

/** All that is wrong with the fields of a form. */
export function fieldFaults(shown: readonly Shown[], texts: Texts): Html | false {
  const faulty = shown.flatMap(({ field, fault }) =>
    fault === undefined ? [] : [{ id: idOf(field), text: `${field.label}: ${fault}` }],
  );
  return faultSummary(faulty, texts);
}

/** One field. */
export function fieldControl(shown: Shown, texts: Texts): Html {
  const { field, given } = shown;
  const { type, options, rules, label } = field.definition;
  const one = typeof given === 'string' ? given : '';
  switch (type) {
    case 'textarea':
      // The line break after the tag is not part of the text; a text may begin with one.
      return labelled(
        shown,
        texts,
        html`<textarea${common(shown)} maxlength="${rules.maxLength ?? 255}">
${one}</textarea>`,
      );
    case 'dropdown':
      return labelled(shown, texts, selection(shown, options, texts));
    case 'country':
    case 'geocountry':
      return labelled(shown, texts, selection(shown, countries(texts.language), texts));
    case 'multiselect':
    case 'checkboxlist':
      return group(shown, texts, boxes(shown, options));
    case 'radiolist':
      return radioGroup(shown, texts, options);
    case 'rating':
      return radioGroup(shown, texts, stars(rules.maxStars, texts), 'row');
    case 'checkbox':
      return tick(shown, texts, label);
    case 'consentcheckbox':
      return tick(shown, texts, rules.consentText ?? label);
    default:
      return labelled(shown, texts, html`<input${inputKind(field)} value="${inputValue(type, one)}"${common(shown)}>`);
  }
}

/** Name, id, and what belongs together for programs that read aloud. */
function common(shown: Shown): Html {
  const { field, fault } = shown;
  const { required } = field.definition;
  return html` id="${idOf(field)}" name="${field.tag}"${required && html` required`}${described(shown)}${fault && html` aria-invalid="true"`}`;
}

function described({ field, fault }: Shown): Html | false {
  const help = helpOf(field).map((_, i) => `${idOf(field)}-help${i}`);
  const ids = fault === undefined ? help : [...help, `${idOf(field)}-fault`];
  return ids.length > 0 && html` aria-describedby="${ids.join(' ')}"`;
}

function notes({ field, fault }: Shown): Html {
  const id = idOf(field);
  const help = helpOf(field).map((text, i) => html`<p class="help" id="${id}-help${i}">${text}</p>`);
  return html`${help}${fault && html`<p class="fault" id="${id}-fault">${fault}</p>`}`;
}

function helpOf({ help_text, description }: FormField): string[] {
  return [help_text ?? '', description].filter((text) => text !== '');
}

function mark({ field }: Shown, { common: { required } }: Texts): Html | false {
  return field.definition.required && html` <span class="quiet small">(${required})</span>`;
}

function labelled(shown: Shown, texts: Texts, control: Html): Html {
  const { field } = shown;
  return html`<div class="field"><label for="${idOf(field)}">${field.label}${mark(shown, texts)}</label>${notes(shown)}${control}</div>
`;
}

function group(shown: Shown, texts: Texts, controls: Html, role?: Html): Html {
  const { field } = shown;
  return html`<fieldset${role}${described(shown)}><legend>${field.label}${mark(shown, texts)}</legend>${notes(shown)}${controls}</fieldset>
`;
}

function tick(shown: Shown, texts: Texts, text: string): Html {
  const { field, given } = shown;
  const isOn = given !== '' && given.length > 0;
  const box = html`<input type="checkbox" value="yes"${common(shown)}${isOn && html` checked`}>`;
  const head = text !== field.label && html`<p><strong>${field.label}</strong></p>`;
  return html`<div class="field choice">${head}<label>${box}<span>${text}${mark(shown, texts)}</span></label>${notes(shown)}</div>
`;
}

function boxes(shown: Shown, options: readonly FieldOption[]): Html {
  const { field, given, fault } = shown;
  const chosen = new Set(typeof given === 'string' ? [given] : given);
  const all = options.map(({ name, value }, index) => {
    const id = index === 0 && html` id="${idOf(field)}"`;
    return html`<label><input type="checkbox"${id} name="${field.tag}[]" value="${value}"${chosen.has(value) && html` checked`}${fault && html` aria-invalid="true"`}><span>${name}</span></label>`;
  });
  return html`<div class="choices">${all}</div>`;
}

/** One of several. A radio button cannot be at fault by itself, the group of them can (ARIA 1.2). */
function radioGroup(shown: Shown, texts: Texts, options: readonly FieldOption[], room?: 'row'): Html {
  const { field, given, fault } = shown;
  const { required } = field.definition;
  const all = required ? options : [...options, { name: texts.fields.noAnswer, value: '' }];
  const buttons = all.map(({ name, value }, index) => {
    const id = index === 0 && html` id="${idOf(field)}"`;
    return html`<label><input type="radio"${id} name="${field.tag}" value="${value}"${required && html` required`}${value === given && html` checked`}><span>${name}</span></label>`;
  });
  const role = html` role="radiogroup"${required && html` aria-required="true"`}${fault && html` aria-invalid="true"`}`;
  return group(shown, texts, html`<div class="choices ${room}">${buttons}</div>`, role);
}

function stars(most = 5, { fields }: Texts): FieldOption[] {
  return Array.from({ length: most }, (_, i) => ({ name: fields.stars(i + 1), value: String(i + 1) }));
}

function selection(shown: Shown, options: readonly FieldOption[], texts: Texts): Html {
  const { field, given } = shown;
  const autocomplete = autocompleteOf(field);
  const all = [{ name: texts.common.pleaseChoose, value: '' }, ...options];
  const items = all.map(
    ({ name, value }) => html`<option value="${value}"${value === given && html` selected`}>${name}</option>`,
  );
  return html`<select${common(shown)}${autocomplete && html` autocomplete="${autocomplete}"`}>${items}</select>`;
}

const countriesIn = new Map<string, FieldOption[]>();

/** All countries by their names in a language; the value is the English name, which is what is stored. */
function countries(language: string): FieldOption[] {
  const known = countriesIn.get(language);
  if (known) return known;
  const names = new Intl.DisplayNames([language], { type: 'region' });
  const named = allCountries().map(({ code, name }) => ({
    name: language === 'en' ? name : (names.of(code) ?? name),
    value: name,
  }));
  named.sort((a, b) => a.name.localeCompare(b.name, language));
  countriesIn.set(language, named);
  return named;
}

/** The kind of an input, and what a browser may know of its value. */
function inputKind(field: FormField): Html {
  const { type, rules } = field.definition;
  const autocomplete = autocompleteOf(field);
  return html` type="${INPUT_TYPES[type] ?? 'text'}"${autocomplete && html` autocomplete="${autocomplete}"`}${limits()}`;

  function limits(): Html | false {
    if (type === 'yearsrange') return html` min="${rules.yearStart ?? 1900}" max="${rules.yearEnd ?? 2100}" step="1"`;
    if (type === 'date') return false;
    if (type === 'datetime') return html` step="1"`;
    if (type !== 'text') return html` maxlength="${type === 'url' ? 2000 : 255}"`;
    return html` minlength="${rules.minLength ?? 1}" maxlength="${rules.maxLength ?? 255}"`;
  }
}

const INPUT_TYPES: Record<string, string> = {
  date: 'date',
  datetime: 'datetime-local',
  yearsrange: 'number',
  phonenumber: 'tel',
  email: 'email',
  url: 'url',
};

const BY_TAG: Record<string, string> = { EMAIL: 'email', FNAME: 'given-name', LNAME: 'family-name' };
const BY_TYPE: Record<string, string> = {
  country: 'country-name',
  geocountry: 'country-name',
  state: 'address-level1',
  geostate: 'address-level1',
  geocity: 'address-level2',
  phonenumber: 'tel',
  url: 'url',
};

/** WCAG 2.2, success criterion 1.3.5. */
function autocompleteOf({ tag, definition: { type } }: FormField): string | undefined {
  return BY_TAG[tag] ?? BY_TYPE[type];
}

function inputValue(type: string, value: string): string {
  return type === 'datetime' ? value.replace(' ', 'T') : value;
}
