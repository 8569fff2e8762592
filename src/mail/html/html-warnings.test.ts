import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processorMs } from '../../../test/support/processor-time.ts';
import { inEnglish } from '../../kernel/sentences/sentence.ts';
import { atOnce } from '../../kernel/slices.ts';
import { CHECKED_LENGTH, htmlWarningSteps } from './html-warnings.ts';

const told = (page: string) => atOnce(htmlWarningSteps(page)).map(inEnglish);

test('a valid page has none', () => {
  assert.deepEqual(
    told(`<!doctype html><head><base href="https://shop.test/"></head><body><img src="a.png" alt=""><img src=https://x.test/b.png alt="B">
<a href="c"><img src="d.png" alt="D"></a><a href="[UNSUBSCRIBE_URL]">[FNAME]</a><a name="top"></a><a href="#top" aria-label="Up">\u200c</a>
<a href="mailto:a@x.test"><b>write</b></a><!--[if mso]><img src="https://x.test/e.png"><form><![endif]--></body>`),
    [],
  );
});

test('each kind is one sentence with the first places', () => {
  const html = `<body><img src="https://x.test/images/${'long/'.repeat(20)}logo.png">
<a href="https://x.test/1"><img src="https://x.test/i.png" alt=""></a> <a href="https://x.test/2">&nbsp;\u200b</a>

<a href="www.x.test">x</a><td background="bg.png" style="background:url(/bg2.png)">
<style>p{background:url(bg3.png)}</style><!--[if mso]><v:fill src="bg4.png"/><![endif]-->
<form action="https://x.test"><input><button>Go</button></form>
<script>"<img>"</script></body>`;
  assert.deepEqual(told(html), [
    '1 image has no alt text (by line: 1: …/long/long/long/long/long/long/long/long/logo.png).',
    '2 links have no text (by line: 2: https://x.test/1, 2: https://x.test/2).',
    '5 addresses are relative and do not work in an email (by line: 4: www.x.test, 4: bg.png, 4: /bg2.png, …).',
    '4 elements are removed by email apps (by line: 6: <form>, 6: <input>, 6: <button>, …).',
  ]);
});

test('what the page ends within is named: what is after it is not shown', () => {
  const within = (place: string) => [
    `The page ends inside a tag or comment that is not closed (by line: ${place}): email apps do not show it.`,
  ];
  assert.deepEqual(told('<p>a</p>\n<a href="https://x.test\n'), within('2: <a href="https://x.test'));
  assert.deepEqual(told('<p>a</p><img alt="x'), within('1: <img alt="x'));
  assert.deepEqual(told('<p>a</p'), within('1: </p'));
  assert.deepEqual(told('<p>a</p>\n\n<!-- b <b>c</b>'), within('3: <!-- b <b>c</b>'));
  assert.deepEqual(told('<p>a</p><style>p{color:red}'), within('1: <style>p{color:red}'));
  for (const closed of ['', 'a < b', '<', '1 & 2 &am', '<p>a', "<p title='<b>'>a</p>", '<!-- a --><style>p{}</style>'])
    assert.deepEqual(told(closed), [], closed);
});

test('a page that Gmail cuts off', () => {
  assert.deepEqual(told('é'.repeat(51 * 1024)), []);
  assert.deepEqual(told(`${'é'.repeat(51 * 1024)}x`), ['The HTML is 103 KB: Gmail cuts messages off after 102 KB.']);
});

test('only the beginning of a long page is checked', () => {
  const page = `<img>${' '.repeat(CHECKED_LENGTH)}<img>`;
  assert.deepEqual(told(page), [
    `The HTML is 489 KB: Gmail cuts messages off after 102 KB. Only its first ${CHECKED_LENGTH} characters were checked.`,
    '1 image has no alt text (by line: 1: ).',
  ]);
});

test('any number costs five sentences and linear time', () => {
  for (const piece of [
    '<img>',
    '<a href=x>',
    '<form>',
    '<a href="',
    '<!--',
    '<base href=x>',
    '<a href=x><img alt=',
    '\n<script>',
    '<table><tr><td>',
    '<b></i>',
  ]) {
    const start = processorMs();
    const warnings = told(piece.repeat(Math.ceil(100_000 / piece.length)));
    assert.ok(warnings.length <= 5 && warnings.join('').length < 2000);
    assert.ok(processorMs() - start < 8000, piece);
  }
});
