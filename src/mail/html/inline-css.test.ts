import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processorMs } from '../../../test/support/processor-time.ts';
import { inlineApart } from './inline-apart.ts';
import { inlineStyles } from './inline-css.ts';

/** The page with its styles inlined, without line breaks and indentation in style sheets. */
const inlined = (html: string) => inlineStyles(html).replace(/\n\s*/g, '');

test('styles go into elements; rules that cannot be inlined stay in their style element', () => {
  const kept = [
    '@import url(https://127.0.0.1:1/never.css);',
    ':root {color-scheme: light dark;}',
    '#outlook a {padding: 0;}',
    'a:hover {color: blue;}',
    '@media (max-width:9px) {p {color: blue;}}',
    '@media (prefers-color-scheme: dark) {p {color: white!important;}}',
    '[data-ogsc] p {color: white;}',
    '@font-face {font-family: X;}',
  ];
  const html = `<html><head><style>${kept.join('')}p{color:red !important}a{top:0}</style></head><body><p>x<a>y</a></p></body></html>`;
  assert.equal(
    inlined(html),
    `<html style="color-scheme: light dark;"><head><style>${kept.join('')}</style></head><body><p style="color: red;">x<a style="top: 0;">y</a></p></body></html>`,
  );
});

test('a style sheet for some screens only is for them; one for all is inlined and gone', () => {
  const small = '<style media="only screen and (max-width:480px)">p{color:red}</style>';
  assert.equal(inlined(`${small}<p>x</p>`), `${small}<p>x</p>`);
  assert.equal(
    inlined('<style media="print">p{top:1px}</style><p>x</p>'),
    '<style media="print">p{top:1px}</style><p>x</p>',
  );
  assert.equal(inlined('<style media=all>p{top:1px}</style><p>x</p>'), '<p style="top: 1px;">x</p>');
  assert.equal(
    inlined('<style type="text/css" media="screen">p{top:1px}</style><p>x</p>'),
    '<p style="top: 1px;">x</p>',
  );
});

test('everything else stays byte for byte: conditional comments, entities, tags of any kind, doctypes', () => {
  const before = `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "x.dtd"><html><head>
<!--[if mso]><style>td{mso-line-height-rule:exactly}</style><xml><o:PixelsPerInch>96</o:PixelsPerInch></xml><![endif]-->
<link rel="stylesheet" href="https://127.0.0.1:1/never.css">`;
  const after = `</head><body><!--[if gte mso 9]><v:rect fill="t" style='width:600px'><v:fill src="a.png"/><![endif]-->
&nbsp;&copy;&amp; {{name}} <% x %> [A:filter:defaultvalue(a  b)] <a href="https://x.test/?a=1&amp;b=2&c">é😀</a>
<!--[if !mso]><!--><i>x</i><!--<![endif]--><![if !mso]><u>y</u><![endif]></body></html>`;
  assert.equal(
    inlineStyles(`${before}<style>u{top:0}</style>${after}`),
    before + after.replace('<u>', '<u style="top: 0;">'),
  );
});

test('quotes of either kind survive in style attributes', () => {
  assert.equal(
    inlineStyles(`<style>p{font-family:"A B"}</style><p style='color:red'>x</p><i style='font-family:"C"'>y</i>`),
    `<p style="font-family: 'A B'; color: red;">x</p><i style="font-family:&quot;C&quot;">y</i>`,
  );
});

test('rules for parts and states of elements stay, also where an element matches', () => {
  const rules = ['p::before{content:"→"}', 'p:after{content:"x"}', 'p::first-line{color:red}', 'a:hover{color:blue}'];
  const page = `<style>${rules.join('')}input:checked + p{color:red}p{margin:0}</style><input checked><p><a>x</a></p>`;
  const inlined = inlineStyles(page);
  for (const rule of [...rules, 'input:checked + p{']) {
    assert.ok(inlined.replace(/\s+/g, '').includes(rule.replace(/\s+/g, '').replace(/;?}$/, '')), rule);
  }
  assert.match(inlined, /<input checked><p style="margin: 0;"><a>x<\/a><\/p>$/);
});

test('a style sheet that makes no sense breaks nothing', () => {
  assert.match(
    inlineStyles('<style>p{{{:not(</style><style>@import url(https://127.0.0.1:1/x.css);}}</style><p>x</p>'),
    /<p>x<\/p>/,
  );
});

test('style sheets that overload the inliner leave the HTML unchanged, soon', () => {
  const divs = '<div>'.repeat(400);
  const bombs = [
    `${'a,b{'.repeat(40)}x:y${'}'.repeat(40)}`,
    `${'a{&:hover{'.repeat(40)}x:y`,
    `a{b:c}/*}*/d{e{f:g}}`,
    'div:has(div:has(div:has(div:has(b)))){x:y}'.repeat(50),
  ];
  for (const css of bombs) {
    const html = `<style>${css}</style>${divs}`;
    const start = processorMs();
    assert.equal(inlineStyles(html), html);
    assert.ok(processorMs() - start < 8000, css.slice(0, 20));
  }
  const variables = Array.from({ length: 30 }, (_, i) => `p{--v${i}:var(--v${i + 1})var(--v${i + 1})}`).join('');
  assert.match(inlineStyles(`<style>${variables}p{color:var(--v0)}</style><p>x</p>`), /color: var\(--v0\)/);
  inlineStyles('<style>'.repeat(20_000));
  inlineStyles(`<style>${'a'.repeat(200_000)}`);
  inlineStyles(`<style media=${'"'.repeat(100_000)}`);
  inlineStyles(`<style media=${' '.repeat(1_000_000)}all>`);
});

test('a style sheet that takes long is inlined while other things are done', async () => {
  const slow = `<style>${'* * * * * a,'.repeat(2_000)}b{color:red}</style>${'<div><p>'.repeat(2_000)}`;
  const before = processorMs();
  const [inlined, quick] = await Promise.all([
    inlineApart(slow, 1),
    inlineApart('<style>b{color:red}</style><b>x</b>', 2),
  ]);
  assert.ok(processorMs() - before < 1_000, 'this thread has other things to do');
  assert.ok(inlined.includes('<div><p>'));
  assert.match(quick, /<b style="color: red;?">x<\/b>/);
  assert.equal(await inlineApart('<b>x</b>', 1), '<b>x</b>');
});
