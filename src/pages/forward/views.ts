// The form with which a recipient recommends a mail to friends.
import { type Html, html } from '../../http/html.ts';
import type { FramedPage } from '../frame.ts';
import { faultSummary } from '../parts.ts';
import type { Texts } from '../texts/en.ts';
import { FORWARD_LIMITS, type ForwardFaults, type ForwardForm } from './rules.ts';

/** `form`: the sent values; `guard`: the guard's hidden fields; `notice`: the guard's message. */
type ForwardFormState = {
  subject: string;
  guard: Html;
  form?: ForwardForm;
  faults?: ForwardFaults;
  notice?: string | undefined;
};

/** The form; a list of its faults comes first. */
export function formPage(texts: Texts, { subject, guard, form, faults = {}, notice }: ForwardFormState): FramedPage {
  const { forward } = texts;
  const wrong = Object.entries(faults).map(([id, text]) => ({ id, text }));
  const field = (name: keyof ForwardForm, control: (attributes: Html) => Html, label: string, help?: string) => {
    const fault = faults[name];
    const ids = [help && `${name}-help`, fault && `${name}-fault`].filter(Boolean).join(' ');
    const described = ids !== '' && html` aria-describedby="${ids}"`;
    const attributes = html` id="${name}" name="${name}"${described}${fault && html` aria-invalid="true"`}`;
    return html`<div class="field"><label for="${name}">${label}</label>
${help && html`<p class="help" id="${name}-help">${help}</p>`}${fault && html`<p class="fault" id="${name}-fault">${fault}</p>`}${control(attributes)}</div>`;
  };
  return {
    title: forward.title,
    body: html`<h1>${forward.title}</h1><p>${forward.lead(subject)}</p>
${notice !== undefined && html`<div class="notice" role="alert"><p>${notice}</p></div>`}${faultSummary(wrong, texts)}
<form method="post">${guard}
${field('to', (given) => html`<input type="email" multiple required autocomplete="off"${given} value="${form?.to}">`, forward.to, forward.toHelp)}
${field('name', (given) => html`<input required autocomplete="name" maxlength="${FORWARD_LIMITS.name}"${given} value="${form?.name}">`, forward.name)}
${field(
  'note',
  (given) => html`<textarea rows="4" maxlength="${FORWARD_LIMITS.note}"${given}>
${form?.note}</textarea>`,
  forward.note,
  forward.noteHelp,
)}
<p><button type="submit">${forward.send}</button></p></form>`,
  };
}
