// Newsletters as they exist in the world, sent by the engine to a mail server and read by an
// independent parser. What came is compared with the source, and with what stands in
// test/samples/newsletters/received/. MAILWRIGHT_TEST_RECORD=1 writes what came into those files;
// read the difference before you keep it.
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import PostalMime, { type Email } from 'postal-mime';
import { parseToken } from '../../src/content/links.ts';
import { assertStatus } from '../support/app.ts';
import { type CampaignApp, openForSuite } from '../support/campaigns.ts';
import { assertWire, newlines } from '../support/compose.ts';
import { deliver } from '../support/delivery.ts';
import { openSink, type SinkMail } from '../support/sink.ts';
import { engines } from '../support/stores.ts';
import { until } from '../support/until.ts';
import { makeZip, pictures } from '../support/zips.ts';

const FOLDER = new URL('../samples/newsletters/', import.meta.url);
const RECORD = process.env['MAILWRIGHT_TEST_RECORD'] === '1';

type Sample = {
  name: string;
  subject: string;
  /**
   * What comes is the source but for tags, tracked links and the pixel; else it is compared with a
   * file.
   */
  isKept: boolean;
  template?: object;
  options?: object;
};

const tracked = { url_tracking: 'yes' };
const SAMPLES: Sample[] = [
  { name: 'nested-tables', subject: 'The Harbour Gazette for [FNAME]', isKept: true, options: tracked },
  { name: 'outlook-vml', subject: 'Autumn: 30% off', isKept: true, options: tracked },
  { name: 'dark-mode', subject: 'Night shift', isKept: false, options: tracked, template: { inline_css: 'yes' } },
  { name: 'right-to-left', subject: 'نشرة السوق: وصلت تمور الموسم الجديد يا [FNAME]', isKept: true, options: tracked },
  { name: 'many-scripts', subject: '🌍 Postcards ✉️ für [FNAME] – 日本から', isKept: true, options: tracked },
  { name: 'long', subject: 'The whole catalogue', isKept: true, options: tracked },
  { name: 'minimal', subject: 'two things', isKept: false, options: { open_tracking: 'no' } },
  { name: 'broken', subject: 'SALE <3 "now"', isKept: false, options: tracked },
  { name: 'receipt', subject: 'Your receipt for order 4711', isKept: true },
  { name: 'odd-doctype', subject: '=?UTF-8?Q?not_encoded?=', isKept: false, options: tracked },
  {
    name: 'framework',
    subject: 'November',
    isKept: false,
    template: { content: undefined, archive: frameworkArchive().toString('base64'), inline_css: 'yes' },
    options: { ...tracked, embed_images: 'yes' },
  },
];

describe('newsletters as received', () => {
  const [engine] = engines;
  assert.ok(engine);
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });

  test('each arrives as it was meant', async (t) => {
    await app.call('PUT', `/lists/${app.listUid}`, { json: { general: { opt_in: 'single' } } });
    const reader = { EMAIL: 'reader@example.net', FNAME: 'Zoë & Søn', LNAME: '<b>', details: { status: 'confirmed' } };
    assertStatus(await app.call('POST', `/lists/${app.listUid}/subscribers`, { json: reader }), 201);
    const uids = new Map<string, string>();
    for (const { name, subject, template, options } of SAMPLES) {
      const content = template && 'archive' in template ? undefined : sourceOf(name);
      const members = { name, subject, options, template: { content, ...template }, send_at: '2020-01-01 00:00:00' };
      uids.set(name, await app.make(members));
    }
    const sink = await openSink(t);
    const { baseUrl, secret } = app;
    deliver(t, app.db, sink, { baseUrl, secret, returnAddress: 'bounce@mail.example.test' });
    await until('all newsletters came', () => sink.received.length === SAMPLES.length, 60);
    const links = await app.db.selectFrom('campaign_link').select(['id', 'url']).execute();
    const urls = new Map(links.map(({ id, url }) => [id, url]));
    for (const sample of SAMPLES) {
      const uid = uids.get(sample.name) ?? '';
      const received = sink.received.find(({ source }) => source.includes(`\r\nFeedback-ID: ${uid}:`));
      assert.ok(received, sample.name);
      await t.test(sample.name, () => check(sample, received, urls));
    }
  });

  /** What came, with all that differs from run to run or is signed by its name. */
  function readable(text: string, urls: ReadonlyMap<number, string>): string {
    return newlines(text)
      .replace(/http:\/\/mail\.example\.test\/c\/([\w-]{22})/g, (all, token) => {
        const link = parseToken(app.secret, 'click', token);
        return urls.get(link?.number ?? 0) ?? all;
      })
      .replace(/(\/[a-z]\/)[\w-]{22}(?=[^\w-]|$)/gm, '$1{token}')
      .replace(/bounce\+[\w-]+@/g, 'bounce+{token}@')
      .replace(/=_[\w-]{20}/g, '=_{boundary}')
      .replace(/^Date: .*$/m, 'Date: {date}')
      .replace(/\b[a-z]{2}[a-z0-9]{11}\b(?=[.:@])/g, '{uid}');
  }

  async function check(sample: Sample, { source }: SinkMail, urls: ReadonlyMap<number, string>): Promise<void> {
    assertWire(Buffer.from(source));
    assert.equal(Buffer.byteLength(source), source.length, 'ASCII only');
    const mail = await PostalMime.parse(source);
    assert.equal(mail.subject, sample.subject.replace('[FNAME]', 'Zoë & Søn'));
    const html = readable((mail.html ?? '').trimEnd(), new Map([...urls].map(([id, url]) => [id, escaped(url)])));
    const text = readable(mail.text ?? '', urls);
    const [head = '', ...parts] = readable(source, urls).split('\n\n');
    const came = [head, partsOf(parts.join('\n\n')), filesOf(mail), shortened(text)];
    compare(`${sample.name}.txt`, came.filter((section) => section !== '').join('\n\n'));
    const withoutPixel = html.replace(/<img src="http:\/\/mail\.example\.test\/o\/[^>]*>/, '');
    if (sample.isKept) assert.equal(withoutPixel, expected(sourceOf(sample.name)));
    else compare(`${sample.name}.html`, html);
  }
});

