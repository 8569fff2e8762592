// What a recipient sees behind the unsubscribe link. Plain HTML; it works without script, with a keyboard and read aloud.
import { type Html, html } from '../http/html.ts';
import type { Recipient } from './queries.ts';

type Page = { title: string; room: 'narrow'; body: Html };

/** The question. Nothing has happened yet: programs that look into mails follow links, and must not sign people off. */
export function questionPage(recipient: Recipient, inFocus: boolean): Page {
  return {
    title: `Unsubscribe from ${recipient.listName}`,
    room: 'narrow',
    body: html`<div class="card"><h1>Unsubscribe from ${recipient.listName}?</h1>
<p>You will get no more mail from this list at <strong>${maskedAddress(recipient.email)}</strong>.</p>
<form method="post"><p><button type="submit"${inFocus && html` autofocus`}>Unsubscribe</button></p></form>
<p class="quiet small">Nothing changes until you press the button.</p></div>`,
  };
}

/** It is done, now or before; or the address is on the list no more. */
export function donePage(recipient: Recipient | undefined): Page {
  const title = 'You are unsubscribed';
  const text = recipient
    ? html`<strong>${maskedAddress(recipient.email)}</strong> gets no more mail from ${recipient.listName}.`
    : html`This address is not on the list any more.`;
  return { title, room: 'narrow', body: html`<div class="card" role="status"><h1>${title}</h1><p>${text}</p></div>` };
}

/** `a•••@example.com`: enough for the owner to know it, too little for whom the mail was forwarded to. */
export function maskedAddress(email: string): string {
  const at = email.lastIndexOf('@');
  if (at < 1) return '•••';
  const [first = ''] = email; // a whole character, also outside the basic plane
  return `${first}•••${email.slice(at)}`;
}
