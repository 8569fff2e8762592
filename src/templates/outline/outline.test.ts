// Outlines: what of a page is where, in its colors, and nothing else whatever the page has in it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { costsLessThan } from '../../../test/support/processor-time.ts';
import { atOnce } from '../../kernel/slices.ts';
import { STARTING_IDS, startingArchive } from '../starting/starting.ts';
import { outlineSteps } from './outline.ts';
import { colorIn, pixelsIn, rulesIn, sidesOf } from './styles.ts';

const RECT =
  /<rect x="[\d.]+" y="[\d.]+" width="[\d.]+" height="[\d.]+"(?: rx="[\d.]+")? fill="#[0-9a-f]{6}"(?: fill-opacity="[\d.]+")?\/>/g;
const FRAME = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 640" width="640" height="640"></svg>';

/** The rectangles of an outline, which must have nothing else. */
function rectsOf(html: string) {
  const svg = atOnce(outlineSteps(html));
  assert.equal(svg.replaceAll(RECT, ''), FRAME, svg.slice(0, 300));
  return [...svg.matchAll(RECT)].map(([rect]) => {
    const [x = 0, y = 0, width = 0, height = 0] = ['x', 'y', 'width', 'height'].map((name) =>
      Number(new RegExp(` ${name}="([^"]*)"`).exec(rect)?.[1]),
    );
    assert.ok(x >= 0 && y >= 0 && x + width <= 640.1 && y + height <= 640.1, rect);
    return { x, y, width, height, fill: /fill="([^"]*)"/.exec(rect)?.[1] };
  });
}

test('areas, pictures, headings and texts below each other, in the colors of the page', () => {
  const [ground, area, picture, heading, text] = rectsOf(`<body style="margin:0;background-color:#0a0b0c">
    <table width="600" bgcolor="white"><tr><td><img src="x" width="600" height="200"></td></tr>
    <tr><td style="padding:20px 40px"><h1 style="margin:0;color:rgb(200, 0, 10)">Spring</h1><p style="color:teal">Some words</p></td></tr></table>`);
  assert.deepEqual([ground?.fill, ground?.width, ground?.height], ['#0a0b0c', 640, 640]);
  assert.deepEqual([area?.fill, area?.x, area?.width], ['#ffffff', 20, 600]);
  assert.deepEqual([picture?.x, picture?.y, picture?.width, picture?.height], [20, 0, 600, 200]);
  assert.deepEqual([heading?.fill, heading?.x], ['#c8000a', 60]);
  assert.deepEqual([text?.fill, text?.x], ['#008080', 60]);
  assert.ok((text?.y ?? 0) > (heading?.y ?? 0) && (heading?.height ?? 0) > (text?.height ?? 0));
});

test('columns of tables and of blocks stand beside each other', () => {
  const cells = '<table width="100%"><tr><td bgcolor="#111111">A</td><td bgcolor="#333333">B</td></tr></table>';
  const blocks = ['#111111', '#333333'].map(
    (color) => `<div class="mj-column-per-50" style="display:inline-block;width:100%;background:${color}">A</div>`,
  );
  const most = ['#111111', '#333333'].map(
    (color) => `<div style="display:inline-block;width:100%;max-width:320px;background:${color}">A</div>`,
  );
  for (const html of [cells, blocks.join(''), most.join('\n')]) {
    const [left, right] = ['#111111', '#333333'].map((fill) =>
      rectsOf(`<body style="margin:0">${html}`).find((rect) => rect.fill === fill),
    );
    assert.deepEqual([left?.x, left?.width, right?.x, right?.y], [0, 320, 320, left?.y], html);
  }
});

test('a button is as wide as its words, and where it is put', () => {
  const html =
    '<div style="text-align:center"><a style="display:inline-block;padding:10px 20px;background:#123456">Go</a></div>';
  const button = rectsOf(html).find(({ fill }) => fill === '#123456');
  assert.ok(button && button.width < 100 && Math.abs(button.x + button.width / 2 - 320) < 1);
});

