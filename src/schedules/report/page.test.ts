// The text of a report: numbers and times for its reader, and no markup from a customer's text.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { countersIn } from '../../campaigns/counters.ts';
import type { CampaignCounter } from '../../storage/tables.ts';
import type { ReportFigures } from './figures.ts';
import { writeReport } from './page.ts';

const NONE = countersIn(undefined, { customerId: 1, campaignId: 1 });

const BEGAN = Date.UTC(2026, 10, 21, 9);
const figures = (given: Partial<ReportFigures> = {}, counters: Partial<CampaignCounter> = {}): ReportFigures => ({
  campaign: { uid: 'ab12345678901', name: 'Spring', subject: 'Hello', started_at: BEGAN, finished_at: BEGAN + 750_000 },
  listName: 'Friends',
  counters: { ...NONE, ...counters },
  links: [],
  at: BEGAN + 751_000,
  ...given,
});
const english = { timeZone: 'America/New_York', locale: 'en' };

test('uncertain messages are reported with what settles them', () => {
  const { text } = writeReport(figures({}, { audience: 9, accepted: 7, uncertain: 2 }), english);
  assert.match(
    text,
    /Uncertain messages: 2\. .*npx mailwright settle ab12345678901.*settle-uncertain with choice=accept/s,
  );
  assert.doesNotMatch(writeReport(figures({}, { audience: 9, accepted: 9 }), english).text, /settle/);
  const german = writeReport(figures({}, { audience: 9, uncertain: 2 }), { ...english, locale: 'de' });
  assert.match(german.text, /Ungewisse Nachrichten: 2\. /);
});

test('language, numbers, shares and times are those of the reader', () => {
  const counters = {
    audience: 12_480,
    accepted: 12_031,
    rejected: 311,
    unique_opens: 5_000,
    filtered_unique_opens: 4_100,
  };
  const more = { ...counters, left_segment: 1_004, left_suppressed: 12, hard_bounces: 31 };
  const links = [
    { url: 'https://example.com/a', clicks: 1_200, people: 900 },
    { url: 'https://example.com/b', clicks: 300, people: 300 },
  ];
  const { subject, text, html } = writeReport(figures({ links }, more), english);
  assert.equal(subject, 'Campaign "Spring": statistics');
  for (const line of [
    'These are the figures of Nov 21, 2026, 4:12:31 AM (America/New_York), when the campaign was done.',
    '- Audience: 12,480\n- Accepted by mail servers: 12,031 (96.4%)\n- Rejected, or given up: 311 (2.49%)\n',
    'LEFT OUT\n- Suppressed: 12 (1.18%)\n- Not in the segment: 1,004 (98.82%)\n',
    '- Messages opened: 5,000 (41.67%), 4,100 without machines\n',
    '- Hard (the address does not work): 31 (0.26%)\n',
    '- https://example.com/a: 1,200, 900 without machines\n- https://example.com/b: 300, 300 without machines\n',
    '- Began: Nov 21, 2026, 4:00:00 AM (America/New_York)\n- Done: Nov 21, 2026, 4:12:30 AM (America/New_York)\n',
    '- Took: 12 minutes, 30 seconds\n- Rate: 987 messages a minute\n',
  ]) {
    assert.ok(text.includes(line), `${line}\n\n${text}`);
  }
  assert.match(html, /<td width="96%" bgcolor="#\w+"/);
  const german = writeReport(figures({}, more), { timeZone: 'Europe/Berlin', locale: 'de' });
  assert.equal(german.subject, 'Kampagne „Spring“: Statistik');
  assert.match(german.html, /<html lang="de">/);
  for (const line of [
    '- Empfänger: 12.480\n- Von Mailservern angenommen: 12.031 (96,4 %)\n',
    'AUSGELASSEN\n- Gesperrt: 12 (1,18 %)\n- Nicht im Segment: 1.004 (98,82 %)\n',
    '- Geöffnete Nachrichten: 5.000 (41,67 %), 4.100 ohne Maschinen\n',
    '- Begonnen: 21.11.2026, 10:00:00 (Europe/Berlin)\n',
    '- Dauer: 12 Minuten, 30 Sekunden\n',
  ]) {
    assert.ok(german.text.includes(line), `${line}\n\n${german.text}`);
  }
  const french = writeReport(figures(), { timeZone: 'Europe/Paris', locale: 'fr' });
  assert.match(french.text, /^Statistics of “Spring”\n/, 'English where there are no texts');
});

test('nobody is none, and one who is missing is not all', () => {
  const { text } = writeReport(figures({}, { audience: 100_001, accepted: 100_000, rejected: 1 }), english);
  assert.match(text, /Accepted by mail servers: 100,000 \(99.99%\)\n- Rejected, or given up: 1 \(0.001%\)/);
});

test('without data there are only zeros', () => {
  const campaign = { uid: 'ab12345678901', name: 'Spring', subject: 'Hello', started_at: null, finished_at: BEGAN };
  const { text } = writeReport(figures({ campaign }), english);
  assert.doesNotMatch(text, /NaN|Infinity|undefined|null|LEFT OUT|MOST CLICKED|Rate|Took/);
  assert.match(text, /Accepted by mail servers: 0 \(0%\)/);
  assert.match(text, /Began: never/);
});

/** The elements with their attributes, in order, without texts. */
function skeletonOf(html: string): string[] {
  const elements: string[] = [];
  const parser = new Parser({
    onopentag: (name, attributes) => elements.push(`${name} ${JSON.stringify(attributes)}`),
    oncomment: (text) => elements.push(`comment ${text}`),
  });
  parser.end(html);
  return elements;
}

test("property: no customer's text leaves its place", () => {
  const usual = writeReport(figures({ links: [{ url: 'x', clicks: 1, people: 1 }] }), english);
  const skeleton = skeletonOf(usual.html);
  const lines = usual.text.split('\n').length;
  const piece = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 20 }),
    fc.constantFrom(
      '"',
      "'",
      '<script>',
      '</td></table>',
      '-->',
      '<!--',
      '&quot;',
      '\r\nBcc: x@y.test',
      '\n\n',
      '\u202e',
      '[EMAIL]',
    ),
  );
  const hostile = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(hostile, hostile, hostile, hostile, (name, subject, listName, url) => {
      const campaign = { uid: 'ab12345678901', name, subject, started_at: BEGAN, finished_at: BEGAN + 750_000 };
      const report = writeReport(figures({ campaign, listName, links: [{ url, clicks: 1, people: 1 }] }), english);
      assert.deepEqual(skeletonOf(report.html), skeleton);
      assert.equal(report.text.split('\n').length, lines);
      assert.doesNotMatch(
        report.subject + report.text.replaceAll('\n', ''),
        /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u,
      );
    }),
    { numRuns: 150 },
  );
});

test('it is laid out by tables with inline styles, and bars have their values beside them', () => {
  const { html } = writeReport(figures({}, { audience: 4, accepted: 3 }), english);
  assert.doesNotMatch(html, /<(?:style|script|img|link|a)\b|display:\s*(?:flex|grid)|class=/);
  assert.match(html, /^<!DOCTYPE html>\n<html lang="en">/);
  assert.match(html, /<th scope="row"[^>]*><bdi>Accepted by mail servers<\/bdi><\/th>/);
  assert.match(
    html,
    /aria-hidden="true" role="presentation"[^>]*><tr><td width="75%"[^>]*>&nbsp;<\/td><td width="25%"[^>]*>&nbsp;<\/td><\/tr><\/table>75%/,
  );
});
