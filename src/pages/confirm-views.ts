// The pages behind the link in a confirmation mail.
import { html } from '../http/html.ts';
import { pageOrigin } from '../lists/pages/settings.ts';
import type { Frame, FramedPage } from './frame.ts';
import { maskedAddress } from './parts.ts';

/** The question. Nothing has happened yet. */
export function questionPage({ texts: { confirm }, title: list, settings }: Frame, email: string): FramedPage {
  const title = confirm.heading(list);
  const body = html`<h1>${title}</h1><p>${confirm.text(maskedAddress(email))}</p>
<form method="post"><p><button type="submit">${confirm.button}</button></p></form><p class="quiet small">${confirm.nothingYet}</p>`;
  return { title, body, leadsAway: pageOrigin(settings.redirectUrl) !== undefined };
}

/** The subscriber is confirmed, now or before. */
export function confirmedPage({ texts: { confirm }, title }: Frame, email: string, profileUrl: string): FramedPage {
  const body = html`<div role="status"><h1>${confirm.doneTitle}</h1><p>${confirm.doneText(title, maskedAddress(email))}</p></div>
<p><a href="${profileUrl}">${confirm.update}</a></p>`;
  return { title: confirm.doneTitle, body };
}