test('style sheets count, those of some screens and what is hidden do not', () => {
  const html = `<style>/* } */ .card { background: #abcdef } @media (prefers-color-scheme: dark) { .card { background: #000001 } .x { color: red } }
    .away { display: none }</style><div class="card">A</div><div class="away" style="background:#000002">B</div>
    <!--[if mso]><div style="background:#000003">C</div><![endif]--><div style="display:none;background:#000004">D</div>`;
  assert.deepEqual([...new Set(rectsOf(html).map(({ fill }) => fill))], ['#ffffff', '#abcdef', '#222222']);
});

test('a page that means harm gives rectangles and nothing else', () => {
  const hostile = [
    '<svg onload="alert(1)"><script>alert(1)</script></svg><script>document.write("<b>x</b>")</script>',
    `<p style='color:#fff"/><script>1</script>;background:url(javascript:alert(1))'>text</p>`,
    '<td bgcolor="#12345g" width="1e309" height="-5">x</td><img width="999999999" height="NaN" src=x onerror=1>',
    '<div style="background:expression(alert(1));padding:99999999999px;width:100000%">x</div>',
    '<div style="color:rgb(999,999,999)">a</div><p style="font-size:1e9px">b</p><p style="font-size:-4px">c</p>',
    `${'<table><tr><td>'.repeat(5_000)}x`,
    `${'<div style="background:#ff0000">x'.repeat(20_000)}`,
    `<p>${'\0]]>&quot;&lt;script&gt;'.repeat(2_000)}</p>`,
    '<'.repeat(200_000),
    `${'<b>'.repeat(50_000)}${'</x>'.repeat(35_000)}`,
    `<style>${'a{'.repeat(100_000)}</style><style>${'@media x {'.repeat(20_000)}</style><p>x`,
    '<style media="print">a{}</style>'.repeat(9_000),
    '<style>.a{color:red}</style><p class=a>x'.repeat(7_000),
    `<style>${Array.from({ length: 20_000 }, (_, n) => `p{k${n}:1}`).join('')}</style>${'<p>'.repeat(20_000)}`,
    `<p ${'a='.repeat(50_000)}>`,
    '',
  ];
  for (const html of hostile) {
    assert.ok(
      costsLessThan(1_500, () => assert.ok(rectsOf(html).length <= 700)),
      html.slice(0, 60),
    );
  }
});

test('what comes with the server is drawn with its colors', () => {
  for (const id of STARTING_IDS) assert.ok(rectsOf(startingArchive(id).html).length > 6, id);
  assert.ok(rectsOf(startingArchive('newsletter').html).some(({ fill }) => fill === '#f4f1ea'));
});

test('colors and lengths are read as browsers do, or not at all', () => {
  const colors = [
    '#FfF',
    '#12ab34',
    'url(x.png) #010203 no-repeat',
    'rgba(1,2,3,.5)',
    'rgba(1,2,3,0)',
    'transparent',
    '#12',
    'navy',
  ];
  assert.deepEqual(colors.map(colorIn), [
    0xffffff,
    0x12ab34,
    0x010203,
    0x010203,
    undefined,
    undefined,
    undefined,
    0x80,
  ]);
  assert.deepEqual(
    ['12px', '1.5em', '9', '9vw', '-3px', 'calc(1px)'].map((one) => pixelsIn(one)),
    [12, 24, 9, undefined, 0, undefined],
  );
  assert.deepEqual(
    sidesOf(
      new Map([
        ['padding', '1px 2px'],
        ['padding-left', '9px'],
      ]),
      'padding',
    ),
    [1, 2, 1, 9],
  );
  assert.deepEqual(
    [...rulesIn('p, .a { color: red } a:hover { color: blue } @import "x"; #b { margin: 0 }').keys()],
    ['p', '.a', '#b'],
  );
});
