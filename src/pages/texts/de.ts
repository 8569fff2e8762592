// Texts of the public pages in German.
import type { ContentRule } from '../../lists/fields/types/text.ts';
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
    unknownLink:
      'Dieser Link führt nirgendwohin: Unterwegs ging ein Teil davon verloren, oder es gibt nicht mehr, wohin er führte.',
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

  captcha: {
    label: 'Ich bin kein Roboter',
    verifying: 'Ihr Browser prüft …',
    verified: 'Geprüft',
    wait: 'Ihr Browser prüft noch. Bitte warten Sie einen Moment.',
    failed: 'Die Prüfung ist nicht gelungen. Bitte setzen Sie das Häkchen noch einmal.',
    expired: 'Die Prüfung ist zu alt. Bitte setzen Sie das Häkchen noch einmal.',
    noScript:
      'Dieses Formular ist durch eine Prüfung, die Ihr Browser selbst macht, vor Robotern geschützt. Dafür braucht es JavaScript: Bitte schalten Sie es für diese Seite ein und laden Sie sie neu.',
    again: 'Bitte setzen Sie das Häkchen „Ich bin kein Roboter“ und senden Sie das Formular noch einmal ab.',
  },

  fields: {
    blank: 'Bitte ausfüllen.',
    choose: 'Bitte wählen.',
    tick: 'Bitte dieses Kästchen ankreuzen.',
    noAnswer: 'Keine Angabe',
    stars: (n) => (n === 1 ? '1 Stern' : `${n} Sterne`),
    expects: {
      text: ({ min_length, max_length, content_rule: content, content_regex: regex }) =>
        `Bitte ${min_length} bis ${max_length} Zeichen${content === undefined ? '' : `, nur ${DE_CONTENT[content]}`}${regex !== undefined ? ', in der verlangten Form' : ''}.`,
      option: 'Bitte aus dem Angebotenen wählen.',
      date: 'Bitte ein Datum angeben.',
      datetime: 'Bitte Datum und Uhrzeit angeben.',
      year: ({ year_start, year_end }) => `Bitte ein Jahr von ${year_start} bis ${year_end} angeben.`,
      rating: ({ max_stars }) => `Bitte von 1 bis ${max_stars} wählen.`,
      phone: 'Bitte eine Telefonnummer angeben, eine ausländische mit Landesvorwahl.',
      email: 'Bitte eine E-Mail-Adresse angeben, zum Beispiel name@example.com.',
      url: 'Bitte eine Webadresse angeben, die hier erlaubt ist, zum Beispiel https://example.com.',
      country: 'Bitte ein Land wählen.',
      state: 'Bitte ein Bundesland oder eine Provinz des Landes angeben, auf Englisch.',
      line: 'Bitte eine Zeile mit höchstens 255 Zeichen.',
    },
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

  unsubscribe: {
    title: (list) => `Abmelden von ${list}`,
    question: (list) => `Von ${list} abmelden?`,
    willStop: 'Von dieser Liste kommen keine Mails mehr an',
    why: 'Sagen Sie uns, warum (freiwillig)',
    reason: 'Warum melden Sie sich ab?',
    reasons: {
      tooMany: 'Es sind zu viele Mails',
      noInterest: 'Sie interessieren mich nicht mehr',
      notAsked: 'Ich habe diese Mails nicht bestellt',
      unreadable: 'Sie sind schlecht zu lesen',
      other: 'Ein anderer Grund',
    },
    note: 'Was könnten wir besser machen?',
    button: 'Abmelden',
    unchanged: 'Es ändert sich nichts, bis Sie den Knopf drücken.',
    instead: 'Stattdessen auswählen, welche Mails kommen',
    done: 'Sie sind abgemeldet',
    stopped: (list) => `Von ${list} kommen keine Mails mehr an`,
    mistake: 'War das ein Versehen?',
    back: 'Wieder anmelden',
    welcomeBack: 'Sie sind wieder angemeldet',
    goesOn: (list) => `Von ${list} kommen wieder Mails an`,
  },

  preferences: {
    title: 'Ihre Abonnements',
    lead: 'Diese Mails kommen oder kamen an',
    lists: 'Was möchten Sie bekommen?',
    none: 'An diese Adresse kommen keine Mails von uns.',
    save: 'Speichern',
    all: 'Von allem abmelden',
    saved: 'Ihre Auswahl ist gespeichert.',
    allGone: 'Sie sind von allem abgemeldet.',
  },

  forward: {
    title: 'Weiterempfehlen',
    lead: (subject) =>
      `Schicken Sie „${subject}“ an Menschen, denen es gefallen könnte. Wir verwenden deren Adressen für nichts anderes.`,
    to: 'E-Mail-Adressen',
    toHelp: 'Eine bis fünf, mit Kommas dazwischen.',
    name: 'Ihr Name',
    note: 'Ein paar Worte von Ihnen (freiwillig)',
    noteHelp: 'Bitte ohne Web- und E-Mail-Adressen.',
    send: 'Senden',
    sent: 'Es ist unterwegs',
    sentText: 'Vielen Dank. Ihre Freunde bekommen eine Mail mit dem Link.',
    faults: {
      noAddress: 'Bitte geben Sie mindestens eine E-Mail-Adresse an.',
      tooManyAddresses: 'Bitte geben Sie höchstens fünf E-Mail-Adressen an.',
      badAddress: (address) => `„${address}“ ist keine gültige E-Mail-Adresse.`,
      noName: 'Bitte sagen Sie Ihren Freunden, wer Sie sind.',
      address: 'Bitte lassen Sie Web- und E-Mail-Adressen weg.',
      tooLong: (max) => `Bitte verwenden Sie höchstens ${max} Zeichen.`,
    },
    tooMany: 'Das reicht für heute',
    tooManyText: 'Sie haben heute viele Mails weiterempfohlen. Bitte machen Sie morgen weiter.',
    mailSubject: (name) => `${name} empfiehlt Ihnen eine Mail`,
    mailLead: (name, subject) => `${name} meint, diese Mail könnte Ihnen gefallen: „${subject}“`,
    mailSays: (name) => `${name} schreibt:`,
    mailRead: 'Lesen',
    mailWhy:
      'Sie bekommen dies einmal, weil jemand Ihre Adresse auf unserer Seite angegeben hat. Sie stehen deshalb auf keiner Liste.',
  },

  abuse: {
    title: 'Diese Mail melden',
    lead: (list) =>
      `Sagen Sie uns, was an der Mail von ${list} nicht in Ordnung ist. Von dieser Liste kommen dann keine Mails mehr.`,
    address: 'Die Mail ging an',
    reason: 'Was ist nicht in Ordnung?',
    reasons: {
      notAsked: 'Ich habe sie nicht bestellt',
      misleading: 'Sie gibt vor, von jemand anderem zu sein',
      offensive: 'Sie ist beleidigend oder verboten',
      other: 'Etwas anderes',
    },
    note: 'Was sollten wir wissen? (freiwillig)',
    button: 'Melden',
    choose: 'Bitte wählen Sie, was nicht in Ordnung ist.',
    done: 'Danke für Ihre Meldung',
    doneText: (list) => `Wir haben sie aufgenommen. Von ${list} kommen keine Mails mehr an`,
  },

  archive: {
    title: (list) => `Archiv von ${list}`,
    none: 'Es wurde noch nichts verschickt.',
    untitled: 'Ohne Betreff',
    older: 'Ältere Mails',
    newest: 'Neueste Mails',
    feed: 'Feed (RSS)',
    subscribe: 'Anmelden',
    description: (list) => `Mails von ${list}`,
  },

  report: {
    title: (campaign) => `Bericht: ${campaign}`,
    figure: 'Zahl',
    people: 'Personen',
    share: 'Anteil',
    audience: 'Empfängerkreis',
    accepted: 'Angenommen',
    opened: 'Geöffnet',
    clicked: 'Geklickt',
    unsubscribed: 'Abgemeldet',
    bounced: 'Zurückgekommen',
    going: 'wird noch gesendet',
    howCounted:
      '„Angenommen“ ist ein Anteil am Empfängerkreis, alles andere an den Angenommenen: jenen, deren Mailserver die Mail annahm. Öffnungen und Klicks von Maschinen zählen nicht.',
    links: 'Geklickte Links',
    link: 'Link',
  },
};
