// The words of what screens show: longer than comfortable, as they are in life.

export const LIST = 'Radgenossenschaft Garmisch-Partenkirchen: Mitglieder, Fördernde und Gäste';
export const CAMPAIGN = 'Frühjahrsrundbrief: Werkstatttermine, Reisekostenabrechnung und die große Ausfahrt';
export const VARIANTS = [
  'Ihr Fahrrad kommt aus dem Winterschlaf: Frühjahrsinspektion mit Reisekostenabrechnung, [FNAME]',
  'Termin frei',
] as const;
export const SEGMENT = 'Gmail, oder Maximiliane-Charlotte';
export const STEPS = [
  'Willkommen in der Radgenossenschaft',
  'Ihre erste Werkstattstunde: Terminvereinbarung, Ersatzteilbestellung und Reisekostenabrechnung für Fördermitglieder',
  'Drei Touren vor der Haustür',
  'Wie war die Ausfahrt?',
  'Kettenpflege',
  'Leihräder am Wochenende',
  'Einladung zum Stammtisch',
  'Licht und Bremsen im Herbst',
  'Bring a friend',
  'Fördermitgliedschaftsverlängerungsangebot',
  'Winterschlaf',
  'Ein Vierteljahr dabei',
] as const;
export const SENDING_DOMAIN = 'radgenossenschaft-garmisch-partenkirchen.example';
export const SENDER = {
  from_name: 'Radgenossenschaft',
  from_email: 'rundbrief@radgenossenschaft.example',
  reply_to: 'rundbrief@radgenossenschaft.example',
};

const NAMES = ['Anna', 'Björn', 'Chiara', 'Fatma', 'Grzegorz', 'Hannah'];
const HOSTS = ['gmail.com', 'web.de', 'example.com', 'versicherungsgesellschaft-niedersachsen.example'];
export const GUESTS = {
  name: 'Workshop customers',
  file: 'Mitgliederverzeichnis-2026-Garmisch-Partenkirchen.csv',
  people: Array.from({ length: 240 }, (_, n) => {
    const name = NAMES[n % NAMES.length] ?? '';
    return { EMAIL: `guest${n}@${HOSTS[n % HOSTS.length]}`, FNAME: name, LNAME: 'Nowak' };
  }),
};

export const FIELDS = [
  { type: 'text', label: 'Ort', tag: 'CITY', visibility: 'visible' },
  { type: 'date', label: 'Geburtstag', tag: 'BIRTHDAY', visibility: 'hidden' },
  {
    type: 'dropdown',
    label: 'Mitgliedschaft',
    tag: 'PLAN',
    visibility: 'visible',
    options: [
      { name: 'Fördermitgliedschaft', value: 'friend' },
      { name: 'Mitgliedschaft', value: 'member' },
    ],
  },
];

export const USERS = {
  longest: {
    EMAIL: 'maximiliane-charlotte.von-hohenstein-schwarzburg@versicherungsgesellschaft.example',
    FNAME: 'Maximiliane-Charlotte',
    LNAME: 'von Hohenstein-Schwarzburg',
  },
  invited: [
    { email: 'ben@example.com', name: 'Benjamin Oberländer-Grünwald', role: 'editor' },
    { email: 'auszubildende.verwaltung@radgenossenschaft.example', role: 'viewer' },
  ],
};
