// A message for tests of composing, and the rules for every message on the wire.
import assert from 'node:assert/strict';
import { compileMessage, type MessageSource } from '../../src/mail/mime/compile.ts';
import { composeMessage, type MessageValues, messageText } from '../../src/mail/mime/compose.ts';

/** A minimal campaign message. */
export const source: MessageSource = {
  fromName: 'Shop',
  fromEmail: 'news@shop.test',
  toName: '[FNAME]',
  replyTo: 'answers@shop.test',
  subject: 'Hello [FNAME]',
  html: '<html><body><p>Hi [FNAME]</p>\n<a href="https://x.test/?a=1&amp;b=2">x</a></body></html>',
  text: null,
  plainTextEmail: true,
  trackLinks: true,
  inlineCss: false,
  openPixel: true,
  isKnownTag: (tag) => tag !== 'UNKNOWN',
  filesUrl: 'https://m.test/files',
  listId: 'ab12.m.test',
  feedbackId: 'c:u:l:m',
};
/** The values of one recipient. */
export const values: MessageValues = {
  lookup: (tag) => ({ FNAME: 'Zoë', EMAIL: 'z@y.test', UNSUBSCRIBE_URL: 'https://m.test/u?a=1&b=2' })[tag],
  linkUrl: (index) => `https://m.test/c/${index}?t=${'x'.repeat(100)}`,
  openUrl: 'https://m.test/o/1',
  unsubscribeUrl: 'https://m.test/u/1',
  messageId: '1.ab@m.test',
  date: Date.UTC(2026, 10, 21),
  toAddress: 'z@y.test',
};

/** The message as sent, checked by assertWire. */
export function compose(changes: Partial<MessageSource> = {}, others: Partial<MessageValues> = {}): Buffer {
  const message = composeMessage(compileMessage({ ...source, ...changes }), { ...values, ...others });
  assert.ok(message.kind === 'composed', JSON.stringify(message));
  const data = Buffer.from(messageText(message), message.encoding);
  assertWire(data);
  return data;
}

/** Checks the rules for every message (RFC 5322, section 2.1.1; RFC 2045, section 6.7). */
export function assertWire(data: Buffer) {
  const text = data.toString('latin1');
  assert.ok(text.endsWith('\r\n'));
  assert.ok(!/[\r\n]/.test(text.replaceAll('\r\n', '')), 'CRLF only');
  const head = text.indexOf('\r\n\r\n');
  for (const line of text.slice(head).split('\r\n')) {
    assert.ok(line.length <= 76, line);
    assert.match(line, /^[\x20-\x7e]*$/);
    assert.ok(!/[ \t]$/.test(line), `white space at the end: ${JSON.stringify(line)}`);
  }
  for (const line of text.slice(0, head).split('\r\n')) assert.ok(line.length <= 998);
}

/** A text with its line ends as before sending. */
export const newlines = (text: string | undefined) => (text ?? '').replaceAll('\r\n', '\n');
