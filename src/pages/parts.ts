// Parts shared by several pages.
import { type Html, html } from '../http/html.ts';
import type { Texts } from './texts/en.ts';

/**
 * `a•••@example.com`: enough for its owner to recognize it, too little for somebody who got a
 * forwarded mail.
 */
export function maskedAddress(email: string): string {
  const at = email.lastIndexOf('@');
  if (at < 1) return '•••';
  const [first = ''] = email; // a whole character, also outside the basic plane
  return `${first}•••${email.slice(at)}`;
}

/** A sentence that ends with an address. */
export function withAddress(sentence: string, email: string): Html {
  return html`${sentence} <strong><bdi>${maskedAddress(email)}</bdi></strong>.`;
}

/**
 * The summary of a form's faults; each entry links to the control with its `id`. False: there are
 * none.
 */
export function faultSummary(faults: readonly { id: string; text: string }[], { common }: Texts): Html | false {
  if (faults.length === 0) return false;
  const entries = faults.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`);
  return html`<div class="notice faults" role="alert"><h2>${common.checkEntries(faults.length)}</h2><ul>${entries}</ul></div>`;
}

/** A group of radio buttons. `chosen`: the selected key; `fault`: why the choice is invalid. */
export function radios(
  name: string,
  legend: string,
  choices: Readonly<Record<string, string>>,
  { chosen, fault }: { chosen?: string; fault?: string | undefined } = {},
): Html {
  const described = fault !== undefined && html` aria-describedby="${name}-fault"`;
  const options = Object.entries(choices).map(
    ([key, text]) =>
      html`<label><input type="radio" name="${name}" value="${key}"${key === chosen && html` checked`}> ${text}</label>`,
  );
  return html`<fieldset class="choices"${described}><legend>${legend}</legend>
${fault !== undefined && html`<p class="fault" id="${name}-fault">${fault}</p>`}${options}</fieldset>`;
}

/** A text area. */
export function textBox(name: string, label: string, max: number, value = ''): Html {
  return html`<div class="field"><label for="${name}">${label}</label><textarea id="${name}" name="${name}" maxlength="${max}" rows="3">
${value}</textarea></div>`; // browsers drop a line break after the tag
}
