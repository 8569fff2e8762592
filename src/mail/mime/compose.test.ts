import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { assertWire, compose, newlines, source, values } from '../../../test/support/compose.ts';
import { atOnce } from '../../kernel/slices.ts';
import { compileMessage } from './compile.ts';
import { composeHtmlSteps, composeMessage, composeTextSteps, type MessageValues, messageText } from './compose.ts';

test('a message says exactly what it should, in this order', async () => {
  const mail = await PostalMime.parse(compose());
  assert.deepEqual(
    mail.headers.map(({ originalKey, value }) => [originalKey, value]),
    [
      ['From', 'Shop <news@shop.test>'],
      ['To', '=?UTF-8?Q?Zo=C3=AB?= <z@y.test>'],
      ['Reply-To', 'answers@shop.test'],
      ['Subject', '=?UTF-8?Q?Hello_Zo=C3=AB?='],
      ['Date', 'Sat, 21 Nov 2026 00:00:00 +0000'],
      ['Message-ID', '<1.ab@m.test>'],
      ['List-Unsubscribe', '<https://m.test/u/1>'],
      ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
      ['List-Id', '<ab12.m.test>'],
      ['Feedback-ID', 'c:u:l:m'],
      ['MIME-Version', '1.0'],
      ['Content-Type', mail.headers.at(-1)?.value],
    ],
  );
  assert.match(mail.headers.at(-1)?.value ?? '', /^multipart\/alternative; boundary="=_[\w-]{20}"$/);
  const link = values.linkUrl(0);
  assert.equal(mail.subject, 'Hello Zoë');
  assert.deepEqual(mail.to, [{ name: 'Zoë', address: 'z@y.test' }]);
  assert.equal(
    newlines(mail.html).trimEnd(),
    `<html><body><p>Hi Zoë</p>\n<a href="${link}">x</a><img src="https://m.test/o/1" width="1" height="1" alt="" style="display:block;border:0"></body></html>`,
  );
  assert.equal(newlines(mail.text).trimEnd(), `Hi Zoë\n\nx <${link}>`);
});

test('a short text that repeats a long value is no message, and takes no memory for it', () => {
  const html = '[FNAME]'.repeat(20_000);
  const compiled = compileMessage({ ...source, html, text: html });
  const long = { ...values, lookup: () => 'x<y '.repeat(15_000) };
  const refused = { kind: 'refused', text: 'With its values the message has more than 10 million characters.' };
  assert.deepEqual(composeMessage(compiled, long), refused);
  for (const compose of [composeHtmlSteps, composeTextSteps])
    assert.throws(() => atOnce<unknown>(compose(compiled, long)), {
      code: 'state',
      message: /more than 10000000 characters/,
    });
  const few = { ...values, lookup: () => 'x'.repeat(200) };
  assert.equal(composeMessage(compiled, few).kind, 'composed');
});

test('parts: text first, HTML second; HTML alone when no plain text is wanted', () => {
  const both = compose().toString();
  assert.ok(both.indexOf('text/plain') < both.indexOf('text/html'));
  const alone = compose({ plainTextEmail: false }).toString();
  assert.ok(!alone.includes('multipart') && !alone.includes('text/plain'));
  assert.match(alone, /Content-Type: text\/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n/);
});

test("the author's own text is used, its links tracked, its tags filled", async () => {
  const text = 'Dear [FNAME],\n\nsee https://x.test/?a=1&b=2. (https://z.test/p) [UNSUBSCRIBE_LINK] [UNKNOWN]\n';
  const compiled = compileMessage({ ...source, text });
  assert.deepEqual(compiled.links, ['https://x.test/?a=1&b=2', 'https://z.test/p']);
  const mail = await PostalMime.parse(compose({ text }));
  assert.equal(
    newlines(mail.text).trimEnd(),
    `Dear Zoë,\n\nsee ${values.linkUrl(0)}. (${values.linkUrl(1)}) https://m.test/u?a=1&b=2 [UNKNOWN]`,
  );
  assert.deepEqual(compileMessage({ ...source, text, trackLinks: false }).links, []);
});

test('any text and any values come back exactly', async () => {
  const wild = fc.string({
    unit: fc.oneof(
      fc.constantFrom(' ', '\t', '=', '.', '\n', '[A]', '[B]', '\r\n', 'é', '😀', '--', 'From '),
      fc.string({ unit: 'binary-ascii', maxLength: 3 }),
    ),
    maxLength: 120,
  });
  const clean = (text: string) => text.replaceAll('\0', '').replace(/\r\n?/g, '\n');
  await fc.assert(
    fc.asyncProperty(wild, wild, fc.string({ unit: anyCharacter, maxLength: 100 }), async (raw, a, b) => {
      const text = `x${clean(raw)}x`;
      const lookup = (tag: string) => (tag === 'A' ? clean(a) : tag === 'B' ? clean(b) : `[${tag}]`);
      const data = compose({ text, html: '<p>[B]</p>', trackLinks: false, openPixel: false }, { lookup });
      const mail = await PostalMime.parse(data);
      const expected = text.replace(/\[[AB]\]/g, (tag) => lookup(tag.slice(1, -1)));
      assert.equal(newlines(mail.text).trimEnd(), newlines(clean(expected)).trimEnd());
    }),
    { numRuns: 1000 },
  );
});

