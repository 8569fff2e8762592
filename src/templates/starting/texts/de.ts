// The starting templates in German: what stands in their pages and blocks, by the English text.
export const GERMAN: Readonly<Record<string, string>> = {
  // Names
  Newsletter: 'Newsletter',
  Announcement: 'Ankündigung',
  Offer: 'Angebot',
  'Event invitation': 'Einladung',
  'Digest of a feed': 'Überblick aus einem Feed',
  'Plain letter': 'Schlichter Brief',

  // Several of them
  'Hello [FNAME:filter:defaultvalue(there)],': 'Hallo [FNAME:filter:defaultvalue(zusammen)],',
  'Read on': 'Weiterlesen',
  'Read on&nbsp;→': 'Weiterlesen&nbsp;→',
  'Read it in a browser': 'Im Browser lesen',
  Unsubscribe: 'Abmelden',
  '[DATE]': '[CURRENT_DAY].[CURRENT_MONTH].[CURRENT_YEAR]',
  'You read this because you asked for our letters to [EMAIL].':
    'Sie erhalten diese E-Mail, weil Sie unseren Newsletter an [EMAIL] bestellt haben.',

  // newsletter
  'The new season begins': 'Die neue Saison beginnt',
  'Dry paths, long evenings, and three walks to begin with.':
    'Trockene Wege, lange Abende und drei Wanderungen für den Anfang.',
  'Green hills before an orange evening sky, the sun low behind them':
    'Grüne Hügel vor orangem Abendhimmel, dahinter die tief stehende Sonne',
  'Hello [FNAME:filter:defaultvalue(there)], the paths are dry again':
    'Hallo [FNAME:filter:defaultvalue(zusammen)], die Wege sind wieder trocken',
  'The evenings grow long, the larks are up, and from today on our guides are out every weekend. Three walks to begin with, each of them with a train station at both ends.':
    'Die Abende werden länger, die Lerchen singen, und ab heute sind unsere Wanderführer jedes Wochenende unterwegs. Den Anfang machen drei Touren, jede mit einem Bahnhof am Start und am Ziel.',
  'WALK OF THE MONTH': 'WANDERUNG DES MONATS',
  'The long way round': 'Der große Bogen',
  '18 km along the ridge with the lake in sight all day, and an inn where the path comes down. Moderate, six hours.':
    '18 km über den Höhenrücken, den ganzen Tag mit Blick auf den See, und am Ende des Abstiegs ein Gasthof. Mittelschwer, sechs Stunden.',
  'Choose your day': 'Termin wählen',
  'A windmill on a green hill in the morning sun': 'Eine Windmühle auf einem grünen Hügel in der Morgensonne',
  'Five mills, one valley': 'Fünf Mühlen, ein Tal',
  '11 km by the water, bread and cheese in the third mill. Easy, four hours.':
    '11 km am Wasser entlang, mit Brot und Käse in der dritten Mühle. Leicht, vier Stunden.',
  'A mountain lake below snowy peaks': 'Ein Bergsee unter verschneiten Gipfeln',
  'For night owls': 'Für Nachteulen',
  '7 km round the lake under the full moon, with a lantern and soup at the end.':
    '7 km bei Vollmond um den See, mit Laterne und einer Suppe am Ziel.',
  'Before you go': 'Bevor Sie losgehen',
  'Shoes with a profile, water for half a day, and a friend who has not been out since autumn: bring one, the second place is free in March.':
    'Feste Schuhe, Wasser für einen halben Tag und jemand, der seit dem Herbst nicht mehr draußen war: Im März ist der zweite Platz kostenlos.',
  'See you outside,': 'Wir sehen uns draußen!',

  // announcement
  'Something new is here': 'Es gibt etwas Neues',
  'What you asked for most, ready from today.': 'Ihr häufigster Wunsch – ab heute erfüllt.',
  'NEW TODAY': 'AB HEUTE NEU',
  'Your numbers, at&nbsp;a&nbsp;glance': 'Ihre Zahlen auf&nbsp;einen&nbsp;Blick',
  'What you asked for most is ready: one page that shows how things are going, and what to do next.':
    'Ihr häufigster Wunsch ist erfüllt: eine Seite, die zeigt, wie es läuft und was als Nächstes ansteht.',
  'The new overview: a page with figures and a rising bar chart':
    'Die neue Übersicht: eine Seite mit Kennzahlen und einem steigenden Balkendiagramm',
  'three things are different from today on. Nothing that you have moves, and there is nothing to set up.':
    'ab heute ist dreierlei anders. Alles Gewohnte bleibt, wo es ist, und einzurichten gibt es nichts.',
  'It opens with what matters': 'Das Wichtigste zuerst',
  'The three figures that changed most stand first, with the reason in one sentence.':
    'Die drei Kennzahlen, die sich am stärksten verändert haben, stehen ganz oben – mit dem Grund in einem Satz.',
  'It compares by itself': 'Vergleiche inklusive',
  'This month beside the last, and beside the same month a year ago.':
    'Dieser Monat neben dem vorigen und neben demselben Monat des Vorjahres.',
  'It tells you in time': 'Rechtzeitig Bescheid wissen',
  'When something goes off course you get a short mail, not a long report.':
    'Wenn etwas aus dem Ruder läuft, erhalten Sie eine kurze Nachricht statt eines langen Berichts.',
  'See it with your own numbers': 'Mit eigenen Zahlen ansehen',
  'Questions? Just answer this mail.': 'Fragen? Antworten Sie einfach auf diese E-Mail.',

  // offer
  '20% off until Sunday': '20 % Rabatt bis Sonntag',
  'Four days, everything in the shop, one code.': 'Vier Tage, das ganze Sortiment, ein Code.',
  'UNTIL SUNDAY NIGHT': 'NUR BIS SONNTAG',
  '20%': '20&nbsp;%',
  'off everything, [FNAME:filter:defaultvalue(just for you)]': 'auf alles, [FNAME:filter:defaultvalue(nur für Sie)]',
  'Go to the shop': 'Zum Shop',
  'What others take home': 'Was andere mit nach Hause nehmen',
  'A red mug with steam rising from it': 'Eine rote Tasse, aus der Dampf aufsteigt',
  'The big mug': 'Die große Tasse',
  'A green bag with a round yellow clasp': 'Eine grüne Tasche mit rundem gelbem Verschluss',
  'Market bag': 'Markttasche',
  'A lamp with a yellow shade': 'Eine Lampe mit gelbem Schirm',
  'Reading lamp': 'Leselampe',
  '€ 14.40': '14,40 €',
  '€ 18': '18 €',
  '€ 36': '36 €',
  '€ 45': '45 €',
  '€ 76': '76 €',
  '€ 95': '95 €',
  'The code holds until Sunday at midnight, as often as you like, also for what is reduced already. Sending is free from € 40.':
    'Der Code gilt bis Sonntag um Mitternacht, beliebig oft und auch für bereits reduzierte Artikel. Ab 40 € ist der Versand kostenlos.',

  // event
  'You are invited': 'Sie sind eingeladen',
  'An evening under the lights: Thursday, 18 June.': 'Ein Abend unter Lichtern: Donnerstag, 18. Juni.',
  'A glowing evening sun below a string of lights': 'Eine glühende Abendsonne unter einer Lichterkette',
  '[COMPANY_NAME] invites you': '[COMPANY_NAME] lädt Sie ein',
  'An evening under&nbsp;the&nbsp;lights': 'Ein Abend unter&nbsp;Lichtern',
  'Dear [FNAME:filter:defaultvalue(friend)], ten years ago we opened our doors. Come and celebrate with those who have been there, over good food, two short talks and music until late.':
    'Hallo [FNAME:filter:defaultvalue(zusammen)], vor zehn Jahren haben wir unsere Türen geöffnet. Feiern Sie mit allen, die dabei waren: bei gutem Essen, zwei kurzen Vorträgen und Musik bis spät in den Abend.',
  JUN: 'JUNI',
  'THURSDAY, 18 JUNE': 'DONNERSTAG, 18. JUNI',
  'Thursday 18 June, 6&nbsp;pm': 'Donnerstag, 18. Juni, 18&nbsp;Uhr',
  '6 pm, The Old Boathouse': '18 Uhr, Altes Bootshaus',
  'The Old Boathouse': 'Altes Bootshaus',
  '12 Harbour Lane': 'Hafenstraße 12',
  'How to get there': 'So kommen Sie hin',
  'How to get there&nbsp;→': 'So kommen Sie hin&nbsp;→',
  'I will be there': 'Ich bin dabei',
  'I cannot come': 'Ich kann leider nicht',
  'The evening': 'Der Abend',
  '6 pm': '18 Uhr',
  'Doors open': 'Einlass',
  'A glass on the terrace': 'Ein Glas auf der Terrasse',
  '7 pm': '19 Uhr',
  'How it began': 'Wie alles begann',
  'A look back in twelve pictures': 'Ein Rückblick in zwölf Bildern',
  '7.30': '19.30',
  Dinner: 'Abendessen',
  'At long tables, also vegetarian and vegan': 'An langen Tafeln, auch vegetarisch und vegan',
  '9 pm': '21 Uhr',
  Music: 'Musik',
  'Until the last ferry at 11.40': 'Bis zur letzten Fähre um 23.40 Uhr',
  'Please answer by 5 June, so that there is a chair for everybody.':
    'Bitte geben Sie uns bis zum 5. Juni Bescheid, damit für alle ein Platz bereitsteht.',
  'You get this invitation at [EMAIL].': 'Sie erhalten diese Einladung an [EMAIL].',

  // digest
  'This week': 'Diese Woche',
  'What was new this week.': 'Das war diese Woche neu.',
  'Good morning [FNAME:filter:defaultvalue(reader)], this is what was new this week.':
    'Guten Morgen [FNAME:filter:defaultvalue(zusammen)], das war diese Woche neu.',
  'Read it': 'Lesen',
  'Read it&nbsp;→': 'Lesen&nbsp;→',
  'All that is new': 'Alle Neuigkeiten',
  'You get this once a week at [EMAIL].': 'Sie erhalten diese E-Mail einmal pro Woche an [EMAIL].',

  // letter
  'A letter': 'Ein Brief',
  'A few lines from me to you.': 'Ein paar Zeilen von mir an Sie.',
  'this is a letter and nothing else: no pictures, no boxes, one thought. Write it as you would write to one person, because one person reads it.':
    'dies ist ein Brief und sonst nichts: keine Bilder, keine Kästen, ein Gedanke. Schreiben Sie ihn so, wie Sie einem einzelnen Menschen schreiben würden, denn ein einzelner Mensch liest ihn.',
  'Say in the first two lines what it is about. Then tell the story: what happened, why it matters to whoever reads this, and what you would like them to do. If there is a link, give it a line of its own:':
    'Sagen Sie in den ersten zwei Zeilen, worum es geht. Erzählen Sie dann: was geschehen ist, warum es für Ihre Leser wichtig ist und was Sie sich von ihnen wünschen. Wenn es einen Link gibt, geben Sie ihm eine eigene Zeile:',
  'Have a look at what we have been making': 'Sehen Sie sich an, woran wir gearbeitet haben',
  'And end with a question. People like to be asked, and their answers come straight to you: this mail can be answered like any other.':
    'Und schließen Sie mit einer Frage. Menschen werden gern gefragt, und ihre Antworten kommen direkt zu Ihnen: Auf diese E-Mail kann man antworten wie auf jede andere.',
  'All the best,': 'Herzliche Grüße',
  'P.S. Many people read this line first.': 'P.S. Viele lesen diese Zeile zuerst.',
  'You get this at [EMAIL].': 'Sie erhalten diese E-Mail an [EMAIL].',
};
