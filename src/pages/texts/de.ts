// What the public pages say, in German.
import type { Texts } from './en.ts';

export const de: Texts = {
  language: 'de',
  dir: 'ltr',

  common: {
    notFound: 'Nicht gefunden',
    unknownLink: 'Dieser Link ist hier nicht bekannt. Vielleicht ging unterwegs ein Teil davon verloren.',
    wentWrong: 'Etwas ist schiefgegangen',
    tryAgain: 'Bitte versuchen Sie es gleich noch einmal.',
    notUnderstood: 'Das hat nicht geklappt',
    badRequest: 'Die Anfrage war nicht zu verstehen.',
    gone: 'Diese Adresse steht nicht mehr auf der Liste.',
    error: 'Fehler',
    required: 'Pflichtfeld',
    leaveEmpty: 'Bitte leer lassen',
    pleaseChoose: 'Bitte wählen',
    checkEntries: (n) => (n === 1 ? 'Bitte prüfen Sie eine Angabe' : `Bitte prüfen Sie ${n} Angaben`),
  },

  guard: {
    again: 'Bitte sehen Sie Ihre Angaben noch einmal durch und senden Sie das Formular ab.',
    early: 'Das ging sehr schnell. Bitte sehen Sie Ihre Angaben noch einmal durch und senden Sie das Formular ab.',
    tooMany: 'Zu viele Anfragen',
    tooManyText: 'Aus Ihrem Netz kamen viele Anfragen. Bitte versuchen Sie es in einigen Minuten noch einmal.',
  },
};
