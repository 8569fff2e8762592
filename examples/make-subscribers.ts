// Writes examples/subscribers.csv: 2,000 rows of made-up people from many countries, the same ones each time, some of
// the rows faulty on purpose. Addresses are on names kept for examples (RFC 2606), telephone numbers from the ranges that
// regulators keep for films. Run: node examples/make-subscribers.ts
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROWS = 2000;
const COLUMNS = ['EMAIL', 'FNAME', 'LNAME', 'CITY', 'COUNTRY', 'BIRTHDAY', 'PLAN', 'NEWSLETTERS', 'PHONE', 'RATING'];
const DOMAINS = ['example.com', 'example.net', 'example.org', 'mail.example', 'people.test'];
const NEWSLETTERS = ['weekly', 'routes', 'gear'];

/** Names as written, and after the slash in ASCII for the address when they differ. */
type Region = { country: string; cities: string; first: string; last: string; phone?: (n: number) => string };

const two = (n: number) => String(n % 100).padStart(2, '0');
const REGIONS: Region[] = [
  {
    country: 'United Kingdom',
    cities: 'London Leeds Bristol Cardiff Glasgow',
    first: 'Amelia Oliver Isla Harry Freya Arthur Maisie Alfie',
    last: "Smith Taylor O'Neill Hughes Campbell Patel Walker",
    phone: (n) => `+44 7700 9001${two(n)}`,
  },
  {
    country: 'US',
    cities: 'Portland Denver Austin Boston Chicago',
    first: 'Emma Liam Ava Noah Mia Ethan Zoe Mason',
    last: 'Johnson Garcia Miller Davis Nguyen Brooks Carter',
    phone: (n) => `+1 202-555-01${two(n)}`,
  },
  {
    country: 'Germany',
    cities: 'Berlin München Köln Hamburg Nürnberg',
    first: 'Jürgen/juergen Anna Björn/bjoern Käthe/kaethe Lukas Sören/soeren Mia',
    last: 'Müller/mueller Schäfer/schaefer Weiß/weiss Groß/gross Schmidt Vogel',
    phone: (n) => `+49 176 040690${two(n)}`,
  },
  {
    country: 'FR',
    cities: 'Paris Lyon Nîmes Besançon Orléans',
    first: 'Zoé/zoe François/francois Hélène/helene Loïc/loic Chloé/chloe Rémy/remy',
    last: 'Lefèvre/lefevre Dubois Noël/noel Garçon/garcon Moreau Bérard/berard',
    phone: (n) => `+33 6 39 98 00 ${two(n)}`,
  },
  {
    country: 'Sweden',
    cities: 'Malmö Göteborg Västerås Umeå',
    first: 'Åsa/asa Göran/goran Linnéa/linnea Håkan/hakan Elsa',
    last: 'Öberg/oberg Sjögren/sjogren Ångström/angstrom Lindqvist',
    phone: (n) => `+46 70 174 06 ${two(5 + (n % 90))}`,
  },
  {
    country: 'Poland',
    cities: 'Łódź Kraków Gdańsk Wrocław',
    first: 'Zofia Łukasz/lukasz Małgorzata/malgorzata Paweł/pawel Agnieszka',
    last: 'Wójcik/wojcik Kowalska Zieliński/zielinski Dąbrowska/dabrowska',
  },
  {
    country: 'Türkiye',
    cities: 'İstanbul İzmir Ankara Muğla',
    first: 'Ayşe/ayse İbrahim/ibrahim Çiğdem/cigdem Gökhan/gokhan',
    last: 'Yılmaz/yilmaz Öztürk/ozturk Şahin/sahin',
  },
  {
    country: 'Greece',
    cities: 'Αθήνα Θεσσαλονίκη Πάτρα',
    first: 'Ελένη/eleni Γιώργος/giorgos Μαρία/maria',
    last: 'Παπαδοπούλου/papadopoulou Νικολάου/nikolaou',
  },
  {
    country: 'UA',
    cities: 'Київ Львів Одеса',
    first: 'Олена/olena Тарас/taras Оксана/oksana',
    last: 'Шевченко/shevchenko Коваленко/kovalenko Бондар/bondar',
  },
  {
    country: 'Japan',
    cities: '東京 大阪 札幌',
    first: '陽菜/hina 蓮/ren さくら/sakura 悠真/yuma',
    last: '佐藤/sato 鈴木/suzuki 高橋/takahashi',
  },
  { country: 'KR', cities: '서울 부산', first: '지우/jiwoo 민준/minjun 서연/seoyeon', last: '김/kim 이/lee 박/park' },
  { country: 'China', cities: '上海 北京 成都', first: '伟/wei 芳/fang 静/jing', last: '王/wang 李/li 陈/chen' },
  {
    country: 'Egypt',
    cities: 'القاهرة الإسكندرية',
    first: 'ليلى/layla يوسف/youssef مريم/mariam',
    last: 'حسن/hassan إبراهيم/ibrahim',
  },
  { country: 'IL', cities: 'חיפה ירושלים', first: 'נועה/noa איתי/itai תמר/tamar', last: 'כהן/cohen לוי/levi' },
  {
    country: 'India',
    cities: 'मुंबई दिल्ली Pune',
    first: 'आरव/aarav Priya अनन्या/ananya Rohan',
    last: 'शर्मा/sharma Iyer सिंह/singh',
  },
  {
    country: 'BR',
    cities: 'Recife Curitiba Maceió',
    first: 'João/joao Conceição/conceicao Luísa/luisa Caio',
    last: 'Gonçalves/goncalves Araújo/araujo Souza',
  },
];

