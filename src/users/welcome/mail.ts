// Mails with a link that lets somebody in, in the reader's language. Names that people chose stand
// in them as text, and addresses of pages only as our own link.
import { html } from '../../http/html.ts';
import { oneLine } from '../../kernel/text/one-line.ts';
import type { Language } from '../rules.ts';

type MailTexts = { subject: string; text: string; button: string; until: string; notYou: string };

const SHOWN_NAME = 80;

const TEXTS = {
  en: {
    orCopy: 'If the button does not work, open this address:',
    invitation: (customer: string, by: string) => ({
      subject: `Your invitation to ${customer}`,
      text: `${by} invites you to work on the campaigns of ${customer} with Mailwright.`,
      button: 'Accept the invitation',
      until: 'The link works once, within seven days.',
      notYou: 'If you do not know who this is from, just ignore this email.',
    }),
    reset: () => ({
      subject: 'Choose a new password',
      text: 'Someone, probably you, asked for a new password for your account.',
      button: 'Choose a new password',
      until: 'The link works once, within one hour.',
      notYou: 'If it was not you, just ignore this email: your password stays as it is.',
    }),
  },
  de: {
    orCopy: 'Wenn der Knopf nicht geht, öffnen Sie diese Adresse:',
    invitation: (customer: string, by: string) => ({
      subject: `Ihre Einladung zu ${customer}`,
      text: `${by} lädt Sie ein, mit Mailwright an den Kampagnen von ${customer} zu arbeiten.`,
      button: 'Einladung annehmen',
      until: 'Der Link gilt einmal, innerhalb von sieben Tagen.',
      notYou: 'Wenn Sie nicht wissen, von wem das kommt, tun Sie nichts.',
    }),
    reset: () => ({
      subject: 'Neues Passwort wählen',
      text: 'Jemand, wahrscheinlich Sie, möchte ein neues Passwort für Ihr Konto.',
      button: 'Neues Passwort wählen',
      until: 'Der Link gilt einmal, innerhalb einer Stunde.',
      notYou: 'Wenn Sie es nicht waren, tun Sie nichts: Ihr Passwort bleibt, wie es ist.',
    }),
  },
} satisfies Record<Language, { orCopy: string; [kind: string]: unknown }>;

type Written = { subject: string; html: string; plainText: string };

/** The mail that invites somebody. @param link where the invitation is accepted */
export function invitationMail(
  language: Language,
  { customer, by, link }: { customer: string; by: string; link: string },
): Written {
  const texts = TEXTS[language].invitation(oneLine(customer, SHOWN_NAME), oneLine(by, SHOWN_NAME));
  return written(language, texts, link);
}

/** The mail for who forgot the password. @param link where a new one is chosen */
export function resetMail(language: Language, link: string): Written {
  return written(language, TEXTS[language].reset(), link);
}

function written(language: Language, { subject, text, button, until, notYou }: MailTexts, link: string): Written {
  const page = html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${subject}</title></head>
<body style="margin:0;padding:24px;background:#f6f7f9;color:#1b1f27;font:16px/1.5 sans-serif"><div style="max-width:560px;margin:0 auto">
<h1 style="font-size:22px;line-height:1.3;margin:0 0 16px">${subject}</h1>
<p>${text}</p>
<p style="margin:24px 0"><a href="${link}" style="background:#0b62c4;color:#ffffff;padding:12px 24px;border-radius:8px;text-decoration:none;font-weight:bold;display:inline-block">${button}</a></p>
<p style="color:#5c6572;font-size:14px">${TEXTS[language].orCopy}<br><a href="${link}" style="color:#0b62c4">${link}</a></p>
<p style="color:#5c6572;font-size:14px">${until} ${notYou}</p>
</div></body></html>
`;
  return { subject, html: String(page), plainText: `${[text, link, `${until} ${notYou}`].join('\n\n')}\n` };
}
