// The captcha in a form, and what visitors without scripts are told.
import { type Html, html } from '../../http/html.ts';
import type { Texts } from '../texts/en.ts';

/** The member of a form that has the solution. */
export const CAPTCHA = 'altcha';

/** What the visitor needs not see: whose widget it is, and a signature of how the pointer moved. */
const SETTINGS = JSON.stringify({ hideLogo: true, hideFooter: true, humanInteractionSignature: false });

/**
 * The captcha of a form.
 * @param url where challenges come from
 * @param isFilledIn the form is shown again: nobody will click into it, so solving begins at once
 */
export function captchaWidget(url: string, { captcha, language }: Texts, isFilledIn: boolean): Html {
  return html`<div class="field captcha"><altcha-widget name="${CAPTCHA}" challenge="${url}" language="${language}" auto="${isFilledIn ? 'onload' : 'onfocus'}" configuration="${SETTINGS}"></altcha-widget>
<noscript><p class="notice">${captcha.noScript}</p></noscript></div>`;
}
