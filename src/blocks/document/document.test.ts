// What documents of blocks may hold, and what is left of what people send.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Faults, textsOf } from '../../kernel/errors.ts';
import { ownHtml } from './own-html.ts';
import { readDocument } from './read.ts';
import { richText } from './rich-text.ts';
import { toNewest } from './versions.ts';

function read(sent: unknown) {
  const faults: Faults = {};
  const document = readDocument(sent, 'template.blocks', faults);
  return { document, faults: textsOf(faults) };
}

test('every faulty member is named by its path', () => {
  const blocks = [
    { kind: 'heading', level: 9, text: 3 },
    { kind: 'poster' },
    { kind: 'button', text: '', href: 'javascript:alert(1)', onclick: 'x' },
    { kind: 'columns', columns: [[{ kind: 'text' }]] },
    { kind: 'columns', columns: [[], []], widths: [1, 2, 3] },
    { kind: 'image', src: 'data:image/png;base64,AAAA', alt: 'x' },
    { kind: 'product', title: 'x', feed: 'xml' },
  ];
  const leaves = 'heading, text, image, button, divider, space, social, product, html, footer';
  const { document, faults } = read({ version: 1, look: { colors: { page: 'red' } }, blocks, more: 1 });
  assert.equal(document, undefined);
  assert.deepEqual(faults, {
    'template.blocks.look.colors.page': 'Page must be a color such as #1d6b70.',
    'template.blocks.blocks[0].text': 'Text must be a text.',
    'template.blocks.blocks[0].level': 'Level must be at most 3.',
    'template.blocks.blocks[1].kind': `Kind must be one of: ${leaves}, columns, condition.`,
    'template.blocks.blocks[2].text': 'Text cannot be blank.',
    'template.blocks.blocks[2].href': 'Href must be a link: http, https, mailto, tel, or a merge tag that gives one.',
    'template.blocks.blocks[2].onclick': 'Onclick is not known here.',
    'template.blocks.blocks[3].columns[0][0].text': 'Text must be given: a text.',
    'template.blocks.blocks[3].columns': 'Columns must be two or three.',
    'template.blocks.blocks[5].src': 'Src must be the address of an image: http, https, or a merge tag that gives one.',
    'template.blocks.more': 'More is not known here.',
  });
  const inside = [{ kind: 'text', text: '<p>x<script>y</script></p>' }];
  const conditions = [
    { kind: 'condition', field: '[CITY]', operator: 'like', value: 'x', blocks: [] },
    { kind: 'condition', field: 'CITY', operator: 'is', value: ' ', blocks: inside },
    { kind: 'condition', field: 'CITY', operator: 'empty', value: 'x', blocks: inside },
    { kind: 'condition', field: 'CITY', operator: 'is', value: 'x', blocks: [{ kind: 'condition' }] },
  ];
  assert.deepEqual(read({ version: 1, blocks: [conditions[0], conditions[3]] }).faults, {
    'template.blocks.blocks[0].field': 'Field must be a merge tag without its brackets, such as CITY.',
    'template.blocks.blocks[0].operator':
      'Operator must be one of: is, is-not, contains, not-contains, starts, not-starts, ends, not-ends, greater, less, empty, not-empty.',
    'template.blocks.blocks[1].blocks[0].kind': `Kind must be one of: ${leaves}, columns.`,
  });
  const columns = (column: object[], more = {}) => ({
    kind: 'condition',
    field: 'CITY',
    operator: 'empty',
    blocks: [{ kind: 'columns', columns: [column, []], ...more }],
  });
  const faulty = [columns([{ kind: 'condition' }]), columns([{ kind: 'columns' }], { on: 'page', saved: 'x' })];
  assert.deepEqual(read({ version: 1, blocks: faulty }).faults, {
    'template.blocks.blocks[0].blocks[0].columns[0][0].kind': `Kind must be one of: ${leaves}.`,
    'template.blocks.blocks[1].blocks[0].columns[0][0].kind': `Kind must be one of: ${leaves}.`,
    'template.blocks.blocks[1].blocks[0].on': 'On is not known here.',
  });
  const feed = { kind: 'product', title: 'x', feed: 'xml', feed_url: 'https://x.test/' };
  assert.deepEqual(Object.keys(read({ version: 1, blocks: [columns([feed], { widths: [1, 2, 3] })] }).faults), [
    'template.blocks.blocks[0].blocks[0].widths',
    'template.blocks.blocks[0].blocks[0].columns[0][0].feed',
  ]);
  assert.deepEqual(
    read({ version: 1, blocks: [columns(inside)] }).document?.blocks[0],
    columns([{ kind: 'text', text: '<p>x</p>' }]),
  );
  assert.deepEqual(read({ version: 1, blocks: conditions.slice(1, 3) }).faults, {
    'template.blocks.blocks[0].value': 'Value must be given: what [CITY] is compared with.',
    'template.blocks.blocks[1].value': 'Value cannot be given with empty.',
  });
  const { document: good } = read({ version: 1, blocks: [{ ...conditions[1], value: 'x' }] });
  assert.deepEqual(good?.blocks[0], { ...conditions[1], value: 'x', blocks: [{ kind: 'text', text: '<p>x</p>' }] });
  assert.deepEqual(read({ version: 1, blocks: [blocks[4], blocks[6]] }).faults, {
    'template.blocks.blocks[0].widths': 'Widths must be as many as there are columns.',
    'template.blocks.blocks[1].feed_url': 'Feed url must be given: a link.',
  });
});

