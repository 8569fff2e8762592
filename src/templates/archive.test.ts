import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { htmlOf, refusalOf } from '../../test/support/archives.ts';
import { processorMs } from '../../test/support/processor-time.ts';
import { makeZip, pictures } from '../../test/support/zips.ts';
import { sha256 } from '../kernel/ids.ts';
import { FILES_URL } from '../mail/html/file-addresses.ts';
import { parseArchive } from './archive.ts';

const page = { name: 'index.html', content: '<p>Hello</p>' };
const png = `${FILES_URL}/${sha256(pictures.png)}.png`;
const gif = `${FILES_URL}/${sha256(pictures.gif)}.gif`;

/** The page `html` with two pictures beside it. */
const rewritten = (html: string) =>
  htmlOf([
    { name: 'index.html', content: html },
    { name: 'img/a.png', content: pictures.png },
    { name: 'img/b c.gif', content: pictures.gif },
  ]);

describe('what an archive gives', () => {
  test('a page and its pictures, kept under their hash', async () => {
    const archive = await parseArchive(
      makeZip([
        { name: 'index.html', content: '<img src="img/a.png"><img src=\'img/b.JPG\'>' },
        { name: 'img/', mode: 0o040755 },
        { name: 'img/a.png', content: pictures.png, mode: 0o100644 },
        { name: 'img/b.JPG', content: pictures.jpg, method: 0 },
        { name: 'img/c.gif', content: pictures.gif },
        { name: 'd.webp', content: pictures.webp },
        { name: 'readme.txt', content: 'passed over' },
        { name: '__MACOSX/._index.html', content: 'passed over' },
        { name: '.DS_Store', content: 'passed over' },
      ]),
    );
    assert.equal(archive.html, `<img src="${png}"><img src="${FILES_URL}/${sha256(pictures.jpg)}.jpg">`);
    assert.deepEqual(
      archive.files.map(({ path, mediaType, hash, content }) => [path, mediaType, hash === sha256(content)]),
      [
        ['img/a.png', 'image/png', true],
        ['img/b.JPG', 'image/jpeg', true],
        ['img/c.gif', 'image/gif', true],
        ['d.webp', 'image/webp', true],
      ],
    );
  });

  test('the page of an archive is its index, or its only one', async () => {
    const other = { name: 'other.html', content: 'other' };
    assert.equal(await htmlOf([other, page]), page.content);
    assert.equal(await htmlOf([other]), 'other');
    assert.equal(await htmlOf([other, { name: 'INDEX.HTM', content: 'index' }]), 'index');
    assert.equal(await htmlOf([{ name: 'deep/down/mail.html', content: 'deep' }]), 'deep');
    const folder = [
      { name: 'top/a.html', content: 'a' },
      { name: 'top/index.html', content: '<img src=/i/a.png>' },
      { name: 'top/i/a.png', content: pictures.png },
      { name: '__MACOSX/top/._a.html', content: '' },
    ];
    assert.equal(await htmlOf(folder), `<img src="${png}">`);
    assert.equal(
      await refusalOf(makeZip([...folder, { name: 'b.html' }])),
      'Your archive contains several HTML pages, and none of them is its index.html.',
    );
    assert.equal(await refusalOf(makeZip([])), 'Your archive contains no HTML page.');
    assert.equal(await refusalOf(makeZip([{ name: 'a.css', content: 'p{}' }])), 'Your archive contains no HTML page.');
  });

  test('every place of a page that shows a picture', async () => {
    const places: [string, string][] = [
      ['<IMG alt="x" SRC = img/a.png width=1>', `<IMG alt="x" SRC="${png}" width=1>`],
      ['<img src="img/b%20c.gif?v=1#x">', `<img src="${gif}">`],
      ['<img src=" ./x/../img\\B C.GIF ">', `<img src="${gif}">`],
      ['<img src="../../img/a.png">', `<img src="${png}">`],
      ['<img src="img/a&#46;png">', `<img src="${png}">`],
      ['<td background="img/a.png" bgcolor=red>', `<td background="${png}" bgcolor=red>`],
      ['<a href="img/a.png">', `<a href="${png}">`],
      ['<p style="color:red;background:url(img/a.png) &amp;">', `<p style="color:red;background:url(${png}) &amp;">`],
      ['<p style=\'background:url("img/a.png")\'>', `<p style="background:url(&quot;${png}&quot;)">`],
      [
        '<img srcset="img/a.png 1x, img/b%20c.gif 2x,https://x.example/a,b.png">',
        `<img srcset="${png} 1x, ${gif} 2x,https://x.example/a,b.png">`,
      ],
      ['<img srcset="img/a.png, img/a.png,">', `<img srcset="${png}, ${png},">`],
      ['<style>\n a{b:URL( "img/a.png" )}</style>', `<style>\n a{b:URL( "${png}" )}</style>`],
      [
        '<!--[if mso]><v:fill type="tile" src="img/a.png" /><![endif]-->',
        `<!--[if mso]><v:fill type="tile" src="${png}" /><![endif]-->`,
      ],
      ['<style>/* url(img/a.png) */ x{content:"url(img/a.png)"}', ''],
      ['<img src="https://example.com/img/a.png"><img src="//img/a.png"><a href="#img/a.png">', ''],
      ['<img src="[TAG]"><img src="img/none.png"><img src><img src="data:image/png;base64,aa">', ''],
      ['<script>var a = "<img src=img/a.png>"</script><p title="img/a.png">img/a.png</p>', ''],
      ['<img src="%zz/img/a.png"><x-y a=1 a=2><p\n>a & b &copy=1 < c</p', ''],
    ];
    for (const [before, after] of places) assert.equal(await rewritten(before), after || before);
  });

  test('style sheets go into the page, their pictures too', async () => {
    const html = await htmlOf([
      {
        name: 'index.html',
        content: '<link href="css/a.css" rel="StyleSheet" media="print"><link rel=icon href=none.css>',
      },
      { name: 'css/a.css', content: 'p{background:url(../img/a.png)} q{content:"</style>"}' },
      { name: 'img/a.png', content: pictures.png },
    ]);
    assert.equal(
      html,
      `<style type="text/css" media="print">\np{background:url(${png})} q{content:"<\\/style>"}\n</style><link rel=icon href=none.css>`,
    );
    assert.equal(
      await rewritten('<link rel=stylesheet href="https://a.example/a.css">'),
      '<link rel=stylesheet href="https://a.example/a.css">',
    );
  });

  test('style sheets that a style sheet imports stand in its place', async () => {
    const sheets = (entries: Record<string, string>) =>
      htmlOf([
        { name: 'index.html', content: '<link rel=stylesheet href="css/a.css">' },
        { name: 'img/a.png', content: pictures.png },
        ...Object.entries(entries).map(([name, content]) => ({ name, content })),
      ]);
    const styled = (css: string) => `<style type="text/css">\n${css}\n</style>`;
    assert.equal(
      await sheets({
        'css/a.css':
          '/* @import "b/b.css"; */@import "b/b.css";@import url( \'/c.css\' ) print and (color);@import url(none.css);@import "https://x.test/d.css";p{}',
        'css/b/b.css': '@IMPORT url(../../c.css);b{background:url(../../img/a.png)}',
        'c.css': 'i{}',
      }),
      styled(
        `/* @import "b/b.css"; */i{}b{background:url(${png})}@media print and (color) {\ni{}\n}@import url(none.css);@import "https://x.test/d.css";p{}`,
      ),
    );
    const circle = await sheets({
      'css/a.css': '@import "b.css";@import "b.css";a{}',
      'css/b.css': '@import "a.css";b{}',
    });
    assert.equal(circle.match(/a\{\}|b\{\}/g)?.length, 21);
  });

  test('texts in other encodings', async () => {
    const charset = '<meta charset="iso-8859-2">';
    const encodings: [Buffer, string][] = [
      [Buffer.from('\ufeffgrüß'), 'grüß'],
      [Buffer.from('\ufeffgrüß', 'utf16le'), 'grüß'],
      [Buffer.from('\ufeffgrüß', 'utf16le').swap16(), 'grüß'],
      [Buffer.from('gr\xfc\xdf \x80', 'latin1'), 'grüß €'],
      [Buffer.from(`${charset}\xb9`, 'latin1'), `${charset}š`],
      [Buffer.from('<meta charset="klingon">\xb9', 'latin1'), '<meta charset="klingon">¹'],
    ];
    for (const [content, text] of encodings) assert.equal(await htmlOf([{ name: 'a.html', content }]), text);
    assert.equal(
      await refusalOf(makeZip([{ name: 'a.html', content: 'a\0b' }])),
      'Your archive contains "a.html", which is not text.',
    );
  });
});