test('nothing a value holds gets into the headers', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({
        unit: fc.constantFrom('\r', '\n', '\0', 'Bcc: ', 'a@b.test', '<', '>', '"', ' ', 'é', '=?UTF-8?Q?=0D=0A?='),
      }),
      async (value) => {
        const message = composeMessage(
          compileMessage({ ...source, fromName: '[A]', subject: '[A]', toName: '[A]', replyTo: '[A]' }),
          { ...values, lookup: () => value, messageId: `x${value}`, unsubscribeUrl: `https://m.test/${value}` },
        );
        assert.ok(message.kind === 'composed');
        const data = Buffer.from(messageText(message), message.encoding);
        assertWire(data);
        const { headers } = await PostalMime.parse(data);
        const names = headers.map((header) => header.key);
        assert.equal(names.filter((name) => name === 'bcc').length, 0);
        assert.ok(names.length === 12 || names.length === 11);
      },
    ),
  );
});

test('senders with tags: a valid address or a refusal; replies fall back to From', () => {
  const compiled = compileMessage({
    ...source,
    fromEmail: '[SENDER]',
    replyTo: '[SENDER]',
    fromName: '[FNAME] at Shop',
  });
  const good = composeMessage(compiled, {
    ...values,
    lookup: (tag) => (tag === 'SENDER' ? ' me@bücher.example ' : 'Ann'),
  });
  assert.ok(good.kind === 'composed');
  assert.equal(good.from, 'me@xn--bcher-kva.example');
  assert.match(
    good.head,
    /^From: Ann at Shop <me@xn--bcher-kva\.example>\r\n.*\r\nReply-To: me@xn--bcher-kva\.example\r\n/,
  );
  for (const sender of ['', 'nobody', 'a@x.test\r\nBcc: b@x.test', 'jörg@x.test']) {
    const refused = composeMessage(compiled, { ...values, lookup: () => sender });
    assert.deepEqual(refused, { kind: 'refused', text: 'From is not a valid email address.' });
  }
  assert.ok(!compose({ replyTo: '[NOTHING]' }).toString().includes('Reply-To'));
  const to = composeMessage(compileMessage(source), { ...values, toAddress: 'nobody' });
  assert.deepEqual(to, { kind: 'refused', text: 'The recipient is not a valid email address.' });
});

test('a non-ASCII recipient stands in the header as UTF-8 (RFC 6532)', () => {
  assert.match(
    compose({ plainTextEmail: false }, { toAddress: 'jörg@y.test' }).toString('utf8'),
    /\r\nTo: .* <jörg@y\.test>\r\n/,
  );
});

test('ways to unsubscribe: a link, a mail, or both on lines that fit', () => {
  const line = (others: Partial<MessageValues>) =>
    /\r\n(List-Unsubscribe: [\s\S]*?\r\n)(?=List-Id)/.exec(compose({}, others).toString())?.[1];
  const unsubscribeMailto = 'bounce+u123@m.test';
  const oneClick = 'List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n';
  assert.equal(line({}), `List-Unsubscribe: <https://m.test/u/1>\r\n${oneClick}`);
  assert.equal(
    line({ unsubscribeMailto }),
    `List-Unsubscribe: <https://m.test/u/1>,\r\n <mailto:bounce+u123@m.test?subject=unsubscribe>\r\n${oneClick}`,
  );
  assert.equal(
    line({ unsubscribeUrl: '', unsubscribeMailto }),
    'List-Unsubscribe: <mailto:bounce+u123@m.test?subject=unsubscribe>\r\n',
  );
  assert.equal(line({ unsubscribeUrl: '' }), undefined);
});

test('files have an address; the same destination is one link', () => {
  const html =
    '<img src="[FILES_URL]/a.png"><a href="https://x.test">1</a><a href="https://x.test">2</a><a href="https://x.test/">3</a>';
  const compiled = compileMessage({ ...source, html });
  assert.deepEqual(compiled.links, ['https://x.test', 'https://x.test/']);
  assert.match(atOnce(composeHtmlSteps(compiled, values)), /^<img src="https:\/\/m\.test\/files\/a\.png">/);
});

test('the web version is the HTML, without a pixel when no address is given', () => {
  const { lookup, linkUrl } = values;
  assert.equal(
    atOnce(composeHtmlSteps(compileMessage({ ...source, trackLinks: false }), { lookup, linkUrl })),
    '<html><body><p>Hi Zoë</p>\n<a href="https://x.test/?a=1&amp;b=2">x</a></body></html>',
  );
});

test('a compiled message is plain data', () => {
  const compiled = compileMessage(source);
  const copy = structuredClone(compiled);
  assert.deepEqual(composeMessage(copy, values), composeMessage(compiled, values));
});

test('each link is signed once a message', () => {
  const signed: number[] = [];
  compose({}, { linkUrl: (index) => `https://m.test/${signed.push(index)}` });
  assert.deepEqual(signed, [0]);
});
