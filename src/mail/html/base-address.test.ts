import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processorMs } from '../../../test/support/processor-time.ts';
import { isRelative, resolveBase } from './base-address.ts';

const withBase = (rest: string) => resolveBase(`<head><base href="https://shop.test/spring/"></head>${rest}`);

test('every relative address is resolved, and the base is removed', () => {
  assert.equal(
    withBase(`<a href="a.html?x=1&amp;y=2">a</a><a href='/b'>b</a><a href=../c>c</a><img src="//cdn.test/d.png" srcset="e.png 1x, f.png 2x">
<td background="g.png" style="background:url(h.png)"><!--[if mso]><v:fill src="i.png"/><![endif]--><style>p{background:url('j.png')}</style>`),
    `<head></head><a href="https://shop.test/spring/a.html?x=1&amp;y=2">a</a><a href="https://shop.test/b">b</a><a href="https://shop.test/c">c</a><img src="https://cdn.test/d.png" srcset="https://shop.test/spring/e.png 1x, https://shop.test/spring/f.png 2x">
<td background="https://shop.test/spring/g.png" style="background:url(https://shop.test/spring/h.png)"><!--[if mso]><v:fill src="https://shop.test/spring/i.png"/><![endif]--><style>p{background:url('https://shop.test/spring/j.png')}</style>`,
  );
});

test('others stay: schemes, fragments, merge tags and what follows one', () => {
  const whole =
    '<a href="https://x.test/a b">1</a><a href="mailto:a@x.test">2</a><a href="#top">3</a><a href="[WEBSITE]/x">4</a><a href="">5</a>';
  assert.equal(withBase(whole), `<head></head>${whole}`);
  assert.equal(
    withBase('<a href="news/[UID:filter:defaultvalue(a b)]?n=[NAME]">x</a>'),
    '<head></head><a href="https://shop.test/spring/news/[UID:filter:defaultvalue(a b)]?n=[NAME]">x</a>',
  );
});

test('the first base that is a web address counts; a page without one stays byte for byte', () => {
  for (const page of [
    '<a href=x>',
    '<base target="_blank"><a href=x>',
    '<base href="/rel/"><a href=x>',
    '<!-- <base href="https://x.test"> --><a href=x>',
  ]) {
    assert.equal(resolveBase(page), page);
  }
  assert.equal(
    resolveBase('<base href="https://a.test/"><base href="https://b.test/"><a href="x">x</a>'),
    '<a href="https://a.test/x">x</a>',
  );
});

test('addresses without a scheme are relative, except for fragments and merge tags', () => {
  for (const address of ['x', '/x', '//x.test', './x', '?x', 'a/b:c', ' x']) assert.ok(isRelative(address), address);
  for (const address of ['https://x', 'CID:x', 'data:,', '#x', '', ' ', '[X]', 'tel:1'])
    assert.ok(!isRelative(address), address);
});

test('hostile pages take no time', () => {
  const start = processorMs();
  for (const piece of ['<base href=https://x.test>', '<a href=x>', '<base ', '<!--<a href=x>', 'url(']) {
    resolveBase(`<base href="https://x.test/">${piece.repeat(Math.ceil(100_000 / piece.length))}`);
  }
  resolveBase(`<base href="https://x.test/"><img srcset="a${','.repeat(1_000_000)}b c">`);
  assert.ok(processorMs() - start < 20_000);
});