test('a page without references to the archive comes out as it went in', async () => {
  const html = fc.string({ unit: fc.constantFrom(...'<>="\'/! -[]&;ab\n', 'src', 'style', 'url(', '<!--', '-->') });
  await fc.assert(
    fc.asyncProperty(html, async (text) => {
      const content = Buffer.from(`x${text}`);
      assert.equal(await htmlOf([{ name: 'index.html', content }]), `x${text}`);
    }),
    { numRuns: 300 },
  );
});

test('hostile style sheets take no time, and one sheet named a thousand times is too long', async () => {
  const withSheet = (css: string, links = 1) =>
    htmlOf([
      { name: 'index.html', content: '<link rel=stylesheet href=x.css>'.repeat(links) },
      { name: 'x.css', content: css, method: 0 },
    ]);
  const started = processorMs();
  const spaces = ' '.repeat(2_000_000);
  for (const css of [`@import a${spaces}`, `@import url(${spaces}`, '@import '.repeat(250_000)]) {
    assert.ok((await withSheet(css)).includes(css));
  }
  assert(processorMs() - started < 10_000);
  await assert.rejects(withSheet(`/*${' '.repeat(100_000)}*/`, 1000), /too long/);
});

test('hostile pages take no time', async () => {
  const floods = [
    '<div ',
    '<!--',
    '<a href="',
    'url(',
    '<style>/*',
    "<p style='url( ",
    '<img srcset=",',
    '<div>',
    '&amp',
  ];
  const started = processorMs();
  for (const flood of floods)
    await htmlOf([{ name: 'index.html', content: flood.repeat(Math.floor(400_000 / flood.length)), method: 0 }]);
  const spaces = `<p style="${'url('.repeat(10)}${' '.repeat(400_000)}(">`;
  await htmlOf([{ name: 'index.html', content: spaces, method: 0 }]);
  assert(processorMs() - started < 10_000);
});
