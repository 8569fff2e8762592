import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processorMs } from '../../test/support/processor-time.ts';
import { clientOf } from './clients.ts';

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const CASES: [userAgent: string | null, client: string][] = [
  [null, 'unknown, unknown'],
  ['', 'unknown, unknown'],
  ['something else', 'unknown, unknown'],
  ['Mozilla/5.0', 'Apple Mail, private, unknown'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT}`, 'Apple Mail, desktop'],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) ${WEBKIT} Mobile/15E148`, 'Apple Mail, phone'],
  [`Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) ${WEBKIT} Mobile/15E148`, 'Apple Mail, tablet'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/17.1 Safari/605.1.15`, 'Safari, desktop'],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) ${WEBKIT} CriOS/119.0 Mobile/15E148 Safari/604.1`,
    'Chrome, phone',
  ],
  ['Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)', 'Gmail, unknown'],
  ['YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html', 'Yahoo Mail, unknown'],
  [
    'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; WOW64; Trident/7.0; Microsoft Outlook 16.0.5; ms-office; MSOffice 16)',
    'Outlook, desktop',
  ],
  ['Outlook-iOS/709.2226530.prod.iphone (3.24.1)', 'Outlook app, phone'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:115.0) Gecko/20100101 Thunderbird/115.4.1', 'Thunderbird, desktop'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/119.0.0.0 Safari/537.36 Edg/119.0.0.0',
    'Edge, desktop',
  ],
  [
    'Mozilla/5.0 (Linux; Android 13; SM-S911B; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/119.0 Mobile Safari/537.36',
    'Android mail, phone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 12; SM-T870) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/119.0.0.0 Safari/537.36',
    'Chrome, tablet',
  ],
];

test('mail programs and devices are known by their user agents', () => {
  for (const [userAgent, expected] of CASES) {
    const { name, device } = clientOf(userAgent);
    assert.equal(`${name}, ${device}`, expected, String(userAgent));
  }
});

test('a long user agent takes no time', () => {
  const began = processorMs();
  clientOf(`Mozilla/5.0 (${'Macintosh '.repeat(30)}`);
  for (let n = 0; n < 1_000; n++) clientOf('Android '.repeat(32));
  assert.ok(processorMs() - began < 1_000);
});
