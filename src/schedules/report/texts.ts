// Texts of a report, by language. Every other language has to fill the shape of the English one.
import { languageOfLocale, type PageLanguage } from '../../lists/pages/settings.ts';

const en = {
  language: 'en',
  subject: (campaign: string) => `Campaign "${campaign}": statistics`,
  page: 'Statistics of a campaign',
  title: (campaign: string) => `Statistics of “${campaign}”`,
  ofSubject: (subject: string) => `Subject: ${subject}`,
  ofList: (list: string) => `List: ${list}`,
  taken: (time: string) =>
    `These are the figures of ${time}, when the campaign was done. People open and click later too.`,
  number: 'Number',
  withoutMachines: 'Without machines',
  delivery: {
    title: 'Delivery',
    messages: 'Messages',
    share: 'Of the audience',
    audience: 'Audience',
    accepted: 'Accepted by mail servers',
    rejected: 'Rejected, or given up',
    uncertain: 'Uncertain (no one knows whether they were accepted)',
    skipped: 'Skipped',
    held: (n: string, uid: string) =>
      `Uncertain messages: ${n}. They are held until someone settles them: “npx mailwright settle ${uid}”, or POST /api/campaigns/${uid}/settle-uncertain with choice=accept (count them as accepted), resend (send them once more: some may get it twice) or skip (give them up).`,
  },
  leftOut: {
    title: 'Left out',
    who: 'Subscribers of the list who got nothing',
    share: 'Of these',
    reasons: {
      left_unconfirmed: 'Not confirmed',
      left_unsubscribed: 'Unsubscribed',
      left_blacklisted: 'Blacklisted',
      left_suppressed: 'Suppressed',
      left_segment: 'Not in the segment',
      left_duplicate: 'Got it through another list',
      left_other: 'Other reasons',
    },
  },
  response: {
    title: 'Response',
    what: 'What recipients did',
    all: 'All',
    share: 'Of what arrived',
    opened: 'Messages opened',
    opens: 'Opens',
    clicked: 'Messages with a click',
    clicks: 'Clicks',
    unsubscribed: 'Unsubscribed',
    complaints: 'Complaints',
    note: 'Machines are scanners, prefetchers and other programs that open mails and follow links by themselves.',
  },
  bounces: {
    title: 'Bounces',
    mail: 'Mail that came back',
    share: 'Of what was accepted',
    hard: 'Hard (the address does not work)',
    soft: 'Soft (for the time being)',
    internal: 'Internal (for another reason)',
  },
  links: { title: 'Most clicked links', link: 'Link', clicks: 'Clicks', share: 'Compared' },
  times: {
    title: 'Time',
    began: 'Began',
    never: 'never: it was marked as sent before',
    done: 'Done',
    took: 'Took',
    rate: 'Rate',
    perMinute: (n: string) => `${n} ${n === '1' ? 'message' : 'messages'} a minute`,
  },
};

/** The texts of a language. */
export type ReportTexts = typeof en;

const de: ReportTexts = {
  language: 'de',
  subject: (campaign) => `Kampagne „${campaign}“: Statistik`,
  page: 'Statistik einer Kampagne',
  title: (campaign) => `Statistik von „${campaign}“`,
  ofSubject: (subject) => `Betreff: ${subject}`,
  ofList: (list) => `Liste: ${list}`,
  taken: (time) =>
    `Das sind die Zahlen vom ${time}, als die Kampagne fertig war. Geöffnet und geklickt wird auch später noch.`,
  number: 'Anzahl',
  withoutMachines: 'Ohne Maschinen',
  delivery: {
    title: 'Zustellung',
    messages: 'Nachrichten',
    share: 'Anteil an den Empfängern',
    audience: 'Empfänger',
    accepted: 'Von Mailservern angenommen',
    rejected: 'Abgelehnt oder aufgegeben',
    uncertain: 'Ungewiss (niemand weiß, ob sie angenommen wurden)',
    skipped: 'Übersprungen',
    held: (n, uid) =>
      `Ungewisse Nachrichten: ${n}. Sie ruhen, bis jemand über sie entscheidet: „npx mailwright settle ${uid}“ oder POST /api/campaigns/${uid}/settle-uncertain mit choice=accept (gelten als angenommen), resend (gehen noch einmal hinaus: manche kommen doppelt an) oder skip (werden aufgegeben).`,
  },
  leftOut: {
    title: 'Ausgelassen',
    who: 'Abonnenten der Liste, die nichts bekamen',
    share: 'Anteil an diesen',
    reasons: {
      left_unconfirmed: 'Nicht bestätigt',
      left_unsubscribed: 'Abgemeldet',
      left_blacklisted: 'Auf der schwarzen Liste',
      left_suppressed: 'Gesperrt',
      left_segment: 'Nicht im Segment',
      left_duplicate: 'Über eine andere Liste erhalten',
      left_other: 'Andere Gründe',
    },
  },
  response: {
    title: 'Reaktionen',
    what: 'Was die Empfänger taten',
    all: 'Alle',
    share: 'Anteil am Angekommenen',
    opened: 'Geöffnete Nachrichten',
    opens: 'Öffnungen',
    clicked: 'Nachrichten mit einem Klick',
    clicks: 'Klicks',
    unsubscribed: 'Abmeldungen',
    complaints: 'Beschwerden',
    note: 'Maschinen sind Scanner, Vorablader und andere Programme, die Mails von selbst öffnen und Links von selbst folgen.',
  },
  bounces: {
    title: 'Rückläufer',
    mail: 'Post, die zurückkam',
    share: 'Anteil am Angenommenen',
    hard: 'Hart (die Adresse geht nicht)',
    soft: 'Weich (nur vorübergehend)',
    internal: 'Intern (aus anderem Grund)',
  },
  links: { title: 'Meistgeklickte Links', link: 'Link', clicks: 'Klicks', share: 'Im Vergleich' },
  times: {
    title: 'Zeit',
    began: 'Begonnen',
    never: 'nie: sie wurde vorher als gesendet markiert',
    done: 'Fertig',
    took: 'Dauer',
    rate: 'Tempo',
    perMinute: (n) => `${n} ${n === '1' ? 'Nachricht' : 'Nachrichten'} pro Minute`,
  },
};

const TEXTS: Readonly<Record<PageLanguage, ReportTexts>> = { en, de };

/** The texts for a locale such as `de-CH`; English when its language is not available. */
export function reportTexts(locale: string): ReportTexts {
  return TEXTS[languageOfLocale(locale)];
}