/** Numbers from 0 to 1, the same sequence each time (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const random = randomNumbers(20261121);
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
const oneOf = (words: string) => pick(words.split(' '));

function person(n: number): string[] {
  const region = pick(REGIONS);
  const [first = '', firstAscii = first.toLowerCase()] = oneOf(region.first).split('/');
  const [last = '', lastAscii = last.toLowerCase()] = oneOf(region.last).split('/');
  const day = new Date(Date.UTC(1945, 0, 1) + Math.floor(random() * 22_500) * 86_400_000);
  const share = random();
  return [
    `${firstAscii}.${lastAscii.replace("'", '')}${n}@${pick(DOMAINS)}`,
    first,
    last,
    oneOf(region.cities),
    region.country,
    random() < 0.85 ? day.toISOString().slice(0, 10) : '',
    share < 0.56 ? 'free' : share < 0.84 ? 'pro' : share < 0.96 ? 'team' : '',
    NEWSLETTERS.filter(() => random() < 0.5).join(', '),
    region.phone && random() < 0.7 ? region.phone(n) : '',
    random() < 0.6 ? String(1 + Math.floor(random() * 5)) : '',
  ];
}

const change = (column: string, value: string) => (row: string[]) => row.with(COLUMNS.indexOf(column), value);

/** What goes wrong in real files, one row each. */
const FAULTS: ((row: string[], before: string[]) => string[])[] = [
  change('EMAIL', 'no.at.sign.example.com'),
  change('EMAIL', 'two@@example.com'),
  change('EMAIL', 'space in@example.com'),
  change('EMAIL', 'dot.at.the.end.@example.org'),
  change('EMAIL', 'Anna <anna@example.com>'),
  change('EMAIL', ''),
  change('BIRTHDAY', '1990-02-30'),
  change('BIRTHDAY', '31/12/1985'),
  change('BIRTHDAY', 'last spring'),
  change('PLAN', 'platinum'),
  change('PLAN', 'Pro plan'),
  change('NEWSLETTERS', 'weekly, horoscope'),
  change('PHONE', 'call me'),
  change('PHONE', '+44 12'),
  change('RATING', '9'),
  change('RATING', 'five'),
  change('COUNTRY', 'Atlantis'),
  change('FNAME', 'Maximilian'.repeat(30)),
  change('CITY', 'Llanfair'.repeat(12)),
  change('LNAME', 'two\nlines'),
  (row) => row.slice(0, 7), // cells are missing
  (row) => [...row, 'one too many'],
  (_row, before) => before, // a person twice
  (row, before) => row.with(0, (before[0] ?? '').toUpperCase()), // an address twice, in other letters
  (row) => change('RATING', '0')(change('BIRTHDAY', '2001-13-01')(row)), // two faults at once
];

function cell(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const rows: string[][] = [];
for (let n = 1; n <= ROWS; n++) {
  const row = person(n);
  const fault = n % 77 === 0 ? FAULTS[n / 77 - 1] : undefined;
  rows.push(fault ? fault(row, rows.at(-1) ?? row) : row);
}
const text = [COLUMNS, ...rows].map((row) => row.map(cell).join(',')).join('\n');
writeFileSync(join(import.meta.dirname, 'subscribers.csv'), `${text}\n`);
