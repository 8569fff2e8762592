// The fields of a list as form controls: each with its label, its help, its fault, and the input
// type that phones and browsers know. Screen readers get the same.
import { allCountries } from '../../accounts/countries.ts';
import { type Html, html } from '../../http/html.ts';
import type { Control, FieldOption } from '../../lists/fields/type.ts';
import { faultSummary } from '../parts.ts';
import type { Texts } from '../texts/en.ts';
import type { EnteredValue, FormField } from './values.ts';

/** A field as shown in a form. `fault`: why the value is invalid. */
export type ShownField = { field: FormField; given: EnteredValue; fault?: string | undefined };

type ControlOf<Kind extends Control['kind']> = Extract<Control, { kind: Kind }>;

/** Id of a field's control, or of the first of several. */
function idOf({ tag }: FormField): string {
  return `f-${tag}`;
}

/**
 * Id of what surrounds a field: a page that is opened there, as the preview of a form, scrolls to
 * it and leaves the keyboard where it is.
 */
const placeOf = ({ tag }: FormField): string => `at-${tag}`;

/** The summary of all faults in a form's fields. */
export function fieldFaults(shown: readonly ShownField[], texts: Texts): Html | false {
  const faulty = shown.flatMap(({ field, fault }) =>
    fault === undefined ? [] : [{ id: idOf(field), text: `${field.label}: ${fault}` }],
  );
  return faultSummary(faulty, texts);
}

/** One field. */
export function fieldControl(shown: ShownField, texts: Texts): Html {
  const { field, given } = shown;
  const { type, options, rules } = field.definition;
  const one = typeof given === 'string' ? given : '';
  const { control } = type;
  switch (control.kind) {
    case 'input':
      return labelled(shown, texts, input(shown, control, one));
    case 'textarea':
      // Browsers drop a line break after the tag, and a text may begin with one.
      return labelled(
        shown,
        texts,
        html`<textarea${common(shown)} maxlength="${control.maxLength(rules)}">
${one}</textarea>`,
      );
    case 'select':
      return labelled(shown, texts, selection(shown, control, texts));
    case 'boxes':
      return group(shown, texts, boxes(shown, options));
    case 'radios':
      return radioGroup(shown, texts, options);
    case 'stars':
      return radioGroup(shown, texts, stars(control.most(rules), texts), 'row');
    case 'tick':
      return tick(shown, texts, control.text(field.definition));
  }
}

/** Name, id, and the references for screen readers. */
function common(shown: ShownField): Html {
  const { field, fault } = shown;
  const { required } = field.definition;
  return html` id="${idOf(field)}" name="${field.tag}"${required && html` required`}${described(shown)}${fault && html` aria-invalid="true"`}`;
}

function described({ field, fault }: ShownField): Html | false {
  const help = helpOf(field).map((_, i) => `${idOf(field)}-help${i}`);
  const ids = fault === undefined ? help : [...help, `${idOf(field)}-fault`];
  return ids.length > 0 && html` aria-describedby="${ids.join(' ')}"`;
}

function notes({ field, fault }: ShownField): Html {
  const id = idOf(field);
  const help = helpOf(field).map((text, i) => html`<p class="help" id="${id}-help${i}">${text}</p>`);
  return html`${help}${fault && html`<p class="fault" id="${id}-fault">${fault}</p>`}`;
}

function helpOf({ help_text, description }: FormField): string[] {
  return [help_text ?? '', description].filter((text) => text !== '');
}

function mark({ field }: ShownField, { common: { required } }: Texts): Html | false {
  return field.definition.required && html` <span class="quiet small">(${required})</span>`;
}

function labelled(shown: ShownField, texts: Texts, control: Html): Html {
  const { field } = shown;
  return html`<div class="field" id="${placeOf(field)}"><label for="${idOf(field)}">${field.label}${mark(shown, texts)}</label>${notes(shown)}${control}</div>
`;
}

function group(shown: ShownField, texts: Texts, controls: Html, role?: Html): Html {
  const { field } = shown;
  return html`<fieldset id="${placeOf(field)}"${role}${described(shown)}><legend>${field.label}${mark(shown, texts)}</legend>${notes(shown)}${controls}</fieldset>
`;
}

function tick(shown: ShownField, texts: Texts, text: string): Html {
  const { field, given } = shown;
  const isOn = given !== '' && given.length > 0;
  const box = html`<input type="checkbox" value="yes"${common(shown)}${isOn && html` checked`}>`;
  const head = text !== field.label && html`<p><strong>${field.label}</strong></p>`;
  return html`<div class="field choice" id="${placeOf(field)}">${head}<label>${box}<span>${text}${mark(shown, texts)}</span></label>${notes(shown)}</div>
`;
}

function boxes(shown: ShownField, options: readonly FieldOption[]): Html {
  const { field, given, fault } = shown;
  const chosen = new Set(typeof given === 'string' ? [given] : given);
  const all = options.map(({ name, value }, index) => {
    const id = index === 0 && html` id="${idOf(field)}"`;
    return html`<label><input type="checkbox"${id} name="${field.tag}[]" value="${value}"${chosen.has(value) && html` checked`}${fault && html` aria-invalid="true"`}><span>${name}</span></label>`;
  });
  return html`<div class="choices">${all}</div>`;
}

/** A group of radio buttons. One button cannot be invalid, the group can (ARIA 1.2). */
function radioGroup(shown: ShownField, texts: Texts, options: readonly FieldOption[], room?: 'row'): Html {
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

function stars(most: number, { fields }: Texts): FieldOption[] {
  return Array.from({ length: most }, (_, i) => ({ name: fields.stars(i + 1), value: String(i + 1) }));
}

function selection(shown: ShownField, { of, autocomplete }: ControlOf<'select'>, texts: Texts): Html {
  const { field, given } = shown;
  const options = of === 'countries' ? countries(texts.language) : field.definition.options;
  const all = [{ name: texts.common.pleaseChoose, value: '' }, ...options];
  const items = all.map(
    ({ name, value }) => html`<option value="${value}"${value === given && html` selected`}>${name}</option>`,
  );
  return html`<select${common(shown)}${autocomplete && html` autocomplete="${autocomplete}"`}>${items}</select>`;
}

const countriesIn = new Map<string, FieldOption[]>();

/**
 * All countries by their names in a language; the value is the English name, which is stored.
 */
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

/** An input of one line. */
function input(shown: ShownField, { type, autocomplete, limits }: ControlOf<'input'>, value: string): Html {
  const { tag, definition } = shown.field;
  const known = BY_TAG[tag] ?? autocomplete;
  const attributes = Object.entries(limits(definition.rules)).map(([name, limit]) => html` ${name}="${limit}"`);
  const written = type === 'datetime-local' ? value.replace(' ', 'T') : value;
  return html`<input type="${type}"${known !== undefined && html` autocomplete="${known}"`}${attributes} value="${written}"${common(shown)}>`;
}

const BY_TAG: Record<string, string> = { EMAIL: 'email', FNAME: 'given-name', LNAME: 'family-name' };