test('what is no document is refused', () => {
  const only = (sent: unknown) => Object.values(read(sent).faults);
  assert.deepEqual(only('{"version":1,'), ['Blocks is not valid JSON.']);
  assert.deepEqual(only([]), ['Blocks must be an object.']);
  assert.deepEqual(only('"x"'), ['Blocks must be an object.']);
  assert.deepEqual(only({ version: 2, blocks: [] }), ['Version must be 1.']);
  assert.deepEqual(only({ version: 1 }), ['Blocks must be given: a list.']);
  assert.match(String(only({ version: 1, blocks: [], title: 'x'.repeat(500_001) })), /too long/);
  const many = Array.from({ length: 150 }, () => ({ kind: 'columns', columns: [[{ kind: 'space', height: 9 }], []] }));
  assert.deepEqual(only({ version: 1, blocks: many }), [
    'Blocks holds more than 200 blocks, including those in columns and conditions.',
  ]);
  const inConditions = Array.from({ length: 67 }, () => ({
    kind: 'condition',
    field: 'CITY',
    operator: 'empty',
    blocks: [{ kind: 'columns', columns: [[{ kind: 'space', height: 9 }], []] }],
  }));
  assert.deepEqual(only({ version: 1, blocks: inConditions }), [
    'Blocks holds more than 200 blocks, including those in columns and conditions.',
  ]);
  assert.deepEqual(only({ version: 1, blocks: inConditions.slice(1) }), []);
  assert.deepEqual(read('{"version":1,"blocks":[]}').document, { version: 1, blocks: [] });
});

test('a document of an older version is brought to the one of now, step by step', () => {
  type Step = (document: Record<string, unknown>) => Record<string, unknown>;
  const steps = new Map<number, Step>([
    [1, ({ texts, ...rest }) => ({ ...rest, blocks: texts })],
    [2, (document) => ({ ...document, title: 'x' })],
  ]);
  assert.deepEqual(toNewest({ version: 1, texts: [] }, steps, 3), { version: 3, blocks: [], title: 'x' });
  assert.deepEqual(toNewest({ version: 3, blocks: [] }, steps, 3), { version: 3, blocks: [] });
  assert.deepEqual(toNewest({ version: 0 }, steps, 3), { version: 0 }, 'without a way it stays, and is refused');
  assert.deepEqual(toNewest({ version: 4 }, steps, 3), { version: 4 });
});

test('texts keep their marks and lose everything else', () => {
  const cases: [html: string, kept: string][] = [
    ['Hello <b>you</b> &amp; <i>me</i>', 'Hello <strong>you</strong> &amp; <em>me</em>'],
    ['<p class="x" onclick="y()">One<p>Two', '<p>One</p><p>Two</p>'],
    ['<ul><li>a<li>b</ul>', '<ul><li>a</li><li>b</li></ul>'],
    ['<a href="https://x.test/?a=1&amp;b=2" target="_top">x</a>', '<a href="https://x.test/?a=1&amp;b=2">x</a>'],
    ['<a href="[UNSUBSCRIBE_URL]">x</a>', '<a href="[UNSUBSCRIBE_URL]">x</a>'],
    ['<a href="javascript:alert(1)">x</a>', 'x'],
    ['<a href=" jAvascript:x">x</a><a href="java&#10;script:x">y</a>', 'xy'],
    ['a<script>alert(1)</script>b<style>p{}</style>c', 'abc'],
    ['<img src=x onerror=alert(1)>a', 'a'],
    ['a < b <3 </div></p>', 'a &lt; b &lt;3'],
    ['<!--[if mso]><table><![endif]-->a<!-- x', 'a'],
    ['<strong>never closed', '<strong>never closed</strong>'],
    ['<svg><a href="https://x.test">x</a></svg>y', 'y'],
    ['[FNAME:filter:defaultvalue(there)] <u>x</u>', '[FNAME:filter:defaultvalue(there)] <u>x</u>'],
    ['<a href="https://x.test/&quot; onclick=&quot;x">q</a>', '<a href="https://x.test/&quot; onclick=&quot;x">q</a>'],
  ];
  for (const [html, kept] of cases) {
    assert.equal(richText(html, { hasParts: true }), kept);
    assert.equal(richText(kept, { hasParts: true }), kept, 'what is kept is kept again');
  }
  assert.equal(richText('<p>One</p><p>Two</p>', { hasParts: false }), 'One<br>Two');
});

test('HTML of people ends nothing that it did not begin', () => {
  const cases: [html: string, kept: string][] = [
    ['<table><tr><td>x</td></tr></table>', '<table><tr><td>x</td></tr></table>'],
    ['</td></table>x<b>y', 'x<b>y</b>'],
    ['<div><p>x</div>', '<div><p>x</p></div>'],
    ['x<script>a()</script>y', 'xy'],
    ['<html><head><title>t</title></head><body bgcolor=red>x</body></html>', 'x'],
    ['<img src=x onerror="a()" alt="y">', '<img src=x  alt="y">'],
    ['<!--[if mso]><table><tr><td><![endif]-->x', '<!--[if mso]><table><tr><td><![endif]-->x'],
    ['x<!-- never', 'x<!-- never-->'],
    ['x<a href="y', 'x&lt;a href="y'],
    ['x<a title="y>z', 'x&lt;a title="y>z'],
    ['x<b>y</b><i title="', 'x<b>y</b>&lt;i title="'],
    ['<a href=https://x.test/>x</a>y', '<a href=https://x.test/>x</a>y'],
    ['<b/>x', '<b/>x</b>'],
    ['<svg><path d="M0 0"/></svg>x', '<svg><path d="M0 0"/></svg>x'],
  ];
  for (const [html, kept] of cases) assert.equal(ownHtml(html), kept);
});
