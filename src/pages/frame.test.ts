// The frame and the guard of public pages, as functions.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { networkOf } from '../http/address.ts';
import { createServer } from '../http/server.ts';
import { AppError } from '../kernel/errors.ts';
import { createLogger } from '../kernel/log.ts';
import { colorOf, type PageColors, pageOrigin, pageSettingsOf } from '../lists/pages/settings.ts';
import { contrast, DARK, LIGHT, themeOf } from '../lists/pages/theme.ts';
import { sendFramedError } from './frame.ts';
import { styleOf } from './style.ts';
import { de } from './texts/de.ts';
import { en } from './texts/en.ts';
import { acceptedLanguage, textsFor } from './texts/languages.ts';

const hex = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`);

test('whatever colors are chosen, texts and borders can be seen', () => {
  const readable = (colors: PageColors) => {
    const { background, text, quiet, link, bad, good, line, accent, onAccent } = themeOf(colors);
    for (const color of [text, quiet, link, bad, good]) {
      assert.ok(contrast(color, background) >= 4.5, `${color} on ${background}`);
    }
    assert.ok(contrast(onAccent, accent) >= 4.5, `${onAccent} on ${accent}`);
    assert.ok(contrast(line, background) >= 3, `${line} on ${background}`);
  };
  fc.assert(fc.property(fc.record({ background: hex, text: hex, accent: hex }), readable));
  for (const colors of [LIGHT, DARK]) {
    readable(colors);
    const { background, text, accent } = themeOf(colors);
    assert.deepEqual({ background, text, accent }, colors, 'what can be read stays as chosen');
  }
  assert.equal(contrast('#000000', '#ffffff'), 21);
});

test('colors and addresses from settings cannot leave their place in a style or a policy', () => {
  assert.deepEqual(['#ABC', ' #0b62c4 ', 'red', '#12345', '#fff;}', '#ggg'].map(colorOf), [
    '#aabbcc',
    '#0b62c4',
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  const hostile = { background: '#fff}</style><script>', text: 'red', accent: 'url(//x)' };
  assert.doesNotMatch(styleOf(hostile), /<|url\(/);
  for (const [url, origin] of [
    ['https://Example.com/a?b', 'https://example.com'],
    ['http://[::1]:8080/', 'http://[::1]:8080'],
    ['https://a;script-src *', undefined],
    ["https://a';x/", undefined],
    ['https://a,b/', undefined],
    ['https://user:pass@example.com/', undefined],
    ['javascript:alert(1)', undefined],
    ['data:image/png;base64,AAAA', undefined],
    ['//example.com', undefined],
    ['', undefined],
  ] as const) {
    assert.equal(pageOrigin(url), origin, url);
  }
});

test('a store that is away is no mistake of the visitor', async () => {
  const lines: string[] = [];
  const app = await createServer({ log: createLogger('warn', { write: (line) => void lines.push(line) }) });
  app.get('/u/:token', { errorHandler: sendFramedError }, () => {
    throw new AppError('unavailable', 'The store is busy.');
  });
  const answer = await app.inject('/u/x');
  await app.close();
  assert.deepEqual([answer.statusCode, answer.headers['retry-after']], [503, '5']);
  assert.match(answer.body, /Please try again in a moment/);
  assert.deepEqual(
    lines.map((line) => JSON.parse(line)).map(({ event, status, reason }) => [event, status, reason]),
    [['http.request', 503, 'The store is busy.']],
  );
});

test('the visitor’s language: the list’s, else what the browser likes best of ours', () => {
  for (const [accepted, language] of [
    ['de', 'de'],
    ['de-CH, en;q=0.8', 'de'],
    ['en;q=0.4, DE;q=0.5', 'de'],
    ['fr, es', 'en'],
    ['de;q=0, en', 'en'],
    ['*', 'en'],
    ['', 'en'],
    [undefined, 'en'],
    [';;q=x,,de;q=nonsense', 'de'],
    ['x'.repeat(10_000), 'en'],
  ] as const) {
    assert.equal(acceptedLanguage(accepted), language, String(accepted));
  }
  assert.equal(textsFor('en', 'de'), en);
  assert.equal(textsFor('auto', 'de'), de);
});

test('unset settings have their defaults; networks are IPv4 addresses and 64 bits of IPv6', () => {
  const { language, archive, colors } = pageSettingsOf({ pages: '{"colors":{"accent":"#112233"}}' });
  assert.deepEqual([language, archive, colors], ['auto', false, { background: '', text: '', accent: '#112233' }]);
  for (const [ip, network] of [
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['192.0.2.7:4711', '192.0.2.7'],
    ['2001:DB8::1', '2001:db8:0:0::/64'],
    ['2001:db8:0:0:ffff::', '2001:db8:0:0::/64'],
    ['2001:0db8:0001:02:3:4:5:6', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['<script>', ''],
  ] as const) {
    assert.equal(networkOf(ip), network, ip);
  }
  assert.equal(networkOf(undefined), '', 'the connection is closed already');
});
