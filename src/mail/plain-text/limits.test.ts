import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { convert, tracked } from '../../../test/support/plain-text.ts';
import { textOfSlot } from '../merge/pieces.ts';
import { textFromHtml } from './plain-text.ts';

test('numbers and spans that would fill the memory are not believed', () => {
  assert.equal(convert('<ol type="i" start="100000000"><li>x</ol><ol start="3"><li>y</ol>'), ' 1. x\n\n 3. y\n');
  assert.equal(convert('<table><tr><th rowspan="50000000" colspan="50000000">x</table>'), 'x\n');
  assert.equal(convert('<table><tr><th rowspan="-1">x</table>'), 'x\n');
  assert.ok(convert(`<table><th>${'<tr><td>x'.repeat(20_000)}`).length > 0);
});

test('deep and broken HTML ends', () => {
  assert.ok(convert('<div>'.repeat(5000)).length < 100_000);
  assert.equal(convert('<p>a<b>c'), 'ac\n');
  assert.equal(convert(`<a href="mailto:a@b.test${'?'.repeat(500_000)}\u2028x">Write</a>`), 'Write <a@b.test>\n');
  assert.ok(convert(`<pre>a${' '.repeat(300_000)}b</pre>`).length > 300_000);
});

test('what converting cannot do in its time leaves no style sheet, title, script or head behind', () => {
  const html = `<html><head>stray<title>Title</title><style>p{color:red}</style></head>
<body><script>let a = '<p>b</p>';</script><h1>Big &amp;<br>news</h1><table><tr><td>One</td><td>[A]</td></tr></table>
<style>.x{}</style><p>Go <a href="https://x.test/?a=1&amp;b=2">there</a>${'<b></b>'.repeat(100_000)} <img src="i.png" alt="Tea &lt;3"></p></body></html>`;
  const { pieces, links } = tracked(html, true);
  const { pieces: text, isFallback } = textFromHtml(pieces, links, { patienceMs: 1 });
  assert.equal(isFallback, true);
  const slots = { lookup: () => 'a', linkUrl: (index: number) => `T${index}`, openUrl: 'O' };
  const whole = text.map((piece) => (typeof piece === 'string' ? piece : textOfSlot(piece, slots))).join('');
  assert.equal(whole, 'Big &\nnews\n\nOne\n\na\n\nGo there Tea <3\n\n<T0>\n');
});

test('the converter is loaded before its time begins to run', async () => {
  const worker = new Worker(
    `const { registerHooks } = require('node:module');
const { parentPort, workerData } = require('node:worker_threads');
const inBox = [];
registerHooks({ load(url, context, next) {
  if (/html-to-text/.test(url)) inBox.push(/withinTime/.test(new Error().stack));
  return next(url, context);
} });
import(workerData).then(({ textFromHtml }) => parentPort.postMessage({ ...textFromHtml(['<p>a'], []), inBox }));`,
    { eval: true, workerData: new URL('./plain-text.ts', import.meta.url).href },
  );
  const [{ pieces, inBox }] = await once(worker, 'message');
  await worker.terminate();
  assert.deepEqual([pieces, inBox.length > 0, inBox.includes(true)], [['a\n'], true, false]);
});
