// The subscribe form as a page, and what follows when it was sent.
import { type Html, html } from '../../http/html.ts';
import { getFieldType } from '../../lists/fields/types.ts';
import type { List } from '../../storage/tables.ts';
import { EMAIL_TAG } from '../../subscribers/values/values.ts';
import type { Frame, FramedPage } from '../frame.ts';
import { fieldControl, fieldFaults, type ShownField } from './fields.ts';
import type { FormField } from './values.ts';

/** What a form has beside its fields; a preview has none of it. */
type Parts = { notice?: string | undefined; guard?: Html; captcha?: Html | undefined };

/** The text above the fields; a description that only repeats the name says nothing. */
export function introOf(own: string, { name, description }: Pick<List, 'name' | 'description'>): string {
  return own || (description === name ? '' : description);
}

/** The form with its fields. */
export function formPage(
  { texts, settings, title }: Frame,
  list: Pick<List, 'name' | 'description'>,
  shown: readonly ShownField[],
  { notice, guard, captcha }: Parts = {},
): FramedPage {
  const heading = texts.subscribe.heading(title);
  const intro = introOf(settings.intro, list);
  const summary = fieldFaults(shown, texts);
  const body = html`<h1>${heading}</h1>${intro !== '' && html`<p class="lines">${intro}</p>`}
${notice && html`<p class="notice" role="status">${notice}</p>`}${summary}<form method="post" accept-charset="utf-8">
${guard}
${shown.map((one) => fieldControl(one, texts))}${captcha}<p><button type="submit">${texts.subscribe.button}</button></p></form>`;
  return { title: summary ? `${texts.common.error}: ${heading}` : heading, body, isEmbeddable: true };
}

/** What is said after the form was sent. */
export function donePage({ texts: { subscribe } }: Frame, list: Pick<List, 'opt_in'>): FramedPage {
  const text = list.opt_in === 'double' ? subscribe.doneDouble : subscribe.doneSingle;
  const body = html`<div role="status"><h1>${subscribe.doneTitle}</h1><p>${text}</p></div><p class="quiet small">${subscribe.nothingCame}</p>`;
  return { title: subscribe.doneTitle, body, isEmbeddable: true };
}

/** Shows the EMAIL field, which is of type text, as an address. */
export function asAddress(field: FormField): FormField {
  if (field.tag !== EMAIL_TAG) return field;
  return { ...field, definition: { ...field.definition, type: getFieldType('email'), required: true } };
}