function compare(name: string, came: string): void {
  const file = new URL(`received/${name}`, FOLDER);
  mkdirSync(new URL('received/', FOLDER), { recursive: true });
  if (RECORD) writeFileSync(file, came);
  else assert.equal(came, readFileSync(file, 'utf8'), name);
}

/** The headers of the parts in their order. */
function partsOf(source: string): string {
  return [...source.matchAll(/^Content-[\w-]+:.*(?:\n .*)*/gm)].map(([line]) => line).join('\n');
}

function filesOf({ attachments }: Email): string {
  return attachments
    .map(
      ({ filename, mimeType, contentId, content }) =>
        `${filename} ${mimeType} ${contentId} ${(content as ArrayBuffer).byteLength}`,
    )
    .join('\n');
}

function shortened(text: string): string {
  return text.length < 6000 ? text : `${text.slice(0, 1500)}\n[…]\n${text.slice(-800)}`;
}

function sourceOf(name: string): string {
  const html = readFileSync(new URL(`${name}.html`, FOLDER), 'utf8');
  return html.replace(/<!-- repeat (\d+) -->\n([\s\S]*)<!-- \/repeat -->\n/, (_all, times, part: string) =>
    Array.from({ length: Number(times) }, (_, n) => part.replaceAll('{n}', String(n + 1))).join(''),
  );
}

const PAGE = 'http://mail.example.test';
const VALUES: Record<string, string> = {
  FNAME: 'Zoë &amp; Søn',
  LNAME: '&lt;b&gt;',
  EMAIL: 'reader@example.net',
  'EMAIL:filter:urlencode': 'reader%40example.net',
  'FNAME:filter:defaultvalue(neighbour)': 'Zoë &amp; Søn',
  COMPANY_NAME: 'Acme Ltd',
  COMPANY_FULL_ADDRESS: 'Acme Ltd<br>\n1 High Street<br>\nDover Kent CT16 1AA<br>\nUnited Kingdom',
  LIST_NAME: 'News',
  WEB_VERSION_URL: `${PAGE}/w/{token}`,
  UPDATE_PROFILE_URL: `${PAGE}/p/{token}`,
  UNSUBSCRIBE_URL: `${PAGE}/u/{token}`,
};

/**
 * The source with the values of its tags, but for those in tracked links: these are filled in when
 * they are followed.
 */
function expected(source: string): string {
  const fill = (text: string) => text.replace(/\[([A-Z_]+(?::filter:[^\]]+)?)\]/g, (all, tag) => VALUES[tag] ?? all);
  return source
    .trimEnd()
    .split(/(<!--[\s\S]*?-->|<a [^>]*href="https?:[^"]*")/)
    .map((part) => (part.startsWith('<a ') ? part : fill(part)))
    .join('');
}

const escaped = (url: string) => url.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

function frameworkArchive(): Buffer {
  const folder = new URL('framework/', FOLDER);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.'));
  const texts = files.map((name) => ({ name, content: readFileSync(new URL(name, folder)) }));
  const images = [
    { name: 'images/logo.gif', content: pictures.gif },
    { name: 'images/logo2x.png', content: Buffer.concat([pictures.png, Buffer.alloc(20_000, 7)]) },
    { name: 'images/leaf.png', content: pictures.png },
  ];
  return Buffer.from(makeZip([...texts, ...images]));
}
