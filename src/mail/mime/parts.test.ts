import assert from 'node:assert/strict';
import { test } from 'node:test';
import PostalMime from 'postal-mime';
import { compose, newlines, source, values } from '../../../test/support/compose.ts';
import { atOnce } from '../../kernel/slices.ts';
import { compileMessage } from './compile.ts';
import { composeHtmlSteps } from './compose.ts';

const RED = Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64');
const picture = (hash: string, content: Uint8Array = RED) => ({
  hash,
  extension: 'gif',
  mediaType: 'image/gif',
  content,
});

test('pictures travel beside the HTML that shows them, each once; links to them and the web version keep the address', async () => {
  const [shown, backdrop, linked, unused] = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(64)) as [
    string,
    string,
    string,
    string,
  ];
  const at = (hash: string) => `[FILES_URL]/${hash}.gif`;
  const html = `<body style="background:url(${at(backdrop)})"><img src="${at(shown)}" srcset="${at(shown)} 1x, ${at(backdrop)} 2x"><td background='${at(shown)}'><a href="${at(linked)}">[FNAME]</a>
<style>p{background:url("${at(backdrop)}")}</style><!--[if mso]><v:fill src="${at(shown)}"/><![endif]--></body>`;
  const big = Buffer.alloc(10_000, 7);
  const pictures = [picture(unused), picture(linked), picture(shown, big), picture(backdrop)];
  const options = { html, pictures, trackLinks: false, openPixel: false };
  const compiled = compileMessage({ ...source, ...options });
  const served = html.replaceAll('[FILES_URL]', 'https://m.test/files').replace('[FNAME]', 'Zoë');
  assert.equal(atOnce(composeHtmlSteps(compiled, values)), served);
  assert.deepEqual(structuredClone(compiled), compiled);

  const data = compose(options);
  const mail = await PostalMime.parse(data);
  const cid = (hash: string) => `cid:${hash.slice(0, 32)}@m.test`;
  const expected = served
    .replaceAll(`https://m.test/files/${shown}.gif`, cid(shown))
    .replaceAll(`https://m.test/files/${backdrop}.gif`, cid(backdrop))
    .replace(/background='(\S+)'/, 'background="$1"');
  assert.equal(newlines(mail.html).trimEnd(), expected);
  assert.deepEqual(
    mail.attachments.map(({ content: _, ...rest }) => rest),
    [backdrop, shown].map((hash, i) => ({
      filename: `picture-${i + 1}.gif`,
      mimeType: 'image/gif',
      disposition: 'inline',
      related: true,
      contentId: `<${hash.slice(0, 32)}@m.test>`,
    })),
  );
  assert.deepEqual(
    mail.attachments.map(({ content }) => Buffer.from(content as ArrayBuffer)),
    [RED, big],
  );
  const structure = [...data.toString().matchAll(/^Content-Type: ([^;\r]+)(; type="text\/html")?/gm)].map(
    (m) => m[1] + (m[2] ?? ''),
  );
  assert.deepEqual(structure, [
    'multipart/alternative',
    'text/plain',
    'multipart/related; type="text/html"',
    'text/html',
    'image/gif',
    'image/gif',
  ]);
  const alone = await PostalMime.parse(compose({ ...options, plainTextEmail: false }));
  assert.match(alone.headers.at(-1)?.value ?? '', /^multipart\/related; type="text\/html"; boundary=/);
  assert.equal(alone.attachments.length, 2);
});

test('a base address is resolved and gone, in the links too', () => {
  const html = '<base href="https://shop.test/a/"><a href="b">x</a><img src="c.png">';
  const compiled = compileMessage({ ...source, html, openPixel: false });
  assert.deepEqual(compiled.links, ['https://shop.test/a/b']);
  assert.equal(
    atOnce(composeHtmlSteps(compiled, { ...values, linkUrl: () => 'L' })),
    '<a href="L">x</a><img src="https://shop.test/a/c.png">',
  );
});

test('a page may hold a hundred thousand tags', () => {
  const count = 150_000;
  const compiled = compileMessage({ ...source, html: '[FNAME]'.repeat(count), text: 'Hi', openPixel: false });
  assert.equal(compiled.body.slots.length, count);
  assert.equal(compiled.body.pieces.length, count + 1);
});
