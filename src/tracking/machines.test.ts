import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { HOUR_MS } from '../kernel/durations.ts';
import { machineOf, RULES, type Sighting } from './machines.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const seen = (sighting: Partial<Sighting>): Sighting => ({
  kind: 'open',
  userAgent: FIREFOX,
  isAhead: false,
  sinceAccepted: HOUR_MS,
  ...sighting,
});

const PEOPLE = [
  FIREFOX,
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
  'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; Microsoft Outlook 16.0.5; ms-office; MSOffice 16)',
  'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
  'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html',
  'Thunderbird/140.1',
];

test('a person with a mail program or a browser is a person, also behind the proxy of a mailbox provider', () => {
  for (const userAgent of PEOPLE) assert.equal(machineOf(seen({ userAgent })), null, userAgent);
  for (const userAgent of PEOPLE.slice(0, 4)) assert.equal(machineOf(seen({ kind: 'click', userAgent })), null);
});

const MACHINES: [Partial<Sighting>, string][] = [
  [{ isAhead: true }, 'prefetch'],
  [{ userAgent: null }, 'no-user-agent'],
  [{ userAgent: 'Mozilla/5.0 (compatible; Barracuda Sentinel)' }, 'scanner'],
  [{ userAgent: 'Mimecast URL Protect', kind: 'click' }, 'scanner'],
  [{ userAgent: 'curl/8.9.1' }, 'program'],
  [{ userAgent: 'python-requests/2.32', kind: 'click' }, 'program'],
  [{ userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }, 'program'],
  [{ userAgent: 'Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/140.0', kind: 'click' }, 'program'],
  [{ userAgent: 'Mozilla/5.0' }, 'picture-fetcher'],
  [{ userAgent: 'Mozilla/5.0 (via ggpht.com GoogleImageProxy)', sinceAccepted: 5_000 }, 'image-proxy'],
  [{ sinceAccepted: 500 }, 'at-once'],
  [{ sinceAccepted: undefined, kind: 'click' }, 'at-once'],
];

test('what no person did is named by the rule that says so', () => {
  for (const [sighting, rule] of MACHINES) assert.equal(machineOf(seen(sighting)), rule, JSON.stringify(sighting));
});

test('each rule decides at least one of the samples, and people can read about it', () => {
  const page = readFileSync(new URL('../../docs/statistics.md', import.meta.url), 'utf8');
  const decided = new Set(MACHINES.map(([sighting]) => machineOf(seen(sighting))));
  for (const { id } of RULES) {
    assert.ok(decided.has(id), id);
    assert.ok(page.includes(`\`${id}\``), `docs/statistics.md says nothing of ${id}`);
  }
  assert.ok(page.includes('`burst`'));
});

test('a hostile user agent costs linear time', () => {
  for (const part of ['bot ', 'DuckDuckGo', 'Cisco ', 'ProtonMail ', ' scanner/', 'Microsoft Office Protocol ']) {
    const userAgent = part.repeat(255 / part.length);
    machineOf(seen({ userAgent })); // 255 characters is all that is kept of one
  }
});
