// The mail to operators about a backup that failed, or about none that came.
import type { BackupTrouble } from '../../coordination/last-backup.ts';
import { html } from '../../http/html.ts';
import { minuteText } from '../../kernel/clock.ts';
import type { Language } from '../../users/rules.ts';

const TEXTS = {
  en: {
    failed: 'A backup of Mailwright failed',
    late: 'Mailwright has not been backed up for two days',
    failedText: (at: string) => `The backup of ${at} was not made:`,
    lateText: (at: string) => `The last backup is of ${at}. None has failed since: perhaps the timer does not run.`,
    todo: 'Until one is made, what changed since the last good one would be lost with the disk. Make one: npx mailwright backup <file>',
    open: 'Open Health',
  },
  de: {
    failed: 'Eine Sicherung von Mailwright ist fehlgeschlagen',
    late: 'Mailwright wurde seit zwei Tagen nicht gesichert',
    failedText: (at: string) => `Die Sicherung vom ${at} wurde nicht angelegt:`,
    lateText: (at: string) =>
      `Die letzte Sicherung ist vom ${at}. Seitdem ist keine fehlgeschlagen: Vielleicht läuft der Timer nicht.`,
    todo: 'Bis eine angelegt ist, ginge mit der Festplatte verloren, was sich seit der letzten guten geändert hat. So legen Sie eine an: npx mailwright backup <Datei>',
    open: 'Zustand öffnen',
  },
} satisfies Record<Language, unknown>;

/** In the language of who gets it; why a backup failed is said in the command's own words. */
export function mailAbout(language: Language, trouble: BackupTrouble, link: string) {
  const texts = TEXTS[language];
  const at = minuteText(trouble.at);
  const subject = texts[trouble.kind];
  const paragraphs = trouble.kind === 'failed' ? [texts.failedText(at), trouble.reason] : [texts.lateText(at)];
  const told = [...paragraphs, texts.todo];
  const page = html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${subject}</title></head><body style="font:16px/1.5 sans-serif">
<h1 style="font-size:20px">${subject}</h1>
${told.map((text) => html`<p style="overflow-wrap:anywhere">${text}</p>`)}
<p><a href="${link}">${texts.open}</a></p></body></html>
`;
  return { subject, html: String(page), plainText: [subject, ...told, link, ''].join('\n\n') };
}
