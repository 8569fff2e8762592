// What the public pages say, in German.
import type { ContentRule } from '../../lists/field-rules.ts';
import type { Texts } from './en.ts';

const DE_CONTENT: Record<ContentRule, string> = {
  alpha: 'Kleinbuchstaben von a bis z',
  alpha_ci: 'Buchstaben von a bis z',
  alphanum: 'Kleinbuchstaben von a bis z und Ziffern',
  alphanum_ci: 'Buchstaben von a bis z und Ziffern',
  alphanumext: 'Kleinbuchstaben von a bis z, Ziffern, Leerzeichen, Bindestriche, Unterstriche und Punkte',
  alphanumext_ci: 'Buchstaben von a bis z, Ziffern, Leerzeichen, Bindestriche, Unterstriche und Punkte',
};

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

  fields: {
    blank: 'Bitte ausfüllen.',
    choose: 'Bitte wählen.',
    tick: 'Bitte dieses Kästchen ankreuzen.',
    noAnswer: 'Keine Angabe',
    text: (min, max, content, hasForm) =>
      `Bitte ${min} bis ${max} Zeichen${content === undefined ? '' : `, nur ${DE_CONTENT[content]}`}${hasForm ? ', in der verlangten Form' : ''}.`,
    option: 'Bitte aus dem Angebotenen wählen.',
    date: 'Bitte ein Datum angeben.',
    datetime: 'Bitte Datum und Uhrzeit angeben.',
    year: (from, to) => `Bitte ein Jahr von ${from} bis ${to} angeben.`,
    rating: (most) => `Bitte von 1 bis ${most} wählen.`,
    stars: (n) => (n === 1 ? '1 Stern' : `${n} Sterne`),
    phone: 'Bitte eine Telefonnummer angeben, eine ausländische mit Landesvorwahl.',
    email: 'Bitte eine E-Mail-Adresse angeben, zum Beispiel name@example.com.',
    url: 'Bitte eine Webadresse angeben, die hier erlaubt ist, zum Beispiel https://example.com.',
    country: 'Bitte ein Land wählen.',
    state: 'Bitte ein Bundesland oder eine Provinz des Landes angeben, auf Englisch.',
    line: 'Bitte eine Zeile mit höchstens 255 Zeichen.',
  },

  subscribe: {
    heading: (list) => `${list} abonnieren`,
    button: 'Abonnieren',
    doneTitle: 'Vielen Dank',
    doneDouble:
      'Bitte sehen Sie in Ihr Postfach: Wenn Ihre Adresse noch nicht auf der Liste steht, ist eine Mail mit einem Bestätigungslink unterwegs. Erst danach stehen Sie auf der Liste.',
    doneSingle:
      'Ihre Adresse ist aufgenommen. Wenn sie schon einmal auf der Liste stand und abgemeldet wurde, sehen Sie bitte in Ihr Postfach: Eine Mail mit einem Bestätigungslink ist unterwegs.',
    nothingCame:
      'Nichts angekommen? Bitte sehen Sie auch in den Spam-Ordner. Wer schon auf der Liste steht, bekommt keine Mail.',
  },

  confirm: {
    heading: (list) => `Anmeldung zu ${list} bestätigen`,
    text: (address) => `Drücken Sie den Knopf, dann kommt Post von dieser Liste an ${address}.`,
    button: 'Anmeldung bestätigen',
    nothingYet:
      'Bevor Sie den Knopf drücken, geschieht nichts. Wenn Sie sich nicht angemeldet haben, schließen Sie einfach die Seite.',
    doneTitle: 'Ihre Anmeldung ist bestätigt',
    doneText: (list, address) => `Post von ${list} kommt an ${address}.`,
    update: 'Angaben ändern',
    closedTitle: 'Hier ist nichts zu bestätigen',
    closedText:
      'Diese Adresse wartet nicht auf eine Bestätigung. Wenn Sie auf die Liste möchten, melden Sie sich bitte neu an.',
    subscribe: 'Anmelden',
  },

  profile: {
    heading: 'Ihre Angaben',
    text: (list) => `Das weiß ${list} über Sie.`,
    address: 'E-Mail-Adresse',
    addressHelp: 'Die Adresse lässt sich hier nicht ändern: Melden Sie sich mit der neuen an und die bisherige ab.',
    button: 'Speichern',
    saved: 'Ihre Angaben sind gespeichert.',
  },
};
