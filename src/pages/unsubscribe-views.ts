// The pages behind the unsubscribe link.
import { html } from '../http/html.ts';
import type { FramedPage } from './frame.ts';
import { radios, textBox, withAddress } from './parts.ts';
import type { Texts } from './texts/en.ts';

/** Most characters of the note. */
export const NOTE_MAX = 255;

type UnsubscribeContext = { listName: string; email: string; preferencesUrl: string };

/**
 * The question. Nothing has happened yet: link scanners follow links in mails, and must not
 * unsubscribe people.
 * @param inFocus whether Enter answers it
 */
export function questionPage(
  { unsubscribe: texts }: Texts,
  leaving: UnsubscribeContext,
  { inFocus } = { inFocus: false },
): FramedPage {
  const { listName, email, preferencesUrl } = leaving;
  return {
    title: texts.title(listName),
    body: html`<h1>${texts.question(listName)}</h1>
<p>${withAddress(texts.willStop, email)}</p>
<form method="post">
<details><summary>${texts.why}</summary>
${radios('reason', texts.reason, texts.reasons)}
${textBox('note', texts.note, NOTE_MAX)}
</details>
<p><button type="submit"${inFocus && html` autofocus`}>${texts.button}</button></p></form>
<p class="quiet small">${texts.unchanged}</p>
<p><a href="${preferencesUrl}">${texts.instead}</a></p>`,
  };
}

/** The result, whether done now or before. `canComeBack`: offers to undo it. */
export function donePage(
  { unsubscribe: texts }: Texts,
  leaving: UnsubscribeContext,
  { canComeBack }: { canComeBack: boolean },
): FramedPage {
  const { listName, email, preferencesUrl } = leaving;
  const mistake = html`<form method="post"><p>${texts.mistake}</p>
<p><button type="submit" class="plain" name="back" value="yes">${texts.back}</button></p></form>`;
  return {
    title: texts.done,
    body: html`<div role="status"><h1>${texts.done}</h1><p>${withAddress(texts.stopped(listName), email)}</p></div>
${canComeBack && mistake}<p><a href="${preferencesUrl}">${texts.instead}</a></p>`,
  };
}

/** The subscriber is back on the list. */
export function welcomePage({ unsubscribe: texts }: Texts, { listName, email }: UnsubscribeContext): FramedPage {
  return {
    title: texts.welcomeBack,
    body: html`<div role="status"><h1>${texts.welcomeBack}</h1><p>${withAddress(texts.goesOn(listName), email)}</p></div>`,
  };
}
